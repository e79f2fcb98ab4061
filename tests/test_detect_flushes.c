#include <check.h>

#include "observe_scene.h"
#include "unit.h"

enum { FLUSHES = 1000 };

/* A thousand writes, each flushed, that took 0.2 ms each. */
static void
synchronous_writes(void)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES | VIEW_FLUSHES);
	scene_writes(SCENE_BYTES);
	scene.total.flushes = FLUSHES;
	scene.total.flush_ns = UINT64_C(200000) * FLUSHES;
}

static const struct note *
flush_note(const char *code)
{
	return scene_look(detect_flushes, code);
}

START_TEST(flash_may_flush_five_thousand_times_a_second)
{
	ck_assert_ptr_null(flush_note("flush-rate"));
	ck_assert_ptr_null(flush_note("flush-time"));
}
END_TEST

START_TEST(an_fsync_that_took_no_time_is_none)
{
	scene.total.flush_ns = UINT64_C(400) * FLUSHES;
	ck_assert_int_eq(flush_note("flush-time")->verdict, VERDICT_INVALID);
}
END_TEST

START_TEST(a_flush_that_the_device_counted_was_one_however_fast)
{
	scene.total.flush_ns = UINT64_C(4000) * FLUSHES;
	scene.after.devices[0].flushes.value = FLUSHES;
	scene_look(detect_storage, "flush");
	ck_assert_ptr_null(flush_note("flush-time"));
}
END_TEST

START_TEST(a_disk_that_was_seen_to_turn_cannot_flush_so_often)
{
	scene.storage.devices[0].rotational = 1;
	scene.view.seek_seconds = 0.008;
	ck_assert_int_eq(flush_note("flush-rate")->verdict, VERDICT_CACHED);
	ck_assert_double_eq_tol(flush_note("flush-rate")->value, 5000, 1e-6);
}
END_TEST

START_TEST(that_it_turns_is_not_believed_without_proof)
{
	scene.storage.devices[0].rotational = 1;
	ck_assert_int_eq(flush_note("flush-rate")->verdict, VERDICT_OK);
	scene.notes.count = 0;
	scene.view.seek_seconds = 0.000054;
	ck_assert_int_eq(flush_note("flush-rate")->verdict, VERDICT_OK);
}
END_TEST

START_TEST(a_hundred_flushes_a_second_are_a_disks)
{
	scene.storage.devices[0].rotational = 1;
	scene.view.seek_seconds = 0.008;
	scene.total.flush_ns = UINT64_C(10000000) * FLUSHES;
	ck_assert_ptr_null(flush_note("flush-rate"));
}
END_TEST

START_TEST(a_few_flushes_have_no_rate)
{
	scene.total.flushes = 99;
	scene.total.flush_ns = 99;
	ck_assert_ptr_null(flush_note("flush-time"));
}
END_TEST

START_TEST(one_flush_at_the_end_is_not_judged)
{
	scene.view.flags = VIEW_WRITES | VIEW_BYTES;
	scene.total.flush_ns = 400;
	ck_assert_ptr_null(flush_note("flush-time"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("detect_flushes");

	tcase_add_checked_fixture(tests, synchronous_writes, NULL);
	tcase_add_test(tests, flash_may_flush_five_thousand_times_a_second);
	tcase_add_test(tests, an_fsync_that_took_no_time_is_none);
	tcase_add_test(tests,
		       a_flush_that_the_device_counted_was_one_however_fast);
	tcase_add_test(tests,
		       a_disk_that_was_seen_to_turn_cannot_flush_so_often);
	tcase_add_test(tests, that_it_turns_is_not_believed_without_proof);
	tcase_add_test(tests, a_hundred_flushes_a_second_are_a_disks);
	tcase_add_test(tests, a_few_flushes_have_no_rate);
	tcase_add_test(tests, one_flush_at_the_end_is_not_judged);
	return unit_run(tests);
}
