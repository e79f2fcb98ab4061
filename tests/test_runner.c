#include "run/runner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/barrier.h"
#include "core/error.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/workspace.h"
#include "results/result.h"
#include "run/facts.h"
#include "run/header.h"
#include "run/plan.h"
#include "run/select.h"
#include "unit.h"
#include "workloads/job.h"
#include "workloads/workload.h"

/* What the hand-made workloads count; workers may run at once. */
static atomic_uint prepares, runs, betweens, finishes, ticks, done, turns;
static struct barrier meeting;

static char directory[64];
static struct settings settings;
static struct plan plan;
static struct phase_plan phases[4];
static struct workspace *workspace;
static struct result result;
static struct run_hooks hooks;
static atomic_bool stop;
static struct error error;

static void
make_place(const char *parent)
{
	snprintf(directory, sizeof directory, "%s/diskbench-test-XXXXXX",
		 parent);
	ck_assert_ptr_nonnull(mkdtemp(directory));
	workspace = workspace_create(directory, &error);
	ck_assert_msg(workspace != NULL, "%s", error.text);
}

static void
remove_place(void)
{
	ck_assert_int_eq(workspace_remove(workspace, NULL), 0);
	ck_assert_int_eq(rmdir(directory), 0);
}

/* For tests of many small files, which some file systems take long over. */
static void
move_to_memory(void)
{
	if (access("/dev/shm", W_OK | X_OK) != 0)
		return;
	remove_place();
	make_place("/dev/shm");
}

static void
set_up(void)
{
	make_place("/tmp");
	settings_init(&settings);
	settings.target = directory;
	settings.rounds_most = 1; /* nobody reads the figures */
	result_init(&result);
	hooks = (struct run_hooks){ 0 };
}

static void
tear_down(void)
{
	remove_place();
	result_release(&result);
}

static int
run(const struct plan *what)
{
	struct run_setup setup = { .plan = what,
				   .settings = &settings,
				   .workspace = workspace,
				   .hooks = &hooks,
				   .stop = &stop };

	return run_plan(&setup, &result, &error);
}

/* A plan of hand-made rows, each by `workers`. */
static void
plan_rows(const struct workload *const *rows, size_t count, unsigned workers)
{
	for (size_t i = 0; i < count; i++)
		phases[i] = (struct phase_plan){ .workload = rows[i],
						 .chunk_bytes = 8192,
						 .workers = workers,
						 .cache = CACHE_KEEP };
	plan = (struct plan){ .phases = phases, .phase_count = count };
}

static void
make_plan(const char *const *tests, size_t count)
{
	struct target_facts facts;

	settings.tests = tests;
	settings.test_count = count;
	ck_assert_int_eq(facts_gather(&facts, directory, true, &error), 0);
	ck_assert_msg(plan_make(&plan, &settings, &facts, &error) == 0, "%s",
		      error.text);
}

static const struct finding *
find(const char *key, const char *code)
{
	const struct phase_result *phase = result_find_phase(&result, key);

	ck_assert_msg(phase != NULL, "no phase '%s'", key);
	for (size_t i = 0; i < phase->finding_count; i++)
		if (strcmp(phase->findings[i].code, code) == 0)
			return &phase->findings[i];
	return NULL;
}

static int
count_prepare(struct job *job)
{
	(void)job;
	atomic_fetch_add(&prepares, 1);
	return 0;
}

static int
count_run(struct job *job)
{
	job->meter->operations++;
	atomic_fetch_add(&runs, 1);
	return 0;
}

static int
count_between(struct job *job)
{
	(void)job;
	atomic_fetch_add(&betweens, 1);
	return 0;
}

static int
count_finish(struct job *job)
{
	(void)job;
	atomic_fetch_add(&finishes, 1);
	return 0;
}

/* Ends only when all workers are in it. */
static int
meet(struct job *job)
{
	barrier_wait(&meeting);
	return count_run(job);
}

/* Ends only when told to. */
static int
run_until_stop(struct job *job)
{
	while (!atomic_load(job->stop))
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	return count_run(job);
}

