#include <check.h>
#include <math.h>

#include "core/rng.h"
#include "observe/steady.h"
#include "observe_scene.h"
#include "unit.h"

enum { WINDOWS = 100, TRIALS = 500 };

static uint64_t seed;

static void
start(void)
{
	seed = 4711;
}

static double
uniform(void)
{
	return (double)(rng_next_generated(&seed) >> 11) * 0x1p-53;
}

/* Sum of twelve uniforms: near enough to normal, and no tail to argue about. */
static double
normal(void)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform();
	return sum;
}

/* A level with noise of a coefficient of variation, each value correlated with
 * the one before it, halved from `cliff` on. */
static void
simulate(double rates[WINDOWS], double cv, double correlation, size_t cliff)
{
	double noise = normal();

	for (size_t i = 0; i < WINDOWS; i++) {
		double level = i < cliff ? 200e6 : 100e6;

		noise = correlation * noise +
			sqrt(1 - correlation * correlation) * normal();
		rates[i] = level * fmax(0.01, 1 + cv * noise);
	}
}

static bool
has_split(const double *rates, size_t *at)
{
	struct change_point point = change_point_find(rates, WINDOWS);

	*at = point.at;
	return change_point_proven(&point, WINDOWS);
}

START_TEST(constant_noise_up_to_10_percent_hardly_ever_shows_two_regimes)
{
	const double cvs[] = { 0.01, 0.03, 0.05, 0.10 };
	const double correlations[] = { 0, 0.5, 0.8 };
	double rates[WINDOWS];
	size_t at;

	for (size_t c = 0; c < 4; c++)
		for (size_t r = 0; r < 3; r++) {
			int alarms = 0;

			for (int i = 0; i < TRIALS; i++) {
				simulate(rates, cvs[c], correlations[r],
					 WINDOWS);
				alarms += has_split(rates, &at);
			}
			ck_assert_int_le(alarms, TRIALS * 4 / 100);
		}
}
END_TEST

START_TEST(a_halving_anywhere_in_the_middle_is_found_and_placed)
{
	double rates[WINDOWS];

	for (size_t cliff = 20; cliff <= 80; cliff += 10) {
		int found = 0;

		for (int i = 0; i < TRIALS; i++) {
			size_t at;

			simulate(rates, 0.10, 0.5, cliff);
			if (has_split(rates, &at) && at + 5 >= cliff &&
			    at <= cliff + 5)
				found++;
		}
		ck_assert_int_ge(found, TRIALS * 98 / 100);
	}
}
END_TEST

START_TEST(equal_rates_have_no_change_point)
{
	double rates[WINDOWS];
	struct change_point point;

	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = 100e6;
	point = change_point_find(rates, WINDOWS);
	ck_assert_uint_eq(point.at, 0);
	ck_assert(!change_point_proven(&point, WINDOWS));
}
END_TEST

START_TEST(a_small_step_is_not_two_regimes_however_clear)
{
	double rates[WINDOWS];
	size_t at;

	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i < 50 ? 120e6 : 100e6;
	ck_assert(!has_split(rates, &at));
	for (size_t i = 0; i < 50; i++)
		rates[i] = 130e6;
	ck_assert(has_split(rates, &at));
	ck_assert_uint_eq(at, 50);
}
END_TEST

START_TEST(few_windows_need_a_larger_step)
{
	double rates[20];
	struct change_point point;

	for (size_t i = 0; i < 20; i++)
		rates[i] = i < 10 ? 140e6 : 100e6;
	point = change_point_find(rates, 20);
	ck_assert_double_eq_tol(point.explained, 1, 1e-9);
	ck_assert(!change_point_proven(&point, 20));
}
END_TEST

START_TEST(one_stall_among_equal_windows_is_not_two_regimes)
{
	double rates[WINDOWS];
	size_t at;

	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i == 40 ? 0 : 100e6;
	ck_assert(!has_split(rates, &at));
}
END_TEST

START_TEST(snia_looks_at_the_last_five_of_ten_segments)
{
	double rates[WINDOWS];
	struct steadiness steadiness;

	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i < 50 ? 500e6 : 100e6;
	steadiness = steadiness_of(rates, WINDOWS);
	ck_assert(steadiness.known);
	ck_assert(steadiness_holds(&steadiness));
}
END_TEST

START_TEST(a_drift_of_more_than_10_percent_is_not_steady)
{
	double rates[WINDOWS];
	struct steadiness steadiness;

	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = 100e6 + 0.4e6 * (double)i;
	steadiness = steadiness_of(rates, WINDOWS);
	ck_assert_double_eq_tol(steadiness.slope, 16 / 129.8, 0.001);
	ck_assert(!steadiness_holds(&steadiness));
}
END_TEST

