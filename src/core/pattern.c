#include "core/pattern.h"

#include <string.h>

#include "core/rng.h"

enum {
	STAMP_BYTES = 8,
	GROUP_BYTES = 64, /* what one mixed number makes */
	/* Data of something else differs in half of a sector's 4096 bits, and
	 * a stamp of another run in half of its 64. */
	FLIPPED_BITS_MAX = 16,
	/* What deflate makes of a stamp and a sector of filler. */
	FILLED_SECTOR_BYTES = 5,
};

static const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);

static void
stamp_every_sector(const struct pattern *pattern, void *chunk, size_t length,
		   uint64_t offset_bytes, unsigned generation)
{
	uint64_t stamp = offset_bytes / PATTERN_SECTOR_BYTES << 8 | generation;
	unsigned char *sector = chunk;

	for (size_t at = 0; at + STAMP_BYTES <= length;
	     at += PATTERN_SECTOR_BYTES) {
		uint64_t word = stamp ^ pattern->key;

		memcpy(sector + at, &word, STAMP_BYTES);
		stamp += UINT64_C(1) << 8;
	}
}

static uint64_t
whole_chunks(uint64_t least_bytes, uint64_t chunk_bytes)
{
	return (least_bytes + chunk_bytes - 1) / chunk_bytes * chunk_bytes;
}

void
pattern_init(struct pattern *pattern, uint64_t seed, uint64_t key,
	     uint64_t chunk_bytes)
{
	*pattern = (struct pattern){
		.seed = seed,
		.key = key,
		.chunk_bytes = chunk_bytes,
		.pool_bytes = whole_chunks(PATTERN_POOL_BYTES, chunk_bytes),
		.stamp = stamp_every_sector,
		.random_bytes = PATTERN_BLOCK_BYTES,
	};
}

/* How many of the pool's blocks before this one are repeated ones. */
static uint64_t
count_repeats(const struct pattern *pattern, uint64_t pool_block)
{
	return pool_block * pattern->repeat_percent / 100;
}

/* Whether the block that this byte of a file lies in is a repeated one; which
 * of the copies it is. */
static bool
is_repeated(const struct pattern *pattern, uint64_t offset_bytes,
	    unsigned *copy)
{
	uint64_t block =
		offset_bytes % pattern->pool_bytes / PATTERN_BLOCK_BYTES;
	uint64_t before = count_repeats(pattern, block);

	*copy = (unsigned)(before % PATTERN_COPIES);
	return count_repeats(pattern, block + 1) != before;
}

static void
stamp_unique_blocks(const struct pattern *pattern, void *chunk, size_t length,
		    uint64_t offset_bytes, unsigned generation)
{
	unsigned char *bytes = chunk;
	unsigned copy;

	for (size_t at = 0; at < length;) {
		uint64_t from = offset_bytes + at;
		size_t piece = (size_t)(PATTERN_BLOCK_BYTES -
					from % PATTERN_BLOCK_BYTES);

		if (piece > length - at)
			piece = length - at;
		if (!is_repeated(pattern, from, &copy))
			stamp_every_sector(pattern, bytes + at, piece, from,
					   generation);
		at += piece;
	}
}

/* A compressor needs some bytes for a sector's stamp and the filler behind
 * it. */
static unsigned
find_random_bytes(double ratio)
{
	double wanted = PATTERN_BLOCK_BYTES / ratio;
	double sectors = (PATTERN_BLOCK_BYTES - wanted) / PATTERN_SECTOR_BYTES;
	double left = wanted - sectors * FILLED_SECTOR_BYTES;

	return left > 8 ? (unsigned)left / 8 * 8 : 8;
}

