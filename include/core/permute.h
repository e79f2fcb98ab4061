#ifndef CORE_PERMUTE_H
#define CORE_PERMUTE_H

#include <stdint.h>

/* A random order of 0 .. count-1 that needs no list: a Feistel network over
 * the next even power of two, walked until the value lies inside (Black and
 * Rogaway 2002). The same seed gives the same order. */
struct permute {
	uint64_t count;
	unsigned half_bits;
	uint64_t keys[4];
};

void permute_init(struct permute *permute, uint64_t count, uint64_t seed);

/* The place of `index` (< count) in the shuffled order. */
uint64_t permute_at(const struct permute *permute, uint64_t index);

#endif
