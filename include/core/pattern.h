#ifndef CORE_PATTERN_H
#define CORE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The data that block tests write: incompressible, and no sector ever twice.
 * A pool of random words is made before the clock starts and written from
 * again and again; the byte at file offset o comes from the pool at
 * o % pool_bytes. What makes every sector unique is a stamp of 8 bytes at its
 * start: (sector number << 8 | generation) ^ key. The words are a function of
 * their position and the seed, so that a check needs no second pool. */
enum { PATTERN_SECTOR_BYTES = 512, PATTERN_POOL_BYTES = 1 << 20 };

struct pattern {
	uint64_t seed;
	uint64_t key; /* one a run: data of an earlier run is foreign */
	uint64_t pool_bytes; /* a multiple of the chunk */
};

/* `chunk_bytes` is a multiple of PATTERN_SECTOR_BYTES. The pool is the
 * smallest multiple of the chunk of at least PATTERN_POOL_BYTES. */
void pattern_init(struct pattern *pattern, uint64_t seed, uint64_t key,
		  uint64_t chunk_bytes);

/* Fills the whole pool (pool_bytes at `pool`); not for a timed path. */
void pattern_fill(const struct pattern *pattern, void *pool);

/* Stamps the sectors of `chunk` (length bytes that will lie at
 * `offset_bytes`, both multiples of a sector); `generation` counts the
 * rewrites, 0 to 255. */
static inline void
pattern_stamp(const struct pattern *pattern, void *chunk, size_t length,
	      uint64_t offset_bytes, unsigned generation)
{
	uint64_t stamp = offset_bytes / PATTERN_SECTOR_BYTES << 8 | generation;
	unsigned char *sector = chunk;

	for (size_t at = 0; at + 8 <= length; at += PATTERN_SECTOR_BYTES) {
		uint64_t word = stamp ^ pattern->key;
		__builtin_memcpy(sector + at, &word, 8);
		stamp += UINT64_C(1) << 8;
	}
}

enum pattern_fault {
	PATTERN_GOOD,
	PATTERN_ALIAS, /* another offset's data: capacity wraps, misdirected */
	PATTERN_FLIPPED, /* at most 16 bits of the sector differ */
	PATTERN_STALE, /* another generation of this offset */
	PATTERN_FOREIGN, /* anything else: zeros, an earlier run's data */
};

struct pattern_report {
	enum pattern_fault fault;
	uint64_t offset_bytes; /* of the first bad sector */
	uint64_t found_bytes; /* ALIAS: the offset that its data belongs to */
	unsigned bits; /* FLIPPED: how many */
};

/* What a chunk should be: the data of `offset_bytes`, in any generation from
 * `low` to `high`. */
struct pattern_place {
	uint64_t offset_bytes;
	unsigned low, high;
};

/* Checks every whole sector of `chunk`. Returns the first fault (PATTERN_GOOD
 * when there is none); `report` may be NULL. A single bit that flipped in the
 * stamp's sector number cannot be told from an alias, one in its generation
 * not from stale data. */
enum pattern_fault pattern_check(const struct pattern *pattern,
				 const void *chunk, size_t length,
				 const struct pattern_place *place,
				 struct pattern_report *report);

#endif
