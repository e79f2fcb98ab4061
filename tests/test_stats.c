#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "core/rng.h"
#include "core/stats.h"
#include "unit.h"

enum { RUNS = 5, COLUMNS = 12 };

/* Bonnie, 1000 MB, one IDE disk (Haug, freebsd-smp, 6 Nov 1999): K/sec and
 * %CPU of putc, block out, rewrite, getc, block in; seeks/s and %CPU. */
static const double dual_33[COLUMNS][RUNS] = {
	{ 17359, 16709, 16641, 17397, 17378 }, { 96.4, 94.6, 94.5, 96.3, 96.4 },
	{ 15486, 15619, 15631, 15513, 15558 }, { 34.9, 34.4, 34.9, 35.2, 35.0 },
	{ 6589, 6929, 6707, 6612, 6565 },      { 16.3, 17.0, 16.6, 16.1, 16.2 },
	{ 16694, 16694, 16676, 16694, 16680 }, { 97.9, 97.8, 97.7, 97.9, 97.9 },
	{ 22465, 22429, 22470, 22446, 22458 }, { 30.9, 30.8, 30.9, 30.9, 30.9 },
	{ 130.3, 126.9, 126.7, 129.3, 126.9 }, { 2.9, 2.9, 2.8, 2.9, 2.9 },
};

static const double single_33[COLUMNS][RUNS] = {
	{ 17288, 17428, 16872, 17480, 17404 }, { 88.8, 90.2, 86.2, 89.8, 89.0 },
	{ 15509, 15642, 15666, 15691, 15580 }, { 27.8, 27.4, 27.4, 28.1, 27.6 },
	{ 6526, 6496, 6961, 6487, 6505 },      { 11.4, 11.2, 12.1, 11.2, 11.2 },
	{ 17951, 17949, 17938, 17975, 17954 }, { 96.6, 96.9, 96.7, 96.8, 96.8 },
	{ 22389, 22402, 22424, 22418, 22411 }, { 20.6, 20.6, 20.7, 20.8, 20.7 },
	{ 121.6, 123.3, 124.2, 124.4, 124.9 }, { 1.8, 1.9, 1.8, 1.8, 1.9 },
};

static const double dual_40[COLUMNS][RUNS] = {
	{ 16430, 16040, 16374, 15724, 16415 }, { 96.1, 94.1, 95.4, 95.4, 96.0 },
	{ 17374, 17447, 17508, 17753, 17428 }, { 45.0, 44.7, 45.6, 43.5, 44.3 },
	{ 5547, 5557, 5566, 5558, 5561 },      { 16.1, 15.7, 15.9, 15.7, 15.7 },
	{ 15941, 15796, 15804, 15849, 15855 }, { 95.3, 95.2, 95.0, 95.6, 95.5 },
	{ 22465, 22452, 22434, 22408, 22451 }, { 35.6, 35.5, 35.6, 35.2, 35.5 },
	{ 123.8, 122.9, 121.8, 121.3, 122.1 }, { 3.1, 3.0, 3.0, 3.1, 3.0 },
};

static struct stats_difference
compare(const double *a, const double *b)
{
	struct stats of_a = stats_of(a, RUNS), of_b = stats_of(b, RUNS);

	return stats_welch(&of_a, &of_b, 0.95);
}

static void
assert_percent(const double *a, const double *b, double percent, double half)
{
	struct stats of_a = stats_of(a, RUNS);
	struct stats_difference found = compare(a, b);

	ck_assert_double_eq_tol(100 * found.difference / of_a.mean, percent,
				0.005);
	ck_assert_double_eq_tol(100 * found.half_width / of_a.mean, half,
				0.005);
}

