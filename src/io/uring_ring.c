#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/io_uring.h>)
#define HAVE_IO_URING 1
#define _GNU_SOURCE
#endif
#endif

#include "io/uring_ring.h"

#include <errno.h>
#include <string.h>

#include "io/calls.h"

#ifdef HAVE_IO_URING

#include <linux/io_uring.h>
#include <linux/time_types.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Newer than some headers; a kernel that does not know them says EINVAL. */
#ifndef IORING_SETUP_COOP_TASKRUN
#define IORING_SETUP_COOP_TASKRUN (1U << 8)
#endif
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1U << 13)
#endif

enum { NS_PER_S = 1000000000, NAP_MOST_NS = 100 * 1000 };

/* The best first. Completion work that is put off until the next enter
 * interrupts nothing in between. */
static const unsigned setups[] = {
	IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
	IORING_SETUP_COOP_TASKRUN,
	0,
};

/* ---- making and unmaking ------------------------------------------------- */

static int
register_with(int fd, unsigned what, const void *argument, unsigned count)
{
	return (int)syscall(SYS_io_uring_register, fd, what, argument, count);
}

static int
set_up(unsigned entries, struct io_uring_params *parameters)
{
	int fd = -1;

	for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
		memset(parameters, 0, sizeof *parameters);
		parameters->flags = setups[i];
		fd = (int)syscall(SYS_io_uring_setup, entries, parameters);
		if (fd >= 0 || errno != EINVAL)
			break;
	}
	return fd;
}

static unsigned *
word_at(const struct uring_ring *ring, uint32_t offset)
{
	return (unsigned *)(void *)((char *)ring->queues + offset);
}

static int
map_queues(struct uring_ring *ring, const struct io_uring_params *parameters)
{
	const struct io_sqring_offsets *sq = &parameters->sq_off;
	const struct io_cqring_offsets *cq = &parameters->cq_off;
	size_t sq_bytes = sq->array + parameters->sq_entries * sizeof(unsigned);
	size_t cq_bytes =
		cq->cqes + parameters->cq_entries * sizeof(struct io_uring_cqe);
	int flags = MAP_SHARED | MAP_POPULATE;
	void *sqes;

	ring->queues_bytes = sq_bytes > cq_bytes ? sq_bytes : cq_bytes;
	ring->sqes_bytes = parameters->sq_entries * sizeof(struct io_uring_sqe);
	ring->queues = mmap(NULL, ring->queues_bytes, PROT_READ | PROT_WRITE,
			    flags, ring->fd, IORING_OFF_SQ_RING);
	if (ring->queues == MAP_FAILED)
		return -1;
	sqes = mmap(NULL, ring->sqes_bytes, PROT_READ | PROT_WRITE, flags,
		    ring->fd, IORING_OFF_SQES);
	if (sqes == MAP_FAILED) {
		munmap(ring->queues, ring->queues_bytes);
		return -1;
	}
	ring->sqes = sqes;
	ring->cqes = (struct io_uring_cqe *)(void *)word_at(ring, cq->cqes);
	ring->sq_tail = word_at(ring, sq->tail);
	ring->cq_head = word_at(ring, cq->head);
	ring->cq_tail = word_at(ring, cq->tail);
	ring->sq_mask = *word_at(ring, sq->ring_mask);
	ring->cq_mask = *word_at(ring, cq->ring_mask);
	ring->sq_entries = parameters->sq_entries;
	/* Slot i of the queue is always entry i. */
	for (unsigned i = 0; i < parameters->sq_entries; i++)
		word_at(ring, sq->array)[i] = i;
	return 0;
}

/* All of this only makes requests cheaper: what is refused, by an old kernel
 * or by the limit of locked memory, is done without. */
