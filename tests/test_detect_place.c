#include <check.h>

#include "observe/probe.h"
#include "observe_scene.h"
#include "unit.h"

static void
write_phase(void)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES);
	scene_writes(SCENE_BYTES);
}

START_TEST(a_full_file_system_is_said)
{
	const struct note *note;

	ck_assert_ptr_null(scene_look(detect_place, "fill-level"));
	scene.storage.space_known = true;
	scene.storage.used_share = 0.92;
	note = scene_look(detect_place, "fill-level");
	ck_assert_str_eq(note->text, "the file system was 92% full");
	ck_assert_double_gt(note->value, note->limit);
	ck_assert_int_eq(note->verdict, VERDICT_OK);
}
END_TEST

START_TEST(where_the_device_lies_is_said_only_where_it_is_known)
{
	ck_assert_ptr_null(scene_look(detect_place, "numa-node"));
	ck_assert_ptr_null(scene_look(detect_place, "alignment"));
	memcpy(scene.storage.devices[0].name, "sda1", 5);
	scene.storage.devices[0].memory_node = 1;
	scene.storage.devices[0].misaligned_bytes = 3072;
	ck_assert_str_eq(scene_look(detect_place, "numa-node")->text,
			 "sda1 is attached to NUMA node 1");
	ck_assert_str_eq(scene_look(detect_place, "alignment")->text,
			 "sda1 begins 3072 bytes off the disk's physical "
			 "blocks");
}
END_TEST

START_TEST(zeros_that_cost_nothing_are_said_of_what_writes)
{
	struct zeros_probe store = { { 15, 14, 14.9 }, 14 };

	scene.view.zeros = &store;
	ck_assert_int_eq(scene_look(detect_place, "zeros")->verdict,
			 VERDICT_OK);
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.view.zeros = &store;
	ck_assert_ptr_null(scene_look(detect_place, "zeros"));
}
END_TEST

START_TEST(the_mean_request_is_what_the_device_was_asked_for)
{
	const struct note *note;

	scene.after.devices[0].writes = 64;
	note = scene_look(detect_requests, "request-size");
	ck_assert_str_eq(note->text, "the device got 64 writes of 1 MiB each");
	ck_assert_double_eq_tol(note->value, 1 << 20, 1e-6);
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene_reads(SCENE_BYTES);
	scene_writes(SCENE_BYTES); /* somebody else's */
	ck_assert_str_eq(scene_look(detect_requests, "request-size")->text,
			 "the device got 16384 reads of 4 KiB each");
}
END_TEST

START_TEST(a_device_that_got_nothing_has_no_request_size)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	ck_assert_ptr_null(scene_look(detect_requests, "request-size"));
	scene.storage.known = false;
	ck_assert_ptr_null(scene_look(detect_requests, "request-size"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("detect_place");

	tcase_add_checked_fixture(tests, write_phase, NULL);
	tcase_add_test(tests, a_full_file_system_is_said);
	tcase_add_test(tests,
		       where_the_device_lies_is_said_only_where_it_is_known);
	tcase_add_test(tests, zeros_that_cost_nothing_are_said_of_what_writes);
	tcase_add_test(tests,
		       the_mean_request_is_what_the_device_was_asked_for);
	tcase_add_test(tests, a_device_that_got_nothing_has_no_request_size);
	return unit_run(tests);
}
