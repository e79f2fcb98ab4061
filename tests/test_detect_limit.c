#include <check.h>

#include "observe/cpu.h"
#include "observe_scene.h"
#include "unit.h"

static void
busy_disk(void)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene_reads(SCENE_BYTES);
	scene.after.devices[0].busy_ns = 1900000000;
	scene.span.user_ns = 0;
	scene.span.sys_ns = 100000000;
}

static const struct note *
limit_note(const char *code)
{
	return scene_look(detect_limit, code);
}

START_TEST(a_busy_device_is_the_limit)
{
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_OK);
	ck_assert_double_eq_tol(limit_note("device-busy")->value, 0.95, 1e-9);
}
END_TEST

START_TEST(waiting_for_an_idle_device_is_limited_by_something_else)
{
	scene.after.devices[0].busy_ns = 20000000;
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_LIMITED);
	ck_assert_str_eq(limit_note("device-busy")->text,
			 "a rate limit or host queue: device busy 1%, we "
			 "waited 95%");
}
END_TEST

START_TEST(a_moment_is_too_short_to_tell_who_limits)
{
	scene.after.devices[0].busy_ns = 1000000;
	scene.span.wall_ns = 40000000;
	scene.after.at_ns = scene.span.wall_ns;
	scene.span.user_ns = scene.span.sys_ns = 0;
	ck_assert_int_eq(scene_look(detect_limit, "device-busy")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(a_control_group_that_limits_the_device_is_named)
{
	struct io_limit limit = { .major = 8, .minor = 0 };

	scene.after.devices[0].busy_ns = 20000000;
	scene.view.limits = &limit;
	scene.view.limit_count = 1;
	ck_assert_ptr_nonnull(
		strstr(limit_note("device-busy")->text, "cgroup"));
}
END_TEST

START_TEST(an_idle_device_is_no_sign_while_the_program_computes)
{
	scene.after.devices[0].busy_ns = 20000000;
	scene.span.user_ns = 1500000000;
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_OK);
}
END_TEST

START_TEST(waiting_for_a_cpu_is_not_waiting_for_the_device)
{
	scene.after.devices[0].busy_ns = 20000000;
	scene.view.run_delay_ns = scene_known(1000000000);
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_OK);
}
END_TEST

START_TEST(a_whole_cpu_makes_it_a_figure_of_the_program)
{
	scene.span.user_ns = 1850000000;
	ck_assert_int_eq(limit_note("cpu-bound")->verdict, VERDICT_LIMITED);
}
END_TEST

START_TEST(a_whole_cpu_in_system_calls_makes_it_a_figure_of_the_kernel)
{
	scene.span.user_ns = 850000000;
	scene.span.sys_ns = 1100000000;
	ck_assert_str_eq(limit_note("cpu-bound")->text,
			 "CPU-bound: measures the kernel, not the disk");
}
END_TEST

START_TEST(four_workers_on_two_cpus_are_bound_by_two)
{
	scene.view.workers = 4;
	scene.span.user_ns = 2500000000;
	ck_assert_ptr_null(limit_note("cpu-bound"));
	scene.span.user_ns = 3800000000;
	ck_assert_ptr_nonnull(limit_note("cpu-bound"));
}
END_TEST

START_TEST(a_command_that_left_the_device_idle_does_not_measure_it)
{
	scene.view.flags = VIEW_COMMAND;
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_OK);
	scene.notes.count = 0;
	scene.after.devices[0].busy_ns = 60000000;
	ck_assert_str_eq(limit_note("device-busy")->text,
			 "device busy only 3% of the time: not a disk figure");
	ck_assert_int_eq(limit_note("device-busy")->verdict, VERDICT_LIMITED);
}
END_TEST

START_TEST(a_cpu_quota_that_stops_us_is_a_limit)
{
	scene.before.throttled_ns = scene_known(5);
	scene.after.throttled_ns = scene_known(1400000005);
	ck_assert_double_eq_tol(limit_note("cpu-quota")->value, 0.7, 1e-9);
}
END_TEST

static struct process_counters old_processes[] = {
	{ 2, 0, 10, 100000000, true },
	{ 30, 2, 10, 500000000, true },
	{ 40, 1, 10, 700000000, false },
};

