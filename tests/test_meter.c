#include <check.h>
#include <math.h>
#include <string.h>

#include "core/clock.h"
#include "core/interval.h"
#include "core/meter.h"
#include "unit.h"

enum { MS = 1000000, SLOTS = 10 };

static struct meter meter;
static struct window_log first, second;

static void
set_up(void)
{
	meter_clear(&meter);
}

START_TEST(a_cleared_meter_counts_nothing)
{
	ck_assert_uint_eq(meter.operations, 0);
	ck_assert_uint_eq(meter.bytes, 0);
	ck_assert_uint_eq(meter.latency.count, 0);
	ck_assert_uint_eq(meter.latency.min_ns, UINT64_MAX);
	ck_assert_uint_eq(meter.windows.count, 0);
}
END_TEST

/* A new counter that is not merged makes the sums differ. */
START_TEST(merging_adds_every_counter)
{
	static struct meter one, sum;

	meter_clear(&one);
	one.operations = UINT64_C(1) << 40;
	one.bytes = UINT64_C(1) << 62;
	one.flush_ns = 3;
	one.flushes = 4;
	one.errors = 5;
	one.probed = 6;
	one.probed_hits = 7;
	one.probed_miss_ns = 8;
	one.checked = 9;
	one.mismatched = 10;
	one.faults[PATTERN_ALIAS] = 10;
	one.shifts[0] = (struct meter_shift){ 4096, 10 };
	one.first_fault = (struct pattern_report){ PATTERN_ALIAS, 1, 4097, 0 };
	hist_add(&one.latency, 500);
	meter_clear(&sum);
	meter_merge(&sum, &one);
	ck_assert_mem_eq(&sum, &one, sizeof sum);
	meter_merge(&sum, &one);
	ck_assert_uint_eq(sum.operations, UINT64_C(1) << 41);
	ck_assert_uint_eq(sum.bytes, UINT64_C(1) << 63);
	ck_assert_uint_eq(sum.mismatched, 20);
	ck_assert_uint_eq(sum.latency.count, 2);
}
END_TEST

static void
add_alias(struct meter *to, uint64_t offset_bytes, uint64_t found_bytes)
{
	const struct pattern_report report = { PATTERN_ALIAS, offset_bytes,
					       found_bytes, 0 };

	meter_add_fault(to, &report);
}

START_TEST(the_distances_of_aliases_and_the_first_of_all_faults_are_kept)
{
	const struct pattern_report flipped = { PATTERN_FLIPPED, 512, 0, 1 };
	static struct meter one, other;

	meter_clear(&one);
	meter_clear(&other);
	add_alias(&one, 4096, 4096 + (6 << 20));
	add_alias(&other, 1024 + (4 << 20), 1024);
	add_alias(&other, 512, 512 + (6 << 20));
	meter_add_fault(&one, &flipped);
	meter_merge(&one, &other);
	ck_assert_uint_eq(one.shifts[0].bytes, 6 << 20);
	ck_assert_uint_eq(one.shifts[0].count, 2);
	ck_assert_uint_eq(one.shifts[1].bytes, 4 << 20);
	ck_assert_uint_eq(one.shifts[1].count, 1);
	ck_assert_uint_eq(one.mismatched, 4);
	ck_assert_uint_eq(one.faults[PATTERN_ALIAS], 3);
	ck_assert_uint_eq(one.faults[PATTERN_FLIPPED], 1);
	ck_assert_int_eq(one.first_fault.fault, PATTERN_FLIPPED);
	ck_assert_uint_eq(one.first_fault.offset_bytes, 512);
}
END_TEST

START_TEST(merging_leaves_the_windows_alone)
{
	static struct meter other;

	meter_clear(&other);
	window_log_start(&other.windows, 1, 5);
	window_log_close(&other.windows, 10);
	meter_merge(&meter, &other);
	ck_assert_uint_eq(meter.windows.count, 0);
}
END_TEST

/* Closes windows of the log's step until `work` is done, `ns` a unit. */
static void
run(struct window_log *log, uint64_t work, uint64_t ns)
{
	uint64_t done = 0, step = log->step;
	uint64_t begin_ns =
		log->count ? log->end_ns[log->count - 1] : log->begin_ns;

	while (done + step <= work) {
		done += step;
		step = window_log_close(log, begin_ns + done * ns);
	}
}

START_TEST(a_log_of_any_length_ends_with_50_to_99_equal_windows)
{
	for (uint64_t work = 100; work < 1000000; work = work * 5 / 4) {
		window_log_start(&first, 1, 1000);
		run(&first, work, 10);
		ck_assert_uint_ge(first.count, WINDOW_MAX / 2);
		ck_assert_uint_lt(first.count, WINDOW_MAX);
		ck_assert_uint_le(first.count * first.step, work);
		ck_assert_uint_gt((first.count + 1) * first.step, work);
		for (size_t i = 0; i < first.count; i++)
			ck_assert_uint_eq(first.end_ns[i],
					  1000 + (i + 1) * first.step * 10);
	}
}
END_TEST

