#include "core/permute.h"

#include "core/rng.h"

enum { ROUNDS = sizeof((struct permute *)0)->keys / sizeof(uint64_t) };

void
permute_init(struct permute *permute, uint64_t count, uint64_t seed)
{
	uint64_t state = seed;

	permute->count = count;
	permute->half_bits = 1;
	while (permute->half_bits < 32 &&
	       UINT64_C(1) << 2 * permute->half_bits < count)
		permute->half_bits++;
	for (int round = 0; round < ROUNDS; round++)
		permute->keys[round] = rng_next_generated(&state);
}

static uint64_t
encipher(const struct permute *permute, uint64_t value)
{
	unsigned bits = permute->half_bits;
	uint64_t mask = (UINT64_C(1) << bits) - 1;
	uint64_t left = value >> bits, right = value & mask;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t mixed = rng_mix(right ^ permute->keys[round]) & mask;
		uint64_t next = left ^ mixed;

		left = right;
		right = next;
	}
	return left << bits | right;
}

/* The network permutes up to four times as many values as there are: those
 * outside are sent through it again, until one comes out inside. */
uint64_t
permute_at(const struct permute *permute, uint64_t index)
{
	uint64_t value = index;

	if (permute->count < 2)
		return 0;
	do
		value = encipher(permute, value);
	while (value >= permute->count);
	return value;
}
