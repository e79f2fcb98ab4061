#ifndef RUN_RUNNER_H
#define RUN_RUNNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct plan;
struct result;
struct phase_result;
struct settings;
struct workspace;

/* Called from the runner's own thread, never from a worker. */
struct progress {
	enum progress_event {
		PROGRESS_BEGIN, /* a phase starts */
		PROGRESS_TICK, /* a few times a second */
		PROGRESS_END, /* a phase is over */
		PROGRESS_STUCK, /* no work was done for stuck_ns */
	} event;
	const char *key;
	const char *text; /* "Writing intelligently" */
	size_t phase; /* 0-based, of `phases` */
	size_t phases;
	unsigned round; /* from 1, of those that the phase is repeated for */
	double done; /* 0 to 1, of this round; negative: not known */
	double rate; /* bytes/s or operations/s */
	bool rate_in_bytes;
	uint64_t elapsed_ns; /* of this phase */
	uint64_t left_ns; /* of this round; UINT64_MAX: not known */
	uint64_t stuck_ns;
	bool stopping; /* the workers finish their last call: a flush; at the
			* end: they were stopped before their work was done */
};

struct run_hooks {
	void *context;
	void (*progress)(void *context, const struct progress *progress);
	/* Before each phase that is a result: bonnie++'s -p/-y. NULL: nothing
	 * to wait for. Not 0 ends the run. */
	int (*wait_turn)(void *context, size_t phase, struct error *error);
	/* A finished phase, for --save; may be NULL. */
	int (*phase_done)(void *context, const struct result *so_far,
			  const struct phase_result *phase,
			  struct error *error);
};

struct run_setup {
	const struct plan *plan;
	const struct settings *settings;
	struct workspace *workspace; /* NULL when plan->target */
	const struct run_hooks *hooks; /* NULL: none */
	atomic_bool *stop;
};

/* What run_plan() would refuse before it touched the target: 0, or -1 with the
 * same error. */
int run_check(const struct plan *plan, const struct settings *settings,
	      struct error *error);

/* Runs every phase of one run of the plan in the workspace, into `result`
 * (header already filled). Finished phases are kept whatever happens. Returns
 * 0; -1 with `error` after a failure, or after the last phase when data came
 * back wrong (ERROR_DATA); what failed is in the result's errors too. *stop
 * ends it early: the phase that was running is marked incomplete, and 0 is
 * returned. */
int run_plan(const struct run_setup *setup, struct result *result,
	     struct error *error);

#endif
