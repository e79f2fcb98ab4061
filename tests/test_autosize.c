#include "run/autosize.h"

#include <stdlib.h>

#include "core/meter.h"
#include "core/rng.h"
#include "core/units.h"
#include "unit.h"

static struct rng noise;

static struct autosize rule;
static struct meter *meter;

static void
set_up(void)
{
	rng_init(&noise, 7);
	autosize_init(&rule, 256 * UNITS_MIB, 256 * UNITS_GIB, 1);
	meter = malloc(sizeof *meter);
	meter_clear(meter);
}

static void
tear_down(void)
{
	free(meter);
}

static double
steady(double s)
{
	(void)s;
	return 500;
}

static double
slow(double s)
{
	(void)s;
	return 10;
}

static double
cliff(double s)
{
	return s < 8 ? 1100 : 210;
}

static double
late_cliff(double s)
{
	return s < 9 ? 1000 : 100;
}

static double
noisy(double s)
{
	(void)s;
	return rng_below(&noise, 2) ? 900 : 100;
}

static double
slightly_noisy(double s)
{
	(void)s;
	return 480 + (double)rng_below(&noise, 40);
}

static double
ramp(double s)
{
	return 400 / (1 + s / 5);
}

/* Writes along a made-up course of MiB/s; returns the second at which the rule
 * had enough, and the bytes. */
static double
run(double (*mib_per_s)(double s), uint64_t *bytes)
{
	struct autosize_watch watch = { .rule = &rule };
	struct window_log *log = &meter->windows;
	uint64_t step = UNITS_MIB;
	double s = 0;

	window_log_start(log, step, 1);
	for (;;) {
		s += (double)step / UNITS_MIB / mib_per_s(s);
		meter->bytes += step;
		step = window_log_close(log, 1 + (uint64_t)(s * 1e9));
		if (autosize_watch_enough(&watch, meter))
			break;
		ck_assert(s < 1000);
	}
	*bytes = meter->bytes;
	return s;
}

START_TEST(a_steady_disk_is_enough_after_ten_seconds)
{
	uint64_t bytes;
	double s = run(steady, &bytes);

	ck_assert(s >= 10 && s < 12);
	ck_assert_uint_eq(bytes % (256 * UNITS_MIB), 0);
}
END_TEST

START_TEST(a_little_noise_does_not_make_it_longer)
{
	uint64_t bytes;

	ck_assert(run(slightly_noisy, &bytes) < 15);
}
END_TEST

START_TEST(a_cliff_is_written_past_until_it_is_out_of_the_last_half)
{
	uint64_t bytes;
	double s = run(cliff, &bytes);

	ck_assert(s >= 15 && s < 30);
}
END_TEST

START_TEST(a_cliff_just_before_ten_seconds_is_seen)
{
	uint64_t bytes;
	double s = run(late_cliff, &bytes);

	ck_assert(s >= 17 && s < 35);
}
END_TEST

START_TEST(a_disk_that_slows_down_for_ever_takes_the_most_time)
{
	uint64_t bytes;
	double s = run(ramp, &bytes);

	ck_assert(s >= 60 && s <= 75);
}
END_TEST

START_TEST(noise_takes_more_than_the_least_time)
{
	uint64_t bytes;
	double s = run(noisy, &bytes);

	ck_assert(s > 12);
	ck_assert(s <= 66);
}
END_TEST

START_TEST(a_slow_disk_writes_the_least_size)
{
	uint64_t bytes;

	run(slow, &bytes);
	ck_assert_uint_ge(bytes, 256 * UNITS_MIB);
	ck_assert_uint_le(bytes, 768 * UNITS_MIB);
}
END_TEST

START_TEST(the_most_size_ends_it_early)
{
	uint64_t bytes;
	double s;

	rule.most_bytes = UNITS_GIB;
	s = run(steady, &bytes);
	ck_assert(s < 3);
	ck_assert_uint_eq(bytes, UNITS_GIB);
}
END_TEST

START_TEST(a_larger_least_size_is_written_in_any_case)
{
	uint64_t bytes;

	rule.least_bytes = 40 * UNITS_GIB;
	run(steady, &bytes);
	ck_assert_uint_ge(bytes, 40 * UNITS_GIB);
}
END_TEST

START_TEST(workers_share_the_bounds)
{
	autosize_init(&rule, UNITS_GIB, 64 * UNITS_GIB, 4);
	ck_assert_uint_eq(rule.least_bytes, UNITS_GIB / 4);
	ck_assert_uint_eq(rule.most_bytes, 16 * UNITS_GIB);
	ck_assert_uint_eq(rule.step_bytes, 64 * UNITS_MIB);
}
END_TEST

START_TEST(a_found_size_is_whole_steps)
{
	ck_assert_uint_eq(autosize_round(&rule, 600 * UNITS_MIB),
			  512 * UNITS_MIB);
	ck_assert_uint_eq(autosize_round(&rule, 100 * UNITS_MIB),
			  100 * UNITS_MIB);
}
END_TEST

START_TEST(steadiness_is_a_range_of_20_percent_and_a_slope_of_10)
{
	static const double even[] = { 100, 100, 100, 100, 100 };
	static const double range[] = { 100, 119, 100, 119, 100 };
	static const double wide[] = { 100, 125, 100, 125, 100 };
	static const double slope[] = { 94, 97, 100, 103, 106 };

	ck_assert(autosize_steady(even, 5));
	ck_assert(autosize_steady(range, 5));
	ck_assert(!autosize_steady(wide, 5));
	ck_assert(!autosize_steady(slope, 5));
	ck_assert(!autosize_steady(even, 2));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("autosize");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_steady_disk_is_enough_after_ten_seconds);
	tcase_add_test(tests, a_little_noise_does_not_make_it_longer);
	tcase_add_test(
		tests,
		a_cliff_is_written_past_until_it_is_out_of_the_last_half);
	tcase_add_test(tests, a_cliff_just_before_ten_seconds_is_seen);
	tcase_add_test(tests,
		       a_disk_that_slows_down_for_ever_takes_the_most_time);
	tcase_add_test(tests, noise_takes_more_than_the_least_time);
	tcase_add_test(tests, a_slow_disk_writes_the_least_size);
	tcase_add_test(tests, the_most_size_ends_it_early);
	tcase_add_test(tests, a_larger_least_size_is_written_in_any_case);
	tcase_add_test(tests, workers_share_the_bounds);
	tcase_add_test(tests, a_found_size_is_whole_steps);
	tcase_add_test(tests,
		       steadiness_is_a_range_of_20_percent_and_a_slope_of_10);
	return unit_run(tests);
}
