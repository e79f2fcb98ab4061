#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

/* splitmix64 (Steele, Lea, Flood 2014): a counter and a mixing function, so a
 * draw can also be had by its index. A table of numbers (bonnie++'s -Z file)
 * may stand in for the generator. */
struct rng {
	uint64_t state;
	const uint32_t *table; /* NULL: generated */
	size_t table_count;
	size_t table_next;
};

static inline uint64_t
rng_mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
	return value ^ (value >> 31);
}

static inline uint64_t
rng_next_generated(uint64_t *state)
{
	return rng_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

void rng_init(struct rng *rng, uint64_t seed);

/* Numbers from `table` (kept by the caller, count at least 1), cyclically,
 * `first` first. Each draw takes two of them, the first as its upper half. */
void rng_init_table(struct rng *rng, const uint32_t *table, size_t count,
		    size_t first);

/* A generator for stream `stream` of the same seed: worker w, phase p. With a
 * table: the same numbers from another place on (stream 0: from `first`). */
struct rng rng_stream(const struct rng *rng, uint64_t stream);

uint64_t rng_next(struct rng *rng);

/* For rng_below alone. */
uint64_t rng_below_by_table(struct rng *rng, uint64_t limit);

/* A draw from 0 to `limit` - 1, without bias worth mentioning (multiply-high
 * of 64 bits; the remainder with a table); `limit` 0 gives 0. */
static inline uint64_t
rng_below(struct rng *rng, uint64_t limit)
{
	__extension__ typedef unsigned __int128 product;

	/* Numbers of a table may well lack upper bits, so they are divided. */
	if (rng->table)
		return rng_below_by_table(rng, limit);
	return (uint64_t)((product)rng_next_generated(&rng->state) * limit >>
			  64);
}

#endif
