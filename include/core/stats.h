#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Statistics over repeated runs. Sources: Student 1908, Welch 1947, Mann and
 * Whitney 1947, Holm 1979; ministat(1) for the pooled form. */

struct stats {
	size_t count;
	double mean;
	double median; /* mean of the middle two when even */
	double min;
	double max;
	double sd; /* n - 1; 0 below two values */
};

struct stats stats_of(const double *values, size_t count);

/* P(T <= t) of Student's t with `df` degrees of freedom (df > 0, may be
 * fractional), through the regularized incomplete beta function. */
double stats_t_cdf(double t, double df);

/* The t that a two-sided interval of `confidence` (0.95) needs. */
double stats_t_quantile(double confidence, double df);

/* Half width of the confidence interval of the mean; 0 below two values. */
double stats_half_width(const struct stats *stats, double confidence);

/* B minus A. */
struct stats_difference {
	double difference; /* mean B - mean A */
	double half_width; /* of its confidence interval */
	double df;
	double p; /* two-sided */
};

struct stats_difference stats_welch(const struct stats *a,
				    const struct stats *b, double confidence);
struct stats_difference stats_pooled(const struct stats *a,
				     const struct stats *b, double confidence);

/* Exact two-sided p of the rank-sum test (midranks for ties, by enumeration
 * of the conditional distribution); count_a + count_b up to 40, else the
 * normal approximation with tie correction. */
double stats_rank_p(const double *a, size_t count_a, const double *b,
		    size_t count_b);

/* Holm's step-down: proven[i] says whether p[i] survives at `alpha`.
 * p of NaN are passed over. */
void stats_holm(const double *p, size_t count, double alpha, bool *proven);

/* How many runs give a half width of `share` (0.02) of the mean at a
 * coefficient of variation `cv`; 2 at the least. */
size_t stats_runs_needed(double cv, double share, double confidence);

#endif
