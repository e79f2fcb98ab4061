#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "workloads/job.h"
#include "workloads/transfer_state.h"

/* One waits for a part of a deep queue at a time: a system call for each request
 * costs more than the rest of the queue can make good. */
enum { BATCHES_A_QUEUE = 4 };

/* Requests that are not under way lie on a stack. Each has a buffer of its own
 * behind the pool. */
struct transfer_queue {
	unsigned depth;
	unsigned idle_count;
	unsigned under_way;
	uint64_t issued;
	struct io_request *requests;
	struct io_request **idle;
	struct io_request **batch;
	struct io_request **done;
};

void
transfer_queue_init(struct job *job, struct transfer *transfer)
{
	unsigned depth = job->transfer.depth;
	struct transfer_queue *queue = mem_alloc(1, sizeof *queue);
	size_t chunk_bytes = (size_t)job->chunk_bytes;
	unsigned char *buffer = job->buffer;

	buffer += job->buffer_bytes - depth * chunk_bytes;
	queue->depth = depth;
	queue->requests = mem_alloc(depth, sizeof *queue->requests);
	queue->idle = mem_alloc(depth, sizeof *queue->idle);
	queue->batch = mem_alloc(depth, sizeof *queue->batch);
	queue->done = mem_alloc(depth, sizeof *queue->done);
	for (unsigned i = 0; i < depth; i++) {
		struct io_request *request = &queue->requests[i];

		request->buffer = buffer + i * chunk_bytes;
		request->length_bytes = (uint32_t)chunk_bytes;
		request->write = transfer->kind->writes;
		queue->idle[queue->idle_count++] = request;
	}
	transfer->queue = queue;
}

void
transfer_queue_free(struct transfer_queue *queue)
{
	if (!queue)
		return;
	free(queue->requests);
	free(queue->idle);
	free(queue->batch);
	free(queue->done);
	free(queue);
}

static bool
may_issue(const struct transfer_queue *queue, const struct course *course)
{
	return queue->idle_count && queue->issued < course->total;
}

/* Adds one request, whose latency counts from `begin_ns`, to the batch. */
static inline void
add_request(struct job *job, unsigned *count, uint64_t begin_ns)
{
	struct transfer *transfer = job->state;
	struct transfer_queue *queue = transfer->queue;
	struct io_request *request = queue->idle[--queue->idle_count];

	transfer->next(job, transfer, request);
	if (request->write)
		memcpy(request->buffer, transfer_data(job, transfer, request),
		       request->length_bytes);
	request->submitted_ns = begin_ns;
	queue->batch[(*count)++] = request;
	queue->issued++;
}

static int
submit(struct job *job, unsigned count)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;

	if (!count)
		return 0;
	if (job->file->engine->submit(job->file, queue->batch, count) != 0)
		return transfer_failed(job, queue->batch[0], -1);
	queue->under_way += count;
	return 0;
}

/* All that may be under way is. */
static int
issue(struct job *job, const struct course *course)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;
	unsigned count = 0;

	while (may_issue(queue, course))
		add_request(job, &count, course->last_ns);
	return submit(job, count);
}

/* All that is due and may be under way is. */
static int
issue_due(struct job *job, const struct course *course)
{
	struct transfer *transfer = job->state;
	unsigned count = 0;

	while (may_issue(transfer->queue, course) &&
	       transfer->due_ns <= course->last_ns) {
		add_request(job, &count, transfer->due_ns);
		transfer->due_ns += job->transfer.interval_ns;
	}
	return submit(job, count);
}

/* Takes finished requests back, at least `least` unless that takes longer than
 * `most_ns` (0: as long as it takes); how many, or -1. */
static int
take(struct job *job, unsigned most, unsigned least, uint64_t most_ns)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;
	int count = job->file->engine->reap(job->file, queue->done, most, least,
					    most_ns);

	if (count < 0)
		return error_set_errno(job->error, errno,
				       "cannot wait for '%s'", job->file->name);
	queue->under_way -= (unsigned)count;
	for (int i = 0; i < count; i++)
		queue->idle[queue->idle_count++] = queue->done[i];
	return count;
}

/* Counts what take() has taken; returns how many were good, all of them or
 * those before the first that was not. */