START_TEST(the_recommended_step_never_has_to_be_joined)
{
	for (uint64_t work = 1; work < 100000; work = work * 3 / 2 + 1) {
		uint64_t step = work / WINDOW_MAX + 1;

		window_log_start(&first, step, 0);
		run(&first, work, 1);
		ck_assert_uint_eq(first.step, step);
	}
}
END_TEST

START_TEST(a_step_of_nothing_becomes_one)
{
	window_log_start(&first, 0, 0);
	ck_assert_uint_eq(first.step, 1);
	ck_assert_uint_eq(window_log_close(&first, 1), 1);
}
END_TEST

static size_t
spread(double work[SLOTS], double *slot_ns)
{
	const struct window_log *logs[] = { &first, &second };

	return window_log_spread(logs, 2, work, SLOTS, slot_ns);
}

START_TEST(logs_without_a_window_give_no_slots)
{
	double work[SLOTS], slot_ns;

	window_log_start(&first, 1, 0);
	window_log_start(&second, 1, 0);
	ck_assert_uint_eq(spread(work, &slot_ns), 0);
	ck_assert_uint_eq(window_log_spread(NULL, 0, work, SLOTS, &slot_ns), 0);
	window_log_close(&first, 0);
	ck_assert_uint_eq(spread(work, &slot_ns), 0);
}
END_TEST

START_TEST(steady_work_of_two_workers_is_the_same_in_all_slots)
{
	double work[SLOTS], slot_ns;

	window_log_start(&first, 7, 0);
	window_log_start(&second, 3, 0);
	run(&first, 7 * 77, MS);
	run(&second, 3 * 180, MS);
	ck_assert_uint_eq(spread(work, &slot_ns), SLOTS);
	for (int i = 0; i < SLOTS; i++)
		ck_assert_double_eq_tol(work[i] / slot_ns * MS, 2, 1e-9);
}
END_TEST

START_TEST(no_work_is_lost_or_made_by_spreading_it)
{
	double work[SLOTS], slot_ns, sum = 0;
	uint64_t now_ns = 0;

	window_log_start(&first, 5, 0);
	window_log_start(&second, 5, 0);
	for (uint64_t i = 0; i < 60; i++)
		window_log_close(&first, now_ns += i * i * 1000 + 1);
	window_log_close(&second, now_ns);
	spread(work, &slot_ns);
	for (int i = 0; i < SLOTS; i++)
		sum += work[i];
	ck_assert_double_eq_tol(sum, 61 * 5, 1e-6);
}
END_TEST

START_TEST(a_drop_in_speed_shows_where_it_happened)
{
	double work[SLOTS], slot_ns;

	window_log_start(&first, 10, 0);
	window_log_start(&second, 10, 0);
	run(&first, 400, 1 * MS);
	run(&first, 100, 16 * MS);
	spread(work, &slot_ns);
	ck_assert_double_eq_tol(slot_ns, 200.0 * MS, 1);
	for (int i = 0; i < SLOTS; i++)
		ck_assert_double_eq_tol(work[i], i < 2 ? 200 : 12.5, 1e-6);
}
END_TEST

START_TEST(an_unfinished_last_window_is_not_taken_for_a_drop)
{
	double work[SLOTS], slot_ns;

	window_log_start(&first, 10, 0);
	window_log_start(&second, 10, 0);
	run(&first, 500, MS);
	run(&second, 495, MS);
	spread(work, &slot_ns);
	ck_assert_double_eq_tol(slot_ns, 49.0 * MS, 1);
	for (int i = 0; i < SLOTS; i++)
		ck_assert_double_eq_tol(work[i], 98, 1e-6);
}
END_TEST

START_TEST(a_stall_at_the_end_is_a_drop)
{
	double work[SLOTS], slot_ns, sum = 0;

	window_log_start(&first, 10, 0);
	window_log_start(&second, 10, 0);
	run(&first, 400, MS);
	window_log_end(&first, 5, 800 * MS);
	spread(work, &slot_ns);
	ck_assert_double_eq_tol(slot_ns, 800.0 * MS / SLOTS, 1);
	for (int i = 0; i < SLOTS; i++)
		sum += work[i];
	ck_assert_double_eq_tol(sum, 405, 1e-6);
	ck_assert_double_lt(work[SLOTS - 1], work[0] / 10);
	window_log_start(&first, 10, 0);
	run(&first, 400, MS);
	spread(work, &slot_ns);
	ck_assert_double_eq_tol(slot_ns, 400.0 * MS / SLOTS, 1);
}
END_TEST

START_TEST(a_worker_that_ended_early_leaves_the_other_ones_rate)
{
	double work[SLOTS], slot_ns;

	window_log_start(&first, 10, 0);
	window_log_start(&second, 10, 0);
	run(&first, 500, MS);
	run(&second, 250, MS);
	spread(work, &slot_ns);
	for (int i = 0; i < SLOTS; i++)
		ck_assert_double_eq_tol(work[i], i < SLOTS / 2 ? 100 : 50,
					1e-6);
}
END_TEST

