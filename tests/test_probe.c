#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "observe/notes.h"
#include "observe/probe.h"
#include "observe_scene.h"
#include "unit.h"

static char directory[64];
static int directory_fd;
static struct error error;
static struct notes notes;

static void
start(void)
{
	snprintf(directory, sizeof directory, "diskbench-probe-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(directory_fd, 0);
	error_clear(&error);
	notes.count = 0;
}

static void
end(void)
{
	unlinkat(directory_fd, "data", 0);
	close(directory_fd);
	ck_assert_int_eq(rmdir(directory), 0);
}

START_TEST(a_file_that_is_not_there_is_an_error)
{
	struct below_probe probe;

	ck_assert_int_eq(
		probe_below(&probe, directory_fd, "data", 1 << 20, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_RUN);
}
END_TEST

START_TEST(a_file_that_is_too_short_is_an_error_not_an_endless_loop)
{
	struct below_probe probe;
	int fd = openat(directory_fd, "data", O_CREAT | O_WRONLY, 0600);

	ck_assert_int_ge(fd, 0);
	close(fd);
	ck_assert_int_eq(
		probe_below(&probe, directory_fd, "data", 4 << 20, &error), -1);
}
END_TEST

START_TEST(zeros_and_random_data_are_written_and_nothing_is_left)
{
	struct zeros_probe probe;

	/* Nothing is compared where it took no time. */
	if (probe_zeros(&probe, directory_fd, 4 << 20, &error) != 0) {
		ck_assert_ptr_nonnull(strstr(error.text, "too fast"));
		return;
	}
	ck_assert_double_gt(probe.least_ratio, 0);
	for (int i = 0; i < PROBE_PASSES; i++)
		ck_assert_double_ge(probe.ratios[i], probe.least_ratio);
}
END_TEST

/* What is said of the scene's phase, 64 MiB in 2 s, after a first pass at this
 * rate and later ones eleven times as fast. */
static const struct note *
note_after(double rate)
{
	struct below_probe below = { true, { rate, 13 * rate, 11 * rate }, 11 };
	const struct note *note;

	scene.view.below = &below;
	note = scene_look(detect_reread, "cached-below");
	scene.view.below = NULL;
	return note;
}

START_TEST(only_a_speedup_of_both_later_reads_is_a_cache)
{
	struct below_probe disk = { true, { 829, 583, 818 }, 583.0 / 829 };

	scene_reset(VIEW_READS | VIEW_BYTES);
	ck_assert_ptr_null(scene_look(detect_reread, "cached-below"));
	scene.view.below = &disk;
	ck_assert_int_eq(scene_look(detect_reread, "cached-below")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(a_read_is_cached_when_its_rate_is_that_of_the_later_passes)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	ck_assert_int_eq(note_after(3e6)->verdict, VERDICT_CACHED);
	scene_reset(VIEW_READS | VIEW_BYTES);
	ck_assert_int_eq(note_after(33e6)->verdict, VERDICT_OK);
	scene_reset(VIEW_WRITES);
	ck_assert_ptr_null(note_after(3e6));
}
END_TEST

START_TEST(seeks_faster_than_reading_on_are_cached_and_others_may_be)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	hist_add(&scene.total.latency, 100000);
	ck_assert_int_eq(note_after(33e6)->verdict, VERDICT_CACHED);
	scene_reset(VIEW_READS | VIEW_RANDOM);
	hist_add(&scene.total.latency, 8000000);
	ck_assert_int_eq(note_after(33e6)->verdict, VERDICT_UNCHECKED);
}
END_TEST

START_TEST(what_writes_too_does_not_tell_where_its_reads_came_from)
{
	scene_reset(VIEW_READS | VIEW_WRITES | VIEW_BYTES);
	ck_assert_int_eq(note_after(33e6)->verdict, VERDICT_UNCHECKED);
}
END_TEST

START_TEST(what_reads_a_buffered_file_as_lowest_device_cannot_be_told)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.storage.devices[0].buffered = true;
	ck_assert_int_eq(scene_look(detect_reread, "cached-below")->verdict,
			 VERDICT_UNCHECKED);
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.storage.devices[0].buffered = true;
	ck_assert_int_eq(note_after(33e6)->verdict, VERDICT_UNCHECKED);
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.storage.devices[0].buffered = true;
	ck_assert_int_eq(note_after(3e6)->verdict, VERDICT_CACHED);
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.storage.devices[0].buffered = true;
	scene.storage.devices[0].leaf = false;
	ck_assert_ptr_null(scene_look(detect_reread, "cached-below"));
}
END_TEST

START_TEST(what_the_devices_have_shown_is_not_said_twice)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.after.own_read_bytes.value += SCENE_BYTES;
	scene_look(detect_below, "cached-below");
	note_after(3e6);
	ck_assert_uint_eq(scene.notes.count, 1);
}
END_TEST

START_TEST(noise_between_zeros_and_random_data_is_no_compression)
{
	struct zeros_probe disk = { { 0.74, 1.39, 1.9 }, 0.74 };
	struct zeros_probe store = { { 15, 14, 14.9 }, 14 };

	probe_note_zeros(&disk, &notes);
	ck_assert_uint_eq(notes.count, 0);
	probe_note_zeros(&store, &notes);
	ck_assert_uint_eq(notes.count, 1);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("probe");

	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, a_file_that_is_not_there_is_an_error);
	tcase_add_test(
		tests,
		a_file_that_is_too_short_is_an_error_not_an_endless_loop);
	tcase_add_test(tests,
		       zeros_and_random_data_are_written_and_nothing_is_left);
	tcase_add_test(tests, only_a_speedup_of_both_later_reads_is_a_cache);
	tcase_add_test(
		tests,
		a_read_is_cached_when_its_rate_is_that_of_the_later_passes);
	tcase_add_test(
		tests,
		seeks_faster_than_reading_on_are_cached_and_others_may_be);
	tcase_add_test(tests,
		       what_writes_too_does_not_tell_where_its_reads_came_from);
	tcase_add_test(
		tests,
		what_reads_a_buffered_file_as_lowest_device_cannot_be_told);
	tcase_add_test(tests, what_the_devices_have_shown_is_not_said_twice);
	tcase_add_test(tests,
		       noise_between_zeros_and_random_data_is_no_compression);
	return unit_run(tests);
}
