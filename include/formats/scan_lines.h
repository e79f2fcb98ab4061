#ifndef FORMATS_SCAN_LINES_H
#define FORMATS_SCAN_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/strbuf.h"

/* First stage of reading a post: bytes into lines, in bounded memory. Lines
 * that quoted-printable broke with a `=` at the end are put together again. A
 * line longer than SCAN_LINE_BYTES comes in pieces, cut at white space. */

enum { SCAN_LINE_BYTES = 32768 };

struct scan_line {
	const char *text; /* not terminated, no line end */
	size_t length;
	size_t number; /* 1-based line of the file where it began */
	bool ends; /* false: more of the same line follows */
};

typedef void scan_line_sink(void *context, const struct scan_line *line);

struct scan_lines {
	struct strbuf part; /* of a line that is not complete yet */
	size_t number; /* of the line that is being read */
	size_t began; /* number of the line at the start of `part` */
	size_t line_bytes; /* of the line that is being read, in `part` */
	scan_line_sink *sink;
	void *context;
};

void scan_lines_init(struct scan_lines *lines, scan_line_sink *sink,
		     void *context);
void scan_lines_release(struct scan_lines *lines);

/* Gives every line that is complete to the sink. */
void scan_lines_feed(struct scan_lines *lines, const char *bytes,
		     size_t length);

/* Gives the rest to the sink. */
void scan_lines_finish(struct scan_lines *lines);

#endif
