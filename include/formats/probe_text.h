#ifndef FORMATS_PROBE_TEXT_H
#define FORMATS_PROBE_TEXT_H

#include "formats/chart_text.h"

struct result;
struct strbuf;

/* For people: what the tests `zones`, `latency` and `fsync` have found, each
 * with a chart or a histogram. Adds nothing for others. */
void probe_text_add(struct strbuf *text, const struct result *result,
		    enum chart_charset charset);

#endif
