#include "io/engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "io/engine_file.h"
#include "io/uring_ring.h"

/* A request's length has 32 bits, and the kernel moves less than 2 GiB. */
enum { PIECE_BYTES = 1 << 30 };

struct uring {
	struct uring_ring ring;
	struct uring_setup setup;
	bool attached;
	pthread_t owner; /* when attached */
	unsigned under_way; /* pushed and not yet finished */
};

/* ---- a ring for the thread that uses it ---------------------------------- */

/* After an error requests may be left, and the system still moves bytes from
 * and to their buffers. */
static void
drain(struct uring *uring)
{
	uint64_t tag;
	int32_t result;

	while (uring->under_way > uring->ring.pushed) {
		if (uring_ring_pop(&uring->ring, &tag, &result))
			uring->under_way--;
		else if (uring_ring_wait(&uring->ring) != 0)
			break;
	}
	uring->under_way = 0;
}

static void
uring_detach(struct io_file *file)
{
	struct uring *uring = file->state;

	if (!uring->attached)
		return;
	drain(uring);
	uring_ring_close(&uring->ring);
	uring->attached = false;
}

static int
uring_attach(struct io_file *file)
{
	struct uring *uring = file->state;

	uring_detach(file);
	if (uring_ring_open(&uring->ring, file->calls, &uring->setup) != 0)
		return -1;
	uring->owner = pthread_self();
	uring->attached = true;
	return 0;
}

static int
be_attached(struct io_file *file)
{
	const struct uring *uring = file->state;

	if (uring->attached && pthread_equal(uring->owner, pthread_self()))
		return 0;
	return uring_attach(file);
}

static int
ring_failed(const struct io_file *file, int reason, struct error *error)
{
	const char *why = "";

	if (reason == ENOSYS)
		why = ", which needs Linux 5.6; want engine sync or direct";
	else if (reason == EPERM || reason == EACCES)
		why = ", which is forbidden here (kernel.io_uring_disabled or "
		      "a sandbox); want engine sync or direct";
	else if (reason == ENOMEM)
		why = ", want less depth or more locked memory (ulimit -l)";
	else if (reason == EINVAL)
		why = ", want less depth";
	return error_set_errno(error, reason, "cannot use io_uring on '%s'%s",
			       file->name, why);
}

/* Attaches and detaches, to learn here whether there is io_uring. */
static int
uring_open(struct io_file *file, const struct io_calls *calls,
	   const struct io_open *how, struct error *error)
{
	struct uring *uring;

	file->engine = &engine_uring;
	if (engine_file_open(file, calls, how, error) != 0)
		return -1;
	uring = mem_alloc(1, sizeof *uring);
	uring->setup = (struct uring_setup){
		.entries = how->depth ? how->depth : 1,
		.fd = file->fd,
		.buffer = how->buffer,
		.buffer_bytes = how->buffer_bytes,
	};
	file->state = uring;
	if (uring_attach(file) == 0) {
		uring_detach(file);
		return 0;
	}
	ring_failed(file, errno, error);
	file->state = NULL;
	free(uring);
	engine_file_close(file);
	return -1;
}

static int
uring_close(struct io_file *file)
{
	uring_detach(file);
	free(file->state);
	file->state = NULL;
	return engine_file_close(file);
}

/* ---- the queue -------------------------------------------------------------- */

static bool
push_rest(struct uring *uring, struct io_request *request)
{
	const struct uring_entry entry = {
		.verb = request->write ? URING_WRITE : URING_READ,
		.length_bytes = request->length_bytes - request->moved_bytes,
		.buffer = (char *)request->buffer + request->moved_bytes,
		.offset_bytes = request->offset_bytes + request->moved_bytes,
		.tag = (uintptr_t)request,
	};

	return uring_ring_push(&uring->ring, &entry);
}

/* Whether a request is over after a transfer that gave `result`. */
static bool
is_over(const struct io_file *file, struct io_request *request, int32_t result)
{
	if (result == -EINTR || result == -EAGAIN)
		return false;
	if (result <= 0) {
		/* A write that moves nothing could go on for ever. */
		if (result == 0)
			result = request->write ? -ENOSPC
						: (int32_t)request->moved_bytes;
		request->result = result;
		return true;
	}
	request->moved_bytes += (uint32_t)result;
	request->result = request->moved_bytes;
	return request->moved_bytes == request->length_bytes ||
	       (!request->write &&
		engine_read_ends_here(file, request->moved_bytes));
}

/* Takes what has finished. What has not goes back into the queue, which has
 * room for all that is under way. */
static unsigned
collect(struct io_file *file, struct io_request **done, unsigned capacity)
{
	struct uring *uring = file->state;
	unsigned count = 0;
	uint64_t tag;
	int32_t result;

	while (count < capacity &&
	       uring_ring_pop(&uring->ring, &tag, &result)) {
		struct io_request *request =
			(struct io_request *)(uintptr_t)tag;

		if (is_over(file, request, result))
			done[count++] = request;
		else
			push_rest(uring, request);
	}
	uring->under_way -= count;
	return count;
}

