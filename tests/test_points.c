#include "run/points.h"

#include "unit.h"

static struct settings settings, point;
static char label[POINT_LABEL_BYTES];

static void
set_up(void)
{
	settings_init(&settings);
}

START_TEST(without_a_sweep_there_is_one_point_like_the_settings)
{
	ck_assert_uint_eq(points_count(&settings), 1);
	points_settings(&settings, 0, &point, label);
	ck_assert_str_eq(label, "");
	ck_assert_ptr_null(point.point);
	ck_assert_uint_eq(point.chunk_bytes, settings.chunk_bytes);
}
END_TEST

START_TEST(a_sweep_of_chunks_is_of_blocks_too)
{
	settings.sweep = (struct sweep){ .what = SWEEP_CHUNK,
					 .values = { 512, 65536 },
					 .count = 2 };
	ck_assert_uint_eq(points_count(&settings), 2);
	points_settings(&settings, 0, &point, label);
	ck_assert_str_eq(point.point, "chunk=512");
	points_settings(&settings, 1, &point, label);
	ck_assert_str_eq(point.point, "chunk=64k");
	ck_assert_uint_eq(point.block_bytes, 65536);
	ck_assert_uint_eq(point.chunk_bytes, 65536);
}
END_TEST

START_TEST(threads_are_workers_where_tests_know_no_threads)
{
	static const char *const raw[] = { "RR" };

	settings.sweep = (struct sweep){ .what = SWEEP_THREADS,
					 .values = { 1, 16 },
					 .count = 2 };
	points_settings(&settings, 1, &point, label);
	ck_assert_uint_eq(point.threads, 16);
	ck_assert_uint_eq(point.workers, 16);
	settings.tests = raw;
	settings.test_count = 1;
	points_settings(&settings, 1, &point, label);
	ck_assert_uint_eq(point.threads, 16);
	ck_assert_uint_eq(point.workers, 1);
}
END_TEST

START_TEST(the_tio_suite_has_four_points_and_others_run_in_the_first)
{
	static const char *const tests[] = { "write", "tio" };

	settings.tests = tests;
	settings.test_count = 2;
	ck_assert_uint_eq(points_count(&settings), 4);
	points_settings(&settings, 0, &point, label);
	ck_assert(!point.only_thread_files);
	points_settings(&settings, 3, &point, label);
	ck_assert(point.only_thread_files);
	ck_assert_uint_eq(point.threads, 8);
	settings.threads = 3;
	ck_assert_uint_eq(points_count(&settings), 1);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("points");

	tcase_add_checked_fixture(tests, set_up, NULL);
	tcase_add_test(tests,
		       without_a_sweep_there_is_one_point_like_the_settings);
	tcase_add_test(tests, a_sweep_of_chunks_is_of_blocks_too);
	tcase_add_test(tests, threads_are_workers_where_tests_know_no_threads);
	tcase_add_test(
		tests,
		the_tio_suite_has_four_points_and_others_run_in_the_first);
	return unit_run(tests);
}
