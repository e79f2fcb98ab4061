#include "run/phase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/workspace.h"
#include "observe/view.h"
#include "platform/platform.h"
#include "results/measure.h"
#include "results/worth.h"
#include "run/cold.h"
#include "run/crew.h"
#include "run/judge.h"
#include "run/judge_command.h"
#include "run/judge_tree.h"
#include "run/plan.h"
#include "run/rounds.h"
#include "run/runner.h"
#include "run/team.h"
#include "run/ticker.h"
#include "run/watch.h"
#include "workloads/job.h"
#include "workloads/workload.h"

/* Their number is given, not their time: a fast device needs little of it. */
#define TRANSFERS_TOO_FAST_NS (UNITS_NS_PER_S / 50)

/* One phase under way. */
struct act {
	struct run *run;
	const struct phase_plan *phase;
	struct phase_result *result;
	struct team team;
	struct crew crew;
	struct ticker ticker;
	struct cold_start cold;
	unsigned rounds;
	bool direct_proven;
	struct phase_view view; /* for the observers */
};

static unsigned
flags_of(const struct act *act)
{
	return act->phase->workload->flags;
}

/* Of several workers' failures the first is the cause. */
static int
first_failure(const struct act *act, struct error *error)
{
	for (unsigned w = 0; w < act->team.count; w++)
		error_keep_first(error, &act->team.errors[w]);
	return error_set(error, ERROR_RUN, "test '%s' failed without a word",
			 act->phase->workload->key);
}

static int
command(struct act *act, enum crew_order order, struct error *error)
{
	struct crew_tick tick = { .context = &act->ticker,
				  .call = ticker_tick };

	if (crew_do(&act->crew, order, &tick) == 0)
		return 0;
	return first_failure(act, error);
}

/* Pages of before would hide those that writes leave behind. */
static bool
wants_evicted(const struct act *act)
{
	return (flags_of(act) & WORKLOAD_DATA_FILE) &&
	       !(flags_of(act) & WORKLOAD_READS) && act->phase->direct &&
	       act->run->settings->cache == CACHE_COLD;
}

static int
start_cold(struct act *act, struct error *error)
{
	const struct team *team = &act->team;

	act->cold.policy = wants_evicted(act) ? CACHE_COLD : act->phase->cache;
	act->cold.direct = act->phase->direct;
	if (flags_of(act) & WORKLOAD_COMMAND)
		return cold_start_target(&act->cold, &team->jobs[0], error);
	if (flags_of(act) & (WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY))
		return cold_start_tree(&act->cold, &team->jobs[0],
				       flags_of(act) & WORKLOAD_NEEDS_COPY,
				       error);
	if (!(flags_of(act) & WORKLOAD_READS) && !wants_evicted(act))
		return 0;
	if (act->phase->target)
		return cold_start_open(&act->cold, act->run->target_fd,
				       act->run->settings->target,
				       team->file_bytes, error);
	for (unsigned f = 0; f < act->phase->files && f < team->count; f++)
		if (cold_start_file(
			    &act->cold, workspace_fd(act->run->workspace),
			    team->names[f], team->file_bytes, error) < 0)
			return -1;
	return 0;
}

static bool
wants_round(const struct act *act)
{
	unsigned most = act->run->settings->rounds_most;
	const struct rounds rounds = {
		.count = act->rounds,
		.wall_ns = act->crew.interval.total.wall_ns,
		.elapsed_ns = clock_now_ns() - act->ticker.begin_ns,
	};

	return (flags_of(act) & WORKLOAD_ROUNDS) && !act->phase->unrecorded &&
	       !atomic_load(&act->crew.stop) && (!most || act->rounds < most) &&
	       rounds_go_on(&rounds);
}

/* What has been read by the round before is in memory again. */
static int
start_round_cold(struct act *act, struct error *error)
{
	if (!(flags_of(act) & WORKLOAD_TREE))
		return 0;
	return start_cold(act, error);
}

/* With fewer files the wait would take longer than what it keeps out. */
static bool
must_settle(const struct act *act)
{
	enum { FILES_LEAST = 8192 };

	return (flags_of(act) & WORKLOAD_ROUNDS) &&
	       act->phase->file_set.count >= FILES_LEAST;
}

/* What the round or the phase before deleted is no part of this one. */
static int
run_round(struct act *act, struct error *error)
{
	if (must_settle(act))
		platform_settle();
	act->ticker.round = ++act->rounds;
	act->ticker.round_ns = clock_now_ns();
	return command(act, CREW_RUN, error);
}

