#include "core/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

static int
by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static double *
sorted_copy(const double *values, size_t count)
{
	double *copy = mem_alloc(count, sizeof *copy);

	if (count)
		memcpy(copy, values, count * sizeof *copy);
	qsort(copy, count, sizeof *copy, by_size);
	return copy;
}

static double
median_of_sorted(const double *sorted, size_t count)
{
	return sorted[(count - 1) / 2] / 2 + sorted[count / 2] / 2;
}

double
stats_mean(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return count ? sum / (double)count : 0;
}

static double
deviation_of(const double *values, size_t count, double mean)
{
	double squares = 0;

	if (count < 2)
		return 0;
	for (size_t i = 0; i < count; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)(count - 1));
}

struct stats
stats_of(const double *values, size_t count)
{
	struct stats stats = { .count = count };
	double *sorted;

	if (!count)
		return stats;
	sorted = sorted_copy(values, count);
	stats.min = sorted[0];
	stats.max = sorted[count - 1];
	stats.median = median_of_sorted(sorted, count);
	stats.mean = stats_mean(values, count);
	stats.sd = deviation_of(values, count, stats.mean);
	free(sorted);
	return stats;
}

double
stats_harmonic_mean(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		if (!(values[i] > 0))
			return 0;
		sum += 1 / values[i];
	}
	return count ? (double)count / sum : 0;
}

/* The continued fraction of the incomplete beta function, evaluated from the
 * front (Lentz 1976, as modified by Thompson and Barnett 1986). */
static double
beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1);
	double value;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	value = d;
	for (int m = 1; m < 20000; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x /
			     ((a + 2 * m) * (a + 2 * m + 1));

		d = 1 + even * d;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = 1 + even / c;
		c = fabs(c) < tiny ? tiny : c;
		value *= c * d;
		d = 1 + odd * d;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = 1 + odd / c;
		c = fabs(c) < tiny ? tiny : c;
		value *= c * d;
		if (fabs(c * d - 1) < 1e-15)
			break;
	}
	return value;
}

/* log(gamma(a + 1/2) / gamma(a)); for a large `a` by its series, because the
 * difference of two large logarithms has few digits. */
static double
log_gamma_ratio(double a)
{
	double square = a * a;

	if (a < 30)
		return lgamma(a + 0.5) - lgamma(a);
	return log(a) / 2 -
	       (1.0 / 8 - (1.0 / 192 - 1 / (640 * square)) / square) / a;
}

/* I_x(a, 1/2), with 1 - x handed in, as it may be too small to subtract. */
static double
incomplete_beta(double a, double x, double rest)
{
	const double log_gamma_of_half = 0.57236494292470009;
	double log_x = rest < 0.5 ? log1p(-rest) : log(x);
	double front;

	if (x <= 0)
		return 0;
	if (rest <= 0)
		return 1;
	front = exp(log_gamma_ratio(a) - log_gamma_of_half + a * log_x +
		    log(rest) / 2);
	if (x < (a + 1) / (a + 2.5))
		return front * beta_fraction(a, 0.5, x) / a;
	return 1 - front * beta_fraction(0.5, a, rest) * 2;
}

/* P(|T| > |t|), without the loss of digits that 1 - cdf has. From a million
 * degrees on the normal distribution with Wallace's 1959 correction is good
 * to twelve digits. */
static double
two_tails(double t, double df)
{
	double square = t * t, sum = df + square;

	if (isinf(square))
		return 0;
	if (df > 1e6)
		return erfc(fabs(t) * (1 - 1 / (4 * df)) /
			    sqrt(2 + square / df));
	return incomplete_beta(df / 2, df / sum, square / sum);
}

double
stats_t_cdf(double t, double df)
{
	double tail = two_tails(t, df) / 2;

	return t > 0 ? 1 - tail : tail;
}

double
stats_t_quantile(double confidence, double df)
{
	double low = 0, high = 1, tails = 1 - confidence;

	while (two_tails(high, df) > tails && high < 1e300)
		high *= 2;
	while (high - low > 1e-13 * high) {
		double middle = low + (high - low) / 2;

		if (middle <= low || middle >= high)
			break;
		if (two_tails(middle, df) > tails)
			low = middle;
		else
			high = middle;
	}
	return low + (high - low) / 2;
}

double
stats_half_width(const struct stats *stats, double confidence)
{
	double count = (double)stats->count;

	if (stats->count < 2)
		return 0;
	return stats_t_quantile(confidence, count - 1) * stats->sd /
	       sqrt(count);
}

