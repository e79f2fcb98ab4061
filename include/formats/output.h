#ifndef FORMATS_OUTPUT_H
#define FORMATS_OUTPUT_H

#include <stdio.h>

struct strbuf;

/* Writes `text` to the stream and flushes it. 0; -1 with errno when any of it
 * could not be written, now or before. */
int output_write(FILE *out, const struct strbuf *text);

#endif
