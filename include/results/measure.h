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
	const struct window_log *const *logs; /* each worker's */
	size_t log_count;
	bool moves_bytes; /* rate is meaningful (block, char, raw) */
	bool counts_operations; /* ops is meaningful (seeks, files, raw) */
	/* Shorter than this is TOO_FAST; 0.5 s is bonnie++'s rule. */
	uint64_t too_fast_ns;
};

/* The one place where work is divided by time: fills the phase's quantities,
 * latency summary, latency bars and windows. Units: see quantity_table; CPU
 * figures are percent of one CPU. */
void measure_to_phase(const struct measure *measure,
		      struct phase_result *phase);

#endif
