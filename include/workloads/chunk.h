#ifndef WORKLOADS_CHUNK_H
#define WORKLOADS_CHUNK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/pattern.h"
#include "core/rng.h"
#include "io/engine.h"
#include "workloads/job.h"

struct course;

/* One chunk of the data file: moved whole, or the job fails. All return 0, or
 * -1 with job->error. */

int chunk_read_failed(struct job *job, ssize_t moved, uint64_t offset_bytes);
int chunk_write_failed(struct job *job, ssize_t moved, uint64_t offset_bytes);

static inline int
chunk_read(struct job *job, void *chunk, uint64_t offset_bytes)
{
	ssize_t moved = job->file->engine->read(
		job->file, chunk, (size_t)job->chunk_bytes, offset_bytes);

	if (moved == (ssize_t)job->chunk_bytes)
		return 0;
	return chunk_read_failed(job, moved, offset_bytes);
}

typedef int chunk_put(struct job *job, const void *chunk,
		      uint64_t offset_bytes);

/* How this job writes a chunk: with a flush after it or without. To be asked
 * before a loop, not in it. */
chunk_put *chunk_put_of(const struct job *job);

/* Checks a chunk that operation course->next has read. What is wrong is
 * counted, not an error; the time it takes belongs to no operation. */
void chunk_check(struct job *job, struct course *course, const void *chunk,
		 uint64_t offset_bytes);

/* The same of a chunk of another length. */
void chunk_check_part(struct job *job, struct course *course, const void *chunk,
		      uint64_t offset_bytes, size_t length);

/* Whether every chunk that is read is checked. */
static inline bool
chunk_all_checked(const struct job *job)
{
	return job->check_every == 1;
}

/* The newest generation that may be in the data file. */
static inline unsigned
chunk_newest(const struct job *job)
{
	return job->generation_newest > job->generation ? job->generation_newest
							: job->generation;
}

/* Whether operation `number` is in the sample that is checked. Scattered, so
 * that no power of two in a device's layout hides from it. */
static inline bool
chunk_sampled(const struct job *job, uint64_t number)
{
	uint64_t every = job->check_every ? job->check_every : 16;
	uint64_t draw = rng_mix(number ^ job->pattern.seed) >> 32;

	return draw * every >> 32 == 0;
}

#endif
