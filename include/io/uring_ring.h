#ifndef IO_URING_RING_H
#define IO_URING_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct io_calls;
struct io_uring_cqe;
struct io_uring_sqe;

/* One io_uring of Linux: the two shared queues and what is registered with
 * them. Elsewhere uring_ring_open() fails with ENOSYS. */
struct uring_ring {
	int fd; /* -1: closed */
	int enter_fd; /* the same, or its registered index */
	unsigned enter_flags;
	const struct io_calls *calls;
	/* Of the caller's entries, how many were pushed but not yet handed to
	 * the kernel. */
	unsigned pushed;
	bool file_registered;
	bool can_time_out; /* a wait in the kernel may have an end */
	int file_fd;
	uintptr_t fixed_begin, fixed_end; /* the registered buffer */
	/* Shared with the kernel. */
	unsigned *sq_tail, *cq_head, *cq_tail;
	unsigned sq_mask, cq_mask, sq_entries;
	struct io_uring_sqe *sqes;
	struct io_uring_cqe *cqes;
	void *queues;
	size_t queues_bytes, sqes_bytes;
};

struct uring_setup {
	unsigned entries;
	int fd; /* the data file */
	void *buffer; /* registered if it can be; may be NULL */
	size_t buffer_bytes;
};

enum uring_verb {
	URING_READ,
	URING_WRITE,
	URING_FLUSH,
};

struct uring_entry {
	enum uring_verb verb;
	uint32_t length_bytes;
	void *buffer;
	uint64_t offset_bytes;
	uint64_t tag; /* comes back with the result */
};

/* Makes a ring with whatever of single issuer, deferred task work, registered
 * file, buffer and ring this kernel has. It belongs to the thread that calls
 * this: no other may push, enter or pop. 0, or -1 with errno: ENOSYS without
 * io_uring or with one that is too old, EPERM where it is forbidden. */
int uring_ring_open(struct uring_ring *ring, const struct io_calls *calls,
		    const struct uring_setup *setup);

/* Nothing should be under way. From the ring's thread it also lets go of the file
 * at once; else the kernel does a little later. */
void uring_ring_close(struct uring_ring *ring);

/* Puts an entry into the queue; false when that is full. */
bool uring_ring_push(struct uring_ring *ring, const struct uring_entry *entry);

/* One system call: hands over what was pushed and waits until at least `least`
 * results are there, but no longer than `most_ns` (0: as long as it takes).
 * 0, also when that time is over, or -1 with errno, EINTR too. */
int uring_ring_enter(struct uring_ring *ring, unsigned least, uint64_t most_ns);

/* The same without handing over anything, until one result is there. */
int uring_ring_wait(struct uring_ring *ring);

/* Takes one result, bytes or -errno; false when there is none. */
bool uring_ring_pop(struct uring_ring *ring, uint64_t *tag, int32_t *result);

struct uring_enter {
	int fd; /* of the ring, or its registered index */
	unsigned submit; /* entries to take */
	unsigned least; /* results to wait for */
	unsigned flags;
	uint64_t most_ns; /* of the wait; 0: no end */
};

/* The system call itself, for io_calls. */
int uring_system_enter(void *self, const struct uring_enter *enter);

#endif
