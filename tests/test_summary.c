#include <check.h>
#include <errno.h>

#include "formats/summary.h"
#include "golden.h"
#include "unit.h"

static struct result_set set;

static void
init(void)
{
	result_set_init(&set);
}

static void
release(void)
{
	result_set_release(&set);
}

static struct quantity *
add(const char *key, enum quantity_id id, double value)
{
	struct result *result = result_set_add(&set);
	struct quantity *quantity =
		&result_add_phase(result, key)->quantities[id];

	*quantity = quantity_known(value);
	return quantity;
}

static char *
emit(void)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	ck_assert_int_eq(summary_emit(&set, out), 0);
	fclose(out);
	return text;
}

START_TEST(mean_interval_extremes_and_variation_are_those_of_the_runs)
{
	char *text;

	add("write", QUANTITY_RATE, 100e6);
	add("write", QUANTITY_RATE, 110e6);
	add("write", QUANTITY_RATE, 120e6);
	text = emit();
	/* t(0.975, 2) = 4.303; 4.303 * 10 / sqrt(3) = 24.84. */
	ck_assert_str_eq(text,
			 "Summary of 3 runs, with the 95 % interval of the "
			 "mean\n"
			 "Test         Unit       Mean       +/-       Min   "
			 "    Max    CV %    n\n"
			 "write        MB/s      110.0     24.84     100.0   "
			 "  120.0     9.1    3\n");
	free(text);
}
END_TEST

START_TEST(what_was_too_fast_is_not_counted_as_zero_and_said)
{
	char *text;

	add("putc", QUANTITY_RATE, 5e6);
	add("putc", QUANTITY_RATE, 0)->state = QUANTITY_TOO_FAST;
	add("putc", QUANTITY_RATE, 0)->state = QUANTITY_FAILED;
	text = emit();
	ck_assert_ptr_nonnull(strstr(text,
				     "putc         MB/s      5.000         - "
				     "    5.000     5.000       -    1\n"));
	ck_assert_ptr_nonnull(strstr(text, "putc: 1 of 3 runs too fast"));
	ck_assert_ptr_nonnull(strstr(text, "putc: 1 of 3 runs failed"));
	free(text);
}
END_TEST

START_TEST(a_test_that_was_always_too_fast_has_pluses)
{
	char *text;

	add("seq-stat", QUANTITY_OPS, 0)->state = QUANTITY_TOO_FAST;
	text = emit();
	ck_assert_ptr_nonnull(strstr(text, "seq-stat     /s        +++++ "));
	free(text);
}
END_TEST

START_TEST(a_phase_that_was_cut_short_does_not_count)
{
	char *text;

	add("read", QUANTITY_RATE, 5e9);
	add("read", QUANTITY_RATE, 7e9);
	set.results[1].phases[0].state = PHASE_INCOMPLETE;
	text = emit();
	ck_assert_ptr_nonnull(strstr(text, "GB/s      5.000         - "));
	ck_assert_ptr_nonnull(strstr(text, "read: 1 of 2 runs failed or unf"));
	free(text);
}
END_TEST

START_TEST(no_line_is_wider_than_80_columns)
{
	char *text;

	add("a-very-long-test-name", QUANTITY_OPS, 1e15);
	add("a-very-long-test-name", QUANTITY_OPS, 1);
	add("x", QUANTITY_RATE, 1e300);
	add("x", QUANTITY_RATE, 1e-300);
	text = emit();
	for (char *line = text; *line; line = strchr(line, '\n') + 1)
		ck_assert_msg(strcspn(line, "\n") <= 80, "%s", line);
	free(text);
}
END_TEST

START_TEST(a_command_has_rows_of_its_times_and_of_what_the_disk_did)
{
	char *text;

	for (int i = 0; i < 3; i++) {
		struct quantity *quantities;

		add("command", QUANTITY_WALL, 1 + i);
		quantities = set.results[i].phases[0].quantities;
		quantities[QUANTITY_USER_TIME] = quantity_known(0.5);
		quantities[QUANTITY_DEVICE_WRITTEN] = quantity_known(2e6);
		quantities[QUANTITY_DISK_WAIT] = quantity_known(30 + i);
	}
	text = emit();
	ck_assert_ptr_nonnull(strstr(text,
				     "\ncommand\n"
				     "  real       s         2.000     2.484 "
				     "    1.000     3.000    50.0    3\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "\n  user       ms        500.0     0.000 "));
	ck_assert_ptr_nonnull(
		strstr(text, "\n  written    MB        2.000     0.000 "));
	ck_assert_ptr_nonnull(strstr(text, "\n  disk wait  %         31.00 "));
	free(text);
}
END_TEST

START_TEST(a_tree_test_has_its_rates_and_then_its_times)
{
	char *text;

	add("tree-copy", QUANTITY_OPS, 1000);
	set.results[0].phases[0].quantities[QUANTITY_WALL] = quantity_known(20);
	add("tree-copy", QUANTITY_OPS, 1000);
	set.results[1].phases[0].state = PHASE_FAILED;
	text = emit();
	ck_assert_ptr_nonnull(strstr(text, "\ntree-copy    /s "));
	ck_assert_ptr_nonnull(strstr(text, "\n  real       s         20.00 "));
	ck_assert_ptr_nonnull(strstr(text, "tree-copy: 1 of 2 runs failed"));
	ck_assert_ptr_null(strstr(text, "not counted\ntree-copy"));
	free(text);
}
END_TEST

START_TEST(a_full_disk_is_noticed)
{
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		return;
	add("x", QUANTITY_RATE, 1);
	errno = 0;
	ck_assert_int_eq(summary_emit(&set, full), -1);
	ck_assert_int_eq(errno, ENOSPC);
	fclose(full);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("summary");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(
		tests,
		mean_interval_extremes_and_variation_are_those_of_the_runs);
	tcase_add_test(tests,
		       what_was_too_fast_is_not_counted_as_zero_and_said);
	tcase_add_test(tests, a_test_that_was_always_too_fast_has_pluses);
	tcase_add_test(tests, a_phase_that_was_cut_short_does_not_count);
	tcase_add_test(tests, no_line_is_wider_than_80_columns);
	tcase_add_test(
		tests,
		a_command_has_rows_of_its_times_and_of_what_the_disk_did);
	tcase_add_test(tests, a_tree_test_has_its_rates_and_then_its_times);
	tcase_add_test(tests, a_full_disk_is_noticed);
	return unit_run(tests);
}