START_TEST(times_late_in_a_long_uptime_lose_nothing)
{
	const uint64_t late_ns = UINT64_C(1) << 62;
	double work[SLOTS], slot_ns;

	window_log_start(&first, 1, late_ns);
	window_log_start(&second, 1, late_ns);
	run(&first, 50, 100);
	run(&second, 50, 100);
	ck_assert_uint_eq(spread(work, &slot_ns), SLOTS);
	ck_assert_double_eq_tol(slot_ns, 500, 1e-9);
	for (int i = 0; i < SLOTS; i++)
		ck_assert_double_eq_tol(work[i], 10, 1e-9);
}
END_TEST

START_TEST(the_clock_does_not_run_backwards_and_reading_it_costs_something)
{
	uint64_t before_ns = clock_now_ns();
	double cost_ns = clock_cost_ns();

	ck_assert_uint_ge(clock_now_ns(), before_ns);
	ck_assert_double_gt(cost_ns, 0);
	ck_assert(isfinite(cost_ns));
}
END_TEST

/* Bounds by a clock read around it: no speed is assumed. */
START_TEST(an_interval_lies_between_the_clocks_read_around_and_inside_it)
{
	struct interval interval = { .begin_ns = 0 };
	uint64_t outer_ns = clock_now_ns(), inner_ns;

	interval_start(&interval);
	inner_ns = clock_now_ns();
	clock_cost_ns();
	inner_ns = clock_now_ns() - inner_ns;
	interval_stop(&interval);
	outer_ns = clock_now_ns() - outer_ns;
	ck_assert_uint_ge(interval.total.wall_ns, inner_ns);
	ck_assert_uint_le(interval.total.wall_ns, outer_ns);
	ck_assert_uint_eq(interval.end_ns - interval.begin_ns,
			  interval.total.wall_ns);
}
END_TEST

START_TEST(intervals_add_up_without_the_time_between_them)
{
	struct interval interval = { .begin_ns = 0 };
	uint64_t begin_ns, wall_ns, gap_ns;

	interval_start(&interval);
	interval_stop(&interval);
	begin_ns = interval.begin_ns;
	wall_ns = interval.total.wall_ns;
	gap_ns = clock_now_ns();
	clock_cost_ns();
	gap_ns = clock_now_ns() - gap_ns;
	interval_start(&interval);
	interval_stop(&interval);
	ck_assert_uint_eq(interval.begin_ns, begin_ns);
	ck_assert_uint_ge(interval.total.wall_ns, wall_ns);
	ck_assert_uint_ge(interval.end_ns - begin_ns,
			  interval.total.wall_ns + gap_ns);
}
END_TEST

START_TEST(an_interval_counts_the_cpu_time_of_this_process)
{
	struct interval interval = { .begin_ns = 0 };

	/* Until the CPU clock has moved, however coarse it is. */
	do {
		interval_start(&interval);
		for (int i = 0; i < 20; i++)
			clock_cost_ns();
		interval_stop(&interval);
	} while (interval.total.user_ns + interval.total.sys_ns == 0);
	ck_assert_uint_gt(interval.total.user_ns + interval.total.sys_ns, 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("meter");

	tcase_add_checked_fixture(tests, set_up, NULL);
	tcase_add_test(tests, a_cleared_meter_counts_nothing);
	tcase_add_test(tests, merging_adds_every_counter);
	tcase_add_test(
		tests,
		the_distances_of_aliases_and_the_first_of_all_faults_are_kept);
	tcase_add_test(tests, merging_leaves_the_windows_alone);
	tcase_add_test(tests,
		       a_log_of_any_length_ends_with_50_to_99_equal_windows);
	tcase_add_test(tests, the_recommended_step_never_has_to_be_joined);
	tcase_add_test(tests, a_step_of_nothing_becomes_one);
	tcase_add_test(tests, logs_without_a_window_give_no_slots);
	tcase_add_test(tests,
		       steady_work_of_two_workers_is_the_same_in_all_slots);
	tcase_add_test(tests, no_work_is_lost_or_made_by_spreading_it);
	tcase_add_test(tests, a_drop_in_speed_shows_where_it_happened);
	tcase_add_test(tests,
		       an_unfinished_last_window_is_not_taken_for_a_drop);
	tcase_add_test(tests, a_stall_at_the_end_is_a_drop);
	tcase_add_test(tests,
		       a_worker_that_ended_early_leaves_the_other_ones_rate);
	tcase_add_test(tests, times_late_in_a_long_uptime_lose_nothing);
	tcase_add_test(
		tests,
		the_clock_does_not_run_backwards_and_reading_it_costs_something);
	tcase_add_test(
		tests,
		an_interval_lies_between_the_clocks_read_around_and_inside_it);
	tcase_add_test(tests, intervals_add_up_without_the_time_between_them);
	tcase_add_test(tests, an_interval_counts_the_cpu_time_of_this_process);
	return unit_run(tests);
}
