#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "results/measure.h"
#include "results/result.h"
#include "unit.h"

static const uint64_t second_ns = UINT64_C(1000000000);

static struct measure measure;
static struct result result;
static struct phase_result *phase;

static void
set_up(void)
{
	memset(&measure, 0, sizeof measure);
	meter_clear(&measure.total);
	measure.moves_bytes = true;
	measure.too_fast_ns = second_ns / 2;
	result_init(&result);
	phase = result_add_phase(&result, "write");
}

static void
tear_down(void)
{
	result_release(&result);
}

static void
assert_known(enum quantity_id id, double value)
{
	const struct quantity *quantity = &phase->quantities[id];

	ck_assert_msg(quantity->state == QUANTITY_KNOWN, "%s is not known",
		      quantity_table[id].key);
	ck_assert_double_eq_tol(quantity->value, value,
				1e-12 * (1 + (value < 0 ? -value : value)));
}

static void
assert_state(enum quantity_id id, enum quantity_state state)
{
	ck_assert_msg(phase->quantities[id].state == state, "%s is %d",
		      quantity_table[id].key, (int)phase->quantities[id].state);
}

START_TEST(work_is_divided_by_wall_time_and_cpu_is_percent_of_one_cpu)
{
	measure.counts_operations = true;
	measure.total.operations = 2097152;
	measure.total.bytes = UINT64_C(17179869184);
	measure.span.wall_ns = UINT64_C(133330000000);
	measure.span.user_ns = UINT64_C(900000000);
	measure.span.sys_ns = UINT64_C(53800000000);
	measure_to_phase(&measure, phase);
	assert_known(QUANTITY_RATE, 17179869184 / 133.33);
	assert_known(QUANTITY_OPS, 2097152 / 133.33);
	assert_known(QUANTITY_CPU, 100 * 54.7 / 133.33);
	assert_known(QUANTITY_USER, 100 * 0.9 / 133.33);
	assert_known(QUANTITY_SYS, 100 * 53.8 / 133.33);
	assert_known(QUANTITY_WALL, 133.33);
	assert_known(QUANTITY_USER_TIME, 0.9);
	assert_known(QUANTITY_SYS_TIME, 53.8);
}
END_TEST

START_TEST(two_busy_cpus_are_200_percent)
{
	measure.span.wall_ns = second_ns;
	measure.span.user_ns = second_ns;
	measure.span.sys_ns = second_ns;
	measure_to_phase(&measure, phase);
	assert_known(QUANTITY_CPU, 200);
}
END_TEST

START_TEST(what_a_workload_does_not_count_is_absent)
{
	measure.span.wall_ns = second_ns;
	measure_to_phase(&measure, phase);
	assert_state(QUANTITY_OPS, QUANTITY_ABSENT);
	assert_state(QUANTITY_FILES, QUANTITY_ABSENT);
	assert_state(QUANTITY_FLUSH_TIME, QUANTITY_ABSENT);
	assert_state(QUANTITY_LATENCY_MAX, QUANTITY_ABSENT);
	assert_state(QUANTITY_LATENCY_MEAN, QUANTITY_ABSENT);
	ck_assert(!phase->latency.known);
	ck_assert_uint_eq(phase->bar_count, 0);
	ck_assert_uint_eq(phase->window_count, 0);
	assert_known(QUANTITY_RATE, 0);
}
END_TEST

START_TEST(a_phase_that_was_too_short_keeps_its_times_and_loses_its_rates)
{
	measure.counts_operations = true;
	measure.total.bytes = 1 << 20;
	measure.total.operations = 128;
	measure.span.wall_ns = second_ns / 2 - 1;
	measure.span.user_ns = second_ns / 4;
	hist_add(&measure.total.latency, 1000);
	measure_to_phase(&measure, phase);
	assert_state(QUANTITY_RATE, QUANTITY_TOO_FAST);
	assert_state(QUANTITY_OPS, QUANTITY_TOO_FAST);
	assert_state(QUANTITY_CPU, QUANTITY_TOO_FAST);
	assert_state(QUANTITY_USER, QUANTITY_TOO_FAST);
	assert_state(QUANTITY_SYS, QUANTITY_TOO_FAST);
	assert_known(QUANTITY_WALL, 0.499999999);
	assert_known(QUANTITY_USER_TIME, 0.25);
	assert_known(QUANTITY_SYS_TIME, 0);
	assert_known(QUANTITY_LATENCY_MAX, 1e-6);
	assert_known(QUANTITY_LATENCY_MEAN, 1e-6);
	ck_assert(phase->latency.known);
}
END_TEST

START_TEST(a_phase_of_just_the_limit_counts)
{
	measure.total.bytes = 500;
	measure.span.wall_ns = second_ns / 2;
	measure_to_phase(&measure, phase);
	assert_known(QUANTITY_RATE, 1000);
}
END_TEST

START_TEST(no_time_at_all_is_too_fast_even_without_a_limit)
{
	measure.too_fast_ns = 0;
	measure.total.bytes = 500;
	measure_to_phase(&measure, phase);
	assert_state(QUANTITY_RATE, QUANTITY_TOO_FAST);
	assert_known(QUANTITY_WALL, 0);
}
END_TEST

