#include "core/pattern.h"

#include <string.h>

#include "core/rng.h"

enum {
	STAMP_BYTES = 8,
	GROUP_BYTES = 64, /* what one mixed number makes */
	/* Data of something else differs in half of a sector's 4096 bits, and
	 * a stamp of another run in half of its 64. */
	FLIPPED_BITS_MAX = 16,
};

static const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);

void
pattern_init(struct pattern *pattern, uint64_t seed, uint64_t key,
	     uint64_t chunk_bytes)
{
	uint64_t chunks = (PATTERN_POOL_BYTES + chunk_bytes - 1) / chunk_bytes;

	pattern->seed = seed;
	pattern->key = key;
	pattern->pool_bytes = chunks * chunk_bytes;
}

static inline uint64_t
turn(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

static inline void
put_word(unsigned char *to, uint64_t word)
{
	memcpy(to, &word, sizeof word);
}

/* All words of a group are turns of one mixed number, no two by a distance
 * that is whole bytes, plus a number of their own: bytes never repeat, for
 * less than half of the work of mixing every word. Each is stored at once; an
 * array of them would be collected into vectors, which takes twice as long. */
static inline void
make_group(const struct pattern *pattern, uint64_t group, unsigned char *to)
{
	uint64_t mixed = rng_mix(pattern->seed + (group + 1) * step);

	put_word(to, mixed);
	put_word(to + 8, turn(mixed, 9) + UINT64_C(0xbf58476d1ce4e5b9));
	put_word(to + 16, turn(mixed, 18) + UINT64_C(0x94d049bb133111eb));
	put_word(to + 24, turn(mixed, 27) + UINT64_C(0xff51afd7ed558ccd));
	put_word(to + 32, turn(mixed, 36) + UINT64_C(0xc4ceb9fe1a85ec53));
	put_word(to + 40, turn(mixed, 45) + UINT64_C(0xd6e8feb86659fd93));
	put_word(to + 48, turn(mixed, 54) + UINT64_C(0xa0761d6478bd642f));
	put_word(to + 56, turn(mixed, 63) + UINT64_C(0xe7037ed1a0b428db));
}

/* `length` bytes from `pool_offset` on, both multiples of a group. */
static void
make_body(const struct pattern *pattern, uint64_t pool_offset,
	  unsigned char *to, uint64_t length)
{
	uint64_t group = pool_offset / GROUP_BYTES;

	for (uint64_t at = 0; at < length; at += GROUP_BYTES)
		make_group(pattern, group++, to + at);
}

void
pattern_fill(const struct pattern *pattern, void *pool)
{
	make_body(pattern, 0, pool, pattern->pool_bytes);
}

/* The sector of data that lies at this offset of a file. */
static void
make_sector(const struct pattern *pattern, uint64_t offset_bytes,
	    unsigned char *to)
{
	make_body(pattern, offset_bytes % pattern->pool_bytes, to,
		  PATTERN_SECTOR_BYTES);
}

static uint64_t
get_word(const unsigned char *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof word);
	return word;
}

static unsigned
count_bits(uint64_t word)
{
	return (unsigned)__builtin_popcountll(word);
}

/* How many bits behind the stamp differ from the data of `offset_bytes`. */
static unsigned
count_body_bits(const struct pattern *pattern, const unsigned char *sector,
		uint64_t offset_bytes)
{
	unsigned char expected[PATTERN_SECTOR_BYTES];
	unsigned bits = 0;

	make_sector(pattern, offset_bytes, expected);
	for (size_t at = STAMP_BYTES; at < sizeof expected; at += 8)
		bits += count_bits(get_word(sector + at) ^
				   get_word(expected + at));
	return bits;
}

/* How many bits of a stamp differ from the nearest good one. */
static unsigned
count_stamp_bits(uint64_t stamp, const struct pattern_place *place)
{
	uint64_t number = place->offset_bytes / PATTERN_SECTOR_BYTES;
	unsigned least = 64;

	for (unsigned i = place->low; i <= place->high; i++) {
		unsigned bits = count_bits(stamp ^ (number << 8 | i));

		if (bits < least)
			least = bits;
	}
	return least;
}

static enum pattern_fault
classify(const struct pattern *pattern, const unsigned char *sector,
	 const struct pattern_place *place, struct pattern_report *report)
{
	uint64_t stamp = get_word(sector) ^ pattern->key;
	uint64_t own = place->offset_bytes / PATTERN_SECTOR_BYTES;
	uint64_t found = stamp >> 8;
	bool possible = found <= INT64_MAX / PATTERN_SECTOR_BYTES;
	uint64_t found_bytes = found * PATTERN_SECTOR_BYTES;
	unsigned body = count_body_bits(pattern, sector, place->offset_bytes);
	unsigned bits = body + count_stamp_bits(stamp, place);

	*report = (struct pattern_report){
		.offset_bytes = place->offset_bytes,
	};
	if (found == own && body == 0) {
		report->fault = PATTERN_STALE;
	} else if (found != own && possible &&
		   count_body_bits(pattern, sector, found_bytes) == 0) {
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
is_good(const struct pattern *pattern, const unsigned char *sector,
	const struct pattern_place *place)
{
	unsigned char expected[PATTERN_SECTOR_BYTES];
	uint64_t stamp = get_word(sector) ^ pattern->key;

	if (stamp >> 8 != place->offset_bytes / PATTERN_SECTOR_BYTES ||
	    (stamp & 0xff) < place->low || (stamp & 0xff) > place->high)
		return false;
	make_sector(pattern, place->offset_bytes, expected);
	return memcmp(sector + STAMP_BYTES, expected + STAMP_BYTES,
		      sizeof expected - STAMP_BYTES) == 0;
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
		sector.offset_bytes = place->offset_bytes + at;
		if (!is_good(pattern, bytes + at, &sector))
			return classify(pattern, bytes + at, &sector,
					report ? report : &unused);
	}
	if (report)
		*report = (struct pattern_report){ .fault = PATTERN_GOOD };
	return PATTERN_GOOD;
}
