#ifndef RUN_COLD_H
#define RUN_COLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/plan.h"

struct error;
struct phase_result;

/* What the page cache held of the data files when a phase began to read. */
struct cold_start {
	enum cache_policy policy;
	bool direct; /* the phase goes past the cache anyway */
	uint64_t file_bytes; /* of all files together */
	uint64_t cached_bytes;
	const char *ruler; /* "cachestat", "mincore"; "": nobody could tell */
};

/* Brings the data file `name` into the state that the policy asks for and adds
 * what is cached of its first `file_bytes` to `start`. COLD flushes and evicts
 * it, WARM reads it once, KEEP leaves it. Opens the file by
 * itself, so that no engine's mapping or mode is in the way. -1 when it cannot
 * be opened, flushed or read; a cache that stays warm is no error. */
int cold_start_file(struct cold_start *start, int directory_fd,
		    const char *name, uint64_t file_bytes, struct error *error);

/* Adds the finding "cold-start": share of the files that was cached, and what
 * that makes of a figure that was meant to be the disk's. */
void cold_start_judge(const struct cold_start *start,
		      struct phase_result *phase);

#endif