START_TEST(a_set_has_mean_median_bounds_and_deviation)
{
	struct stats stats = stats_of(dual_33[2], RUNS);

	ck_assert_uint_eq(stats.count, 5);
	ck_assert_double_eq_tol(stats.mean, 15561.4, 1e-9);
	ck_assert_double_eq(stats.median, 15558);
	ck_assert_double_eq(stats.min, 15486);
	ck_assert_double_eq(stats.max, 15631);
	ck_assert_double_eq_tol(stats.sd, 63.641967, 1e-6);
}
END_TEST

START_TEST(the_median_of_an_even_set_lies_in_the_middle)
{
	const double values[] = { 4, 1, 3, 2 };

	ck_assert_double_eq(stats_of(values, 4).median, 2.5);
	ck_assert_double_eq(values[0], 4);
}
END_TEST

START_TEST(one_value_and_none_have_no_deviation)
{
	const double value = 7;
	struct stats one = stats_of(&value, 1), none = stats_of(NULL, 0);

	ck_assert_double_eq(one.mean, 7);
	ck_assert_double_eq(one.median, 7);
	ck_assert_double_eq(one.sd, 0);
	ck_assert_double_eq(stats_half_width(&one, 0.95), 0);
	ck_assert_uint_eq(none.count, 0);
	ck_assert_double_eq(none.mean, 0);
}
END_TEST

START_TEST(the_harmonic_mean_is_the_rate_of_all_runs_together)
{
	const double rates[] = { 100, 50 }, stuck[] = { 100, 0 };

	ck_assert_double_eq_tol(stats_harmonic_mean(rates, 2), 200.0 / 3,
				1e-12);
	ck_assert_double_eq(stats_harmonic_mean(stuck, 2), 0);
	ck_assert_double_eq(stats_harmonic_mean(NULL, 0), 0);
}
END_TEST

