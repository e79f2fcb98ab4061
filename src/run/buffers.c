#include "run/buffers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/pattern.h"
#include "core/rng.h"
#include "run/phase.h"
#include "run/plan.h"
#include "run/team.h"
#include "workloads/job.h"
#include "workloads/workload.h"

enum {
	BUFFER_ALIGNMENT = 4096,
	/* What the pools of all workers may take together... */
	POOLS_BYTES = 8 << 20,
	/* ...but none is so small that a compressing store, which looks at
	 * records of up to 128 KiB, would meet the same data twice. */
	POOL_LEAST_BYTES = 256 << 10,
};

static unsigned
flags_of(const struct phase_plan *phase)
{
	return phase->workload->flags;
}

/* What reads chunks that are there needs no data of its own: many seekers
 * must not fill the memory with pools. */
static bool
needs_pool(const struct phase_plan *phase)
{
	if (flags_of(phase) & WORKLOAD_TRANSFERS)
		return (flags_of(phase) & WORKLOAD_WRITES) || phase->writes;
	if (flags_of(phase) & WORKLOAD_DIRECTORY)
		return phase->file_set.max_bytes > 0;
	return !(flags_of(phase) & WORKLOAD_READS);
}

/* The same in all phases of a plan: what one has written another one checks,
 * whatever their numbers of workers are. */
static uint64_t
least_pool_bytes(const struct plan *plan)
{
	uint64_t bytes = PATTERN_POOL_BYTES;
	unsigned most_workers = 1;

	for (size_t i = 0; i < plan->phase_count; i++)
		if (needs_pool(&plan->phases[i]) &&
		    plan->phases[i].workers > most_workers)
			most_workers = plan->phases[i].workers;
	if (bytes > POOLS_BYTES / most_workers)
		bytes = POOLS_BYTES / most_workers;
	return bytes > POOL_LEAST_BYTES ? bytes : POOL_LEAST_BYTES;
}

/* No two files hold the same data; workers that share one, or the target,
 * write the same to the same place. */
static uint64_t
key_of(const struct team *team, const struct job *job)
{
	const struct phase_plan *phase = team->phase;
	unsigned file = job->worker;

	if (phase->target)
		file = 0;
	else if (flags_of(phase) & WORKLOAD_DATA_FILE)
		file %= phase->files;
	return rng_mix(team->run->pattern_key + file);
}

/* What one test has written others check, in chunks of their own: the pool is
 * laid out for the chunks of the first that is not of transfers, or is the
 * first of all. */
static uint64_t
pool_chunk_bytes(const struct plan *plan)
{
	const struct phase_plan *first = NULL;

	for (size_t i = 0; i < plan->phase_count; i++) {
		const struct phase_plan *phase = &plan->phases[i];

		if (!(flags_of(phase) & WORKLOAD_DATA_FILE))
			continue;
		if (!(flags_of(phase) & WORKLOAD_TRANSFERS))
			return phase->chunk_bytes;
		if (!first)
			first = phase;
	}
	return first->chunk_bytes;
}

static void
fill_pattern(const struct team *team, struct job *job, uint64_t chunk_bytes)
{
	const struct plan *plan = team->run->plan;
	struct pattern_shape shape = plan->data;

	pattern_init(&job->pattern, plan->seed, key_of(team, job), chunk_bytes);
	/* One buffer serves all files of a file test, at any offset. */
	if (job->files.max_bytes)
		shape.dedupe_percent = 0;
	shape.pool_bytes = least_pool_bytes(plan);
	pattern_shape(&job->pattern, &shape);
}

/* Behind the pool: its beginning once more, for transfers of any length; and
 * a buffer for each request of a queue, or for what a mix reads. */
static uint64_t
more_buffer_bytes(const struct job *job)
{
	uint64_t bytes = 0;

	if (!job->transfer.depth)
		return 0;
	if (job->transfer.varied ||
	    job->pattern.pool_bytes % job->chunk_bytes != 0)
		bytes += job->chunk_bytes;

	if (job->transfer.depth > 1)
		bytes += job->transfer.depth * job->chunk_bytes;
	else if (job->transfer.mix_percent)
		bytes += job->chunk_bytes;
	return bytes;
}

static size_t
buffer_bytes(const struct team *team, struct job *job)
{
	uint64_t chunk_bytes = job->chunk_bytes;
	uint64_t bytes;

	if (job->files.max_bytes)
		chunk_bytes = job->files.chunk_bytes;
	chunk_bytes = (chunk_bytes + PATTERN_SECTOR_BYTES - 1) /
		      PATTERN_SECTOR_BYTES * PATTERN_SECTOR_BYTES;
	fill_pattern(team, job,
		     flags_of(team->phase) & WORKLOAD_DATA_FILE
			     ? pool_chunk_bytes(team->run->plan)
			     : chunk_bytes);
	bytes = needs_pool(team->phase) ? job->pattern.pool_bytes : chunk_bytes;
	bytes += more_buffer_bytes(job);
	return (size_t)((bytes + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT *
			BUFFER_ALIGNMENT);
}

static void
reserve(struct buffers *buffers, size_t bytes)
{
	if (bytes > buffers->bytes) {
		free(buffers->memory);
		buffers->memory = mem_aligned(BUFFER_ALIGNMENT, bytes);
		buffers->bytes = bytes;
		return;
	}
	if (bytes)
		memset(buffers->memory, 0, bytes);
}

void
buffers_give(struct buffers *buffers, struct team *team)
{
	size_t bytes = 0;

	for (unsigned w = 0; w < team->count; w++) {
		struct job *job = &team->jobs[w];

		job->buffer_bytes = buffer_bytes(team, job);
		bytes += job->buffer_bytes;
	}
	reserve(buffers, bytes);
	bytes = 0;
	for (unsigned w = 0; w < team->count; w++) {
		struct job *job = &team->jobs[w];

		job->buffer = buffers->memory + bytes;
		bytes += job->buffer_bytes;
	}
}

void
buffers_release(struct buffers *buffers)
{
	free(buffers->memory);
	*buffers = (struct buffers){ NULL, 0 };
}
