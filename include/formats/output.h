#ifndef FORMATS_OUTPUT_H
#define FORMATS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct result_set;
struct strbuf;

/* Writes `text` to the stream and flushes it. 0; -1 with errno when any of it
 * could not be written, now or before. */
int output_write(FILE *out, const struct strbuf *text);

/* Whether a result of the set has a test that `holds` does not know. */
bool output_leaves_out(const struct result_set *set,
		       bool (*holds)(const char *key));

#endif