static int
run_rounds(struct act *act, struct error *error)
{
	act->ticker.begin_ns = act->ticker.round_ns = clock_now_ns();
	if (run_round(act, error) < 0)
		return -1;
	while (wants_round(act))
		if (command(act, CREW_BETWEEN, error) < 0 ||
		    start_round_cold(act, error) < 0 ||
		    run_round(act, error) < 0)
			return -1;
	return 0;
}

/* The order of things: the observers' counters are taken right before and
 * after what is timed, which is run_rounds() alone. */
static int
perform(struct act *act, struct error *error)
{
	int status = command(act, CREW_PREPARE, error);

	act->direct_proven = act->phase->direct && team_is_direct(&act->team);
	if (status == 0 && !atomic_load(act->run->stop))
		watch_probe(act->run, act->phase, &act->team);
	if (status == 0)
		status = start_cold(act, error);
	if (status == 0 && !atomic_load(act->run->stop)) {
		watch_before(act->run, &act->team);
		status = run_rounds(act, error);
		watch_after(act->run);
		watch_look_at(&act->view, act->run, &act->team);
		if (status == 0 && !atomic_load(act->run->stop))
			watch_zeros(act->run, act->phase, &act->team);
	}
	if (command(act, CREW_FINISH, error) < 0)
		status = -1;
	if (team_close(&act->team, error) < 0)
		status = -1;
	return status;
}

/* What every worker has done of its file. */
static uint64_t
least_done_bytes(const struct team *team)
{
	uint64_t least_bytes = team->file_bytes;

	for (unsigned w = 0; w < team->count; w++)
		if (team->meters[w].bytes < least_bytes)
			least_bytes = team->meters[w].bytes;
	return least_bytes;
}

/* The data files are as long as the shortest of them, when a found size or a
 * time limit has ended the phase. */
static int
note_size(struct act *act, struct error *error)
{
	struct run *run = act->run;
	const struct phase_plan *phase = act->phase;
	uint64_t bytes = least_done_bytes(&act->team);

	run->oldest = run->newest = 0;
	if (phase->finds_size)
		run->found_bytes = bytes =
			autosize_round(&act->team.rule, bytes);
	run->file_bytes = bytes / phase->chunk_bytes * phase->chunk_bytes;
	if (atomic_load(run->stop) && !phase->finds_size)
		return 0;
	run->result->size_bytes = run->file_bytes * phase->files;
	return team_cut_files(&act->team, run->file_bytes, error);
}

static void
note_generation(const struct act *act)
{
	struct run *run = act->run;

	run->newest++;
	if ((flags_of(act) & WORKLOAD_BYTES) &&
	    !(flags_of(act) & WORKLOAD_TRANSFERS) &&
	    least_done_bytes(&act->team) == run->file_bytes)
		run->oldest = run->newest;
}

/* What the phase leaves in the data files. */
static int
note_data(struct act *act, struct error *error)
{
	bool writes = (flags_of(act) & WORKLOAD_WRITES) || act->phase->writes;

	if (!writes || act->phase->own_file || act->phase->target ||
	    !(flags_of(act) & WORKLOAD_DATA_FILE))
		return 0;
	if (flags_of(act) & WORKLOAD_CREATES)
		return note_size(act, error);
	note_generation(act);
	return 0;
}

/* The times of a tree test are those of one round, as time(1) tells them. */
static void
fill_tree_times(struct act *act)
{
	static const enum quantity_id ids[] = { QUANTITY_WALL,
						QUANTITY_USER_TIME,
						QUANTITY_SYS_TIME,
						QUANTITY_FLUSH_TIME };

	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		act->result->quantities[ids[i]].value /= act->rounds;
}

static void
fill_tree(struct act *act, uint64_t operations)
{
	const struct team *team = &act->team;
	struct tree_counts counts = { 0 };

	act->result->quantities[QUANTITY_FILES] =
		quantity_known((double)(operations / act->rounds));
	fill_tree_times(act);
	for (unsigned w = 0; w < team->count; w++)
		tree_counts_add(&counts, &team->jobs[w].tree_counts);
	judge_rounds(act->rounds, act->result);
	judge_tree(&counts, act->result, &act->run->data_error);
	if (strcmp(act->phase->workload->key, "tree-copy") == 0)
		judge_copy(act->run->settings->copy_method, act->result);
}

