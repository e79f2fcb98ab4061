#include "workloads/transfer.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/rng.h"
#include "core/units.h"
#include "workloads/chunk.h"
#include "workloads/job.h"
#include "workloads/transfer_state.h"

/* ---- where to -------------------------------------------------------------------- */

static void
next_sequential(struct job *job, struct transfer *transfer,
		struct io_request *request)
{
	request->offset_bytes = transfer->slot * job->chunk_bytes;
	transfer->slot += transfer->stride;
	if (transfer->slot >= transfer->slots)
		transfer->slot %= transfer->slots;
}

static inline void
next_random(struct job *job, struct transfer *transfer,
	    struct io_request *request)
{
	request->offset_bytes =
		rng_below(&job->rng, transfer->slots) * job->chunk_bytes;
}

static void
next_varied(struct job *job, struct transfer *transfer,
	    struct io_request *request)
{
	uint64_t units = 1 + rng_below(&job->rng, transfer->length_units - 1);
	uint64_t places = transfer->units - units + 1;

	request->length_bytes = (uint32_t)(units * transfer->unit_bytes);
	request->offset_bytes =
		rng_below(&job->rng, places) * transfer->unit_bytes;
}

static void
next_zoned(struct job *job, struct transfer *transfer,
	   struct io_request *request)
{
	request->offset_bytes = transfer->slot++ * job->chunk_bytes;
}

static void
next_mixed(struct job *job, struct transfer *transfer,
	   struct io_request *request)
{
	if (job->transfer.varied)
		next_varied(job, transfer, request);
	else
		next_random(job, transfer, request);
	request->write = rng_below(&job->rng, 100) < job->transfer.mix_percent;
}

/* ---- what with ------------------------------------------------------------------- */

int
transfer_failed(struct job *job, const struct io_request *request,
		int64_t moved)
{
	const char *name = job->file->name;
	const char *verb = request->write ? "write" : "read";

	if (moved < 0)
		return error_set_errno(job->error, errno,
				       "cannot %s '%s' at byte %" PRIu64, verb,
				       name, request->offset_bytes);
	return error_set(job->error, ERROR_RUN,
			 "cannot %s '%s' beyond byte %" PRIu64 ", want %" PRIu32
			 " bytes from %" PRIu64,
			 verb, name, request->offset_bytes + (uint64_t)moved,
			 request->length_bytes, request->offset_bytes);
}

const void *
transfer_data(struct job *job, const struct transfer *transfer,
	      const struct io_request *request)
{
	unsigned char *pool = job->buffer;
	void *data = pool + request->offset_bytes % job->pattern.pool_bytes;

	pattern_stamp(&job->pattern, data, request->length_bytes,
		      request->offset_bytes, transfer->generation);
	return data;
}

static inline int
move_read(struct job *job, struct transfer *transfer,
	  const struct io_request *request)
{
	ssize_t moved;

	(void)transfer;
	moved = job->file->engine->read(job->file, request->buffer,
					request->length_bytes,
					request->offset_bytes);
	if (moved == (ssize_t)request->length_bytes)
		return 0;
	return transfer_failed(job, request, moved);
}

static int
move_write(struct job *job, struct transfer *transfer,
	   const struct io_request *request)
{
	const void *data = transfer_data(job, transfer, request);
	ssize_t moved = job->file->engine->write(
		job->file, data, request->length_bytes, request->offset_bytes);

	if (moved == (ssize_t)request->length_bytes)
		return 0;
	return transfer_failed(job, request, moved);
}

static int
move_flushed(struct job *job, struct transfer *transfer,
	     const struct io_request *request)
{
	uint64_t before_ns;

	if (move_write(job, transfer, request) != 0)
		return -1;
	before_ns = clock_now_ns();
	if (job->file->engine->flush(job->file) != 0)
		return error_set_errno(job->error, errno, "cannot flush '%s'",
				       job->file->name);
	job->meter->flush_ns += clock_now_ns() - before_ns;
	job->meter->flushes++;
	return 0;
}

static int
move_mixed(struct job *job, struct transfer *transfer,
	   const struct io_request *request)
{
	if (!request->write)
		return move_read(job, transfer, request);
	if ((job->flush_each ? move_flushed : move_write)(job, transfer,
							  request) != 0)
		return -1;
	job->meter->mixed_written_bytes += request->length_bytes;
	return 0;
}

void
transfer_check(struct job *job, struct course *course,
	       const struct io_request *request)
{
	if (!request->write && chunk_sampled(job, course->next))
		chunk_check_part(job, course, request->buffer,
				 request->offset_bytes, request->length_bytes);
}

/* ---- how ------------------------------------------------------------------------- */

