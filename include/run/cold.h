#ifndef RUN_COLD_H
#define RUN_COLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/plan.h"

struct error;
struct job;
struct phase_result;

/* What the page cache held of the data files when a phase began to read. */
struct cold_start {
	enum cache_policy policy;
	bool direct; /* the phase goes past the cache anyway */
	uint64_t file_bytes; /* of all files together */
	uint64_t cached_bytes;
	bool metadata_dropped; /* names and inodes, of the whole machine */
	const char *ruler; /* "cachestat", "mincore"; "": nobody could tell */
};

/* Brings the data file `name` into the state that the policy asks for and adds
 * what is cached of its first `file_bytes` to `start`. COLD flushes and evicts
 * it, WARM reads it once, KEEP leaves it. Opens the file by
 * itself, so that no engine's mapping or mode is in the way. -1 when it cannot
 * be opened, flushed or read; a cache that stays warm is no error. */
int cold_start_file(struct cold_start *start, int directory_fd,
		    const char *name, uint64_t file_bytes, struct error *error);

/* The same for all files of the job's tree, or of its copy. COLD drops names and
 * inodes too, where this process may; what is left of the data is looked at
 * first. KEEP looks at nothing, for that would make names and inodes warm. */
int cold_start_tree(struct cold_start *start, const struct job *job, bool copy,
		    struct error *error);

/* The same for a command in the directory job->directory_fd: the caches of the
 * whole machine where this process may drop them, else those of all files
 * below. */
int cold_start_target(struct cold_start *start, const struct job *job,
		      struct error *error);

/* For cold_start_tree(): adds what is cached of an open file. */
void cold_start_look(struct cold_start *start, int fd, uint64_t file_bytes);
/* The same for a file or device that is open for reading. */
int cold_start_open(struct cold_start *start, int fd, const char *name,
		    uint64_t file_bytes, struct error *error);

/* Adds the finding "cold-start": share of the files that was cached, and what
 * that makes of a figure that was meant to be the disk's. */
void cold_start_judge(const struct cold_start *start,
		      struct phase_result *phase);

/* The same for a test of metadata: whether those caches were emptied. */
void cold_start_judge_metadata(const struct cold_start *start,
			       struct phase_result *phase);

#endif
