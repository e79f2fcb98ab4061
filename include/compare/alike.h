#ifndef COMPARE_ALIKE_H
#define COMPARE_ALIKE_H

#include <stdbool.h>

struct compare_group;
struct result;
struct strbuf;

/* Whether two results are repeats of one configuration. Sizes that diskbench
 * found by itself may differ by less than a factor of two. */
bool compare_same_setup(const struct result *a, const struct result *b);

/* Why a figure of `test` cannot be compared between two groups: another tool,
 * version or size. Appends the reason; returns whether there is one. */
bool compare_unlike(struct strbuf *reason, const struct compare_group *a,
		    const struct compare_group *b, const char *test);

/* Appends what else is not the same and may explain a difference: "kernel
 * (Linux 6.1, Linux 6.6), chunk (8 KiB, 64 KiB)". Nothing when all that is
 * known of both is the same. */
void compare_differences(struct strbuf *text, const struct compare_group *a,
			 const struct compare_group *b);

#endif
