#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/pair.h"
#include "core/stats.h"
#include "results/result.h"

/* Two and more sets of results held against each other: what differs, by how
 * much, and whether the runs prove it. */

struct compare_settings {
	double confidence; /* 0.95; above 0, below 1 */
	double delta; /* equivalence margin as a share; 0: none asked for */
	bool pooled; /* ministat's test in place of Welch's */
};

enum { COMPARE_ALONE = 1 }; /* runs that prove nothing */

/* A difference below this share is proven now and then and never noticed. */
#define COMPARE_NOTICED 0.01

enum compare_word {
	COMPARE_REFERENCE, /* what the others are held against */
	COMPARE_MISSING, /* the side does not have it */
	COMPARE_REFUSED, /* not comparable, see the reason */
	COMPARE_UNPROVEN, /* too few runs to tell */
	COMPARE_NO_DIFFERENCE, /* none that the runs prove */
	COMPARE_EQUIVALENT, /* proven to be within the margin */
	COMPARE_MORE,
	COMPARE_LESS,
};

/* One figure of all runs of a group. */
struct compare_sample {
	double *values; /* in the order of the runs */
	size_t count;
	struct stats stats;
	size_t too_fast; /* runs that ended too soon to be measured */
	size_t failed; /* runs that failed or were not finished */
	double bound; /* the figure of those too fast is above; 0: unknown */
	enum verdict verdict; /* the worst */
	size_t verdict_runs; /* how many have it */
	size_t outliers; /* unlike the others, and by what can be noticed */
	size_t outlier_run; /* the first one, from 1 */
	int trend; /* see stats_trend() */
	size_t runs_wanted; /* for +/- 2 %; 0: not known */
};

/* A side's figure, and what it is against the row's base. Shares of the
 * base's mean are percent, and NAN when that is 0 or there is no interval. */
struct compare_cell {
	struct compare_sample sample;
	struct stats_difference difference;
	double percent;
	double low_percent, high_percent; /* of the confidence interval */
	double rank_p; /* NAN below four runs on either side */
	bool proven; /* among all figures of the table (Holm) */
	bool alone; /* would be if it were the only figure */
	bool rank_disagrees;
	bool noticed; /* large enough to matter */
	enum compare_word word;
	char *reason; /* why it was refused, or a remark; may be NULL */
};

struct compare_row {
	const char *test;
	enum quantity_id id;
	bool main; /* the test's own figure; else CPU, latency */
	size_t base; /* the first side that has it */
	struct compare_cell *cells; /* side_count */
};

/* All figures of one match. */
struct compare_table {
	char *name; /* NULL: not known */
	char **differs; /* of each side from the first in set-up; NULL: none */
	size_t *runs; /* of each side */
	struct compare_row *rows;
	size_t row_count;
};

struct comparison {
	struct compare_settings settings;
	char **sides; /* names */
	size_t side_count;
	struct compare_table *tables;
	size_t table_count;
};

/* Fills a comparison of at least two sides; the inputs must outlive it. */
void comparison_make(struct comparison *comparison,
		     const struct compare_settings *settings,
		     const struct compare_pairing *pairing);
void comparison_release(struct comparison *comparison);

/* The word for a cell of this quantity: "faster", "lower", "not comparable". */
const char *compare_word_text(enum compare_word word, enum quantity_id id);

#endif
