#include "observe/latency_split.h"

#include <math.h>

#include "core/hist.h"

enum { ROUNDS_MOST = 50 };

static double
log_of_bucket(size_t index)
{
	double middle =
		((double)hist_low_ns(index) + (double)hist_high_ns(index)) / 2;

	return log(fmax(middle, 1));
}

/* Assigns each bucket to the nearer centre and moves the centres to the means
 * of what they got. Returns the share of the lower group. */
static double
improve(const struct hist *hist, double *low, double *high)
{
	double border = (*low + *high) / 2;
	double sums[2] = { 0, 0 }, counts[2] = { 0, 0 };

	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		double value = log_of_bucket(i);
		int group = value > border;

		sums[group] += value * (double)hist->buckets[i];
		counts[group] += (double)hist->buckets[i];
	}
	if (counts[0] > 0)
		*low = sums[0] / counts[0];
	if (counts[1] > 0)
		*high = sums[1] / counts[1];
	return counts[0] / (counts[0] + counts[1]);
}

struct latency_split
latency_split_of(const struct hist *hist)
{
	struct latency_split split = { 0, 0, 0 };
	double low, high;

	if (hist->count == 0)
		return split;
	low = log(fmax((double)hist->min_ns, 1));
	high = log(fmax((double)hist->max_ns, 1));
	for (int i = 0; i < ROUNDS_MOST; i++) {
		double old_low = low, old_high = high;

		split.low_share = improve(hist, &low, &high);
		if (fabs(low - old_low) + fabs(high - old_high) < 1e-9)
			break;
	}
	split.low_ns = exp(low);
	split.high_ns = exp(high);
	return split;
}
