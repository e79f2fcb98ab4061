#include <check.h>

#include "observe/hiccup.h"
#include "observe_scene.h"
#include "unit.h"

static void
random_reads(void)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.view.hiccups.known = true;
}

/* 400 reads of 1 ms, and 8 of 200 ms: 1.6 of 2 s. */
static void
stall(void)
{
	for (int i = 0; i < 400; i++)
		hist_add(&scene.total.latency, 1000000);
	for (int i = 0; i < 8; i++)
		hist_add(&scene.total.latency, 200000000);
	ck_assert_ptr_nonnull(scene_look(detect_tails, "stalls"));
}

static const struct note *
host_note(const char *code)
{
	return scene_look(detect_host, code);
}

START_TEST(only_what_is_really_late_adds_up)
{
	struct hiccups hiccups = { .known = true };

	hiccups_add(&hiccups, 0);
	hiccups_add(&hiccups, 300000);
	hiccups_add(&hiccups, HICCUP_LEAST_NS + 1);
	hiccups_add(&hiccups, 100000000);
	ck_assert_uint_eq(hiccups.sleeps, 4);
	ck_assert_uint_eq(hiccups.late_ns, HICCUP_LEAST_NS + 100000001);
	ck_assert_uint_eq(hiccups.most_ns, 100000000);
}
END_TEST

START_TEST(a_watch_that_was_stopped_knows_and_can_start_again)
{
	struct hiccup_watch watch = { .running = false };

	hiccup_stop(&watch);
	ck_assert(!watch.seen.known);
	for (int i = 0; i < 2; i++) {
		hiccup_start(&watch, NULL, NULL);
		ck_assert(!watch.seen.known);
		hiccup_stop(&watch);
		ck_assert(watch.seen.known);
	}
}
END_TEST

START_TEST(a_machine_that_is_late_for_a_tenth_is_shared)
{
	scene.view.hiccups.late_ns = 190000000;
	ck_assert_int_eq(host_note("hiccups")->verdict, VERDICT_OK);
	random_reads();
	scene.view.hiccups.late_ns = 500000000;
	scene.view.hiccups.most_ns = 130000000;
	ck_assert_int_eq(host_note("hiccups")->verdict, VERDICT_SHARED);
	ck_assert_str_eq(host_note("hiccups")->text,
			 "the machine was late 25% of the time, once by "
			 "130 ms");
}
END_TEST

START_TEST(workers_that_wait_for_a_cpu_have_said_so_already)
{
	scene.view.run_delay_ns = scene_known(1000000000);
	ck_assert_ptr_nonnull(scene_look(detect_neighbours, "run-delay"));
	scene.view.hiccups.late_ns = 500000000;
	ck_assert_int_eq(host_note("hiccups")->verdict, VERDICT_OK);
}
END_TEST

START_TEST(stalls_of_an_idle_thread_too_may_be_the_machines)
{
	stall();
	scene.view.hiccups.late_ns = 190000000;
	ck_assert_ptr_null(strstr(host_note("hiccups")->text, "machine's"));
	random_reads();
	stall();
	scene.view.hiccups.late_ns = 1000000000;
	scene.view.run_delay_ns = scene_known(1000000000);
	scene_look(detect_neighbours, "run-delay");
	ck_assert_ptr_nonnull(strstr(host_note("hiccups")->text, "machine's"));
}
END_TEST

START_TEST(without_a_watch_nothing_is_said_of_hiccups)
{
	scene.view.hiccups.known = false;
	ck_assert_ptr_null(host_note("hiccups"));
}
END_TEST

START_TEST(frequency_and_heat_are_notes_where_they_are_known)
{
	ck_assert_ptr_null(host_note("cpu-frequency"));
	ck_assert_ptr_null(host_note("cpu-heat"));
	scene.before.cpu_hz = scene_known(3400000000);
	scene.after.cpu_hz = scene_known(1200000000);
	scene.before.heat_events = scene_known(4);
	scene.after.heat_events = scene_known(4);
	ck_assert_str_eq(host_note("cpu-frequency")->text,
			 "the CPUs ran at 3.4 GHz before, 1.2 GHz after");
	ck_assert_ptr_null(host_note("cpu-heat"));
	scene.after.heat_events = scene_known(9);
	ck_assert_double_eq_tol(host_note("cpu-heat")->value, 5, 1e-9);
	ck_assert_int_eq(notes_rank(&scene.notes), VERDICT_OK);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("detect_host");

	tcase_add_checked_fixture(tests, random_reads, NULL);
	tcase_add_test(tests, only_what_is_really_late_adds_up);
	tcase_add_test(tests,
		       a_watch_that_was_stopped_knows_and_can_start_again);
	tcase_add_test(tests, a_machine_that_is_late_for_a_tenth_is_shared);
	tcase_add_test(tests, workers_that_wait_for_a_cpu_have_said_so_already);
	tcase_add_test(tests, stalls_of_an_idle_thread_too_may_be_the_machines);
	tcase_add_test(tests, without_a_watch_nothing_is_said_of_hiccups);
	tcase_add_test(tests,
		       frequency_and_heat_are_notes_where_they_are_known);
	return unit_run(tests);
}
