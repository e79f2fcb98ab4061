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
	uint64_t slot; /* SEQUENTIAL, ZONES: of the next one */
	uint64_t stride;
	uint64_t units; /* varied: in the file, and in the longest + 1 */
	uint64_t length_units;
	uint64_t unit_bytes;
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

/* While a transfer is not due: sleep in pieces, so that the stop flag is seen,
 * and not up to the end, for a sleep ends late. */
enum {
	TRANSFER_NAP_MOST_NS = 20 * 1000 * 1000,
	TRANSFER_SPIN_NS = 150 * 1000,
};

/* Waits until the next transfer is due; false when the course ends before. */
bool transfer_await_due(struct course *course, uint64_t due_ns, uint64_t end);

/* Reads the beginning of each zone: as much as TRANSFER_ZONE_BYTES or, when the
 * course has a deadline, as its share of the time allows, one block at
 * least. */
int transfer_run_zones(struct job *job, struct course *course);

/* ---- with several requests under way (transfer_queue.c) ------------------ */

void transfer_queue_init(struct job *job, struct transfer *transfer);
void transfer_queue_free(struct transfer_queue *queue);
course_stretch transfer_queue_stretch;
course_stretch transfer_queue_checked; /* checks all that was read */
/* At a given rate. */
course_stretch transfer_queue_paced;
course_stretch transfer_queue_paced_checked;

/* Waits for what is under way when the course has ended. With `counted` it is
 * work that was done. 0, or -1 with job->error. */
int transfer_queue_drain(struct job *job, bool counted);

#endif
