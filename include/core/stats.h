#ifndef CORE_STATS_H
#define CORE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Statistics over repeated runs. Sources: Student 1908, Welch 1947, Mann and
 * Whitney 1947, Holm 1979; ministat(1) for the pooled form. Values are finite
 * numbers. */

struct stats {
	size_t count;
	double mean;
	double median; /* mean of the middle two when even */
	double min;
	double max;
	double sd; /* n - 1; 0 below two values */
};

/* All zero when there are no values. */
struct stats stats_of(const double *values, size_t count);

/* 0 when there are no values. */
double stats_mean(const double *values, size_t count);

/* count / sum(1 / value): the rate of all runs together when each moves the
 * same amount. 0 when one of the values is not above 0, or there is none. */
double stats_harmonic_mean(const double *values, size_t count);

/* P(T <= t) of Student's t with `df` degrees of freedom (df > 0, may be
 * fractional), through the regularized incomplete beta function. */
double stats_t_cdf(double t, double df);

/* The t that a two-sided interval of `confidence` (0.95; above 0, below 1)
 * needs. */
double stats_t_quantile(double confidence, double df);

/* Half width of the confidence interval of the mean; 0 below two values. */
double stats_half_width(const struct stats *stats, double confidence);

/* B minus A. Without enough values to tell (Welch: two each, pooled: three
 * together) half_width and p are NAN and df is 0. Without any spread
 * half_width is 0 and p is 0, or 1 when the means are equal. */
struct stats_difference {
	double difference; /* mean B - mean A */
	double half_width; /* of its confidence interval */
	double df;
	double p; /* two-sided */
};

struct stats_difference stats_welch(const struct stats *a,
				    const struct stats *b, double confidence);

/* With one standard deviation for both sets, as ministat(1) has it. */
struct stats_difference stats_pooled(const struct stats *a,
				     const struct stats *b, double confidence);

/* Whether the whole confidence interval lies within +/- `margin` (in the unit
 * of the values): not just no proven difference, but proven to be small. */
bool stats_equivalent(const struct stats_difference *difference, double margin);

/* Two-sided p of the rank-sum test with midranks for ties: exact, from the
 * distribution of all ways to split these ranks, for count_a + count_b up to
 * 40, else the normal approximation with corrections for ties and continuity.
 * 1 when one of the sets is empty. */
double stats_rank_p(const double *a, size_t count_a, const double *b,
		    size_t count_b);

/* Holm's step-down: proven[i] says whether p[i] survives at `alpha`.
 * p of NaN are passed over. */
void stats_holm(const double *p, size_t count, double alpha, bool *proven);

/* Sets flags[i] for values further from the median than three standard
 * deviations as the median absolute deviation gives them (3 * 1.4826 * MAD);
 * returns how many. Below five values nothing is flagged. */
size_t stats_flag_outliers(const double *values, size_t count, bool *flags);

/* Whether the first of at least five values is an outlier by the spread of
 * the others: a first run that was not like the rest. */
bool stats_first_differs(const double *values, size_t count);

/* 1 when each value is above the one before it, -1 when each is below; else,
 * and below five values, 0. By chance alone: 2 / n!. */
int stats_trend(const double *values, size_t count);

/* How many runs give a half width of `share` (0.02, above 0) of the mean at a
 * coefficient of variation `cv`: 2 to 1000000. */
size_t stats_runs_needed(double cv, double share, double confidence);

#endif
