#include <check.h>
#include <stdlib.h>

#include "core/hist.h"
#include "core/rng.h"
#include "unit.h"

static struct hist hist;

static void
set_up(void)
{
	hist_clear(&hist);
}

START_TEST(buckets_follow_each_other_without_gap_or_overlap)
{
	ck_assert_uint_eq(hist_low_ns(0), 0);
	for (size_t i = 0; i + 1 < HIST_BUCKETS; i++)
		ck_assert_uint_eq(hist_high_ns(i) + 1, hist_low_ns(i + 1));
}
END_TEST

START_TEST(a_value_lies_in_the_bucket_that_it_is_added_to)
{
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		ck_assert_uint_eq(hist_bucket(hist_low_ns(i)), i);
		ck_assert_uint_eq(hist_bucket(hist_high_ns(i)), i);
	}
}
END_TEST

START_TEST(a_bucket_is_at_most_a_64th_of_its_value_wide)
{
	for (size_t i = 2 * HIST_SUB; i + 1 < HIST_BUCKETS; i++)
		ck_assert_uint_le((hist_high_ns(i) - hist_low_ns(i) + 1) *
					  HIST_SUB,
				  hist_low_ns(i));
}
END_TEST

START_TEST(values_beyond_the_last_octave_keep_their_exact_maximum)
{
	uint64_t huge_ns = UINT64_C(1) << 63;

	hist_add(&hist, 1000);
	hist_add(&hist, huge_ns);
	ck_assert_uint_eq(hist_bucket(huge_ns), HIST_BUCKETS - 1);
	ck_assert_uint_eq(hist_bucket(UINT64_MAX), HIST_BUCKETS - 1);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 1), huge_ns);
	ck_assert_uint_eq(hist.max_ns, huge_ns);
	ck_assert_uint_eq(hist.min_ns, 1000);
}
END_TEST

START_TEST(an_empty_histogram_answers_zero_to_everything)
{
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.5), 0);
	ck_assert_uint_eq(hist_count_above(&hist, 0), 0);
	ck_assert(hist_time_share_above(&hist, 0) == 0);
	ck_assert_uint_eq(hist.min_ns, UINT64_MAX);
}
END_TEST

START_TEST(quantiles_of_small_values_are_exact)
{
	for (uint64_t ns = 1; ns <= 100; ns++)
		hist_add(&hist, ns);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0), 1);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.5), 50);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.99), 99);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.991), 100);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 1), 100);
}
END_TEST

static int
by_size(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

START_TEST(quantiles_of_any_values_are_within_a_bucket_of_the_sorted_list)
{
	static uint64_t values[10000];
	const double shares[] = { 0.01, 0.5, 0.9, 0.99, 0.999 };
	uint64_t state = 7;

	for (size_t i = 0; i < 10000; i++) {
		values[i] = rng_next_generated(&state) >> (24 + i % 30);
		hist_add(&hist, values[i]);
	}
	qsort(values, 10000, sizeof *values, by_size);
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		uint64_t exact = values[(size_t)(shares[i] * 10000 + 0.5) - 1];
		uint64_t found = hist_quantile_ns(&hist, shares[i]);

		ck_assert_uint_ge(found, exact);
		ck_assert_uint_le(found, exact + exact / HIST_SUB);
	}
}
END_TEST

START_TEST(merging_is_the_same_as_adding_everything_to_one)
{
	static struct hist left, right;
	uint64_t state = 3;

	hist_clear(&left);
	hist_clear(&right);
	for (int i = 0; i < 1000; i++) {
		uint64_t ns = rng_next_generated(&state) >> 30;

		hist_add(&hist, ns);
		hist_add(i % 3 ? &left : &right, ns);
	}
	hist_merge(&left, &right);
	ck_assert_mem_eq(&left, &hist, sizeof hist);
}
END_TEST

START_TEST(merging_an_empty_histogram_changes_nothing)
{
	static struct hist empty, before;

	hist_clear(&empty);
	hist_add(&hist, 12345);
	before = hist;
	hist_merge(&hist, &empty);
	ck_assert_mem_eq(&before, &hist, sizeof hist);
}
END_TEST

START_TEST(eight_stalls_of_many_operations_show_as_half_of_the_time)
{
	for (int i = 0; i < 8000; i++)
		hist_add(&hist, 100000);
	for (int i = 0; i < 8; i++)
		hist_add(&hist, 100000000);
	ck_assert_uint_eq(hist_count_above(&hist, 10000000), 8);
	ck_assert_double_eq_tol(hist_time_share_above(&hist, 10000000), 0.5,
				0.01);
	ck_assert(hist_time_share_above(&hist, 200000000) == 0);
	ck_assert(hist_time_share_above(&hist, 1000) == 1);
}
END_TEST

START_TEST(a_sample_of_the_limit_itself_is_not_above_it)
{
	hist_add(&hist, 50);
	hist_add(&hist, 100);
	ck_assert_uint_eq(hist_count_above(&hist, 50), 1);
	ck_assert_double_eq_tol(hist_time_share_above(&hist, 50), 2.0 / 3,
				1e-12);
	ck_assert(hist_time_share_above(&hist, 100) == 0);
}
END_TEST

START_TEST(counts_beyond_32_bits_are_kept)
{
	hist.buckets[hist_bucket(50)] = UINT64_C(1) << 33;
	hist.buckets[hist_bucket(70)] = UINT64_C(1) << 33;
	hist.count = UINT64_C(1) << 34;
	hist.max_ns = 70;
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.5), 50);
	ck_assert_uint_eq(hist_quantile_ns(&hist, 0.51), 70);
	ck_assert_uint_eq(hist_count_above(&hist, 60), UINT64_C(1) << 33);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("hist");

	tcase_add_checked_fixture(tests, set_up, NULL);
	tcase_add_test(tests, buckets_follow_each_other_without_gap_or_overlap);
	tcase_add_test(tests, a_value_lies_in_the_bucket_that_it_is_added_to);
	tcase_add_test(tests, a_bucket_is_at_most_a_64th_of_its_value_wide);
	tcase_add_test(tests,
		       values_beyond_the_last_octave_keep_their_exact_maximum);
	tcase_add_test(tests, an_empty_histogram_answers_zero_to_everything);
	tcase_add_test(tests, quantiles_of_small_values_are_exact);
	tcase_add_test(
		tests,
		quantiles_of_any_values_are_within_a_bucket_of_the_sorted_list);
	tcase_add_test(tests, merging_is_the_same_as_adding_everything_to_one);
	tcase_add_test(tests, merging_an_empty_histogram_changes_nothing);
	tcase_add_test(
		tests,
		eight_stalls_of_many_operations_show_as_half_of_the_time);
	tcase_add_test(tests, a_sample_of_the_limit_itself_is_not_above_it);
	tcase_add_test(tests, counts_beyond_32_bits_are_kept);
	return unit_run(tests);
}