void
pattern_shape(struct pattern *pattern, const struct pattern_shape *shape)
{
	if (shape->pool_bytes)
		pattern->pool_bytes =
			whole_chunks(shape->pool_bytes, pattern->chunk_bytes);
	pattern->filler = rng_mix(pattern->key ^ step);
	if (shape->compress_ratio > 1)
		pattern->random_bytes =
			find_random_bytes(shape->compress_ratio);
	pattern->repeat_percent = shape->dedupe_percent;
	if (pattern->repeat_percent)
		pattern->stamp = stamp_unique_blocks;
	if (!pattern->repeat_percent && shape->compress_ratio <= 1)
		return;
	while (pattern->pool_bytes % PATTERN_BLOCK_BYTES)
		pattern->pool_bytes += pattern->chunk_bytes;
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

/* Bytes that are random but for the end of each block, from `pool_offset` on;
 * all multiples of a group. */
static void
make_body(const struct pattern *pattern, uint64_t pool_offset,
	  unsigned char *to, uint64_t length)
{
	uint64_t group = pool_offset / GROUP_BYTES;

	for (uint64_t at = 0; at < length; at += GROUP_BYTES)
		make_group(pattern, group++, to + at);
	if (pattern->random_bytes == PATTERN_BLOCK_BYTES)
		return;
	for (uint64_t at = 0; at < length; at += sizeof pattern->filler)
		if ((pool_offset + at) % PATTERN_BLOCK_BYTES >=
		    pattern->random_bytes)
			put_word(to + at, pattern->filler);
}

/* The sector of data that lies at this offset of a file; whether it is to be
 * stamped. */
static bool
make_sector(const struct pattern *pattern, uint64_t offset_bytes,
	    unsigned char *to)
{
	uint64_t place = offset_bytes % pattern->pool_bytes;
	struct pattern source = *pattern;
	unsigned copy;
	bool repeated = is_repeated(pattern, offset_bytes, &copy);

	if (repeated) {
		source.seed ^= pattern->key;
		place = (uint64_t)copy * PATTERN_BLOCK_BYTES +
			place % PATTERN_BLOCK_BYTES;
	}
	make_body(&source, place, to, PATTERN_SECTOR_BYTES);
	return !repeated;
}

void
pattern_fill(const struct pattern *pattern, void *pool)
{
	unsigned char *to = pool;

	if (!pattern->repeat_percent) {
		make_body(pattern, 0, to, pattern->pool_bytes);
		return;
	}
	for (uint64_t at = 0; at < pattern->pool_bytes;
	     at += PATTERN_SECTOR_BYTES)
		make_sector(pattern, at, to + at);
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

static unsigned
count_differing(const unsigned char *sector, const unsigned char *expected,
		size_t from)
{
	unsigned bits = 0;

	for (size_t at = from; at < PATTERN_SECTOR_BYTES; at += 8)
		bits += count_bits(get_word(sector + at) ^
				   get_word(expected + at));
	return bits;
}

/* Whether the sector is, but for its stamp, the stamped one of that offset. */
static bool
is_body_of(const struct pattern *pattern, const unsigned char *sector,
	   uint64_t offset_bytes)
{
	unsigned char expected[PATTERN_SECTOR_BYTES];

	return make_sector(pattern, offset_bytes, expected) &&
	       count_differing(sector, expected, STAMP_BYTES) == 0;
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

/* How many bits differ from the nearest data that would be right. */
static unsigned
count_wrong_bits(const struct pattern *pattern, const unsigned char *sector,
		 const struct pattern_place *place)
{
	unsigned char expected[PATTERN_SECTOR_BYTES];

	if (!make_sector(pattern, place->offset_bytes, expected))
		return count_differing(sector, expected, 0);
	return count_differing(sector, expected, STAMP_BYTES) +
	       count_stamp_bits(get_word(sector) ^ pattern->key, place);
}

static enum pattern_fault
classify(const struct pattern *pattern, const unsigned char *sector,
	 const struct pattern_place *place, struct pattern_report *report)
{
	uint64_t own = place->offset_bytes / PATTERN_SECTOR_BYTES;
	uint64_t stamp = get_word(sector) ^ pattern->key;
	uint64_t found = stamp >> 8;
	bool older = found == own && (stamp & 0xff) < place->low;
	bool possible = found <= INT64_MAX / PATTERN_SECTOR_BYTES;
	uint64_t found_bytes = found * PATTERN_SECTOR_BYTES;
	unsigned bits = count_wrong_bits(pattern, sector, place);

	*report = (struct pattern_report){
		.offset_bytes = place->offset_bytes,
	};
	if (older && is_body_of(pattern, sector, place->offset_bytes)) {
		report->fault = PATTERN_STALE;
	} else if (found != own && possible &&
		   is_body_of(pattern, sector, found_bytes)) {
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
is_stamp_good(const struct pattern *pattern, const unsigned char *sector,
	      const struct pattern_place *place)
{
	uint64_t stamp = get_word(sector) ^ pattern->key;

	return stamp >> 8 == place->offset_bytes / PATTERN_SECTOR_BYTES &&
	       (stamp & 0xff) >= place->low && (stamp & 0xff) <= place->high;
}

static bool
is_good(const struct pattern *pattern, const unsigned char *sector,
	const struct pattern_place *place)
{
	unsigned char expected[PATTERN_SECTOR_BYTES];

	if (!make_sector(pattern, place->offset_bytes, expected))
		return memcmp(sector, expected, sizeof expected) == 0;
	return is_stamp_good(pattern, sector, place) &&
	       memcmp(sector + STAMP_BYTES, expected + STAMP_BYTES,
		      sizeof expected - STAMP_BYTES) == 0;
}

/* Whether the body of the sector at `at` of a chunk is to be compared: not the
 * same ones in every chunk. A repeated block has no stamp to go by. */
static bool
is_body_due(const struct pattern *pattern, const struct pattern_place *place,
	    size_t at, size_t length)
{
	uint64_t turn_number =
		at / PATTERN_SECTOR_BYTES + place->offset_bytes / length;

	return place->body_every <= 1 || pattern->repeat_percent ||
	       turn_number % place->body_every == 0;
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
		bool whole = is_body_due(pattern, place, at, length);

		sector.offset_bytes = place->offset_bytes + at;
		if (whole ? !is_good(pattern, bytes + at, &sector)
			  : !is_stamp_good(pattern, bytes + at, &sector))
			return classify(pattern, bytes + at, &sector,
					report ? report : &unused);
	}
	if (report)
		*report = (struct pattern_report){ .fault = PATTERN_GOOD };
	return PATTERN_GOOD;
}
