#ifndef WORKLOADS_TRANSFER_H
#define WORKLOADS_TRANSFER_H

#include <stdbool.h>

struct job;

/* Tests that move blocks to or from places of a device or a file: one loop for
 * all of them, with a queue, at a given rate, or one transfer after the
 * other. What is moved is told by the job: chunk_bytes, operations, file_bytes
 * and job->transfer. */

enum transfer_order {
	TRANSFER_SEQUENTIAL, /* workers that share a file take turns in it */
	TRANSFER_RANDOM,
	TRANSFER_ZONES, /* the beginnings of TRANSFER_ZONES_MOST zones */
};

/* At most so many zones, each one window and a place of its own; so much of each
 * where no time is given. */
enum { TRANSFER_ZONES_MOST = 50, TRANSFER_ZONE_BYTES = 64 << 20 };

/* A constant. */
struct transfer_kind {
	enum transfer_order order;
	bool writes;
	bool flushes; /* to stable storage after each write, in its latency */
	bool creates; /* the file is new: nothing was written before */
	bool counts_bytes; /* windows are of bytes, not of operations */
};

/* The three parts of a workload. */
int transfer_prepare(struct job *job, const struct transfer_kind *kind);
int transfer_run(struct job *job);
int transfer_finish(struct job *job);

#endif
