#ifndef COMPARE_ALIKE_H
#define COMPARE_ALIKE_H

#include <stdbool.h>

struct compare_group;
struct strbuf;

/* Why a figure of `test` cannot be compared between two groups: another way of
 * measuring it, engine or size. Appends the reason; returns whether there is one. */
bool compare_unlike(struct strbuf *reason, const struct compare_group *a,
		    const struct compare_group *b, const char *test);

/* Appends what is to be said of figures that can be compared although another
 * tool measured them; nothing where the same did. */
void compare_caveat(struct strbuf *text, const struct compare_group *a,
		    const struct compare_group *b);

/* Appends what else is not the same and may explain a difference: "kernel
 * (Linux 6.1, Linux 6.6), chunk (8 KiB, 64 KiB)". Nothing when all that is
 * known of both is the same. */
void compare_differences(struct strbuf *text, const struct compare_group *a,
			 const struct compare_group *b);

#endif
