#ifndef OBSERVE_LATENCY_SPLIT_H
#define OBSERVE_LATENCY_SPLIT_H

#include <stdint.h>

struct hist;

/* Two groups of latencies: those of hits and those of misses, where no counter
 * tells them apart. Two-means over the logarithm. */
struct latency_split {
	double low_ns; /* geometric mean of the lower group */
	double high_ns;
	double low_share; /* of the operations */
};

/* All zero for an empty histogram. A sample with one hump is split, too: see
 * whether the groups are far apart, and the lower one where hits would be. */
struct latency_split latency_split_of(const struct hist *hist);

#endif
