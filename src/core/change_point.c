#include "core/change_point.h"

#include <math.h>

#include "core/stats.h"

/* The logarithm that counts for `rate`, in units of the mean: near 0, so that
 * no digits are lost when squares are subtracted. A slot without progress
 * would be minus infinity and outweigh all others. */
static double
log_of(double rate, double mean)
{
	return log(fmax(rate / mean, 0.01));
}

/* Of all splits the one that takes most of the sum of squares away: with n1
 * values of mean m1 on the left and n2 of m2 on the right, that is
 * (m1 - m2)^2 * n1 * n2 / n. */
struct change_point
change_point_find(const double *rates, size_t count)
{
	struct change_point point = { 0, 0, 0, 0 };
	double mean = stats_mean(rates, count);
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
