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
 * their position and the seed, so that a check needs no second pool.
 *
 * Data may be shaped, in blocks of PATTERN_BLOCK_BYTES:
 * - compressible: a block is random as far as the ratio leaves room, and one
 *   word of this key again and again behind that. Its sectors are stamped.
 * - repeating: a share of the pool's blocks are copies of PATTERN_COPIES
 *   blocks and carry no stamp, so that they are the same wherever they lie.
 *   Between two of the same lie at least PATTERN_COPIES blocks, out of a
 *   compressor's reach. Neither their generation nor the place that they
 *   belong to can be told. */
enum {
	PATTERN_SECTOR_BYTES = 512,
	PATTERN_POOL_BYTES = 1 << 20,
	PATTERN_BLOCK_BYTES = 4096,
	PATTERN_COPIES = 32,
	PATTERN_RATIO_MOST = 20,
};

struct pattern;

/* What a compressing and a deduplicating store make of the data. */
struct pattern_shape {
	double compress_ratio; /* so many times smaller; up to 1: not at all */
	unsigned dedupe_percent; /* share of the blocks that are repeated */
	uint64_t pool_bytes; /* the least; 0: PATTERN_POOL_BYTES */
};

typedef void pattern_stamper(const struct pattern *pattern, void *chunk,
			     size_t length, uint64_t offset_bytes,
			     unsigned generation);

struct pattern {
	uint64_t seed;
	uint64_t key; /* one a file: data of an earlier run is foreign */
	uint64_t chunk_bytes;
	uint64_t pool_bytes; /* a multiple of the chunk */
	pattern_stamper *stamp;
	uint64_t filler; /* the word that compressible data repeats */
	unsigned random_bytes; /* of a block, from its start */
	unsigned repeat_percent;
};

/* `chunk_bytes` is a multiple of PATTERN_SECTOR_BYTES. The pool is the
 * smallest multiple of the chunk of at least PATTERN_POOL_BYTES. */
void pattern_init(struct pattern *pattern, uint64_t seed, uint64_t key,
		  uint64_t chunk_bytes);

/* Shapes the data; after pattern_init, before anything else. The pool of data
 * that repeats or compresses is a multiple of a block as well. */
void pattern_shape(struct pattern *pattern, const struct pattern_shape *shape);

/* Fills the whole pool (pool_bytes at `pool`); not for a timed path. */
void pattern_fill(const struct pattern *pattern, void *pool);

/* Stamps the sectors of `chunk` (length bytes that will lie at
 * `offset_bytes`, both multiples of a sector); `generation` counts the
 * rewrites, 0 to 255. */
static inline void
pattern_stamp(const struct pattern *pattern, void *chunk, size_t length,
	      uint64_t offset_bytes, unsigned generation)
{
	pattern->stamp(pattern, chunk, length, offset_bytes, generation);
}

enum pattern_fault {
	PATTERN_GOOD,
	PATTERN_ALIAS, /* another offset's data: capacity wraps, misdirected */
	PATTERN_FLIPPED, /* at most 16 bits of the sector differ */
	PATTERN_STALE, /* an earlier generation of this offset */
	PATTERN_FOREIGN, /* anything else: zeros, an earlier run's data */
	PATTERN_FAULTS,
};

struct pattern_report {
	enum pattern_fault fault;
	uint64_t offset_bytes; /* of the first bad sector */
	uint64_t found_bytes; /* ALIAS: the offset that its data belongs to */
	unsigned bits; /* FLIPPED: how many */
};

/* What a chunk should be: the data of `offset_bytes`, in any generation from
 * `low` to `high`. Of every `body_every` sectors one is compared byte by byte
 * (0: each of them), a different one in the next chunk; of the others the stamp
 * is looked at, which tells data of another place, run or generation. */
struct pattern_place {
	uint64_t offset_bytes;
	unsigned low, high;
	unsigned body_every;
};

/* Checks every whole sector of `chunk`. Returns the first fault (PATTERN_GOOD
 * when there is none); `report` may be NULL. A single bit that flipped in the
 * stamp's sector number cannot be told from an alias, one in its generation
 * not from stale data where that makes it an earlier one. */
enum pattern_fault pattern_check(const struct pattern *pattern,
				 const void *chunk, size_t length,
				 const struct pattern_place *place,
				 struct pattern_report *report);

#endif
