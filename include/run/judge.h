#ifndef RUN_JUDGE_H
#define RUN_JUDGE_H

#include <stdbool.h>

struct error;
struct meter;
struct phase_result;

/* Finding "direct-io", for a phase that was to go past the page cache: whether
 * its descriptors were in that mode while it ran. */
void judge_direct(bool proven, struct phase_result *phase);

/* What the meters alone tell about a phase whose quantities are filled. */

/* Finding "flush-share": how much of the workers' time went into flushes. None
 * where nothing was flushed. */
void judge_flush(const struct meter *total, unsigned workers,
		 struct phase_result *phase);

/* Finding "own-cost": what measuring an operation costs, and what share of the
 * median operation that is. None where no latencies are known. */
void judge_cost(double cost_ns, struct phase_result *phase);

/* Finding "data-check": whether the chunks that were looked at were right. When
 * some were not, the phase is invalid and `error` says so. None where nothing
 * was looked at. */
void judge_data(const struct meter *total, struct phase_result *phase,
		struct error *error);

#endif