/* From the standard error of the difference. */
static struct stats_difference
judge(double difference, double error, double df, double confidence)
{
	struct stats_difference found = { .difference = difference, .df = df };

	if (error > 0) {
		found.half_width = stats_t_quantile(confidence, df) * error;
		found.p = two_tails(difference / error, df);
	} else {
		found.p = difference != 0 ? 0 : 1;
	}
	return found;
}

static struct stats_difference
too_few(double difference)
{
	return (struct stats_difference){
		.difference = difference,
		.half_width = NAN,
		.p = NAN,
	};
}

struct stats_difference
stats_welch(const struct stats *a, const struct stats *b, double confidence)
{
	double difference = b->mean - a->mean;
	double count_a = (double)a->count, count_b = (double)b->count;
	double part_a, part_b, both, df;

	if (a->count < 2 || b->count < 2)
		return too_few(difference);
	part_a = a->sd * a->sd / count_a;
	part_b = b->sd * b->sd / count_b;
	both = part_a + part_b;
	df = count_a + count_b - 2;
	if (both > 0) {
		double share_a = part_a / both, share_b = part_b / both;

		df = 1 / (share_a * share_a / (count_a - 1) +
			  share_b * share_b / (count_b - 1));
	}
	return judge(difference, sqrt(both), df, confidence);
}

struct stats_difference
stats_pooled(const struct stats *a, const struct stats *b, double confidence)
{
	double difference = b->mean - a->mean;
	double count_a = (double)a->count, count_b = (double)b->count;
	double df = count_a + count_b - 2, variance;

	if (!a->count || !b->count || df < 1)
		return too_few(difference);
	variance = ((count_a - 1) * a->sd * a->sd +
		    (count_b - 1) * b->sd * b->sd) /
		   df;
	return judge(difference, sqrt(variance * (1 / count_a + 1 / count_b)),
		     df, confidence);
}

bool
stats_equivalent(const struct stats_difference *difference, double margin)
{
	return fabs(difference->difference) + difference->half_width <= margin;
}

/* The median distance from `center`, scaled to what is a standard deviation
 * when the values are normal. */
static double
robust_deviation(const double *values, size_t count, double center)
{
	double *off = mem_alloc(count, sizeof *off);
	double deviation;

	for (size_t i = 0; i < count; i++)
		off[i] = fabs(values[i] - center);
	qsort(off, count, sizeof *off, by_size);
	deviation = 1.4826 * median_of_sorted(off, count);
	free(off);
	return deviation;
}

size_t
stats_flag_outliers(const double *values, size_t count, bool *flags)
{
	struct stats stats;
	double limit;
	size_t flagged = 0;

	for (size_t i = 0; i < count; i++)
		flags[i] = false;
	if (count < 5)
		return 0;
	stats = stats_of(values, count);
	limit = 3 * robust_deviation(values, count, stats.median);
	for (size_t i = 0; i < count; i++) {
		flags[i] = fabs(values[i] - stats.median) > limit;
		flagged += flags[i];
	}
	return flagged;
}

bool
stats_first_differs(const double *values, size_t count)
{
	struct stats others;

	if (count < 5)
		return false;
	others = stats_of(values + 1, count - 1);
	return fabs(values[0] - others.median) >
	       3 * robust_deviation(values + 1, count - 1, others.median);
}

int
stats_trend(const double *values, size_t count)
{
	size_t up = 0, down = 0;

	if (count < 5)
		return 0;
	for (size_t i = 1; i < count; i++) {
		up += values[i] > values[i - 1];
		down += values[i] < values[i - 1];
	}
	return (up == count - 1) - (down == count - 1);
}

static bool
suffices(size_t runs, double cv, double share, double confidence)
{
	double count = (double)runs;

	return stats_t_quantile(confidence, count - 1) * cv <=
	       share * sqrt(count);
}

size_t
stats_runs_needed(double cv, double share, double confidence)
{
	enum { LEAST = 2, MOST = 1000000 };
	size_t low = LEAST, high = LEAST;

	while (high < MOST && !suffices(high, cv, share, confidence)) {
		low = high + 1;
		high *= 2;
	}
	if (high > MOST)
		high = MOST;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (suffices(middle, cv, share, confidence))
			high = middle;
		else
			low = middle + 1;
	}
	return high;
}
