#include "run/rounds.h"

#include "core/units.h"
#include "unit.h"

#define MS (UNITS_NS_PER_S / 1000)

static bool
go_on(unsigned count, uint64_t wall_ms, uint64_t elapsed_ms)
{
	const struct rounds rounds = { count, wall_ms * MS, elapsed_ms * MS };

	return rounds_go_on(&rounds);
}

START_TEST(a_second_on_the_clock_is_enough)
{
	ck_assert(go_on(1, 999, 999));
	ck_assert(!go_on(1, 1000, 1000));
}
END_TEST

START_TEST(work_that_takes_no_time_ends_after_a_thousand_rounds)
{
	ck_assert(go_on(999, 0, 1));
	ck_assert(!go_on(1000, 0, 1));
}
END_TEST

START_TEST(ten_seconds_in_all_are_enough_for_what_has_a_figure)
{
	ck_assert(go_on(5, 600, 9999));
	ck_assert(!go_on(5, 600, 10000));
	ck_assert(!go_on(5, 500, 10000));
}
END_TEST

START_TEST(what_has_no_figure_goes_on_while_one_can_be_had_in_a_minute)
{
	/* Half a second after 50 s. */
	ck_assert(go_on(2, 100, 10000));
	ck_assert(go_on(9, 450, 45000));
	ck_assert(!go_on(10, 500, 50000));
	/* After 61 s. */
	ck_assert(!go_on(2, 82, 10000));
}
END_TEST

START_TEST(what_will_never_have_a_figure_ends_after_ten_seconds)
{
	ck_assert(!go_on(3, 0, 10000));
	ck_assert(!go_on(1, 1, 3600000));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("rounds");

	tcase_add_test(tests, a_second_on_the_clock_is_enough);
	tcase_add_test(tests,
		       work_that_takes_no_time_ends_after_a_thousand_rounds);
	tcase_add_test(tests,
		       ten_seconds_in_all_are_enough_for_what_has_a_figure);
	tcase_add_test(
		tests,
		what_has_no_figure_goes_on_while_one_can_be_had_in_a_minute);
	tcase_add_test(tests,
		       what_will_never_have_a_figure_ends_after_ten_seconds);
	return unit_run(tests);
}