START_TEST(the_bill_matches_processes_by_pid_and_start_time)
{
	struct process_counters now[] = {
		{ 2, 0, 10, 100000000, true },
		/* The same pid, a younger thread: all of its time counts. */
		{ 30, 2, 99, 560000000, true },
		{ 40, 1, 10, 900000000, false },
		{ 50, 1, 99, 1000000000, false },
	};
	struct cpu_bill bill;

	scene.before.processes_known = scene.after.processes_known = true;
	scene.before.processes = old_processes;
	scene.before.process_count = 3;
	scene.after.processes = now;
	scene.after.process_count = 4;
	cpu_bill_between(&bill, &scene.view);
	ck_assert_double_eq_tol(bill.own.share, 0.05, 1e-9);
	ck_assert_double_eq_tol(bill.kernel.share, 0.28, 1e-9);
	ck_assert_double_eq_tol(bill.others.share, 0.6, 1e-9);
	ck_assert(!bill.steal.known);
}
END_TEST

START_TEST(programs_that_came_and_went_are_others_too)
{
	struct cpu_bill bill;

	scene.before.processes_known = scene.after.processes_known = true;
	scene.before.processes = scene.after.processes = old_processes;
	scene.before.process_count = scene.after.process_count = 3;
	scene.before.machine_busy_ns = scene_known(0);
	scene.after.machine_busy_ns = scene_known(1900000000);
	cpu_bill_between(&bill, &scene.view);
	ck_assert_double_eq_tol(bill.kernel.share, 0, 1e-9);
	ck_assert_double_eq_tol(bill.others.share, 0.9, 1e-9);
}
END_TEST

START_TEST(a_hidden_proc_is_said_not_counted_as_zero)
{
	ck_assert_ptr_nonnull(
		strstr(scene_look(detect_cpu, "cpu")->text, "hidden"));
}
END_TEST

START_TEST(the_ticks_of_kernel_threads_say_nothing_of_a_moment)
{
	scene.before.processes_known = scene.after.processes_known = true;
	ck_assert_ptr_nonnull(scene_look(detect_cpu, "cpu-kernel"));
	scene.notes.count = 0;
	scene.after.at_ns = scene.before.at_ns + 20000000;
	ck_assert_ptr_null(scene_look(detect_cpu, "cpu-kernel"));
}
END_TEST

START_TEST(a_strangers_traffic_beyond_a_fifth_makes_it_shared)
{
	const struct note *note;

	ck_assert_ptr_null(scene_look(detect_neighbours, "foreign-traffic"));
	scene.after.devices[0].written_bytes = SCENE_BYTES / 2;
	note = scene_look(detect_neighbours, "foreign-traffic");
	ck_assert_int_eq(note->verdict, VERDICT_SHARED);
	ck_assert_double_eq_tol(note->value, 1.0 / 3, 1e-6);
}
END_TEST

START_TEST(our_own_writes_are_not_a_strangers)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES);
	scene_writes(2 * SCENE_BYTES);
	ck_assert_ptr_null(scene_look(detect_neighbours, "foreign-traffic"));
}
END_TEST

START_TEST(what_seeks_write_back_is_not_a_strangers)
{
	scene_reset(VIEW_READS | VIEW_RANDOM | VIEW_WRITES_BACK);
	scene_reads(SCENE_BYTES);
	scene_writes(SCENE_BYTES / 2);
	ck_assert_ptr_null(scene_look(detect_neighbours, "foreign-traffic"));
}
END_TEST

START_TEST(a_mirror_is_not_taken_for_a_stranger)
{
	scene.storage.devices[0].leaf = false;
	scene_add_disk(1, 1, true);
	scene_add_disk(2, 1, true);
	scene.after.devices[1].written_bytes = SCENE_BYTES;
	scene.after.devices[2].written_bytes = SCENE_BYTES;
	ck_assert_ptr_null(scene_look(detect_neighbours, "foreign-traffic"));
}
END_TEST

START_TEST(waiting_for_a_cpu_for_a_tenth_of_the_time_makes_it_shared)
{
	scene.view.run_delay_ns = scene_known(190000000);
	ck_assert_ptr_null(scene_look(detect_neighbours, "run-delay"));
	scene.view.run_delay_ns = scene_known(620000000);
	ck_assert_int_eq(scene_look(detect_neighbours, "run-delay")->verdict,
			 VERDICT_SHARED);
}
END_TEST

