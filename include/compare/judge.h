#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "compare/compare.h"

/* Fills everything in the cells of a table but their samples: whether the
 * sides can be compared, what the difference is, and what is proven. Holm's
 * step-down goes over all figures of the table. */
void compare_judge(const struct comparison *comparison,
		   struct compare_table *table,
		   const struct compare_match *match);

#endif