static int
enter(struct uring *uring, unsigned least, uint64_t most_ns)
{
	struct uring_ring *ring = &uring->ring;

	if (uring_ring_enter(ring, least, most_ns) == 0 || errno == EINTR)
		return 0;
	/* The kernel is short of something that finished requests give back. */
	if ((errno == EAGAIN || errno == EBUSY) &&
	    uring->under_way > ring->pushed)
		return uring_ring_wait(ring);
	return -1;
}

static int
uring_submit(struct io_file *file, struct io_request *const *requests,
	     unsigned count)
{
	struct uring *uring = file->state;

	if (be_attached(file) != 0)
		return -1;
	for (unsigned i = 0; i < count; i++) {
		requests[i]->moved_bytes = 0;
		if (uring->under_way == uring->setup.entries ||
		    !push_rest(uring, requests[i])) {
			errno = EBUSY;
			return -1;
		}
		uring->under_way++;
	}
	return 0;
}

static int
uring_reap(struct io_file *file, struct io_request **done, unsigned capacity,
	   unsigned least, uint64_t most_ns)
{
	struct uring *uring = file->state;
	bool entered = false;
	unsigned count;

	if (be_attached(file) != 0)
		return -1;
	count = collect(file, done, capacity);
	if (least > capacity)
		least = capacity;
	if (least > count + uring->under_way)
		least = count + uring->under_way;
	while (uring->ring.pushed || (!entered && !count) ||
	       (count < least && !(entered && most_ns))) {
		if (enter(uring, count < least ? least - count : 0, most_ns) !=
		    0)
			return -1;
		entered = true;
		count += collect(file, done + count, capacity - count);
	}
	return (int)count;
}

/* ---- one at a time ----------------------------------------------------------- */

/* With a queue under way there would be no telling whose result it is. */
static bool
is_busy(const struct uring *uring)
{
	if (uring->under_way)
		errno = EBUSY;
	return uring->under_way != 0;
}

static ssize_t
move(struct io_file *file, struct io_request *request)
{
	struct io_request *done;

	if (is_busy(file->state) || uring_submit(file, &request, 1) != 0 ||
	    uring_reap(file, &done, 1, 1, 0) < 0)
		return -1;
	if (request->result >= 0)
		return (ssize_t)request->result;
	errno = (int)-request->result;
	return -1;
}

static ssize_t
move_all(struct io_file *file, struct io_request *request, size_t length)
{
	size_t total = 0;

	for (;;) {
		size_t left = length - total;
		ssize_t moved;

		request->length_bytes =
			left < PIECE_BYTES ? (uint32_t)left : PIECE_BYTES;
		moved = move(file, request);
		if (moved < 0)
			return -1;
		total += (size_t)moved;
		if (total == length || moved < (ssize_t)request->length_bytes)
			return (ssize_t)total;
		request->buffer = (char *)request->buffer + moved;
		request->offset_bytes += (uint64_t)moved;
	}
}

static ssize_t
uring_read(struct io_file *file, void *buffer, size_t length,
	   uint64_t offset_bytes)
{
	struct io_request request = { .buffer = buffer,
				      .offset_bytes = offset_bytes };

	return length ? move_all(file, &request, length) : 0;
}

static ssize_t
uring_write(struct io_file *file, const void *buffer, size_t length,
	    uint64_t offset_bytes)
{
	/* Only read from, but a request serves both directions. */
	struct io_request request = { .buffer = (void *)(uintptr_t)buffer,
				      .offset_bytes = offset_bytes,
				      .write = true };

	return length ? move_all(file, &request, length) : 0;
}

static int
flush_once(struct uring *uring, int32_t *result)
{
	const struct uring_entry entry = { .verb = URING_FLUSH };
	uint64_t tag;

	if (!uring_ring_push(&uring->ring, &entry)) {
		errno = EBUSY;
		return -1;
	}
	while (!uring_ring_pop(&uring->ring, &tag, result))
		if (uring_ring_enter(&uring->ring, 1, 0) != 0 && errno != EINTR)
			return -1;
	return 0;
}

static int
uring_flush(struct io_file *file)
{
	struct uring *uring = file->state;
	int32_t result = 0;

	if (is_busy(uring) || be_attached(file) != 0)
		return -1;
	do
		if (flush_once(uring, &result) != 0)
			return -1;
	while (result == -EINTR || result == -EAGAIN);
	if (result == 0)
		return 0;
	errno = -result;
	return -1;
}

const struct engine engine_uring = {
	.name = "uring",
	.summary = "Linux io_uring, --depth requests at a time",
	.has_queue = true,
	.open = uring_open,
	.read = uring_read,
	.write = uring_write,
	.flush = uring_flush,
	.close = uring_close,
	.attach = uring_attach,
	.detach = uring_detach,
	.submit = uring_submit,
	.reap = uring_reap,
};