static int
count_done(struct job *job, int count, uint64_t now_ns)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;

	for (int i = 0; i < count; i++) {
		const struct io_request *request = queue->done[i];

		if (request->result != (int64_t)request->length_bytes) {
			errno = (int)-request->result;
			transfer_failed(job, request, request->result);
			return i;
		}
		hist_add(&job->meter->latency, now_ns - request->submitted_ns);
		job->meter->bytes += request->length_bytes;
		if (job->transfer.mix_percent && request->write)
			job->meter->mixed_written_bytes +=
				request->length_bytes;
	}
	return count;
}

/* Before the buffers are used again. What is submitted next must not have
 * waited for it. */
static void
check_done(struct job *job, struct course *course, int count)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;

	for (int i = 0; i < count; i++)
		transfer_check(job, course, queue->done[i]);
}

/* How many may be taken before the window ends. */
static unsigned
most_wanted(const struct job *job, const struct course *course, uint64_t end)
{
	unsigned depth = job->transfer.depth;
	uint64_t wanted = end - course->next;

	return wanted < depth ? (unsigned)wanted : depth;
}

/* 0, or -1 when taking has failed or one of the requests had. */
static inline int
pass_done(struct job *job, struct course *course, int count, bool checked)
{
	uint64_t now_ns;
	int good;

	if (count < 0)
		return -1;
	now_ns = clock_now_ns();
	good = count_done(job, count, now_ns);
	course_pass(course, (uint64_t)good, now_ns);
	if (checked)
		check_done(job, course, good);
	return good < count ? -1 : 0;
}

static inline int
keep_busy(struct job *job, struct course *course, uint64_t end, bool checked)
{
	unsigned batch = job->transfer.depth / BATCHES_A_QUEUE;

	while (course_more(course, end)) {
		unsigned most = most_wanted(job, course, end);
		unsigned least = batch < most ? batch : most;

		if (issue(job, course) != 0 ||
		    pass_done(job, course,
			      take(job, most, least ? least : 1, 0),
			      checked) != 0)
			return -1;
	}
	return 0;
}

int
transfer_queue_stretch(struct job *job, struct course *course, uint64_t end)
{
	return keep_busy(job, course, end, false);
}

int
transfer_queue_checked(struct job *job, struct course *course, uint64_t end)
{
	return keep_busy(job, course, end, true);
}

/* Until the next request is due, if it can go under way then; in pieces, so
 * that stop flag and deadline are seen. Shortly before, one only looks. */
static int
take_until_due(struct job *job, const struct course *course, unsigned most)
{
	const struct transfer *transfer = job->state;
	uint64_t left_ns = TRANSFER_NAP_MOST_NS;

	if (may_issue(transfer->queue, course)) {
		left_ns = transfer->due_ns - course->last_ns;
		if (left_ns <= TRANSFER_SPIN_NS)
			return take(job, most, 0, 0);
		left_ns -= TRANSFER_SPIN_NS;
		if (left_ns > TRANSFER_NAP_MOST_NS)
			left_ns = TRANSFER_NAP_MOST_NS;
	}
	return take(job, most, 1, left_ns);
}

/* Open loop: what finds the queue full is late, and counts as late. */
static inline int
keep_pace(struct job *job, struct course *course, uint64_t end, bool checked)
{
	struct transfer *transfer = job->state;
	struct transfer_queue *queue = transfer->queue;

	while (course_more(course, end)) {
		unsigned most = most_wanted(job, course, end);

		if (!queue->under_way &&
		    !transfer_await_due(course, transfer->due_ns, end))
			break;
		if (issue_due(job, course) != 0 ||
		    pass_done(job, course, take_until_due(job, course, most),
			      checked) != 0)
			return -1;
	}
	return 0;
}

int
transfer_queue_paced(struct job *job, struct course *course, uint64_t end)
{
	return keep_pace(job, course, end, false);
}

int
transfer_queue_paced_checked(struct job *job, struct course *course,
			     uint64_t end)
{
	return keep_pace(job, course, end, true);
}

int
transfer_queue_drain(struct job *job, bool counted)
{
	struct transfer_queue *queue = ((struct transfer *)job->state)->queue;

	while (queue->under_way) {
		int count = take(job, queue->depth, 1, 0);
		int good;

		if (count < 0)
			return -1;
		if (!counted)
			continue;
		good = count_done(job, count, clock_now_ns());
		job->meter->operations += (uint64_t)good;
		if (good < count)
			counted = false;
	}
	return job->error->kind == ERROR_NONE ? 0 : -1;
}