static int
fail_one(struct job *job)
{
	if (job->worker == 1)
		return error_set(job->error, ERROR_RUN, "worker '1' is ill");
	return run_until_stop(job);
}

static int
fail_prepare(struct job *job)
{
	if (job->worker == 1)
		return error_set(job->error, ERROR_RUN, "cannot prepare '1'");
	return count_prepare(job);
}

static int
read_wrong(struct job *job)
{
	const struct pattern_report reports[] = {
		{ PATTERN_ALIAS, 8192, 8192 + (4 << 20), 0 },
		{ PATTERN_ALIAS, 4096, 4096 + (4 << 20), 0 },
		{ PATTERN_FLIPPED, 65536, 0, 2 },
	};

	job->meter->checked = 10;
	for (size_t i = 0; i < 3; i++)
		meter_add_fault(job->meter, &reports[i]);
	return count_run(job);
}

static uint64_t keys[2];

static int
note_key(struct job *job)
{
	keys[job->worker] = job->pattern.key;
	return count_run(job);
}

static const struct workload counting = {
	.key = "counting",
	.suite = "hand",
	.progress = "Counting",
	.flags = WORKLOAD_OPERATIONS,
	.prepare = count_prepare,
	.run = count_run,
	.between = count_between,
	.finish = count_finish,
};

static struct workload
variant(const char *key, int (*work)(struct job *job))
{
	struct workload row = counting;

	row.key = key;
	row.run = work;
	return row;
}

START_TEST(all_workers_run_at_the_same_time)
{
	struct workload row = variant("meet", meet);
	const struct workload *rows[] = { &row };

	barrier_init(&meeting, 7);
	plan_rows(rows, 1, 7);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_eq(runs, 7);
	ck_assert_uint_eq(prepares, 7);
	ck_assert_uint_eq(finishes, 7);
	ck_assert_int_eq(result.phases[0].state, PHASE_COMPLETE);
	barrier_release(&meeting);
}
END_TEST

START_TEST(a_short_phase_with_rounds_is_repeated)
{
	struct workload row = counting;
	const struct workload *rows[] = { &row };

	row.flags |= WORKLOAD_ROUNDS;
	settings.rounds_most = 0;
	plan_rows(rows, 1, 2);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_gt(runs, 2);
	ck_assert_uint_le(runs, 2000);
	ck_assert_uint_eq(betweens, runs - 2);
	ck_assert_uint_eq(prepares, 2);
	ck_assert_uint_eq(finishes, 2);
}
END_TEST

START_TEST(no_more_rounds_are_run_than_are_wanted)
{
	struct workload row = counting;
	const struct workload *rows[] = { &row };

	row.flags |= WORKLOAD_ROUNDS;
	settings.rounds_most = 3;
	plan_rows(rows, 1, 1);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_eq(runs, 3);
}
END_TEST

START_TEST(a_phase_without_rounds_is_run_once)
{
	const struct workload *rows[] = { &counting };

	plan_rows(rows, 1, 1);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_eq(runs, 1);
	ck_assert_uint_eq(betweens, 0);
	ck_assert_int_eq(result.phases[0].quantities[QUANTITY_OPS].state,
			 QUANTITY_TOO_FAST);
}
END_TEST

START_TEST(a_failing_worker_ends_the_others_and_the_run)
{
	struct workload row = variant("ill", fail_one);
	const struct workload *rows[] = { &counting, &row, &counting };

	plan_rows(rows, 3, 3);
	ck_assert_int_eq(run(&plan), -1);
	ck_assert_int_eq(error.kind, ERROR_RUN);
	ck_assert_str_eq(error.text, "worker '1' is ill");
	ck_assert_uint_eq(result.phase_count, 2);
	ck_assert_int_eq(result.phases[0].state, PHASE_COMPLETE);
	ck_assert_int_eq(result.phases[1].state, PHASE_FAILED);
	ck_assert_int_eq(result.phases[1].quantities[QUANTITY_OPS].state,
			 QUANTITY_FAILED);
	ck_assert_uint_eq(result.error_count, 1);
	ck_assert_str_eq(result.errors[0], error.text);
	ck_assert_uint_eq(finishes, 6);
}
END_TEST

