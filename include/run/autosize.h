#ifndef RUN_AUTOSIZE_H
#define RUN_AUTOSIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct meter;
struct window_log;

/* When a phase that writes has written enough for its figure to stand for the
 * disk: many a disk is fast for some gigabytes and slow after them. All sizes
 * are one worker's. */
struct autosize {
	uint64_t least_bytes;
	uint64_t most_bytes;
	uint64_t step_bytes; /* looked at once in so many bytes */
	uint64_t least_ns;
	uint64_t most_ns;
};

/* 10 s and 60 s; sizes in all of `workers` workers. */
void autosize_init(struct autosize *rule, uint64_t least_bytes,
		   uint64_t most_bytes, unsigned workers);

/* Whether work in equal slots of time is steady: the largest and the least
 * differ by at most 20 % of the average, and the line fitted through them
 * rises or falls by at most 10 % of it from the first to the last (SNIA's
 * Performance Test Specification, steady state). Needs 3 slots or more. */
bool autosize_steady(const double *work, size_t slots);

/* True when `bytes` written along `log` are enough: at the most bytes or time;
 * or from the least bytes and time on, when the second half of the time was
 * steady. */
bool autosize_enough(const struct autosize *rule, const struct window_log *log,
		     uint64_t bytes);

/* `bytes` written as a size: whole steps, or all of it below one step. */
uint64_t autosize_round(const struct autosize *rule, uint64_t bytes);

/* A worker's use of a rule, as job->enough_context. */
struct autosize_watch {
	const struct autosize *rule;
	uint64_t next_bytes; /* 0 at first */
};

/* A job_enough: judges at every step. */
bool autosize_watch_enough(void *watch, const struct meter *meter);

#endif
