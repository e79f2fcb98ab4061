#ifndef FORMATS_HONEST_H
#define FORMATS_HONEST_H

#include <stddef.h>

struct result;
struct strbuf;

/* The honest lines: what the figures of `count` runs of the same tests are
 * worth. One line for all of them, then at most one for each figure that is
 * not simply the disk's, worst first, what the checks relied on, and what to
 * try. Runs may be of several points of a sweep: then each figure has its point
 * beside it. No line is longer than 79 columns. Adds nothing when nobody judged
 * the figures, as for a result that was read from a post. */
void honest_add(struct strbuf *text, const struct result *results,
		size_t count);

#endif