START_TEST(what_was_not_prepared_is_not_run_or_finished)
{
	struct workload row = counting;
	const struct workload *rows[] = { &row };

	row.prepare = fail_prepare;
	plan_rows(rows, 1, 3);
	ck_assert_int_eq(run(&plan), -1);
	ck_assert_str_eq(error.text, "cannot prepare '1'");
	ck_assert_uint_eq(runs, 0);
	ck_assert_uint_eq(prepares, 2);
	ck_assert_uint_eq(finishes, 2);
}
END_TEST

static void
stop_at_a_tick(void *context, const struct progress *progress)
{
	(void)context;
	if (progress->event != PROGRESS_TICK)
		return;
	atomic_fetch_add(&ticks, 1);
	atomic_store(&stop, true);
}

START_TEST(the_stop_flag_makes_the_phase_incomplete)
{
	struct workload row = variant("endless", run_until_stop);
	const struct workload *rows[] = { &counting, &row, &counting };

	plan_rows(rows, 3, 2);
	hooks.progress = stop_at_a_tick;
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_ge(ticks, 1);
	ck_assert_uint_eq(result.phase_count, 2);
	ck_assert_int_eq(result.phases[0].state, PHASE_COMPLETE);
	ck_assert_int_eq(result.phases[1].state, PHASE_INCOMPLETE);
	ck_assert_uint_eq(result.error_count, 0);
	ck_assert_uint_eq(finishes, 4);
}
END_TEST

static void
stop_when_stuck(void *context, const struct progress *progress)
{
	(void)context;
	if (progress->event != PROGRESS_STUCK)
		return;
	ck_assert_uint_ge(progress->stuck_ns, settings.stuck_after_ns);
	atomic_fetch_add(&ticks, 1);
	atomic_store(&stop, true);
}

START_TEST(workers_that_come_nowhere_are_told)
{
	struct workload row = variant("stuck", run_until_stop);
	const struct workload *rows[] = { &row };

	settings.stuck_after_ns = 1000000;
	plan_rows(rows, 1, 2);
	hooks.progress = stop_when_stuck;
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_ge(ticks, 1);
	ck_assert_int_eq(result.phases[0].state, PHASE_INCOMPLETE);
}
END_TEST

START_TEST(what_measuring_costs_is_told)
{
	static const char *const tests[] = { "write" };
	const struct finding *finding;

	settings.size_given = true;
	settings.size_bytes = UNITS_MIB;
	make_plan(tests, 1);
	ck_assert_int_eq(run(&plan), 0);
	finding = find("write", "own-cost");
	ck_assert_ptr_nonnull(finding);
	ck_assert_int_eq(finding->verdict, VERDICT_OK);
	ck_assert(finding->value > 0);
	ck_assert_ptr_nonnull(strstr(finding->text, "own cost "));
	plan_release(&plan);
}
END_TEST

START_TEST(a_stop_before_the_run_runs_nothing)
{
	const struct workload *rows[] = { &counting };

	plan_rows(rows, 1, 1);
	atomic_store(&stop, true);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_eq(result.phase_count, 0);
	ck_assert_uint_eq(runs, 0);
}
END_TEST

START_TEST(wrong_data_is_told_after_the_whole_run)
{
	struct workload row = variant("wrong", read_wrong);
	const struct workload *rows[] = { &row, &counting };

	plan_rows(rows, 2, 2);
	ck_assert_int_eq(run(&plan), -1);
	ck_assert_int_eq(error.kind, ERROR_DATA);
	ck_assert_uint_eq(result.phase_count, 2);
	ck_assert_int_eq(result.phases[0].verdict, VERDICT_INVALID);
	ck_assert_int_eq(result.phases[0].state, PHASE_COMPLETE);
	ck_assert_double_eq(find("wrong", "data-check")->value, 6);
	ck_assert_ptr_nonnull(strstr(
		result.errors[0],
		"6 of 20 chunks that were checked came back wrong: 4 returned "
		"other blocks' data; wraps at 4 MiB of the file; 2 had flipped "
		"bits; the first at byte 4096, where that of byte 4198400 "
		"was"));
}
END_TEST