START_TEST(fewer_than_ten_windows_say_nothing)
{
	const double rates[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	ck_assert(!steadiness_of(rates, 9).known);
}
END_TEST

START_TEST(both_levels_and_the_amount_before_the_cliff_are_reported)
{
	double rates[WINDOWS];
	const struct note *note;

	scene_reset(VIEW_WRITES | VIEW_BYTES);
	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i < 40 ? 150e6 : 34e6;
	scene.view.rates = rates;
	scene.view.rate_count = WINDOWS;
	note = scene_look(detect_steady, "two-regimes");
	ck_assert_ptr_nonnull(note);
	ck_assert_int_eq(note->verdict, VERDICT_UNSTEADY);
	/* 40 of 100 windows of 20 ms at 150 MB/s. */
	ck_assert_str_eq(note->text,
			 "150 MB/s for the first 114 MiB, then 34.0 MB/s");
}
END_TEST

/* 100 windows, in which `from` ones are of `first` bytes/s. */
static const struct note *
look_at_levels(unsigned flags, size_t from, double first, const char *code)
{
	static double rates[WINDOWS];

	scene_reset(flags);
	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i < from ? first : 100e6;
	scene.view.rates = rates;
	scene.view.rate_count = WINDOWS;
	return scene_look(detect_steady, code);
}

START_TEST(the_flush_at_the_end_is_not_part_of_what_came_before_the_cliff)
{
	const struct note *note;

	note = look_at_levels(VIEW_WRITES | VIEW_BYTES, 40, 200e6,
			      "two-regimes");
	ck_assert_str_eq(note->text,
			 "200 MB/s for the first 153 MiB, then 100 MB/s");
	scene.total.flush_ns = scene.span.wall_ns / 5;
	scene.notes.count = 0;
	note = scene_look(detect_steady, "two-regimes");
	ck_assert_str_eq(note->text,
			 "200 MB/s for the first 122 MiB, then 100 MB/s");
}
END_TEST

START_TEST(a_short_stall_at_the_end_is_not_a_regime)
{
	double rates[WINDOWS];

	scene_reset(VIEW_WRITES | VIEW_BYTES);
	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i < 97 ? 100e6 : 1e6;
	scene.view.rates = rates;
	scene.view.rate_count = WINDOWS;
	ck_assert_ptr_null(scene_look(detect_steady, "two-regimes"));
}
END_TEST

START_TEST(a_short_time_in_which_much_was_moved_is_a_regime)
{
	ck_assert_ptr_nonnull(look_at_levels(VIEW_WRITES | VIEW_BYTES, 5, 900e6,
					     "two-regimes"));
}
END_TEST

START_TEST(how_fast_memory_took_the_bytes_is_not_judged)
{
	const struct note *note;

	look_at_levels(VIEW_WRITES | VIEW_BYTES, 40, 900e6, "two-regimes");
	scene.total.flush_ns = scene.span.wall_ns / 2;
	scene.notes.count = 0;
	note = scene_look(detect_steady, "steady-hidden");
	ck_assert_ptr_nonnull(note);
	ck_assert_int_eq(note->verdict, VERDICT_OK);
	ck_assert_uint_eq(scene.notes.count, 1);
}
END_TEST

START_TEST(with_a_flush_after_every_write_steadiness_is_judged)
{
	look_at_levels(VIEW_WRITES | VIEW_BYTES | VIEW_FLUSHES, 40, 900e6,
		       "two-regimes");
	scene.total.flush_ns = scene.span.wall_ns / 2;
	scene.notes.count = 0;
	ck_assert_ptr_nonnull(scene_look(detect_steady, "two-regimes"));
}
END_TEST

/* Eight windows of 20 ms without anything, then one piece of `bytes`. */
static const struct note *
look_at_pieces(unsigned flags, double bytes)
{
	static double rates[WINDOWS];

	scene_reset(flags);
	for (size_t i = 0; i < WINDOWS; i++)
		rates[i] = i % 9 == 8 ? bytes / 0.02 : 0;
	scene.view.rates = rates;
	scene.view.rate_count = WINDOWS;
	return scene_look(detect_steady, "steady");
}

START_TEST(what_is_read_ahead_in_few_pieces_is_not_called_unsteady)
{
	const struct note *note;

	ck_assert_ptr_null(look_at_pieces(VIEW_READS | VIEW_BYTES, 16e6));
	note = look_at_pieces(VIEW_READS | VIEW_BYTES | VIEW_DIRECT, 16e6);
	ck_assert_int_eq(note->verdict, VERDICT_UNSTEADY);
	note = look_at_pieces(VIEW_READS | VIEW_BYTES, 64e6);
	ck_assert_int_eq(note->verdict, VERDICT_UNSTEADY);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("steady");

	tcase_add_checked_fixture(tests, start, NULL);
	tcase_add_test(tests,
		       what_is_read_ahead_in_few_pieces_is_not_called_unsteady);
	tcase_add_test(
		tests,
		constant_noise_up_to_10_percent_hardly_ever_shows_two_regimes);
	tcase_add_test(tests,
		       a_halving_anywhere_in_the_middle_is_found_and_placed);
	tcase_add_test(tests, equal_rates_have_no_change_point);
	tcase_add_test(tests, a_small_step_is_not_two_regimes_however_clear);
	tcase_add_test(tests, few_windows_need_a_larger_step);
	tcase_add_test(tests, one_stall_among_equal_windows_is_not_two_regimes);
	tcase_add_test(tests, snia_looks_at_the_last_five_of_ten_segments);
	tcase_add_test(tests, a_drift_of_more_than_10_percent_is_not_steady);
	tcase_add_test(tests, fewer_than_ten_windows_say_nothing);
	tcase_add_test(
		tests,
		both_levels_and_the_amount_before_the_cliff_are_reported);
	tcase_add_test(
		tests,
		the_flush_at_the_end_is_not_part_of_what_came_before_the_cliff);
	tcase_add_test(tests, a_short_stall_at_the_end_is_not_a_regime);
	tcase_add_test(tests, a_short_time_in_which_much_was_moved_is_a_regime);
	tcase_add_test(tests, how_fast_memory_took_the_bytes_is_not_judged);
	tcase_add_test(tests,
		       with_a_flush_after_every_write_steadiness_is_judged);
	return unit_run(tests);
}
