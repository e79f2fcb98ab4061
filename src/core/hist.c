#include "core/hist.h"

#include <math.h>
#include <string.h>

void
hist_clear(struct hist *hist)
{
	memset(hist, 0, sizeof *hist);
	hist->min_ns = UINT64_MAX;
}

void
hist_merge(struct hist *to, const struct hist *from)
{
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		to->buckets[i] += from->buckets[i];
	to->count += from->count;
	to->sum_ns += from->sum_ns;
	if (from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
}

uint64_t
hist_low_ns(size_t index)
{
	size_t shift;

	if (index < 2 * HIST_SUB)
		return index;
	shift = (index >> HIST_SUB_BITS) - 1;
	return (uint64_t)(index % HIST_SUB + HIST_SUB) << shift;
}

uint64_t
hist_high_ns(size_t index)
{
	return index + 1 < HIST_BUCKETS ? hist_low_ns(index + 1) - 1
					: UINT64_MAX;
}

/* How many samples lie at or below the quantile: at least one, at most all. */
static uint64_t
quantile_rank(uint64_t count, double q)
{
	double rank = ceil(q * (double)count);

	if (!(rank >= 1))
		return 1;
	return rank >= (double)count ? count : (uint64_t)rank;
}

uint64_t
hist_quantile_ns(const struct hist *hist, double q)
{
	uint64_t rank, seen = 0;

	if (!hist->count)
		return 0;
	rank = quantile_rank(hist->count, q);
	if (rank == hist->count)
		return hist->max_ns;
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		seen += hist->buckets[i];
		if (seen >= rank)
			return hist_high_ns(i) < hist->max_ns ? hist_high_ns(i)
							      : hist->max_ns;
	}
	return hist->max_ns;
}

/* Time in the samples of one bucket, all taken for its middle. */
static double
bucket_time_ns(const struct hist *hist, size_t index)
{
	uint64_t low = hist_low_ns(index), high = hist_high_ns(index);

	if (low < hist->min_ns)
		low = hist->min_ns;
	if (high > hist->max_ns)
		high = hist->max_ns;
	return (double)hist->buckets[index] *
	       ((double)low + ((double)high - (double)low) / 2);
}

double
hist_time_share_above(const struct hist *hist, uint64_t limit_ns)
{
	size_t limit = hist_bucket(limit_ns);
	double below = 0, above = 0;

	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		if (!hist->buckets[i])
			continue;
		*(i > limit ? &above : &below) += bucket_time_ns(hist, i);
	}
	return above > 0 ? above / (above + below) : 0;
}

uint64_t
hist_count_above(const struct hist *hist, uint64_t limit_ns)
{
	uint64_t count = 0;

	for (size_t i = hist_bucket(limit_ns) + 1; i < HIST_BUCKETS; i++)
		count += hist->buckets[i];
	return count;
}
