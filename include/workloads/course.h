#ifndef WORKLOADS_COURSE_H
#define WORKLOADS_COURSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/clock.h"
#include "core/meter.h"

struct job;

/* The course of one timed run: operations 0 to total - 1, one after another,
 * with one clock reading each. The latency of an operation is the time since
 * the one before was done. */
struct course {
	uint64_t next; /* the operation that is due */
	uint64_t total; /* UINT64_MAX: known when the last one is done */
	uint64_t expected; /* a guess at such a total; 0: none */
	uint64_t last_ns; /* when the operation before was done */
	uint64_t deadline_ns; /* UINT64_MAX: none */
	atomic_bool *stop;
	struct meter *meter;
	uint64_t bytes; /* that an operation moves; 0: counted elsewhere */
	uint64_t work; /* of an operation in the windows: its bytes, or 1 */
	uint64_t window; /* operations in the first window; 0: as many as fit */
};

/* A loop over a stretch of the course: works while course_more(course, end)
 * and calls course_step after each operation. 0, or -1 with job->error. */
typedef int course_stretch(struct job *job, struct course *course,
			   uint64_t end);

/* A course through the data file in chunks, or of job->operations if that is
 * not 0, in windows of equal bytes. */
void course_of_chunks(struct course *course, const struct job *job);

/* A course of `total` operations, in windows of equal operations. It has no
 * deadline and counts no bytes. */
void course_of_operations(struct course *course, const struct job *job,
			  uint64_t total);

/* Runs the course window by window until its end, the deadline, the stop flag
 * or job->enough; counts operations and bytes up to there, also when the
 * stretch fails. */
int course_run(struct course *course, struct job *job, course_stretch *stretch);

/* What a course itself costs an operation here, in ns: the clock, the histogram
 * and the loop, median of short series without any work. */
double course_cost_ns(void);

/* Brings the data file to stable storage: part of the time, also counted
 * apart. Workers that share the file wait for the last one first, or the flush
 * of one would slow down the operations of another. Nothing when the run was
 * stopped or each write was flushed. */
int course_flush(struct course *course, struct job *job);

static inline bool
course_stopped(const struct course *course)
{
	return atomic_load_explicit(course->stop, memory_order_relaxed);
}

static inline bool
course_more(const struct course *course, uint64_t end)
{
	return course->next < end && course->last_ns < course->deadline_ns &&
	       !course_stopped(course);
}

/* An operation is done. */
static inline void
course_step(struct course *course)
{
	uint64_t now_ns = clock_now_ns();

	hist_add(&course->meter->latency, now_ns - course->last_ns);
	course->last_ns = now_ns;
	course->next++;
}

/* Several operations are done, which began at other times than when the one
 * before was done: the caller adds their latencies. */
static inline void
course_pass(struct course *course, uint64_t count, uint64_t now_ns)
{
	course->last_ns = now_ns;
	course->next += count;
}

/* What was done since the last step belongs to no operation. */
static inline void
course_skip(struct course *course)
{
	course->last_ns = clock_now_ns();
}

#endif