/* A mix must not read over the data that it is to write. */
static struct io_request
first_request(const struct job *job, const struct transfer *transfer)
{
	unsigned char *buffer = job->buffer;

	if (job->transfer.mix_percent)
		buffer += job->buffer_bytes - job->chunk_bytes;
	return (struct io_request){
		.buffer = buffer,
		.length_bytes = (uint32_t)job->chunk_bytes,
		.write = transfer->kind->writes,
	};
}

static inline int
go_on(struct job *job, struct course *course, uint64_t end, bool checked)
{
	struct transfer *transfer = job->state;
	struct io_request request = first_request(job, transfer);

	while (course_more(course, end)) {
		transfer->next(job, transfer, &request);
		if (transfer->move(job, transfer, &request) != 0)
			return -1;
		if (checked)
			transfer_check(job, course, &request);
		job->meter->bytes += request.length_bytes;
		course_step(course);
	}
	return 0;
}

/* The same without calls by pointer, which cost a cached read of 4 KiB as much
 * as the clock does. */
static inline int
go_on_reading(struct job *job, struct course *course, uint64_t end,
	      bool checked)
{
	struct transfer *transfer = job->state;
	struct io_request request = first_request(job, transfer);

	while (course_more(course, end)) {
		next_random(job, transfer, &request);
		if (move_read(job, transfer, &request) != 0)
			return -1;
		if (checked)
			transfer_check(job, course, &request);
		job->meter->bytes += request.length_bytes;
		course_step(course);
	}
	return 0;
}

static int
plain_stretch(struct job *job, struct course *course, uint64_t end)
{
	return go_on(job, course, end, false);
}

static int
checked_stretch(struct job *job, struct course *course, uint64_t end)
{
	return go_on(job, course, end, true);
}

static int
random_read_stretch(struct job *job, struct course *course, uint64_t end)
{
	return go_on_reading(job, course, end, false);
}

static int
random_read_checked_stretch(struct job *job, struct course *course,
			    uint64_t end)
{
	return go_on_reading(job, course, end, true);
}

bool
transfer_await_due(struct course *course, uint64_t due_ns, uint64_t end)
{
	course->last_ns = clock_now_ns();
	while (course->last_ns < due_ns && course_more(course, end)) {
		uint64_t left_ns = due_ns - course->last_ns;
		struct timespec nap = { 0, TRANSFER_NAP_MOST_NS };

		if (left_ns < TRANSFER_NAP_MOST_NS + TRANSFER_SPIN_NS)
			nap.tv_nsec = (long)(left_ns - TRANSFER_SPIN_NS);
		if (left_ns > TRANSFER_SPIN_NS)
			nanosleep(&nap, NULL);
		course->last_ns = clock_now_ns();
	}
	return course_more(course, end);
}

/* Open loop: what is late is late for everything behind it. */
static inline int
pace(struct job *job, struct course *course, uint64_t end, bool checked)
{
	struct transfer *transfer = job->state;
	struct io_request request = first_request(job, transfer);

	while (transfer_await_due(course, transfer->due_ns, end)) {
		uint64_t now_ns;

		transfer->next(job, transfer, &request);
		if (transfer->move(job, transfer, &request) != 0)
			return -1;
		now_ns = clock_now_ns();
		hist_add(&job->meter->latency, now_ns - transfer->due_ns);
		job->meter->bytes += request.length_bytes;
		if (checked)
			transfer_check(job, course, &request);
		course_pass(course, 1, now_ns);
		transfer->due_ns += job->transfer.interval_ns;
	}
	return 0;
}

static int
paced_stretch(struct job *job, struct course *course, uint64_t end)
{
	return pace(job, course, end, false);
}

static int
paced_checked_stretch(struct job *job, struct course *course, uint64_t end)
{
	return pace(job, course, end, true);
}

/* ---- the parts of a workload ------------------------------------------------------ */

static transfer_next *
choose_next(const struct job *job, const struct transfer_kind *kind)
{
	if (kind->order == TRANSFER_SEQUENTIAL)
		return next_sequential;
	if (kind->order == TRANSFER_ZONES)
		return next_zoned;
	if (job->transfer.mix_percent)
		return next_mixed;
	return job->transfer.varied ? next_varied : next_random;
}

static transfer_move *
choose_move(const struct job *job, const struct transfer_kind *kind)
{
	if (kind->flushes || (kind->writes && job->flush_each))
		return move_flushed;
	if (kind->writes)
		return move_write;
	return job->transfer.mix_percent ? move_mixed : move_read;
}

