#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"
#include "core/rng.h"
#include "workloads/chunk.h"
#include "workloads/course.h"
#include "workloads/job.h"
#include "workloads/workload.h"

/* One chunk in so many is written back, by chance. */
enum { WRITE_BACK_ONE_IN = 10 };

/* Any chunk may have been written back by the time it is read. */
static int
seeks_prepare(struct job *job)
{
	assert(chunk_newest(job) < 255);
	job->generation_newest = chunk_newest(job) + 1;
	if (job->file_bytes >= job->chunk_bytes)
		return 0;
	return error_set(job->error, ERROR_USAGE,
			 "'%s' is smaller than one chunk, want a larger size",
			 job->file->name);
}

/* Reads a random chunk, and now and then changes it and writes it back. */
static inline int
seek_once(struct job *job, struct course *course, chunk_put *put,
	  uint64_t chunks)
{
	uint64_t offset_bytes = rng_below(&job->rng, chunks) * job->chunk_bytes;

	if (chunk_read(job, job->buffer, offset_bytes) != 0)
		return -1;
	if (chunk_sampled(job, course->next))
		chunk_check(job, course, job->buffer, offset_bytes);
	if (rng_below(&job->rng, WRITE_BACK_ONE_IN) != 0)
		return 0;
	pattern_stamp(&job->pattern, job->buffer, (size_t)job->chunk_bytes,
		      offset_bytes, job->generation_newest);
	return put(job, job->buffer, offset_bytes);
}

static int
seeks_stretch(struct job *job, struct course *course, uint64_t end)
{
	chunk_put *put = chunk_put_of(job);
	uint64_t chunks = job->file_bytes / job->chunk_bytes;

	while (course_more(course, end)) {
		if (seek_once(job, course, put, chunks) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

/* Asking the kernel for the count of blocks takes some 300 ns, a fifth of a
 * cached read. Where it would cost more than 5 %, one operation in so many is
 * asked about and stands for the others. Asking twice for one in 32 still costs
 * 2 %, for which the first thousand answers are worth it. */
enum {
	PROBE_ALL_FROM_NS = 6000,
	PROBE_ONE_IN = 32,
	PROBE_FEWER_AFTER = 32 * 1024, /* operations */
	PROBE_FEWER_ONE_IN = 256,
};

/* Not the mean, which a few long waits for a CPU lift above any limit: where so
 * many are fast, few were read from the disk, and a sample tells their share
 * well enough. One in ten is also written back, which is slower. */
static const double fast_share = 0.85;

static uint64_t
probe_one_in(const struct meter *meter)
{
	const struct hist *latency = &meter->latency;

	if (latency->count &&
	    hist_quantile_ns(latency, fast_share) < PROBE_ALL_FROM_NS)
		return meter->probed < PROBE_FEWER_AFTER ? PROBE_ONE_IN
							 : PROBE_FEWER_ONE_IN;
	return 1;
}

/* One seek that stands for `weight`: did it read from the device? `blocks` is
 * what the count was before, and after, it. */
static int
seek_probed(struct job *job, struct course *course, uint64_t weight,
	    uint64_t *blocks)
{
	struct meter *meter = job->meter;
	uint64_t latencies_ns = meter->latency.sum_ns;
	uint64_t before = *blocks;

	if (seek_once(job, course, chunk_put_of(job),
		      job->file_bytes / job->chunk_bytes) != 0)
		return -1;
	course_step(course);
	meter->probed += weight;
	*blocks = job->blocks_read();
	if (*blocks == before) {
		meter->probed_hits += weight;
	} else {
		meter->probed_misses_seen++;
		meter->probed_miss_ns +=
			weight * (meter->latency.sum_ns - latencies_ns);
	}
	course_skip(course);
	return 0;
}

static int
probed_stretch(struct job *job, struct course *course, uint64_t end)
{
	uint64_t weight = probe_one_in(job->meter);
	uint64_t blocks = job->blocks_read();

	course_skip(course);
	while (course_more(course, end)) {
		uint64_t left = end - course->next;
		uint64_t stands_for = weight < left ? weight : left;

		if (seek_probed(job, course, stands_for, &blocks) != 0)
			return -1;
		if (stands_for == 1)
			continue;
		if (seeks_stretch(job, course, course->next + stands_for - 1) !=
		    0)
			return -1;
		blocks = job->blocks_read();
		course_skip(course);
	}
	return 0;
}

static int
seeks_run(struct job *job)
{
	struct course course;

	course_of_chunks(&course, job);
	course.work = 1;
	if (course_run(&course, job,
		       job->blocks_read ? probed_stretch : seeks_stretch) != 0)
		return -1;
	return course_flush(&course, job);
}

const struct workload seeks_workloads[] = {
	{
		.key = "seeks",
		.suite = "bonnie",
		.summary = "read random chunks, write one in ten back",
		.progress = "start 'em",
		.turn = 6,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_READS | WORKLOAD_WRITES |
			 WORKLOAD_SEEKERS | WORKLOAD_OPERATIONS,
		.prepare = seeks_prepare,
		.run = seeks_run,
	},
	{ 0 },
};
