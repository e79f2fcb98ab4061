#ifndef FORMATS_SCAN_H
#define FORMATS_SCAN_H

#include <stddef.h>
#include <stdio.h>

struct error;
struct format;
struct result_set;

/* Finds the results in anything that people post: mail, forum pages, logs.
 * Knows the text and CSV of bonnie and bonnie++, rawio, tiobench, tiotest and
 * time(1), quoted, wrapped, flattened, in HTML. A run that is there twice, as
 * text and as CSV or quoted, is one result. Works in one pass, in memory that
 * does not grow with the input but by the results. */

/* Appends what is found in `in`; `source` names it in the results. 0, also
 * when nothing is found; -1 when it cannot be read. */
int scan_stream(const char *source, FILE *in, struct result_set *set,
		struct error *error);

/* The same for a text in memory. */
void scan_text(const char *source, const char *text, size_t length,
	       struct result_set *set);

/* As a format's parse: nothing found is a failure. */
int scan_parse(const char *source, const char *text, size_t length,
	       struct result_set *set, struct error *error);

/* As a format's bid: likely when the first result in `text` is by `tool`, of a
 * version from `from` to below `below` (NULL: of any). */
int scan_bid(const char *text, size_t length, const char *tool,
	     const char *from, const char *below);

/* Any text: the reader of last resort. */
extern const struct format post_format;

#endif
