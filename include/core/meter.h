#ifndef CORE_METER_H
#define CORE_METER_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hist.h"
#include "core/pattern.h"

/* The course of a phase: windows of equal work (bytes or operations). When
 * WINDOW_MAX of them are used, pairs are joined and the window doubles, so
 * that a phase of any length ends with 50 to 99 of them. */
enum { WINDOW_MAX = 100 };

struct window_log {
	uint64_t step; /* work in a window */
	size_t count; /* closed windows */
	uint64_t end_ns[WINDOW_MAX]; /* monotonic; window i ends here */
	uint64_t begin_ns; /* start of the first window */
	uint64_t tail_work; /* done since the last window; 0: all is in one */
	uint64_t tail_ns; /* when that ended */
	uint64_t place_work[WINDOW_MAX]; /* of windows that are places */
	/* Where the work of all closed windows is stored for another thread
	 * to display; NULL: nowhere. Starting a log leaves it. */
	atomic_uint_least64_t *published;
};

/* How far data came back from where it belongs, and how often; the first few
 * distances that were met. */
enum { METER_SHIFTS = 8 };

struct meter_shift {
	uint64_t bytes;
	uint64_t count;
};

/* What one worker counted. Never shared while it runs; merged after join. */
struct meter {
	uint64_t operations;
	uint64_t bytes;
	uint64_t mixed_written_bytes; /* of them, in a mix of both ways */
	uint64_t flush_ns; /* part of the work's time spent in fsync */
	uint64_t flushes;
	uint64_t errors;
	/* Random reads that were classified by the thread's block-input
	 * counter: hit = the operation caused no block input. */
	uint64_t probed;
	uint64_t probed_hits;
	uint64_t probed_miss_ns; /* summed latency of the misses */
	/* The misses that were seen: in the counts above one may stand for
	 * many. */
	uint64_t probed_misses_seen;
	/* Data checks: chunks looked at, chunks that were wrong. */
	uint64_t checked;
	uint64_t mismatched;
	uint64_t faults[PATTERN_FAULTS]; /* of them, by their first fault */
	struct meter_shift shifts[METER_SHIFTS]; /* of aliases */
	struct pattern_report first_fault; /* of the least offset */
	struct hist latency; /* one entry an operation */
	struct window_log windows;
};

void meter_clear(struct meter *meter);

/* Counts a chunk that was wrong. */
void meter_add_fault(struct meter *meter, const struct pattern_report *report);

/* Adds `from` into `to`. Windows are not merged (see window_log_spread):
 * `to` keeps its own. */
void meter_merge(struct meter *to, const struct meter *from);

/* Starts the log at `now_ns` with windows of `step` units of work (at least
 * 1). A good first step is work / WINDOW_MAX + 1; for unknown work any small
 * step does. */
void window_log_start(struct window_log *log, uint64_t step, uint64_t now_ns);

/* Closes a window at `now_ns`. The caller calls it each time another
 * log->step of work is done. Returns the step that is in force now. */
uint64_t window_log_close(struct window_log *log, uint64_t now_ns);

/* The log ends at `now_ns`, with `work` in a last window that is not whole; 0:
 * there is none. */
void window_log_end(struct window_log *log, uint64_t work, uint64_t now_ns);

/* Closes a window that is a place of its own, with `work` of its own. Not to be
 * mixed with window_log_close(): there may be WINDOW_MAX, none are joined. */
void window_log_close_place(struct window_log *log, uint64_t work,
			    uint64_t now_ns);

/* Lays the work of all workers' logs over `slots` equal slots of wall time,
 * from the first begin to the last end (where workers end within a window of
 * each other, to the first of those ends: what comes later is not the rate of
 * all). Work of a
 * window is spread evenly over its time. Returns the number of entries in
 * `work` (0 when no window was closed); *slot_ns is how long one slot is. */
size_t window_log_spread(const struct window_log *const *logs, size_t log_count,
			 double *work, size_t slots, double *slot_ns);

#endif