static void
register_all(struct uring_ring *ring, const struct uring_setup *setup)
{
	struct iovec buffer = { setup->buffer, setup->buffer_bytes };
	struct io_uring_rsrc_update own = {
		.offset = UINT32_MAX,
		.data = (uint64_t)(unsigned)ring->fd,
	};

	ring->file_registered = register_with(ring->fd, IORING_REGISTER_FILES,
					      &setup->fd, 1) == 0;
	if (setup->buffer &&
	    register_with(ring->fd, IORING_REGISTER_BUFFERS, &buffer, 1) == 0) {
		ring->fixed_begin = (uintptr_t)setup->buffer;
		ring->fixed_end = ring->fixed_begin + setup->buffer_bytes;
	}
	ring->enter_fd = ring->fd;
	ring->enter_flags = IORING_ENTER_GETEVENTS;
#ifdef IORING_ENTER_REGISTERED_RING
	if (register_with(ring->fd, IORING_REGISTER_RING_FDS, &own, 1) == 1) {
		ring->enter_fd = (int)own.offset;
		ring->enter_flags |= IORING_ENTER_REGISTERED_RING;
	}
#endif
}

int
uring_ring_open(struct uring_ring *ring, const struct io_calls *calls,
		const struct uring_setup *setup)
{
	struct io_uring_params parameters;
	int reason;

	memset(ring, 0, sizeof *ring);
	ring->calls = calls;
	ring->file_fd = setup->fd;
	ring->fd = set_up(setup->entries, &parameters);
	if (ring->fd < 0)
		return -1;
	errno = ENOSYS;
	/* That came with Linux 5.6, as did reads without a vector. */
#ifdef IORING_ENTER_EXT_ARG
	ring->can_time_out = parameters.features & IORING_FEAT_EXT_ARG;
#endif
	if ((parameters.features & IORING_FEAT_SINGLE_MMAP) &&
	    (parameters.features & IORING_FEAT_RW_CUR_POS) &&
	    map_queues(ring, &parameters) == 0) {
		register_all(ring, setup);
		return 0;
	}
	reason = errno;
	close(ring->fd);
	ring->fd = -1;
	errno = reason;
	return -1;
}

void
uring_ring_close(struct uring_ring *ring)
{
	if (ring->fd < 0)
		return;
#ifdef IORING_ENTER_REGISTERED_RING
	if (ring->enter_flags & IORING_ENTER_REGISTERED_RING) {
		struct io_uring_rsrc_update own = {
			.offset = (uint32_t)ring->enter_fd,
		};

		register_with(ring->fd, IORING_UNREGISTER_RING_FDS, &own, 1);
	}
#endif
	if (ring->file_registered)
		register_with(ring->fd, IORING_UNREGISTER_FILES, NULL, 0);
	if (ring->fixed_end)
		register_with(ring->fd, IORING_UNREGISTER_BUFFERS, NULL, 0);
	munmap(ring->sqes, ring->sqes_bytes);
	munmap(ring->queues, ring->queues_bytes);
	close(ring->fd);
	ring->fd = -1;
}

/* ---- the queues ------------------------------------------------------------ */

static uint8_t
operation(enum uring_verb verb, bool fixed)
{
	switch (verb) {
	case URING_READ:
		return fixed ? IORING_OP_READ_FIXED : IORING_OP_READ;
	case URING_WRITE:
		return fixed ? IORING_OP_WRITE_FIXED : IORING_OP_WRITE;
	case URING_FLUSH:
		break;
	}
	return IORING_OP_FSYNC;
}

bool
uring_ring_push(struct uring_ring *ring, const struct uring_entry *entry)
{
	uintptr_t begin = (uintptr_t)entry->buffer;
	bool fixed = begin >= ring->fixed_begin && begin < ring->fixed_end &&
		     entry->length_bytes <= ring->fixed_end - begin;
	unsigned tail = *ring->sq_tail;
	struct io_uring_sqe *sqe;

	if (ring->pushed == ring->sq_entries)
		return false;
	sqe = &ring->sqes[tail & ring->sq_mask];
	memset(sqe, 0, sizeof *sqe);
	sqe->opcode = operation(entry->verb, fixed);
	if (ring->file_registered)
		sqe->flags = IOSQE_FIXED_FILE; /* number 0 */
	else
		sqe->fd = ring->file_fd;
	sqe->off = entry->offset_bytes;
	sqe->addr = begin;
	sqe->len = entry->length_bytes;
	sqe->user_data = entry->tag;
	__atomic_store_n(ring->sq_tail, tail + 1, __ATOMIC_RELEASE);
	ring->pushed++;
	return true;
}

