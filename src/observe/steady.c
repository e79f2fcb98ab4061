#include "observe/steady.h"

#include <math.h>

#include "observe/thresholds.h"

/* The logarithm that counts for `rate`, in units of the mean: near 0, so that
 * no digits are lost when squares are subtracted. A slot without progress
 * would be minus infinity and outweigh all others. */
static double
log_of(double rate, double mean)
{
	return log(fmax(rate / mean, 0.01));
}

static double
mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return count ? sum / (double)count : 0;
}

/* Of all splits the one that takes most of the sum of squares away: with n1
 * values of mean m1 on the left and n2 of m2 on the right, that is
 * (m1 - m2)^2 * n1 * n2 / n. */
struct change_point
change_point_find(const double *rates, size_t count)
{
	struct change_point point = { 0, 0, 0, 0 };
	double mean = mean_of(rates, count);
	double sum = 0, squares = 0, left = 0, best = 0, spread;

	if (count < 4 || mean <= 0)
		return point;
	for (size_t i = 0; i < count; i++) {
		double value = log_of(rates[i], mean);

		sum += value;
		squares += value * value;
	}
	spread = squares - sum * sum / (double)count;
	if (spread <= 1e-12 * (double)count)
		return point;
	for (size_t i = 1; i < count; i++) {
		double n1 = (double)i, n2 = (double)(count - i);
		double step, gain;

		left += log_of(rates[i - 1], mean);
		step = left / n1 - (sum - left) / n2;
		gain = step * step * n1 * n2 / (double)count;
		if (gain <= best)
			continue;
		best = gain;
		point.at = i;
		point.before = mean * exp(left / n1);
		point.after = mean * exp((sum - left) / n2);
		point.explained = gain / spread;
	}
	return point;
}

bool
change_point_proven(const struct change_point *point, size_t count)
{
	double ratio, limit = threshold(THRESHOLD_SPLIT_RATIO);

	if (point->at == 0 || point->before <= 0 || point->after <= 0)
		return false;
	if ((double)count < threshold(THRESHOLD_STEADY_WINDOWS))
		return false;
	if ((double)count < threshold(THRESHOLD_SPLIT_MANY_WINDOWS))
		limit = threshold(THRESHOLD_SPLIT_RATIO_FEW);
	ratio = point->before / point->after;
	if (ratio < 1)
		ratio = 1 / ratio;
	return point->explained >= threshold(THRESHOLD_SPLIT_VARIANCE) &&
	       ratio >= limit;
}

enum { SEGMENTS = 10, ROUNDS = 5 };

struct steadiness
steadiness_of(const double *rates, size_t count)
{
	struct steadiness steadiness = { false, 0, 0 };
	double rounds[ROUNDS], mean, low, high, slope = 0;

	if ((double)count < threshold(THRESHOLD_STEADY_WINDOWS))
		return steadiness;
	for (size_t i = 0; i < ROUNDS; i++) {
		size_t from = (SEGMENTS - ROUNDS + i) * count / SEGMENTS;
		size_t to = (SEGMENTS - ROUNDS + i + 1) * count / SEGMENTS;

		rounds[i] = mean_of(rates + from, to - from);
	}
	mean = mean_of(rounds, ROUNDS);
	if (mean <= 0)
		return steadiness;
	low = high = rounds[0];
	for (size_t i = 0; i < ROUNDS; i++) {
		low = fmin(low, rounds[i]);
		high = fmax(high, rounds[i]);
		/* Least squares over x = -2 .. 2: sum of x squared is 10. */
		slope += ((double)i - 2) * rounds[i] / 10;
	}
	steadiness.known = true;
	steadiness.range = (high - low) / mean;
	steadiness.slope = fabs(slope) * (ROUNDS - 1) / mean;
	return steadiness;
}

bool
steadiness_holds(const struct steadiness *steadiness)
{
	return steadiness->range <= threshold(THRESHOLD_STEADY_RANGE) &&
	       steadiness->slope <= threshold(THRESHOLD_STEADY_SLOPE);
}
