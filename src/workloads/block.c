#include <assert.h>
#include <stddef.h>

#include "workloads/chunk.h"
#include "workloads/course.h"
#include "workloads/job.h"
#include "workloads/workload.h"

static int
write_prepare(struct job *job)
{
	assert(job->buffer_bytes >= job->pattern.pool_bytes);
	pattern_fill(&job->pattern, job->buffer);
	return 0;
}

static int
write_stretch(struct job *job, struct course *course, uint64_t end)
{
	chunk_put *put = chunk_put_of(job);
	unsigned char *pool = job->buffer;
	size_t length = (size_t)job->chunk_bytes;

	while (course_more(course, end)) {
		uint64_t offset_bytes = course->next * length;
		void *chunk = pool + offset_bytes % job->pattern.pool_bytes;

		pattern_stamp(&job->pattern, chunk, length, offset_bytes,
			      job->generation);
		if (put(job, chunk, offset_bytes) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

static int
write_run(struct job *job)
{
	struct course course;

	course_of_chunks(&course, job);
	if (course_run(&course, job, write_stretch) != 0)
		return -1;
	return course_flush(&course, job);
}

static int
rewrite_stretch(struct job *job, struct course *course, uint64_t end)
{
	chunk_put *put = chunk_put_of(job);
	void *chunk = job->buffer;
	size_t length = (size_t)job->chunk_bytes;
	unsigned generation = chunk_newest(job) + 1;

	while (course_more(course, end)) {
		uint64_t offset_bytes = course->next * length;

		if (chunk_read(job, chunk, offset_bytes) != 0)
			return -1;
		if (chunk_sampled(job, course->next))
			chunk_check(job, course, chunk, offset_bytes);
		pattern_stamp(&job->pattern, chunk, length, offset_bytes,
			      generation);
		if (put(job, chunk, offset_bytes) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

static int
rewrite_run(struct job *job)
{
	struct course course;

	assert(chunk_newest(job) < 255);
	course_of_chunks(&course, job);
	if (course_run(&course, job, rewrite_stretch) != 0)
		return -1;
	return course_flush(&course, job);
}

static int
read_stretch(struct job *job, struct course *course, uint64_t end)
{
	void *chunk = job->buffer;

	while (course_more(course, end)) {
		uint64_t offset_bytes = course->next * job->chunk_bytes;

		if (chunk_read(job, chunk, offset_bytes) != 0)
			return -1;
		if (chunk_sampled(job, course->next))
			chunk_check(job, course, chunk, offset_bytes);
		course_step(course);
	}
	return 0;
}

static int
read_run(struct job *job)
{
	struct course course;

	course_of_chunks(&course, job);
	return course_run(&course, job, read_stretch);
}

const struct workload block_workloads[] = {
	{
		.key = "write",
		.suite = "bonnie",
		.summary = "write the file in chunks",
		.progress = "Writing intelligently",
		.turn = 2,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_CREATES |
			 WORKLOAD_WRITES | WORKLOAD_BYTES,
		.prepare = write_prepare,
		.run = write_run,
	},
	{
		.key = "rewrite",
		.suite = "bonnie",
		.summary = "read, change and write back every chunk",
		.progress = "Rewriting",
		.turn = 3,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_READS | WORKLOAD_WRITES |
			 WORKLOAD_BYTES,
		.run = rewrite_run,
	},
	{
		.key = "read",
		.suite = "bonnie",
		.summary = "read the file in chunks",
		.progress = "Reading intelligently",
		.turn = 5,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_READS | WORKLOAD_BYTES,
		.run = read_run,
	},
	{ 0 },
};