START_TEST(time_spent_flushing_is_told_in_seconds)
{
	measure.span.wall_ns = 4 * second_ns;
	measure.total.flush_ns = 3 * second_ns;
	measure.total.flushes = 1;
	measure_to_phase(&measure, phase);
	assert_known(QUANTITY_FLUSH_TIME, 3);
}
END_TEST

START_TEST(latency_is_summed_up_in_seconds)
{
	for (uint64_t us = 1; us <= 1000; us++)
		hist_add(&measure.total.latency, us * 1000);
	measure.span.wall_ns = second_ns;
	measure_to_phase(&measure, phase);
	ck_assert_double_eq_tol(phase->latency.p50_s, 500e-6, 500e-6 / 64);
	ck_assert_double_eq_tol(phase->latency.p90_s, 900e-6, 900e-6 / 64);
	ck_assert_double_eq_tol(phase->latency.p99_s, 990e-6, 990e-6 / 64);
	ck_assert_double_eq_tol(phase->latency.p999_s, 999e-6, 999e-6 / 64);
	ck_assert_double_eq_tol(phase->latency.max_s, 1e-3, 1e-12);
	assert_known(QUANTITY_LATENCY_MAX, 1e-3);
	assert_known(QUANTITY_LATENCY_MEAN, 500.5e-6);
}
END_TEST

static uint64_t
count_in_bars(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < phase->bar_count; i++) {
		sum += phase->bars[i].count;
		ck_assert_uint_gt(phase->bars[i].count, 0);
		if (i)
			ck_assert_double_gt(phase->bars[i].upper_s,
					    phase->bars[i - 1].upper_s);
	}
	return sum;
}

START_TEST(bars_hold_every_sample_once_and_end_at_the_longest)
{
	uint64_t state = 1;

	hist_add(&measure.total.latency, 5);
	hist_add(&measure.total.latency, 5);
	hist_add(&measure.total.latency, 100000);
	measure_to_phase(&measure, phase);
	ck_assert_uint_eq(phase->bar_count, 2);
	ck_assert_uint_eq(phase->bars[0].count, 2);
	ck_assert_double_eq_tol(phase->bars[0].upper_s, 5e-9, 1e-18);
	ck_assert_double_eq_tol(phase->bars[1].upper_s, 1e-4, 1e-15);

	for (int i = 3; i < 20000; i++)
		hist_add(&measure.total.latency,
			 rng_next_generated(&state) >> (24 + i % 38));
	measure_to_phase(&measure, phase);
	ck_assert_uint_gt(phase->bar_count, 100);
	ck_assert_uint_le(phase->bar_count, 200);
	ck_assert_uint_eq(count_in_bars(), 20000);
	ck_assert_double_eq(phase->bars[phase->bar_count - 1].upper_s,
			    phase->latency.max_s);
}
END_TEST

START_TEST(windows_are_rates_of_all_workers_in_the_phases_own_unit)
{
	static struct window_log one, two;
	const struct window_log *const logs[] = { &one, &two };

	window_log_start(&one, 4096, second_ns);
	window_log_start(&two, 4096, second_ns);
	for (uint64_t i = 1; i <= 60; i++) {
		window_log_close(&one, second_ns + i * 1000000);
		window_log_close(&two, second_ns + i * 1000000);
	}
	measure.logs = logs;
	measure.log_count = 2;
	measure_to_phase(&measure, phase);
	ck_assert_int_eq(phase->window_quantity, QUANTITY_RATE);
	ck_assert_uint_eq(phase->window_count, 60);
	for (size_t i = 0; i < 60; i++)
		ck_assert_double_eq_tol(phase->windows[i], 8192000, 1e-3);

	measure.moves_bytes = false;
	measure.counts_operations = true;
	measure_to_phase(&measure, phase);
	ck_assert_int_eq(phase->window_quantity, QUANTITY_OPS);
	ck_assert_uint_eq(phase->window_count, 60);
}
END_TEST

START_TEST(counts_beyond_2_to_the_63_do_not_turn_negative)
{
	measure.total.bytes = UINT64_C(1) << 63;
	measure.span.wall_ns = UINT64_C(1) << 62;
	measure_to_phase(&measure, phase);
	assert_known(QUANTITY_RATE, 2e9);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("measure");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(
		tests,
		work_is_divided_by_wall_time_and_cpu_is_percent_of_one_cpu);
	tcase_add_test(tests, two_busy_cpus_are_200_percent);
	tcase_add_test(tests, what_a_workload_does_not_count_is_absent);
	tcase_add_test(
		tests,
		a_phase_that_was_too_short_keeps_its_times_and_loses_its_rates);
	tcase_add_test(tests, a_phase_of_just_the_limit_counts);
	tcase_add_test(tests, no_time_at_all_is_too_fast_even_without_a_limit);
	tcase_add_test(tests, time_spent_flushing_is_told_in_seconds);
	tcase_add_test(tests, latency_is_summed_up_in_seconds);
	tcase_add_test(tests,
		       bars_hold_every_sample_once_and_end_at_the_longest);
	tcase_add_test(tests,
		       windows_are_rates_of_all_workers_in_the_phases_own_unit);
	tcase_add_test(tests, counts_beyond_2_to_the_63_do_not_turn_negative);
	return unit_run(tests);
}
