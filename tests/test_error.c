#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "unit.h"

static struct error error;

static void
set_up(void)
{
	error_clear(&error);
}

START_TEST(a_failure_returns_minus_one_with_kind_and_text)
{
	ck_assert_int_eq(error_set(&error, ERROR_USAGE, "-s: '%s' is not %s",
				   "4x", "a size"),
			 -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_int_eq(error.errno_code, 0);
	ck_assert_uint_gt(error.at_ns, 0);
	ck_assert_str_eq(error.text, "-s: '4x' is not a size");
}
END_TEST

START_TEST(a_failed_call_says_why)
{
	ck_assert_int_eq(error_set_errno(&error, ENOSPC, "write '%s'", "file"),
			 -1);
	ck_assert_int_eq(error.kind, ERROR_RUN);
	ck_assert_int_eq(error.errno_code, ENOSPC);
	ck_assert_str_eq(error.text, "write 'file': No space left on device");
}
END_TEST

START_TEST(nobody_has_to_listen)
{
	ck_assert_int_eq(error_set(NULL, ERROR_RUN, "text"), -1);
	ck_assert_int_eq(error_set_errno(NULL, EIO, "text"), -1);
}
END_TEST

START_TEST(the_first_failure_is_kept_until_it_is_cleared)
{
	error_set(&error, ERROR_DATA, "cause");
	error_set(&error, ERROR_RUN, "consequence");
	error_set_errno(&error, EIO, "consequence");
	ck_assert_str_eq(error.text, "cause");
	ck_assert_int_eq(error.kind, ERROR_DATA);
	error_clear(&error);
	ck_assert_int_eq(error.kind, ERROR_NONE);
	error_set(&error, ERROR_RUN, "next");
	ck_assert_str_eq(error.text, "next");
}
END_TEST

START_TEST(a_name_cannot_break_the_line_or_the_terminal)
{
	error_set(&error, ERROR_RUN, "open '%s'", "a\nb\x1b[31m\x7f\xc3\xa4");
	ck_assert_str_eq(error.text, "open 'a?b?[31m?\xc3\xa4'");
}
END_TEST

START_TEST(a_text_that_is_too_long_is_cut)
{
	char name[1000];

	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	error_set(&error, ERROR_RUN, "open '%s'", name);
	ck_assert_uint_eq(strlen(error.text), ERROR_TEXT_BYTES - 1);
}
END_TEST

START_TEST(a_long_name_does_not_cost_the_reason)
{
	char name[1000];

	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	error_set_errno(&error, EACCES, "open '%s'", name);
	ck_assert_uint_lt(strlen(error.text), ERROR_TEXT_BYTES);
	ck_assert_ptr_nonnull(strstr(error.text, "xx: Permission denied"));
}
END_TEST

START_TEST(of_several_workers_the_first_by_time_wins)
{
	struct error early = { .kind = ERROR_RUN, .at_ns = 10, .text = "one" };
	struct error late = { .kind = ERROR_DATA, .at_ns = 20, .text = "two" };
	struct error none = { .kind = ERROR_NONE };

	error_keep_first(&error, &none);
	ck_assert_int_eq(error.kind, ERROR_NONE);
	error_keep_first(&error, &late);
	ck_assert_str_eq(error.text, "two");
	error_keep_first(&error, &early);
	ck_assert_str_eq(error.text, "one");
	error_keep_first(&error, &late);
	ck_assert_str_eq(error.text, "one");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("error");

	tcase_add_checked_fixture(tests, set_up, NULL);
	tcase_add_test(tests, a_failure_returns_minus_one_with_kind_and_text);
	tcase_add_test(tests, a_failed_call_says_why);
	tcase_add_test(tests, nobody_has_to_listen);
	tcase_add_test(tests, the_first_failure_is_kept_until_it_is_cleared);
	tcase_add_test(tests, a_name_cannot_break_the_line_or_the_terminal);
	tcase_add_test(tests, a_text_that_is_too_long_is_cut);
	tcase_add_test(tests, a_long_name_does_not_cost_the_reason);
	tcase_add_test(tests, of_several_workers_the_first_by_time_wins);
	return unit_run(tests);
}