START_TEST(no_two_workers_write_the_same_data)
{
	struct workload row = variant("keys", note_key);
	const struct workload *rows[] = { &row };

	plan_rows(rows, 1, 2);
	ck_assert_int_eq(run(&plan), 0);
	ck_assert_uint_ne(keys[0], keys[1]);
}
END_TEST

static int
count_turn(void *context, size_t phase, struct error *why)
{
	(void)context;
	(void)why;
	atomic_fetch_add(&turns, 1);
	return phase == 2 ? -1 : 0;
}

static int
count_done(void *context, const struct result *so_far,
	   const struct phase_result *phase, struct error *why)
{
	(void)context;
	(void)why;
	ck_assert_ptr_eq(phase, &so_far->phases[so_far->phase_count - 1]);
	ck_assert_int_eq(phase->state, PHASE_COMPLETE);
	atomic_fetch_add(&done, 1);
	return 0;
}

START_TEST(hooks_are_called_for_results_alone)
{
	const struct workload *rows[] = { &counting, &counting, &counting };

	plan_rows(rows, 3, 1);
	phases[0].unrecorded = true;
	hooks.wait_turn = count_turn;
	hooks.phase_done = count_done;
	ck_assert_int_eq(run(&plan), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "no turn"));
	ck_assert_uint_eq(turns, 2);
	ck_assert_uint_eq(done, 1);
	ck_assert_uint_eq(runs, 2);
	ck_assert_uint_eq(result.phase_count, 1);
}
END_TEST

START_TEST(the_bonnie_suite_runs_and_reads_back_what_it_wrote)
{
	move_to_memory();
	settings.size_given = true;
	settings.size_bytes = 4 * UNITS_MIB;
	settings.workers = 2;
	settings.files.units = 1;
	settings.seeks = 200;
	settings.check_every = 1;
	make_plan(NULL, 0);
	ck_assert_int_eq(
		header_fill(&result, &plan, &settings, "diskbench", &error), 0);
	ck_assert_msg(run(&plan) == 0, "%s", error.text);
	ck_assert_uint_eq(result.phase_count, plan.phase_count);
	for (size_t i = 0; i < result.phase_count; i++)
		ck_assert_int_eq(result.phases[i].state, PHASE_COMPLETE);
	ck_assert_double_eq(find("read", "data-check")->value, 0);
	ck_assert_double_eq(find("seeks", "data-check")->value, 0);
	ck_assert_ptr_nonnull(find("write", "flush-share"));
	ck_assert_double_eq(
		result_quantity(&result, "ran-stat", QUANTITY_FILES).value,
		1024);
	ck_assert_uint_eq(result.size_bytes, 4 * UNITS_MIB);
	ck_assert_str_eq(result.tool, "diskbench");
	plan_release(&plan);
}
END_TEST

START_TEST(a_read_starts_cold_where_that_can_be_proven)
{
	static const char *const tests[] = { "read" };
	const struct finding *finding;
	struct target_facts facts;

	settings.size_given = true;
	settings.size_bytes = 8 * UNITS_MIB;
	make_plan(tests, 1);
	ck_assert_int_eq(facts_gather(&facts, directory, true, &error), 0);
	ck_assert_msg(run(&plan) == 0, "%s", error.text);
	ck_assert_uint_eq(result.phase_count, 1);
	finding = find("read", "cold-start");
	ck_assert_ptr_nonnull(finding);
	if (facts.cold_provable) {
		ck_assert(finding->value <= 0.02);
		ck_assert_int_eq(finding->verdict, VERDICT_OK);
		ck_assert_str_ne(finding->ruler, "");
	} else {
		ck_assert_int_ne(finding->verdict, VERDICT_OK);
	}
	plan_release(&plan);
}
END_TEST

