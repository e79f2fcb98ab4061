#ifndef RESULTS_MEASURE_H
#define RESULTS_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/interval.h"
#include "core/meter.h"
#include "results/quantity.h"

struct phase_result;

/* Raw counts of a phase, all workers together. */
struct measure {
	struct span span;
	struct meter total;
	/* Each worker's; in bytes where moves_bytes is set and
	 * logs_operations is not, else in operations. */
	const struct window_log *const *logs;
	size_t log_count;
	bool logs_operations;
	bool moves_bytes; /* rate is meaningful (block, char, raw) */
	bool counts_operations; /* ops is meaningful (seeks, files, raw) */
	/* The windows are places, one after the other: each has a rate of its
	 * own. One log only. */
	bool windows_are_places;
	/* Shorter than this is TOO_FAST; 0.5 s is bonnie++'s rule. */
	uint64_t too_fast_ns;
};

/* The one place where work is divided by time: fills the phase's quantities
 * but FILES, the latency summary, latency bars (at most 200) and windows.
 * Units: see quantity_table; CPU figures are percent of one CPU. A phase
 * shorter than too_fast_ns has TOO_FAST rates and CPU figures; its times and
 * latencies are KNOWN. Bars and windows of an earlier call are replaced. */
void measure_to_phase(const struct measure *measure,
		      struct phase_result *phase);

/* How long the windows of a phase last together: its work, as its rate and time
 * have it, at their mean rate. What comes after the last window, a flush above
 * all, is not in it. 0 when that is not known. */
double phase_windows_s(const struct phase_result *phase);

#endif