/* Two-sided tails, computed with 30 digits. */
START_TEST(tails_of_t_have_ten_digits_for_all_degrees_of_freedom)
{
	static const double rows[][3] = {
		{ 2, 3.5, 0.12613852257591353 },
		{ 1, 7.77, 0.34743046335135474 },
		{ 0.5, 30, 0.62072300488512729 },
		{ 3.3, 250.5, 0.0011074233040071079 },
		{ 40, 8, 1.6785718879145792e-10 },
		{ 0.001, 5, 0.99924078677219765 },
		{ 1.96, 1e5, 0.049998563194301638 },
		{ 2, 1e6, 0.045500533851319208 },
		{ 2, 1e8, 0.045500266595906753 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double tails = 2 * stats_t_cdf(-rows[i][0], rows[i][1]);

		ck_assert_double_eq_tol(tails / rows[i][2], 1, 1e-10);
	}
}
END_TEST

START_TEST(the_distribution_of_t_is_symmetric_and_rises_from_0_to_1)
{
	const double dfs[] = { 0.5, 1, 2.5, 8, 1000, 1e7 };

	for (size_t i = 0; i < sizeof dfs / sizeof *dfs; i++) {
		double before = 0;

		for (double t = -50; t <= 50; t += 0.5) {
			double share = stats_t_cdf(t, dfs[i]);

			ck_assert_double_ge(share, before);
			ck_assert_double_le(share, 1);
			ck_assert_double_eq_tol(share + stats_t_cdf(-t, dfs[i]),
						1, 1e-12);
			before = share;
		}
		ck_assert_double_eq_tol(stats_t_cdf(0, dfs[i]), 0.5, 1e-12);
	}
	ck_assert_double_eq(stats_t_cdf(1e200, 3), 1);
	ck_assert_double_eq(stats_t_cdf(-1e200, 3), 0);
}
END_TEST

START_TEST(quantiles_of_t_have_ten_digits)
{
	static const double rows[][3] = {
		{ 0.95, 1, 12.7062047361747 },
		{ 0.95, 2, 4.30265272974946 },
		{ 0.95, 4, 2.77644510519779 },
		{ 0.95, 4.3, 2.70169489828223 },
		{ 0.95, 8, 2.30600413520417 },
		{ 0.99, 8, 3.3553873313334 },
		{ 0.90, 30, 1.69726088659396 },
		{ 0.95, 99, 1.98421695158642 },
		{ 0.95, 1000, 1.96233908082641 },
		{ 0.999, 3, 12.9239786366875 },
		{ 0.95, 200000, 1.95997584596677 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_double_eq_tol(
			stats_t_quantile(rows[i][0], rows[i][1]) / rows[i][2],
			1, 1e-10);
}
END_TEST

START_TEST(welch_finds_what_changed_from_one_kernel_to_the_next)
{
	struct stats_difference out = compare(dual_33[2], dual_40[2]);

	ck_assert_double_eq_tol(out.difference, 1940.6, 1e-6);
	ck_assert_double_eq_tol(out.half_width, 181.18399468, 1e-6);
	ck_assert_double_eq_tol(out.df, 5.42573273533, 1e-9);
	ck_assert_double_eq_tol(out.p / 5.528793282e-7, 1, 1e-8);
	assert_percent(dual_33[2], dual_40[2], 12.47, 1.164);
	assert_percent(dual_33[4], dual_40[4], -16.80, 2.769);
	assert_percent(dual_33[10], dual_40[10], -4.41, 1.623);
}
END_TEST

START_TEST(welch_tells_what_a_second_cpu_changes_from_what_it_does_not)
{
	assert_percent(dual_33[0], single_33[0], 1.16, 2.85);
	assert_percent(dual_33[4], single_33[4], -1.28, 3.98);
	assert_percent(dual_33[8], single_33[8], -0.20, 0.10);
	assert_percent(dual_33[9], single_33[9], -33.03, 0.335);
	ck_assert_double_gt(compare(dual_33[0], single_33[0]).p, 0.05);
	ck_assert_double_lt(compare(dual_33[8], single_33[8]).p, 0.05);
}
END_TEST

/* ministat -c 95 and -c 99; it has t to three decimals. */
START_TEST(the_pooled_test_gives_the_digits_of_ministat)
{
	struct stats a = stats_of(dual_33[2], RUNS);
	struct stats b = stats_of(dual_40[2], RUNS);
	struct stats_difference found = stats_pooled(&a, &b, 0.95);

	ck_assert_double_eq_tol(found.difference, 1940.6, 0.05);
	ck_assert_double_eq_tol(found.half_width, 166.386, 0.001);
	ck_assert_double_eq(found.df, 8);
	found = stats_pooled(&a, &b, 0.99);
	ck_assert_double_eq_tol(found.half_width, 242.076, 0.05);

	a = stats_of(dual_33[10], RUNS);
	b = stats_of(dual_40[10], RUNS);
	found = stats_pooled(&a, &b, 0.95);
	ck_assert_double_eq_tol(found.difference, -5.64, 1e-9);
	ck_assert_double_eq_tol(found.half_width, 1.99412, 1e-5);

	a = stats_of(dual_33[4], RUNS);
	b = stats_of(dual_40[4], RUNS);
	found = stats_pooled(&a, &b, 0.95);
	ck_assert_double_eq_tol(found.half_width, 153.876, 0.001);
}
END_TEST

START_TEST(too_few_values_give_no_answer_instead_of_a_wrong_one)
{
	const double values[] = { 1, 2, 3 };
	struct stats one = stats_of(values, 1), three = stats_of(values, 3);
	struct stats none = stats_of(values, 0);

	ck_assert(isnan(stats_welch(&one, &three, 0.95).p));
	ck_assert(isnan(stats_welch(&three, &one, 0.95).half_width));
	ck_assert(isnan(stats_pooled(&one, &one, 0.95).p));
	ck_assert(isnan(stats_pooled(&none, &three, 0.95).p));
	ck_assert(!isnan(stats_pooled(&one, &three, 0.95).p));
	ck_assert_double_eq(stats_welch(&one, &three, 0.95).difference, 1);
}
END_TEST

START_TEST(sets_without_any_spread_differ_or_are_equal_for_certain)
{
	const double low[] = { 2, 2, 2 }, high[] = { 3, 3, 3 };
	struct stats a = stats_of(low, 3), b = stats_of(high, 3);

	ck_assert_double_eq(stats_welch(&a, &b, 0.95).p, 0);
	ck_assert_double_eq(stats_welch(&a, &b, 0.95).half_width, 0);
	ck_assert_double_eq(stats_welch(&a, &a, 0.95).p, 1);
	ck_assert_double_eq(stats_pooled(&a, &a, 0.95).p, 1);
}
END_TEST

/* Sum of twelve uniform draws less six: near enough to normal. */
static double
draw_normal(struct rng *rng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(rng_next(rng) >> 11) / 9007199254740992.0;
	return sum;
}

/* Three runs that spread eight times as much as the ten others: 2000 pairs
 * with equal means. 5 % of them, give or take 0.5 %, may be told apart. */
START_TEST(welch_keeps_its_word_where_the_pooled_test_does_not)
{
	unsigned welch = 0, pooled = 0;
	struct rng rng;

	rng_init(&rng, 1908);
	for (int i = 0; i < 2000; i++) {
		double few[3], many[10];
		struct stats a, b;

		for (int j = 0; j < 3; j++)
			few[j] = 100 + 8 * draw_normal(&rng);
		for (int j = 0; j < 10; j++)
			many[j] = 100 + draw_normal(&rng);
		a = stats_of(few, 3);
		b = stats_of(many, 10);
		welch += stats_welch(&a, &b, 0.95).p < 0.05;
		pooled += stats_pooled(&a, &b, 0.95).p < 0.05;
	}
	ck_assert_uint_ge(welch, 70);
	ck_assert_uint_le(welch, 130);
	ck_assert_uint_ge(pooled, 500);
}
END_TEST

START_TEST(the_interval_covers_the_truth_as_often_as_it_says)
{
	unsigned covered = 0;
	struct rng rng;

	rng_init(&rng, 5);
	for (int i = 0; i < 4000; i++) {
		double values[3];
		struct stats stats;

		for (int j = 0; j < 3; j++)
			values[j] = 100 + 3 * draw_normal(&rng);
		stats = stats_of(values, 3);
		covered += fabs(stats.mean - 100) <=
			   stats_half_width(&stats, 0.95);
	}
	/* 3800 expected, deviation 13.8. */
	ck_assert_uint_ge(covered, 3750);
	ck_assert_uint_le(covered, 3850);
}
END_TEST

START_TEST(equivalence_asks_for_the_whole_interval_inside_the_margin)
{
	struct stats_difference small = { 0.5, 0.4, 8, 0.02 };
	struct stats_difference vague = { 0.0, 1.5, 8, 1 };
	struct stats_difference unknown = { 0.0, NAN, 0, NAN };

	ck_assert(stats_equivalent(&small, 1));
	ck_assert(!stats_equivalent(&small, 0.8));
	ck_assert(!stats_equivalent(&vague, 1));
	ck_assert(!stats_equivalent(&unknown, 1));
}
END_TEST

START_TEST(the_rank_test_counts_all_ways_to_split_the_ranks)
{
	const double low[] = { 1, 2, 3, 4, 5 }, high[] = { 6, 7, 8, 9, 10 };
	const double first[] = { 3, 1, 4, 1, 5 };
	const double second[] = { 9, 2, 6, 5, 3, 5 };

	ck_assert_double_eq_tol(stats_rank_p(low, 3, high, 3), 2.0 / 20, 1e-12);
	ck_assert_double_eq_tol(stats_rank_p(low, 4, high, 4), 2.0 / 70, 1e-12);
	ck_assert_double_eq_tol(stats_rank_p(low, 5, high, 5), 2.0 / 252,
				1e-12);
	ck_assert_double_eq_tol(stats_rank_p(high, 5, low, 5), 2.0 / 252,
				1e-12);
	ck_assert_double_eq_tol(stats_rank_p(first, 5, second, 6), 65.0 / 462,
				1e-12);
}
END_TEST

START_TEST(the_rank_test_gives_ties_the_mean_of_their_ranks)
{
	const double a[] = { 1, 2, 2, 3 }, b[] = { 2, 3, 4, 5, 5 };
	const double same[] = { 1, 1, 1, 1 };

	ck_assert_double_eq_tol(stats_rank_p(a, 4, b, 5), 10.0 / 126, 1e-12);
	ck_assert_double_eq(stats_rank_p(same, 3, same, 4), 1);
	ck_assert_double_eq(stats_rank_p(same, 0, same, 4), 1);
}
END_TEST

START_TEST(the_normal_approximation_takes_over_without_a_jump)
{
	double a[21], b[21], exact, normal;

	for (int i = 0; i < 21; i++) {
		a[i] = i;
		b[i] = i + 5.5;
	}
	exact = stats_rank_p(a, 20, b, 20);
	normal = stats_rank_p(a, 20, b, 21);
	ck_assert_double_lt(normal, exact);
	ck_assert_double_gt(normal, exact / 3);
	for (int i = 0; i < 21; i++)
		a[i] = b[i] = 1;
	ck_assert_double_eq(stats_rank_p(a, 21, b, 21), 1);
}
END_TEST

START_TEST(holm_takes_the_least_first_and_stops_at_the_first_that_fails)
{
	const double p[] = { 0.010, 0.04, 0.001, 0.03 };
	bool proven[4];

	stats_holm(p, 4, 0.05, proven);
	ck_assert(proven[0] && proven[2]);
	ck_assert(!proven[1] && !proven[3]);
}
END_TEST

START_TEST(holm_passes_over_what_could_not_be_tested)
{
	const double p[] = { NAN, 0.04, NAN };
	bool proven[3];

	stats_holm(p, 3, 0.05, proven);
	ck_assert(!proven[0] && proven[1] && !proven[2]);
	stats_holm(p, 0, 0.05, proven);
}
END_TEST

static size_t
count_proven(const double a[COLUMNS][RUNS], const double b[COLUMNS][RUNS])
{
	double p[COLUMNS];
	bool proven[COLUMNS];
	size_t count = 0;

	for (int i = 0; i < COLUMNS; i++)
		p[i] = compare(a[i], b[i]).p;
	stats_holm(p, COLUMNS, 0.05, proven);
	for (int i = 0; i < COLUMNS; i++)
		count += proven[i];
	return count;
}

START_TEST(holm_leaves_nine_and_ten_of_the_twelve_columns)
{
	ck_assert_uint_eq(count_proven(dual_33, single_33), 9);
	ck_assert_uint_eq(count_proven(dual_33, dual_40), 10);
}
END_TEST

START_TEST(an_outlier_is_flagged_among_at_least_five_values)
{
	const double values[] = { 100, 101, 99, 100.5, 60, 99.5 };
	bool flags[6];

	ck_assert_uint_eq(stats_flag_outliers(values, 6, flags), 1);
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(flags[i], i == 4);
	ck_assert_uint_eq(stats_flag_outliers(values + 2, 4, flags), 0);
	ck_assert(!flags[2]);
	ck_assert_uint_eq(stats_flag_outliers(dual_40[4], RUNS, flags), 0);
}
END_TEST

START_TEST(a_first_run_that_was_not_like_the_rest_is_told)
{
	const double cold[] = { 60, 100, 101, 99, 100.5 };
	const double late[] = { 100, 60, 101, 99, 100.5 };

	ck_assert(stats_first_differs(cold, 5));
	ck_assert(!stats_first_differs(cold, 4));
	ck_assert(!stats_first_differs(late, 5));
}
END_TEST

START_TEST(a_trend_is_five_or_more_values_in_order)
{
	const double values[] = { 1, 2, 3, 4, 5, 5, 4, 3, 2, 1 };

	ck_assert_int_eq(stats_trend(values, 5), 1);
	ck_assert_int_eq(stats_trend(values + 5, 5), -1);
	ck_assert_int_eq(stats_trend(values, 6), 0);
	ck_assert_int_eq(stats_trend(values, 4), 0);
}
END_TEST

START_TEST(so_many_runs_are_needed_for_a_precision)
{
	static const struct {
		double cv;
		size_t runs[3]; /* for 1, 2 and 5 % */
	} rows[] = {
		{ 0.01, { 7, 4, 3 } },
		{ 0.03, { 38, 12, 4 } },
		{ 0.05, { 99, 27, 7 } },
		{ 0.10, { 387, 99, 18 } },
	};

	for (size_t i = 0; i < 4; i++) {
		const size_t *runs = rows[i].runs;
		double cv = rows[i].cv;

		ck_assert_uint_eq(stats_runs_needed(cv, 0.01, 0.95), runs[0]);
		ck_assert_uint_eq(stats_runs_needed(cv, 0.02, 0.95), runs[1]);
		ck_assert_uint_eq(stats_runs_needed(cv, 0.05, 0.95), runs[2]);
	}
	ck_assert_uint_eq(stats_runs_needed(0, 0.02, 0.95), 2);
	ck_assert_uint_eq(stats_runs_needed(1e9, 1e-9, 0.95), 1000000);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("stats");

	tcase_add_test(tests, a_set_has_mean_median_bounds_and_deviation);
	tcase_add_test(tests, the_median_of_an_even_set_lies_in_the_middle);
	tcase_add_test(tests, one_value_and_none_have_no_deviation);
	tcase_add_test(tests,
		       the_harmonic_mean_is_the_rate_of_all_runs_together);
	tcase_add_test(tests,
		       tails_of_t_have_ten_digits_for_all_degrees_of_freedom);
	tcase_add_test(
		tests,
		the_distribution_of_t_is_symmetric_and_rises_from_0_to_1);
	tcase_add_test(tests, quantiles_of_t_have_ten_digits);
	tcase_add_test(tests,
		       welch_finds_what_changed_from_one_kernel_to_the_next);
	tcase_add_test(
		tests,
		welch_tells_what_a_second_cpu_changes_from_what_it_does_not);
	tcase_add_test(tests, the_pooled_test_gives_the_digits_of_ministat);
	tcase_add_test(tests,
		       too_few_values_give_no_answer_instead_of_a_wrong_one);
	tcase_add_test(tests,
		       sets_without_any_spread_differ_or_are_equal_for_certain);
	tcase_add_test(tests,
		       welch_keeps_its_word_where_the_pooled_test_does_not);
	tcase_add_test(tests,
		       the_interval_covers_the_truth_as_often_as_it_says);
	tcase_add_test(
		tests,
		equivalence_asks_for_the_whole_interval_inside_the_margin);
	tcase_add_test(tests, the_rank_test_counts_all_ways_to_split_the_ranks);
	tcase_add_test(tests, the_rank_test_gives_ties_the_mean_of_their_ranks);
	tcase_add_test(tests,
		       the_normal_approximation_takes_over_without_a_jump);
	tcase_add_test(
		tests,
		holm_takes_the_least_first_and_stops_at_the_first_that_fails);
	tcase_add_test(tests, holm_passes_over_what_could_not_be_tested);
	tcase_add_test(tests, holm_leaves_nine_and_ten_of_the_twelve_columns);
	tcase_add_test(tests, an_outlier_is_flagged_among_at_least_five_values);
	tcase_add_test(tests, a_first_run_that_was_not_like_the_rest_is_told);
	tcase_add_test(tests, a_trend_is_five_or_more_values_in_order);
	tcase_add_test(tests, so_many_runs_are_needed_for_a_precision);
	return unit_run(tests);
}
