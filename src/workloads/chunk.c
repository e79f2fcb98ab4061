#include "workloads/chunk.h"

#include <errno.h>
#include <inttypes.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/meter.h"
#include "workloads/course.h"

/* Making the data again costs a cached read of 8 KiB a third of its time, even
 * in one of sixteen chunks 3 %. Without --verify a part of it has to do. */
enum { SAMPLED_BODY_EVERY = 4 };

int
chunk_read_failed(struct job *job, ssize_t moved, uint64_t offset_bytes)
{
	const char *name = job->file->name;

	if (moved < 0)
		return error_set_errno(job->error, errno,
				       "cannot read '%s' at byte %" PRIu64,
				       name, offset_bytes);
	return error_set(job->error, ERROR_RUN,
			 "'%s' ends too early, want %" PRIu64
			 " bytes from byte %" PRIu64,
			 name, job->chunk_bytes, offset_bytes);
}

int
chunk_write_failed(struct job *job, ssize_t moved, uint64_t offset_bytes)
{
	const char *name = job->file->name;

	if (moved < 0)
		return error_set_errno(job->error, errno,
				       "cannot write '%s' at byte %" PRIu64,
				       name, offset_bytes);
	return error_set(job->error, ERROR_RUN,
			 "'%s' took no more than %" PRIu64
			 " bytes, want %" PRIu64 " more",
			 name, offset_bytes + (uint64_t)moved,
			 job->chunk_bytes - (uint64_t)moved);
}

static int
put(struct job *job, const void *chunk, uint64_t offset_bytes)
{
	ssize_t moved = job->file->engine->write(
		job->file, chunk, (size_t)job->chunk_bytes, offset_bytes);

	if (moved == (ssize_t)job->chunk_bytes)
		return 0;
	return chunk_write_failed(job, moved, offset_bytes);
}

static int
put_and_flush(struct job *job, const void *chunk, uint64_t offset_bytes)
{
	uint64_t before_ns;

	if (put(job, chunk, offset_bytes) != 0)
		return -1;
	before_ns = clock_now_ns();
	if (job->file->engine->flush(job->file) != 0)
		return error_set_errno(job->error, errno, "cannot flush '%s'",
				       job->file->name);
	job->meter->flush_ns += clock_now_ns() - before_ns;
	job->meter->flushes++;
	return 0;
}

chunk_put *
chunk_put_of(const struct job *job)
{
	return job->flush_each ? put_and_flush : put;
}

void
chunk_check(struct job *job, struct course *course, const void *chunk,
	    uint64_t offset_bytes)
{
	chunk_check_part(job, course, chunk, offset_bytes,
			 (size_t)job->chunk_bytes);
}

void
chunk_check_part(struct job *job, struct course *course, const void *chunk,
		 uint64_t offset_bytes, size_t length)
{
	const struct pattern_place place = {
		.offset_bytes = offset_bytes,
		.low = job->generation,
		.high = chunk_newest(job),
		.body_every = chunk_all_checked(job) ? 1 : SAMPLED_BODY_EVERY,
	};
	uint64_t before_ns = clock_now_ns();
	struct pattern_report report;

	job->meter->checked++;
	if (pattern_check(&job->pattern, chunk, length, &place, &report) !=
	    PATTERN_GOOD)
		meter_add_fault(job->meter, &report);
	course->last_ns += clock_now_ns() - before_ns;
}
