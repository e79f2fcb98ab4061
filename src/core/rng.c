#include "core/rng.h"

#include <assert.h>

#define GAMMA UINT64_C(0x9e3779b97f4a7c15)

void
rng_init(struct rng *rng, uint64_t seed)
{
	*rng = (struct rng){ .state = seed };
}

void
rng_init_table(struct rng *rng, const uint32_t *table, size_t count,
	       size_t first)
{
	assert(count > 0);
	*rng = (struct rng){
		.table = table,
		.table_count = count,
		.table_next = first % count,
	};
}

struct rng
rng_stream(const struct rng *rng, uint64_t stream)
{
	struct rng own = *rng;

	own.state = rng_mix(rng->state ^ rng_mix(stream + GAMMA));
	/* Far apart: neighbours would visit the same places in turn. */
	if (own.table)
		own.table_next = (size_t)((rng->table_next + rng_mix(stream)) %
					  rng->table_count);
	return own;
}

static uint64_t
next_of_table(struct rng *rng)
{
	uint64_t number = rng->table[rng->table_next];

	if (++rng->table_next == rng->table_count)
		rng->table_next = 0;
	return number;
}

uint64_t
rng_next(struct rng *rng)
{
	uint64_t high;

	if (!rng->table)
		return rng_next_generated(&rng->state);
	high = next_of_table(rng);
	return high << 32 | next_of_table(rng);
}

uint64_t
rng_below_by_table(struct rng *rng, uint64_t limit)
{
	return limit ? rng_next(rng) % limit : 0;
}