int
uring_ring_wait(struct uring_ring *ring)
{
	const struct io_calls *calls = ring->calls;
	const struct uring_enter enter = { .fd = ring->enter_fd,
					   .least = 1,
					   .flags = ring->enter_flags };

	return calls->ring_enter(calls->self, &enter) < 0 && errno != EINTR ? -1
									    : 0;
}

/* Instead of a wait that would have no end. */
static void
nap(uint64_t most_ns)
{
	uint64_t ns = most_ns < NAP_MOST_NS ? most_ns : NAP_MOST_NS;
	struct timespec time = { 0, (long)ns };

	nanosleep(&time, NULL);
}

int
uring_ring_enter(struct uring_ring *ring, unsigned least, uint64_t most_ns)
{
	const struct io_calls *calls = ring->calls;
	bool naps = most_ns && !ring->can_time_out;
	const struct uring_enter enter = {
		.fd = ring->enter_fd,
		.submit = ring->pushed,
		.least = naps ? 0 : least,
		.flags = ring->enter_flags,
		.most_ns = naps ? 0 : most_ns,
	};
	int taken = calls->ring_enter(calls->self, &enter);

	if (taken < 0)
		return errno == ETIME ? 0 : -1;
	ring->pushed -= (unsigned)taken;
	if (naps)
		nap(most_ns);
	return 0;
}

bool
uring_ring_pop(struct uring_ring *ring, uint64_t *tag, int32_t *result)
{
	unsigned head = *ring->cq_head;
	const struct io_uring_cqe *cqe;

	if (head == __atomic_load_n(ring->cq_tail, __ATOMIC_ACQUIRE))
		return false;
	cqe = &ring->cqes[head & ring->cq_mask];
	*tag = cqe->user_data;
	*result = cqe->res;
	__atomic_store_n(ring->cq_head, head + 1, __ATOMIC_RELEASE);
	return true;
}

#ifdef IORING_ENTER_EXT_ARG

static int
enter_for_a_time(const struct uring_enter *enter)
{
	const struct __kernel_timespec most = {
		.tv_sec = (long long)(enter->most_ns / NS_PER_S),
		.tv_nsec = (long long)(enter->most_ns % NS_PER_S),
	};
	const struct io_uring_getevents_arg argument = {
		.ts = (uintptr_t)&most
	};

	return (int)syscall(SYS_io_uring_enter, enter->fd, enter->submit,
			    enter->least, enter->flags | IORING_ENTER_EXT_ARG,
			    &argument, sizeof argument);
}

#endif

int
uring_system_enter(void *self, const struct uring_enter *enter)
{
	(void)self;
#ifdef IORING_ENTER_EXT_ARG
	if (enter->most_ns)
		return enter_for_a_time(enter);
#endif
	return (int)syscall(SYS_io_uring_enter, enter->fd, enter->submit,
			    enter->least, enter->flags, NULL, 0);
}

#else

static int
no_such_thing(void)
{
	errno = ENOSYS;
	return -1;
}

int
uring_ring_open(struct uring_ring *ring, const struct io_calls *calls,
		const struct uring_setup *setup)
{
	(void)calls;
	(void)setup;
	memset(ring, 0, sizeof *ring);
	ring->fd = -1;
	return no_such_thing();
}

void
uring_ring_close(struct uring_ring *ring)
{
	(void)ring;
}

bool
uring_ring_push(struct uring_ring *ring, const struct uring_entry *entry)
{
	(void)ring;
	(void)entry;
	return false;
}

int
uring_ring_enter(struct uring_ring *ring, unsigned least, uint64_t most_ns)
{
	(void)ring;
	(void)least;
	(void)most_ns;
	return no_such_thing();
}

int
uring_ring_wait(struct uring_ring *ring)
{
	(void)ring;
	return no_such_thing();
}

bool
uring_ring_pop(struct uring_ring *ring, uint64_t *tag, int32_t *result)
{
	(void)ring;
	(void)tag;
	(void)result;
	return false;
}

int
uring_system_enter(void *self, const struct uring_enter *enter)
{
	(void)self;
	(void)enter;
	return no_such_thing();
}

#endif
