#ifndef FORMATS_HONEST_SUMMARY_H
#define FORMATS_HONEST_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "results/result.h"

/* What the honest lines are made of. */

/* What is said of one test over all runs. */
struct honest_figure {
	const struct phase_result *phase; /* of the worst run */
	const struct result *point; /* of a sweep; NULL: there is but one */
	size_t number; /* in the order of the tests */
	enum verdict verdict;
	const char *code; /* of the finding that decided; "" for none */
	struct quantity quantity; /* mean over the runs */
	enum quantity_id id; /* which one that is */
	double cv; /* between runs; negative: one run */
	double half_width; /* of the mean, as a share of it */
};

struct honest_summary {
	struct honest_figure *figures;
	size_t count;
	size_t runs; /* of each test */
	size_t disk, other, unchecked;
};

/* Gathers every judged test of `count` runs (at least one) of the same plan,
 * worst first. Released with honest_summary_release(). */
void honest_summarize(struct honest_summary *summary,
		      const struct result *results, size_t count);
/* The same where the runs may be of several points of a sweep: each point has
 * figures of its own. */
void honest_summarize_points(struct honest_summary *summary,
			     const struct result *results, size_t count);
void honest_summary_release(struct honest_summary *summary);

/* The finding with this code that speaks well of a figure; NULL if none. */
const struct finding *honest_passed(const struct honest_summary *summary,
				    const char *code);

/* The largest coefficient of variation between runs; negative: one run. */
double honest_largest_cv(const struct honest_summary *summary);

#endif
