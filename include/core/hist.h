#ifndef CORE_HIST_H
#define CORE_HIST_H

#include <stddef.h>
#include <stdint.h>

/* Latency histogram in nanoseconds, log-linear: each octave has 64 buckets, so
 * that a bucket is at most 1/64 = 1.6 % wide. Values of 2^41 ns (37 minutes)
 * and more go to the last bucket; their exact maximum is kept all the same. */
enum {
	HIST_SUB_BITS = 6,
	HIST_SUB = 1 << HIST_SUB_BITS,
	HIST_OCTAVES = 41,
	HIST_BUCKETS = (HIST_OCTAVES - HIST_SUB_BITS + 1) * HIST_SUB,
};

struct hist {
	uint64_t buckets[HIST_BUCKETS];
	uint64_t count;
	uint64_t sum_ns;
	uint64_t min_ns; /* UINT64_MAX when empty */
	uint64_t max_ns;
};

void hist_clear(struct hist *hist);

/* Bucket of a value: linear below 128, then 64 a power of two. */
static inline size_t
hist_bucket(uint64_t ns)
{
	if (ns < 2 * HIST_SUB)
		return (size_t)ns;
	if (ns >> HIST_OCTAVES)
		return HIST_BUCKETS - 1;
	unsigned octave = 63u - (unsigned)__builtin_clzll(ns);
	unsigned shift = octave - HIST_SUB_BITS;
	return ((size_t)shift << HIST_SUB_BITS) + (size_t)(ns >> shift);
}

static inline void
hist_add(struct hist *hist, uint64_t ns)
{
	hist->buckets[hist_bucket(ns)]++;
	hist->count++;
	hist->sum_ns += ns;
	if (ns < hist->min_ns)
		hist->min_ns = ns;
	if (ns > hist->max_ns)
		hist->max_ns = ns;
}

void hist_merge(struct hist *to, const struct hist *from);

/* Lowest and highest value that bucket `index` holds. */
uint64_t hist_low_ns(size_t index);
uint64_t hist_high_ns(size_t index);

/* The value that a share `q` (0 to 1) of the samples does not exceed, to the
 * bucket's width, never above max_ns; 0 when empty. q = 1 gives max_ns. */
uint64_t hist_quantile_ns(const struct hist *hist, double q);

/* Share (0 to 1) of the summed time that lies in samples above `limit_ns`. */
double hist_time_share_above(const struct hist *hist, uint64_t limit_ns);

/* Number of samples above `limit_ns`, to the bucket's width. */
uint64_t hist_count_above(const struct hist *hist, uint64_t limit_ns);

#endif