static course_stretch *
choose_stretch(const struct job *job, const struct transfer *transfer)
{
	bool ours = !transfer->kind->writes && !job->transfer.foreign;
	bool all = ours && chunk_all_checked(job);

	if (job->transfer.depth > 1 && job->transfer.interval_ns)
		return all ? transfer_queue_paced_checked
			   : transfer_queue_paced;
	if (job->transfer.depth > 1)
		return all ? transfer_queue_checked : transfer_queue_stretch;
	if (job->transfer.interval_ns)
		return all ? paced_checked_stretch : paced_stretch;
	if (transfer->next == next_random && transfer->move == move_read)
		return ours ? random_read_checked_stretch : random_read_stretch;
	return ours ? checked_stretch : plain_stretch;
}

static void
find_places(const struct job *job, struct transfer *transfer)
{
	const struct transfer_setup *setup = &job->transfer;

	transfer->slots = job->file_bytes / job->chunk_bytes;
	transfer->stride = setup->lanes ? setup->lanes : 1;
	transfer->slot = transfer->slots ? setup->lane % transfer->slots : 0;
	transfer->unit_bytes =
		setup->unit_bytes ? setup->unit_bytes : PATTERN_SECTOR_BYTES;
	transfer->units = job->file_bytes / transfer->unit_bytes;
	transfer->length_units = job->chunk_bytes / transfer->unit_bytes;
}

/* The pool and, for transfers that reach over its end, its beginning again, as
 * often as they are long. */
static void
fill_pool(struct job *job)
{
	unsigned char *pool = job->buffer;
	size_t pool_bytes = (size_t)job->pattern.pool_bytes;
	size_t chunk_bytes = (size_t)job->chunk_bytes;

	assert(job->buffer_bytes >= pool_bytes);
	pattern_fill(&job->pattern, pool);
	if (!job->transfer.varied && pool_bytes % chunk_bytes == 0)
		return;
	assert(job->buffer_bytes - pool_bytes >= chunk_bytes);
	for (size_t at = 0; at < chunk_bytes; at += pool_bytes)
		memcpy(pool + pool_bytes + at, pool + at,
		       chunk_bytes - at < pool_bytes ? chunk_bytes - at
						     : pool_bytes);
}

/* Until all is written, what was there before is right as well. */
static void
prepare_writes(struct job *job, struct transfer *transfer)
{
	fill_pool(job);
	transfer->generation = job->generation;
	if (transfer->kind->creates || job->transfer.foreign)
		return;
	assert(chunk_newest(job) < 255);
	transfer->generation = chunk_newest(job) + 1;
	job->generation_newest = transfer->generation;
}

int
transfer_prepare(struct job *job, const struct transfer_kind *kind)
{
	bool writes = kind->writes || job->transfer.mix_percent;
	struct transfer *transfer;

	if (job->file_bytes < job->chunk_bytes)
		return error_set(job->error, ERROR_RUN,
				 "'%s' is smaller than one transfer of %" PRIu64
				 " bytes",
				 job->file->name, job->chunk_bytes);
	transfer = mem_alloc(1, sizeof *transfer);
	transfer->kind = kind;
	transfer->next = choose_next(job, kind);
	transfer->move = choose_move(job, kind);
	transfer->stretch = choose_stretch(job, transfer);
	find_places(job, transfer);
	if (job->transfer.varied && transfer->length_units < 2)
		transfer->length_units = 2;
	if (writes)
		prepare_writes(job, transfer);
	job->state = transfer;
	if (job->transfer.depth > 1)
		transfer_queue_init(job, transfer);
	return 0;
}

static void
begin_course(struct course *course, struct job *job, struct transfer *transfer)
{
	course_of_chunks(course, job);
	course->bytes = 0; /* counted by the transfer */
	if (!transfer->kind->counts_bytes)
		course->work = 1;
	transfer->due_ns = clock_now_ns() + job->transfer.offset_ns;
}

int
transfer_run(struct job *job)
{
	struct transfer *transfer = job->state;
	struct course course;
	int status;

	begin_course(&course, job, transfer);
	if (transfer->kind->order == TRANSFER_ZONES)
		status = transfer_run_zones(job, &course);
	else
		status = course_run(&course, job, transfer->stretch);
	if (transfer->queue && transfer_queue_drain(job, status == 0) != 0)
		status = -1;
	if (status != 0)
		return -1;
	if (!transfer->kind->writes && !job->transfer.mix_percent)
		return 0;
	if (transfer->kind->flushes)
		return 0;
	return course_flush(&course, job);
}

int
transfer_finish(struct job *job)
{
	struct transfer *transfer = job->state;

	transfer_queue_free(transfer->queue);
	free(transfer);
	job->state = NULL;
	return 0;
}
