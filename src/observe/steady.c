#include "observe/steady.h"

#include <math.h>

#include "core/stats.h"
#include "observe/thresholds.h"

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

enum { SEGMENTS = STEADY_ROUNDS_OF_ALL, ROUNDS = 5 };

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

		rounds[i] = stats_mean(rates + from, to - from);
	}
	mean = stats_mean(rounds, ROUNDS);
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
