#ifndef FORMATS_SWEEP_TEXT_H
#define FORMATS_SWEEP_TEXT_H

#include "formats/chart_text.h"

struct result_set;
struct strbuf;

/* For people: the points of a sweep, which are the results of the set, one row
 * each, test by test, with a bar as long as its figure. Runs of one point are
 * averaged. */
void sweep_text_add(struct strbuf *text, const struct result_set *set,
		    enum chart_charset charset);

#endif
