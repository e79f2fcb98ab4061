#ifndef WORKLOADS_TRANSFER_STATE_H
#define WORKLOADS_TRANSFER_STATE_H

#include <stdint.h>

#include "io/engine.h"
#include "workloads/course.h"
#include "workloads/transfer.h"

struct job;
struct transfer;
struct transfer_queue;

/* What the parts of a transfer test share between prepare and finish. */

/* Fills in where the next transfer goes, how long it is, and its direction. */
typedef void transfer_next(struct job *job, struct transfer *transfer,
			   struct io_request *request);

/* Makes one transfer; 0, or -1 with job->error. */
typedef int transfer_move(struct job *job, struct transfer *transfer,
			  const struct io_request *request);

struct transfer {
	const struct transfer_kind *kind;
	transfer_next *next;
	transfer_move *move;
	course_stretch *stretch;
	uint64_t slots; /* blocks in the file */
	uint64_t slot; /* SEQUENTIAL: of the next one */
	uint64_t stride;
	uint64_t units; /* varied: in the file, and in the longest + 1 */
	uint64_t length_units;
	uint64_t unit_bytes;
	uint64_t zones; /* ZONES: how many, blocks in each, and next ones */
	uint64_t zone_slots;
	uint64_t zone;
	uint64_t zone_slot;
	unsigned generation; /* of what is written */
	uint64_t due_ns; /* open loop: of the next one */
	struct transfer_queue *queue; /* NULL: depth 1 */
};

/* The data to write at an offset: the pool, which holds a copy of its
 * beginning behind its end, stamped. */
const void *transfer_data(struct job *job, const struct transfer *transfer,
			  const struct io_request *request);

/* Checks what was read, when it is in the sample. */
void transfer_check(struct job *job, struct course *course,
		    const struct io_request *request);

/* The error of a transfer that moved `moved` bytes (-1 with errno) instead of
 * all of them. Returns -1. */
int transfer_failed(struct job *job, const struct io_request *request,
		    int64_t moved);

/* ---- with several requests under way (transfer_queue.c) ------------------ */

void transfer_queue_init(struct job *job, struct transfer *transfer);
void transfer_queue_free(struct transfer_queue *queue);
course_stretch transfer_queue_stretch;
course_stretch transfer_queue_checked; /* checks all that was read */

/* Waits for what is under way when the course has ended. With `counted` it is
 * work that was done. 0, or -1 with job->error. */
int transfer_queue_drain(struct job *job, bool counted);

#endif