START_TEST(time_that_the_host_took_is_a_limit)
{
	scene.before.steal_ns = scene_known(0);
	scene.after.steal_ns = scene_known(800000000);
	ck_assert_double_eq_tol(scene_look(detect_neighbours, "steal")->value,
				0.2, 1e-9);
}
END_TEST

/* 100 transfers a second were asked for, and so many made in two seconds. */
static const struct note *
judge_rate(uint64_t operations)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.view.asked_rate = 100;
	scene.total.operations = operations;
	return scene_look(detect_limit, "given-rate");
}

START_TEST(a_given_rate_that_was_reached_is_named_as_the_limit)
{
	const struct note *note = judge_rate(200);

	ck_assert_int_eq(note->verdict, VERDICT_LIMITED);
	ck_assert_str_eq(note->text,
			 "limited by --rate 100, which was reached");
	ck_assert_int_eq(judge_rate(201)->verdict, VERDICT_LIMITED);
	ck_assert_int_eq(judge_rate(191)->verdict, VERDICT_LIMITED);
	/* That the device was idle meanwhile is no other reason. */
	note = notes_find(&scene.notes, "device-busy");
	ck_assert(!note || note->verdict == VERDICT_OK);
}
END_TEST

START_TEST(a_given_rate_that_was_not_reached_is_said_and_limits_nothing)
{
	const struct note *note = judge_rate(150);

	ck_assert_int_eq(note->verdict, VERDICT_OK);
	ck_assert_str_eq(note->text,
			 "--rate 100 was not reached: 75/s, 25% less");
	ck_assert_double_ge(note->value, note->limit);
}
END_TEST

START_TEST(without_a_given_rate_nothing_is_said_of_one)
{
	judge_rate(200);
	scene.notes.count = 0;
	scene.view.asked_rate = 0;
	ck_assert_ptr_null(scene_look(detect_limit, "given-rate"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("detect_limit");

	tcase_add_checked_fixture(tests, busy_disk, NULL);
	tcase_add_test(tests, a_busy_device_is_the_limit);
	tcase_add_test(tests,
		       waiting_for_an_idle_device_is_limited_by_something_else);
	tcase_add_test(tests, a_moment_is_too_short_to_tell_who_limits);
	tcase_add_test(tests, a_control_group_that_limits_the_device_is_named);
	tcase_add_test(tests,
		       an_idle_device_is_no_sign_while_the_program_computes);
	tcase_add_test(tests, waiting_for_a_cpu_is_not_waiting_for_the_device);
	tcase_add_test(tests, a_whole_cpu_makes_it_a_figure_of_the_program);
	tcase_add_test(
		tests,
		a_whole_cpu_in_system_calls_makes_it_a_figure_of_the_kernel);
	tcase_add_test(tests, four_workers_on_two_cpus_are_bound_by_two);
	tcase_add_test(tests,
		       a_command_that_left_the_device_idle_does_not_measure_it);
	tcase_add_test(tests, a_cpu_quota_that_stops_us_is_a_limit);
	tcase_add_test(tests, the_bill_matches_processes_by_pid_and_start_time);
	tcase_add_test(tests, programs_that_came_and_went_are_others_too);
	tcase_add_test(tests, a_hidden_proc_is_said_not_counted_as_zero);
	tcase_add_test(tests,
		       the_ticks_of_kernel_threads_say_nothing_of_a_moment);
	tcase_add_test(tests,
		       a_strangers_traffic_beyond_a_fifth_makes_it_shared);
	tcase_add_test(tests, our_own_writes_are_not_a_strangers);
	tcase_add_test(tests, what_seeks_write_back_is_not_a_strangers);
	tcase_add_test(tests, a_mirror_is_not_taken_for_a_stranger);
	tcase_add_test(
		tests,
		waiting_for_a_cpu_for_a_tenth_of_the_time_makes_it_shared);
	tcase_add_test(tests, time_that_the_host_took_is_a_limit);
	tcase_add_test(tests,
		       a_given_rate_that_was_reached_is_named_as_the_limit);
	tcase_add_test(
		tests,
		a_given_rate_that_was_not_reached_is_said_and_limits_nothing);
	tcase_add_test(tests, without_a_given_rate_nothing_is_said_of_one);
	return unit_run(tests);
}
