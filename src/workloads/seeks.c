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

/* The same, and asks after each operation whether it read from the device. */
static int
probed_stretch(struct job *job, struct course *course, uint64_t end)
{
	chunk_put *put = chunk_put_of(job);
	uint64_t chunks = job->file_bytes / job->chunk_bytes;
	uint64_t before = job->blocks_read();
	struct meter *meter = job->meter;

	course_skip(course);
	while (course_more(course, end)) {
		uint64_t latencies_ns = meter->latency.sum_ns;
		uint64_t after;

		if (seek_once(job, course, put, chunks) != 0)
			return -1;
		course_step(course);
		after = job->blocks_read();
		meter->probed++;
		if (after == before)
			meter->probed_hits++;
		else
			meter->probed_miss_ns +=
				meter->latency.sum_ns - latencies_ns;
		before = after;
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
