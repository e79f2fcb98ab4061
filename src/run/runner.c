#include "run/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "io/calls.h"
#include "io/engine.h"
#include "io/guard.h"
#include "io/workspace.h"
#include "results/result.h"
#include "run/phase.h"
#include "run/plan.h"
#include "run/watch.h"
#include "workloads/course.h"
#include "workloads/workload.h"

static void
run_init(struct run *run, const struct run_setup *setup)
{
	const struct settings *settings = setup->settings;
	const struct plan *plan = setup->plan;

	*run = (struct run){
		.plan = plan,
		.settings = settings,
		.workspace = setup->workspace,
		.target_fd = -1,
		.hooks = setup->hooks,
		.stop = setup->stop,
	};
	if (settings->random_count)
		rng_init_table(&run->rng, settings->random_table,
			       settings->random_count, 0);
	else
		rng_init(&run->rng, plan->seed);
	/* Not repeatable: what an earlier run has left must not pass. */
	run->pattern_key = rng_mix(plan->seed ^ rng_mix(clock_now_ns()));
	run->own_cost_ns = course_cost_ns();
	result_init(&run->aside);
}

static struct guard_request
guard_request_of(const struct settings *settings)
{
	return (struct guard_request){
		.path = settings->target,
		.destroy = settings->destroy,
		.destroy_signature = settings->destroy_signature,
	};
}

/* The first data file, to look at what it needs. 0, or -1. */
static int
open_first_file(const struct run *run, struct io_file *file)
{
	const struct io_open how = {
		.directory_fd = workspace_fd(run->workspace),
		.name = "data.0",
		.flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
		.mode = S_IRUSR | S_IWUSR,
		.direct = true,
		.depth = 1,
	};
	struct error unused = { 0 };

	return engine_direct.open(file, &io_system_calls, &how, &unused);
}

static bool
moves_chunks_directly(const struct phase_plan *phase)
{
	return phase->direct && (phase->workload->flags & WORKLOAD_DATA_FILE);
}

/* Chunks that the disk cannot take directly are refused before the first test,
 * not by the first of them that is direct. Where no file can be opened in
 * direct mode that test will say so. */
static int
check_chunk(const struct run *run, uint64_t chunk_bytes, struct error *error)
{
	struct io_file file = { 0 };
	int status = 0;

	if (open_first_file(run, &file) == 0) {
		status =
			engine_check_alignment(&file, NULL, chunk_bytes, error);
		engine_direct.close(&file);
	}
	unlinkat(workspace_fd(run->workspace), "data.0", 0);
	return status;
}

static int
check_chunks(const struct run *run, struct error *error)
{
	const struct plan *plan = run->plan;
	uint64_t checked_bytes = 0;

	for (size_t i = 0; i < plan->phase_count; i++) {
		const struct phase_plan *phase = &plan->phases[i];

		if (!moves_chunks_directly(phase) ||
		    phase->chunk_bytes == checked_bytes)
			continue;
		if (check_chunk(run, phase->chunk_bytes, error) < 0)
			return -1;
		checked_bytes = phase->chunk_bytes;
	}
	return 0;
}

/* A target that is written stays the guard's as long as the run lasts. */
static int
open_place(struct run *run, struct error *error)
{
	const struct settings *settings = run->settings;
	struct guard_request request = guard_request_of(settings);

	if (!run->plan->target) {
		watch_begin(run, workspace_fd(run->workspace));
		return check_chunks(run, error);
	}
	run->target_fd = run->plan->writes_target
				 ? guard_open_for_writing(&request, error)
				 : open(settings->target,
					O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (run->target_fd < 0)
		return error_set_errno(error, errno, "cannot open '%s'",
				       settings->target);
	watch_begin(run, run->target_fd);
	return 0;
}

static void
close_place(struct run *run)
{
	observer_release(&run->observer);
	if (run->target_fd >= 0)
		close(run->target_fd);
}

/* Whether the run goes on with this phase: 0, or -1; looks at *stop last. */
static int
begin_phase(struct run *run, size_t index, struct error *error)
{
	const struct phase_plan *phase = &run->plan->phases[index];
	const struct run_hooks *hooks = run->hooks;

	if (phase->fresh && run->workspace &&
	    workspace_empty(run->workspace, error) < 0)
		return -1;
	if (phase->unrecorded || !hooks || !hooks->wait_turn ||
	    atomic_load(run->stop))
		return 0;
	if (hooks->wait_turn(hooks->context, index, error) == 0)
		return 0;
	return error_set(error, ERROR_RUN, "no turn was had for test '%u'",
			 (unsigned)index);
}

static int
tell_done(struct run *run, size_t index, struct error *error)
{
	const struct run_hooks *hooks = run->hooks;
	const struct result *result = run->result;

	if (run->plan->phases[index].unrecorded || !hooks ||
	    !hooks->phase_done || atomic_load(run->stop))
		return 0;
	return hooks->phase_done(hooks->context, result,
				 &result->phases[result->phase_count - 1],
				 error);
}

static int
run_phases(struct run *run, struct error *error)
{
	for (size_t i = 0; i < run->plan->phase_count; i++) {
		if (atomic_load(run->stop))
			return 0;
		if (begin_phase(run, i, error) < 0)
			return -1;
		if (atomic_load(run->stop))
			return 0;
		if (phase_run(run, i, error) < 0 ||
		    tell_done(run, i, error) < 0)
			return -1;
	}
	return 0;
}

int
run_check(const struct plan *plan, const struct settings *settings,
	  struct error *error)
{
	struct guard_request request = guard_request_of(settings);

	return plan->writes_target ? guard_check(&request, error) : 0;
}

int
run_plan(const struct run_setup *setup, struct result *result,
	 struct error *error)
{
	struct error failure = { 0 };
	struct run run;
	int status;

	run_init(&run, setup);
	run.result = result;
	status = open_place(&run, &failure);
	if (status == 0)
		status = run_phases(&run, &failure);
	if (status < 0)
		result_add_error(result, failure.text);
	if (run.data_error.kind) {
		result_add_error(result, run.data_error.text);
		failure = run.data_error;
		status = -1;
	}
	if (status < 0 && error)
		*error = failure;
	buffers_release(&run.buffers);
	result_release(&run.aside);
	close_place(&run);
	return status;
}
