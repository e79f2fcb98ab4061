#ifndef RUN_PHASE_H
#define RUN_PHASE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/rng.h"
#include "observe/observer.h"
#include "observe/probe.h"
#include "results/result.h"
#include "run/buffers.h"

struct plan;
struct run_hooks;
struct settings;
struct workspace;

/* One run of a plan under way: what is the same for all of its phases, and
 * what one phase leaves to the next. */
struct run {
	const struct plan *plan;
	const struct settings *settings;
	struct workspace *workspace; /* NULL: none is needed */
	int target_fd; /* of a device or file that is the target; -1 */
	int seen_fd; /* of what is watched while a phase runs; -1 */
	const struct run_hooks *hooks;
	atomic_bool *stop;
	struct result *result;
	struct result aside; /* takes what unrecorded phases find */
	struct rng rng;
	uint64_t pattern_key; /* of this run */
	double own_cost_ns; /* of an operation */
	struct buffers buffers; /* of the workers */
	struct observer observer;
	bool below_tried;
	struct below_probe below; /* of the data file */
	bool zeros_tried;
	struct zeros_probe zeros; /* of the place; all-zero: not made */
	double seek_seconds; /* median of random reads; 0: none yet */
	struct error data_error; /* the first wrong data; the run goes on */
	/* Of the data files: the size of each, and the generations of what
	 * is in them. */
	uint64_t file_bytes;
	uint64_t found_bytes; /* the size that was found; 0: none was */
	unsigned oldest;
	unsigned newest;
};

/* Runs phase `index` of the plan and adds it to the result: complete, or
 * incomplete when *stop came, or failed. 0, or -1 with `error` after a failure.
 * Data that came back wrong is a finding and run->data_error, no failure. */
int phase_run(struct run *run, size_t index, struct error *error);

#endif
