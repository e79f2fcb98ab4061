#include "core/pattern.h"

#include <string.h>

#include "core/rng.h"

enum {
	GROUP = 8, /* words that one mixed number makes */
	SECTOR_WORDS = PATTERN_SECTOR_BYTES / 8,
	SECTOR_GROUPS = SECTOR_WORDS / GROUP,
	/* Data of something else differs in half of a sector's 4096 bits, and
	 * a stamp of another run in half of its 64. */
	FLIPPED_BITS_MAX = 16,
};

static const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);

/* Odd numbers without a simple relation to each other. */
static const uint64_t factors[GROUP] = {
	UINT64_C(0x9fb21c651e98df25), UINT64_C(0xbf58476d1ce4e5b9),
	UINT64_C(0x94d049bb133111eb), UINT64_C(0xff51afd7ed558ccd),
	UINT64_C(0xc4ceb9fe1a85ec53), UINT64_C(0xd6e8feb86659fd93),
	UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db),
};

void
pattern_init(struct pattern *pattern, uint64_t seed, uint64_t key,
	     uint64_t chunk_bytes)
{
	uint64_t chunks = (PATTERN_POOL_BYTES + chunk_bytes - 1) / chunk_bytes;

	pattern->seed = seed;
	pattern->key = key;
	pattern->pool_bytes = chunks * chunk_bytes;
}

/* Word `index` of a group is a number mixed once a group, times a factor of
 * its own: a fifth of the work of mixing every word. */
static inline void
make_group(const struct pattern *pattern, uint64_t group, uint64_t *words)
{
	uint64_t mixed = rng_mix(pattern->seed + (group + 1) * step);

	for (int i = 0; i < GROUP; i++) {
		uint64_t word = mixed * factors[i];

		words[i] = word ^ word >> 32;
	}
}

/* The pool's sector at `pool_offset`, without a stamp. */
static void
make_sector(const struct pattern *pattern, uint64_t pool_offset,
	    uint64_t *words)
{
	uint64_t group = pool_offset / (GROUP * 8);

	for (unsigned i = 0; i < SECTOR_GROUPS; i++)
		make_group(pattern, group + i, words + i * GROUP);
}

void
pattern_fill(const struct pattern *pattern, void *pool)
{
	unsigned char *to = pool;
	uint64_t words[SECTOR_WORDS];

	for (uint64_t at = 0; at < pattern->pool_bytes;
	     at += PATTERN_SECTOR_BYTES) {
		make_sector(pattern, at, words);
		memcpy(to + at, words, sizeof words);
	}
}

/* One sector as it was found. */
struct found {
	uint64_t words[SECTOR_WORDS];
	uint64_t sector; /* what its stamp says */
	unsigned generation;
};

static void
read_sector(const struct pattern *pattern, const void *bytes,
	    struct found *found)
{
	uint64_t stamp;

	memcpy(found->words, bytes, sizeof found->words);
	stamp = found->words[0] ^ pattern->key;
	found->sector = stamp >> 8;
	found->generation = stamp & 0xff;
}

/* How many bits behind the stamp differ from the data of `offset_bytes`. */
static unsigned
count_body_bits(const struct pattern *pattern, const struct found *found,
		uint64_t offset_bytes)
{
	uint64_t expected[SECTOR_WORDS];
	unsigned bits = 0;

	make_sector(pattern, offset_bytes % pattern->pool_bytes, expected);
	for (int i = 1; i < SECTOR_WORDS; i++)
		bits += (unsigned)__builtin_popcountll(found->words[i] ^
						       expected[i]);
	return bits;
}

/* How many bits of the stamp differ from the nearest good generation's. */
static unsigned
count_stamp_bits(const struct pattern *pattern, const struct found *found,
		 const struct pattern_place *place)
{
	unsigned least = 64;

	for (unsigned i = place->low; i <= place->high; i++) {
		uint64_t stamp = place->offset_bytes / PATTERN_SECTOR_BYTES
				 << 8;
		uint64_t good = (stamp | i) ^ pattern->key;
		unsigned bits =
			(unsigned)__builtin_popcountll(good ^ found->words[0]);

		if (bits < least)
			least = bits;
	}
	return least;
}

static enum pattern_fault
classify(const struct pattern *pattern, const struct found *found,
	 const struct pattern_place *place, struct pattern_report *report)
{
	uint64_t own_sector = place->offset_bytes / PATTERN_SECTOR_BYTES;
	bool elsewhere = found->sector != own_sector &&
			 found->sector <= INT64_MAX / PATTERN_SECTOR_BYTES;
	uint64_t found_bytes = found->sector * PATTERN_SECTOR_BYTES;
	unsigned body = count_body_bits(pattern, found, place->offset_bytes);
	unsigned bits = body + count_stamp_bits(pattern, found, place);

	*report = (struct pattern_report){
		.offset_bytes = place->offset_bytes,
	};
	if (found->sector == own_sector && body == 0) {
		report->fault = PATTERN_STALE;
	} else if (elsewhere &&
		   count_body_bits(pattern, found, found_bytes) == 0) {
		report->fault = PATTERN_ALIAS;
		report->found_bytes = found_bytes;
	} else if (bits <= FLIPPED_BITS_MAX) {
		report->fault = PATTERN_FLIPPED;
		report->bits = bits;
	} else {
		report->fault = PATTERN_FOREIGN;
	}
	return report->fault;
}

static bool
is_good(const struct pattern *pattern, const struct found *found,
	const struct pattern_place *place)
{
	uint64_t expected[SECTOR_WORDS];
	uint64_t wrong = 0;

	if (found->sector != place->offset_bytes / PATTERN_SECTOR_BYTES ||
	    found->generation < place->low || found->generation > place->high)
		return false;
	make_sector(pattern, place->offset_bytes % pattern->pool_bytes,
		    expected);
	for (int i = 1; i < SECTOR_WORDS; i++)
		wrong |= found->words[i] ^ expected[i];
	return !wrong;
}

enum pattern_fault
pattern_check(const struct pattern *pattern, const void *chunk, size_t length,
	      const struct pattern_place *place, struct pattern_report *report)
{
	const unsigned char *bytes = chunk;
	struct pattern_place sector = *place;
	struct pattern_report unused;

	for (size_t at = 0; at + PATTERN_SECTOR_BYTES <= length;
	     at += PATTERN_SECTOR_BYTES) {
		struct found found;

		sector.offset_bytes = place->offset_bytes + at;
		read_sector(pattern, bytes + at, &found);
		if (!is_good(pattern, &found, &sector))
			return classify(pattern, &found, &sector,
					report ? report : &unused);
	}
	if (report)
		*report = (struct pattern_report){ .fault = PATTERN_GOOD };
	return PATTERN_GOOD;
}