static void
fill_figures(struct act *act)
{
	const struct team *team = &act->team;
	struct measure *measure = mem_alloc(1, sizeof *measure);
	const struct window_log **logs = mem_alloc(team->count, sizeof *logs);

	measure->span = act->crew.interval.total;
	meter_clear(&measure->total);
	for (unsigned w = 0; w < team->count; w++) {
		meter_merge(&measure->total, &team->meters[w]);
		logs[w] = &team->meters[w].windows;
	}
	measure->logs = logs;
	measure->log_count = team->count;
	measure->logs_operations =
		workload_logs_operations(act->phase->workload);
	measure->moves_bytes = flags_of(act) & WORKLOAD_BYTES;
	measure->counts_operations = flags_of(act) & WORKLOAD_OPERATIONS;
	measure->windows_are_places = flags_of(act) & WORKLOAD_ZONES;
	measure->too_fast_ns = flags_of(act) & WORKLOAD_TRANSFERS
				       ? TRANSFERS_TOO_FAST_NS
				       : ROUNDS_TOO_FAST_NS;
	measure_to_phase(measure, act->result);
	if (flags_of(act) & WORKLOAD_DIRECTORY)
		act->result->quantities[QUANTITY_FILES] =
			quantity_known((double)act->phase->file_set.count);
	if (flags_of(act) & WORKLOAD_TREE)
		fill_tree(act, measure->total.operations);
	judge_flush(&measure->total, team->count, act->result);
	judge_cost(act->run->own_cost_ns, act->result);
	judge_data(&measure->total, act->result, &act->run->data_error);
	watch_judge(&act->view, act->run,
		    &(struct watched){ .phase = act->phase,
				       .team = team,
				       .cold = &act->cold,
				       .span = &measure->span,
				       .total = &measure->total },
		    act->result);
	if (flags_of(act) & WORKLOAD_COMMAND)
		judge_command(&act->view, &team->jobs[0].command.end,
			      act->result);
	free(logs);
	free(measure);
}

static void
fill_failed(struct act *act)
{
	struct quantity failed = { .state = QUANTITY_FAILED };
	struct quantity *quantities = act->result->quantities;

	act->result->state = PHASE_FAILED;
	if (flags_of(act) & WORKLOAD_BYTES)
		quantities[QUANTITY_RATE] = failed;
	if (flags_of(act) & WORKLOAD_OPERATIONS)
		quantities[QUANTITY_OPS] = failed;
	quantities[QUANTITY_CPU] = failed;
}

static void
record(struct act *act, int status)
{
	if (status < 0) {
		fill_failed(act);
		return;
	}
	if (flags_of(act) &
	    (WORKLOAD_READS | WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY))
		cold_start_judge(&act->cold, act->result);
	if (act->phase->direct)
		judge_direct(act->direct_proven, act->result);
	if (flags_of(act) &
	    (WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY | WORKLOAD_COMMAND))
		cold_start_judge_metadata(&act->cold, act->result);
	fill_figures(act);
	if (act->run->settings->strict)
		phase_withhold(act->result);
	act->result->state =
		atomic_load(act->run->stop) ? PHASE_INCOMPLETE : PHASE_COMPLETE;
}

static struct phase_result *
add_result(struct run *run, const struct phase_plan *phase)
{
	return result_add_phase(phase->unrecorded ? &run->aside : run->result,
				phase->workload->key);
}

int
phase_run(struct run *run, size_t index, struct error *error)
{
	struct act *act = mem_alloc(1, sizeof *act);
	const struct phase_plan *phase = &run->plan->phases[index];
	int status = -1;

	act->run = run;
	act->phase = phase;
	act->result = add_result(run, phase);
	act->ticker = (struct ticker){ .run = run,
				       .team = &act->team,
				       .crew = &act->crew,
				       .index = index };
	team_init(&act->team, run, phase, (unsigned)index);
	ticker_tell(&act->ticker, PROGRESS_BEGIN);
	if (team_open(&act->team, error) < 0 ||
	    crew_start(&act->crew, phase->workload, act->team.jobs,
		       act->team.count, error) < 0)
		goto release;
	act->crew.time_limit_ns = phase->time_limit_ns;
	status = perform(act, error);
	if (status == 0)
		status = note_data(act, error);
	if (status == 0)
		ticker_tell(&act->ticker, PROGRESS_END);
	crew_end(&act->crew);
release:
	record(act, status);
	team_release(&act->team);
	free(act);
	return status;
}
