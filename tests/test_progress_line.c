#include <check.h>
#include <stdint.h>
#include <string.h>

#include "cli/progress_line.h"
#include "core/strbuf.h"
#include "run/runner.h"
#include "unit.h"

static struct progress
half_way(void)
{
	struct progress progress = {
		.event = PROGRESS_TICK,
		.key = "write",
		.text = "Writing intelligently",
		.phase = 1,
		.phases = 12,
		.done = 0.5,
		.rate = 123456789,
		.rate_in_bytes = true,
		.elapsed_ns = UINT64_C(61000000000),
		.left_ns = UINT64_C(61000000000),
	};

	return progress;
}

static void
assert_shows(const struct progress *progress, const char *wanted)
{
	struct strbuf text;

	strbuf_init(&text);
	progress_line_format(&text, progress, 79);
	ck_assert_msg(strstr(text.text, wanted) != NULL, "'%s' lacks '%s'",
		      text.text, wanted);
	strbuf_release(&text);
}

START_TEST(the_line_shows_phase_share_rate_and_time_left)
{
	struct progress progress = half_way();

	assert_shows(&progress, "2/12 Writing intelligently");
	assert_shows(&progress, "50 %");
	assert_shows(&progress, "123 MB/s");
	assert_shows(&progress, "1:01 left");
	assert_shows(&progress, "##..");
}
END_TEST

START_TEST(the_line_fits_any_width)
{
	struct progress progress = half_way();

	for (size_t columns = 1; columns < 200; columns++) {
		struct strbuf text;

		strbuf_init(&text);
		progress_line_format(&text, &progress, columns);
		ck_assert_uint_le(strlen(text.text), columns);
		ck_assert_uint_eq(strlen(text.text), text.length);
		strbuf_release(&text);
	}
}
END_TEST

START_TEST(what_is_not_known_is_not_shown)
{
	struct progress progress = half_way();
	struct strbuf text;

	progress.done = -1;
	progress.rate = 0;
	progress.left_ns = UINT64_MAX;
	strbuf_init(&text);
	progress_line_format(&text, &progress, 79);
	ck_assert_ptr_null(strchr(text.text, '%'));
	ck_assert_ptr_null(strchr(text.text, '['));
	ck_assert_ptr_null(strstr(text.text, "left"));
	ck_assert_ptr_nonnull(strstr(text.text, "1:01"));
	strbuf_release(&text);
}
END_TEST

START_TEST(operations_are_shown_as_operations)
{
	struct progress progress = half_way();

	progress.rate = 1234;
	progress.rate_in_bytes = false;
	assert_shows(&progress, "1234/s");
}
END_TEST

START_TEST(rounds_are_counted_from_the_second_on)
{
	struct progress progress = half_way();

	progress.round = 2;
	assert_shows(&progress, "round 2");
}
END_TEST

START_TEST(a_stop_is_announced)
{
	struct progress progress = half_way();

	progress.stopping = true;
	assert_shows(&progress, "stopping");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("progress_line");

	tcase_add_test(tests, the_line_shows_phase_share_rate_and_time_left);
	tcase_add_test(tests, the_line_fits_any_width);
	tcase_add_test(tests, what_is_not_known_is_not_shown);
	tcase_add_test(tests, operations_are_shown_as_operations);
	tcase_add_test(tests, rounds_are_counted_from_the_second_on);
	tcase_add_test(tests, a_stop_is_announced);
	return unit_run(tests);
}