START_TEST(a_warm_read_is_not_said_to_have_started_cold)
{
	static const char *const tests[] = { "read" };
	const struct finding *finding;

	settings.size_given = true;
	settings.size_bytes = 8 * UNITS_MIB;
	settings.cache = CACHE_WARM;
	make_plan(tests, 1);
	ck_assert_msg(run(&plan) == 0, "%s", error.text);
	finding = find("read", "start-state");
	if (finding)
		ck_assert(finding->value > 0.9 && isnan(finding->limit));
	finding = find("read", "cold-start");
	ck_assert(!finding || finding->verdict == VERDICT_UNCHECKED);
	plan_release(&plan);
}
END_TEST

START_TEST(the_size_that_was_found_is_that_of_later_phases)
{
	static const char *const tests[] = { "write", "putc", "read" };

	make_plan(tests, 3);
	ck_assert(plan.phases[0].finds_size);
	plan.least_size_bytes = plan.most_size_bytes = UNITS_MIB;
	ck_assert_msg(run(&plan) == 0, "%s", error.text);
	ck_assert_uint_eq(result.size_bytes, UNITS_MIB);
	ck_assert_uint_eq(result.phase_count, 3);
	ck_assert_str_eq(result.phases[2].key, "read");
	ck_assert_int_eq(result.phases[2].state, PHASE_COMPLETE);
	plan_release(&plan);
}
END_TEST

START_TEST(a_time_limit_leaves_a_shorter_file_to_read)
{
	static const char *const tests[] = { "write", "read" };

	settings.size_given = true;
	settings.size_bytes = UNITS_GIB;
	settings.time_limit_ns = 20 * 1000 * 1000;
	make_plan(tests, 2);
	ck_assert_msg(run(&plan) == 0, "%s", error.text);
	ck_assert_uint_le(result.size_bytes, UNITS_GIB);
	ck_assert_int_eq(result.phases[1].state, PHASE_COMPLETE);
	plan_release(&plan);
}
END_TEST

START_TEST(a_test_runs_alone)
{
	const struct workload *row = workload_at((size_t)_i);

	if (strcmp(row->suite, "bonnie") != 0)
		return;
	move_to_memory();
	settings.size_given = true;
	settings.size_bytes = UNITS_MIB;
	settings.seeks = 50;
	settings.files.units = 1;
	make_plan(&row->key, 1);
	ck_assert_msg(run(&plan) == 0, "%s: %s", row->key, error.text);
	ck_assert_uint_eq(result.phase_count, 1);
	ck_assert_str_eq(result.phases[0].key, row->key);
	ck_assert_int_eq(result.phases[0].state, PHASE_COMPLETE);
	plan_release(&plan);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("runner");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, no_two_workers_write_the_same_data);
	tcase_add_test(tests, all_workers_run_at_the_same_time);
	tcase_add_test(tests, a_short_phase_with_rounds_is_repeated);
	tcase_add_test(tests, no_more_rounds_are_run_than_are_wanted);
	tcase_add_test(tests, a_phase_without_rounds_is_run_once);
	tcase_add_test(tests, a_failing_worker_ends_the_others_and_the_run);
	tcase_add_test(tests, what_was_not_prepared_is_not_run_or_finished);
	tcase_add_test(tests, the_stop_flag_makes_the_phase_incomplete);
	tcase_add_test(tests, workers_that_come_nowhere_are_told);
	tcase_add_test(tests, what_measuring_costs_is_told);
	tcase_add_test(tests, a_stop_before_the_run_runs_nothing);
	tcase_add_test(tests, wrong_data_is_told_after_the_whole_run);
	tcase_add_test(tests, hooks_are_called_for_results_alone);
	tcase_add_test(tests,
		       the_bonnie_suite_runs_and_reads_back_what_it_wrote);
	tcase_add_test(tests, a_read_starts_cold_where_that_can_be_proven);
	tcase_add_test(tests, a_warm_read_is_not_said_to_have_started_cold);
	tcase_add_test(tests, the_size_that_was_found_is_that_of_later_phases);
	tcase_add_test(tests, a_time_limit_leaves_a_shorter_file_to_read);
	tcase_add_loop_test(tests, a_test_runs_alone, 0,
			    (int)select_row_count());
	return unit_run(tests);
}
