#include <check.h>
#include <math.h>

#include "observe/thresholds.h"
#include "observe_scene.h"
#include "results/result.h"
#include "unit.h"

static void
start(void)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
}

START_TEST(the_worst_verdict_comes_first_and_equals_keep_their_order)
{
	notes_add(&scene.notes, VERDICT_OK, "a", "a");
	notes_add(&scene.notes, VERDICT_SHARED, "b", "b");
	notes_add(&scene.notes, VERDICT_CACHED, "c", "c");
	notes_add(&scene.notes, VERDICT_SHARED, "d", "d");
	ck_assert_int_eq(notes_rank(&scene.notes), VERDICT_CACHED);
	ck_assert_str_eq(scene.notes.list[0].code, "c");
	ck_assert_str_eq(scene.notes.list[1].code, "b");
	ck_assert_str_eq(scene.notes.list[2].code, "d");
	ck_assert_str_eq(scene.notes.list[3].code, "a");
}
END_TEST

START_TEST(without_notes_there_is_no_verdict)
{
	ck_assert_int_eq(notes_rank(&scene.notes), VERDICT_NONE);
}
END_TEST

START_TEST(too_many_notes_are_no_overflow)
{
	for (int i = 0; i < 3 * NOTES_MAX; i++)
		notes_add(&scene.notes, VERDICT_OK, "x", "%d", i);
	ck_assert_uint_eq(scene.notes.count, NOTES_MAX);
}
END_TEST

START_TEST(a_phase_gets_every_note_as_a_finding_and_the_worst_as_verdict)
{
	struct result result;
	struct phase_result *phase;

	result_init(&result);
	phase = result_add_phase(&result, "seeks");
	notes_add(&scene.notes, VERDICT_OK, "fine", "all well");
	notes_add(&scene.notes, VERDICT_LIMITED, "slow", "a limit")->value = 3;
	notes_rank(&scene.notes);
	notes_to_phase(&scene.notes, phase);
	ck_assert_uint_eq(phase->finding_count, 2);
	ck_assert_int_eq(phase->verdict, VERDICT_LIMITED);
	ck_assert_str_eq(phase->findings[0].code, "slow");
	ck_assert_double_eq(phase->findings[0].value, 3);
	ck_assert(isnan(phase->findings[1].limit));
	ck_assert_ptr_null(phase->findings[1].ruler);
	result_release(&result);
}
END_TEST

START_TEST(every_threshold_has_a_name_and_a_source)
{
	for (size_t i = 0; i < THRESHOLD_COUNT; i++) {
		ck_assert_ptr_nonnull(thresholds[i].key);
		ck_assert_ptr_nonnull(thresholds[i].source);
		ck_assert_double_gt(thresholds[i].limit, 0);
	}
}
END_TEST

START_TEST(every_detector_copes_with_a_phase_of_nothing)
{
	for (unsigned flags = 0; flags < 256; flags++) {
		scene_reset(flags);
		scene.total.bytes = scene.total.operations = 0;
		scene.span = (struct span){ 0, 0, 0 };
		scene.view.rate = 0;
		scene.view.workers = 0;
		scene.view.cpus = 0;
		detect_all(&scene.view, &scene.notes);
	}
}
END_TEST

/* 4000 reads of 0.5 ms and eight of 250 ms, or without the eight. */
static const struct note *
stalls(int count)
{
	for (int i = 0; i < 4000; i++)
		hist_add(&scene.total.latency, 500000);
	for (int i = 0; i < count; i++)
		hist_add(&scene.total.latency, 250000000);
	return scene_look(detect_tails, "stalls");
}

START_TEST(eight_stalls_that_took_half_of_the_time_are_said)
{
	const struct note *note = stalls(8);

	ck_assert_ptr_nonnull(note);
	ck_assert_double_eq_tol(note->value, 0.5, 0.01);
	ck_assert_ptr_nonnull(strstr(note->text, "8 operations took 50%"));
}
END_TEST

START_TEST(even_latencies_have_no_stalls)
{
	ck_assert_ptr_null(stalls(0));
}
END_TEST

START_TEST(misses_among_hits_are_not_stalls)
{
	scene.total.probed = 4008;
	scene.total.probed_hits = 4000;
	ck_assert_ptr_null(stalls(8));
}
END_TEST

START_TEST(a_phase_below_a_second_or_100_operations_is_short)
{
	ck_assert_ptr_null(scene_look(detect_short, "short"));
	scene.span.wall_ns = 40000000;
	ck_assert_int_eq(scene_look(detect_short, "short")->verdict,
			 VERDICT_SHORT);
	start();
	scene.total.operations = 99;
	ck_assert_ptr_nonnull(scene_look(detect_short, "short"));
	ck_assert_double_eq(notes_find(&scene.notes, "short")->value, 99);
	ck_assert_double_eq(notes_find(&scene.notes, "short")->limit, 100);
}
END_TEST

START_TEST(a_rate_near_memory_counts_only_where_no_counter_could_tell)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.view.memory_rate = 2 * scene.view.rate;
	ck_assert_int_eq(scene_look(detect_bounds, "memory-speed")->verdict,
			 VERDICT_OK);
	scene.notes.count = 0;
	scene.trust.accounting.state = TRUST_FAILED;
	ck_assert_int_eq(scene_look(detect_bounds, "memory-speed")->verdict,
			 VERDICT_CACHED);
}
END_TEST

START_TEST(a_rotating_disk_that_answers_in_54_us_does_not_rotate)
{
	scene.storage.devices[0].rotational = 1;
	hist_add(&scene.total.latency, 54000);
	ck_assert_ptr_nonnull(scene_look(detect_bounds, "not-rotating"));
	scene.storage.devices[0].rotational = 0;
	scene.notes.count = 0;
	ck_assert_ptr_null(scene_look(detect_bounds, "not-rotating"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("notes");

	tcase_add_checked_fixture(tests, start, NULL);
	tcase_add_test(
		tests,
		the_worst_verdict_comes_first_and_equals_keep_their_order);
	tcase_add_test(tests, without_notes_there_is_no_verdict);
	tcase_add_test(tests, too_many_notes_are_no_overflow);
	tcase_add_test(
		tests,
		a_phase_gets_every_note_as_a_finding_and_the_worst_as_verdict);
	tcase_add_test(tests, every_threshold_has_a_name_and_a_source);
	tcase_add_test(tests, every_detector_copes_with_a_phase_of_nothing);
	tcase_add_test(tests, eight_stalls_that_took_half_of_the_time_are_said);
	tcase_add_test(tests, even_latencies_have_no_stalls);
	tcase_add_test(tests, misses_among_hits_are_not_stalls);
	tcase_add_test(tests,
		       a_phase_below_a_second_or_100_operations_is_short);
	tcase_add_test(
		tests,
		a_rate_near_memory_counts_only_where_no_counter_could_tell);
	tcase_add_test(tests,
		       a_rotating_disk_that_answers_in_54_us_does_not_rotate);
	return unit_run(tests);
}
