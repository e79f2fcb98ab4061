#include <check.h>

#include "observe_scene.h"
#include "unit.h"

static void
flushed_write(void)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES);
	scene.total.flushes = 1;
}

static enum verdict
storage_verdict(void)
{
	traffic_between(&scene.view.traffic, &scene.storage, &scene.before,
			&scene.after);
	detect_storage(&scene.view, &scene.notes);
	detect_below(&scene.view, &scene.notes);
	return notes_rank(&scene.notes);
}

START_TEST(a_write_that_reached_the_device_and_was_flushed_is_ok)
{
	scene_writes(SCENE_BYTES);
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
	ck_assert_ptr_nonnull(notes_find(&scene.notes, "flush"));
}
END_TEST

START_TEST(an_fsync_that_wrote_nothing_makes_the_figure_invalid)
{
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_ptr_nonnull(
		strstr(scene.notes.list[0].text, "fsync wrote nothing"));
}
END_TEST

START_TEST(what_the_kernel_wrote_by_itself_does_not_excuse_an_idle_fsync)
{
	scene.trust.flush =
		(struct trust_item){ TRUST_FAILED,
				     "the device did not get the bytes" };
	scene_writes(SCENE_BYTES / 4);
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_str_eq(notes_find(&scene.notes, "stable-storage")->text,
			 "fsync did not wait: 25% had reached the device");
}
END_TEST

START_TEST(what_somebody_else_synced_does_not_excuse_an_idle_fsync)
{
	scene.trust.flush =
		(struct trust_item){ TRUST_FAILED,
				     "the device did not get the bytes" };
	scene_writes(SCENE_BYTES);
	scene.total.flush_ns = 600;
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	scene.trust.flush.state = TRUST_PROVEN;
	scene.after.devices[0].written_bytes -= SCENE_BYTES / 2;
	scene.notes.count = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	scene.trust.flush.state = TRUST_FAILED;
	scene.after.devices[0].written_bytes += SCENE_BYTES / 2;
	scene.notes.count = 0;
	scene.total.flush_ns = 2000000;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
}
END_TEST

START_TEST(a_tmpfs_is_no_disk_whatever_the_phase)
{
	memcpy(scene.storage.mount.file_system, "tmpfs", 6);
	scene.storage.mount.memory_backed = true;
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_str_eq(scene.notes.list[0].text, "tmpfs: memory, not a disk");
	ck_assert_str_eq(scene.notes.list[0].ruler, "file system");
	ck_assert_uint_eq(scene.notes.count, 1);
}
END_TEST

START_TEST(a_stack_that_ends_in_memory_is_no_disk)
{
	scene.storage.devices[0].memory_backed = true;
	memcpy(scene.storage.devices[0].name, "zram0", 6);
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_str_eq(scene.notes.list[0].text, "zram0: memory, not a disk");
}
END_TEST

START_TEST(an_fsync_that_moved_no_device_anywhere_is_a_lie)
{
	scene.storage.known = false;
	scene.storage.count = 0;
	scene.trust.flush =
		(struct trust_item){ TRUST_FAILED, "no device moved on fsync" };
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_str_eq(scene.notes.list[0].text,
			 "fsync is a lie: no device moved on fsync");
}
END_TEST

START_TEST(a_network_file_system_is_unchecked)
{
	scene.storage.count = 0;
	scene.storage.mount.remote = true;
	memcpy(scene.storage.mount.file_system, "nfs4", 5);
	ck_assert_int_eq(storage_verdict(), VERDICT_UNCHECKED);
}
END_TEST

START_TEST(without_a_flush_the_drive_cache_may_hold_it_all)
{
	scene_writes(SCENE_BYTES);
	scene.after.devices[0].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "flush");
}
END_TEST

START_TEST(without_a_flush_synchronous_writes_are_invalid)
{
	scene.view.flags |= VIEW_FLUSHES;
	scene_writes(SCENE_BYTES);
	scene.after.devices[0].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
}
END_TEST

START_TEST(a_strangers_flush_does_not_make_up_for_all_of_ours)
{
	scene.view.flags |= VIEW_FLUSHES;
	scene_writes(SCENE_BYTES);
	scene.total.flushes = 100;
	scene.after.devices[0].flushes.value = 3;
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
	ck_assert_str_eq(scene.notes.list[0].text,
			 "3 of 100 fsyncs flushed the drive's cache");
}
END_TEST

START_TEST(workers_at_the_same_time_share_flushes)
{
	scene.view.flags |= VIEW_FLUSHES;
	scene.view.workers = 10;
	scene_writes(SCENE_BYTES);
	scene.total.flushes = 100;
	scene.after.devices[0].flushes.value = 10;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
}
END_TEST

START_TEST(a_device_without_volatile_cache_needs_no_flush)
{
	scene_writes(SCENE_BYTES);
	scene.storage.devices[0].write_cache = 0;
	scene.after.devices[0].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
	ck_assert_ptr_null(notes_find(&scene.notes, "flush"));
}
END_TEST

START_TEST(a_kernel_that_counts_no_flushes_is_not_held_against_the_disk)
{
	scene_writes(SCENE_BYTES);
	scene.before.devices[0].flushes.known = false;
	scene.after.devices[0].flushes.known = false;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
}
END_TEST

START_TEST(a_device_that_got_less_than_written_compresses)
{
	scene_writes(SCENE_BYTES / 2);
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_double_eq_tol(scene.notes.list[0].value, 0.5, 1e-9);
}
END_TEST

/* The same bytes over and over in an area of a sixteenth of them. */
static enum verdict
rewritten(unsigned flags, uint64_t written_bytes)
{
	scene_reset(VIEW_WRITES | flags);
	scene.view.area_bytes = SCENE_BYTES / 16;
	scene_writes(written_bytes);
	return storage_verdict();
}

START_TEST(what_was_overwritten_in_the_page_cache_is_not_called_lost)
{
	ck_assert_int_eq(rewritten(VIEW_RANDOM, SCENE_BYTES / 16),
			 VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "overwritten");
	ck_assert_str_eq(scene.notes.list[0].text,
			 "94% overwritten in the page cache, never stored");
	ck_assert_int_eq(rewritten(VIEW_BYTES, SCENE_BYTES / 16),
			 VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "overwritten");
}
END_TEST

START_TEST(random_writes_need_not_touch_all_of_the_file)
{
	scene_reset(VIEW_WRITES | VIEW_RANDOM);
	scene.view.area_bytes = SCENE_BYTES;
	scene_writes(SCENE_BYTES / 100 * 63);
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "overwritten");
	scene_reset(VIEW_WRITES | VIEW_RANDOM);
	scene.view.area_bytes = SCENE_BYTES;
	scene_writes(SCENE_BYTES / 100 * 50);
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "stable-storage");
}
END_TEST

START_TEST(overwriting_excuses_no_write_that_must_reach_the_device)
{
	ck_assert_int_eq(rewritten(VIEW_RANDOM, SCENE_BYTES / 32),
			 VERDICT_INVALID);
	ck_assert_int_eq(rewritten(VIEW_DIRECT, SCENE_BYTES / 16),
			 VERDICT_INVALID);
	ck_assert_int_eq(rewritten(VIEW_FLUSHES, SCENE_BYTES / 16),
			 VERDICT_INVALID);
	scene_reset(VIEW_WRITES);
	scene.view.area_bytes = SCENE_BYTES / 16;
	scene.trust.flush = (struct trust_item){ TRUST_FAILED, "it says so" };
	scene_writes(SCENE_BYTES / 16);
	ck_assert_int_eq(storage_verdict(), VERDICT_INVALID);
}
END_TEST

START_TEST(a_write_that_nobody_flushed_is_partly_in_memory)
{
	scene_writes(SCENE_BYTES / 4);
	scene.total.flushes = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "not-flushed");
}
END_TEST

START_TEST(the_share_of_the_flush_gives_the_speed_into_memory)
{
	scene_writes(SCENE_BYTES);
	scene.total.flush_ns = scene.span.wall_ns / 2;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
	ck_assert_ptr_nonnull(strstr(
		notes_find(&scene.notes, "stable-storage")->text, "50%"));
	ck_assert_ptr_nonnull(strstr(
		notes_find(&scene.notes, "stable-storage")->text, "67.1 MB/s"));
}
END_TEST

START_TEST(without_device_counters_a_write_is_unchecked)
{
	scene.after.devices_known = false;
	ck_assert_int_eq(storage_verdict(), VERDICT_UNCHECKED);
}
END_TEST

static void
put_on_a_second_device(void)
{
	scene.storage.devices[0].leaf = false;
	scene_add_disk(1, 1, true);
}

START_TEST(writes_that_stop_above_the_lowest_device_are_cached)
{
	put_on_a_second_device();
	scene_writes(SCENE_BYTES);
	ck_assert_int_eq(storage_verdict(), VERDICT_CACHED);
	ck_assert_str_eq(scene.notes.list[0].code, "cached-below");
}
END_TEST

START_TEST(reads_that_stop_above_the_lowest_device_are_cached)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	put_on_a_second_device();
	scene_reads(SCENE_BYTES);
	scene.after.devices[1].read_bytes = SCENE_BYTES / 8;
	ck_assert_int_eq(storage_verdict(), VERDICT_CACHED);
	ck_assert_str_eq(scene.notes.list[0].text,
			 "88% read from a cache below the file system");
}
END_TEST

START_TEST(reads_that_no_known_device_saw_came_from_a_cache_below)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.after.own_read_bytes.value += SCENE_BYTES;
	ck_assert_int_eq(storage_verdict(), VERDICT_CACHED);
	ck_assert_str_eq(scene.notes.list[0].code, "cached-below");
}
END_TEST

START_TEST(one_device_that_was_not_flushed_decides_for_the_stack)
{
	put_on_a_second_device();
	scene_writes(SCENE_BYTES);
	scene.after.devices[1].written_bytes = SCENE_BYTES;
	scene.after.devices[1].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "flush");
}
END_TEST

/* What the device mapper and md do. */
START_TEST(a_volume_that_counts_no_flushes_leaves_it_to_the_disk_below)
{
	put_on_a_second_device();
	scene.before.devices[0].flushes.known = false;
	scene.after.devices[0].flushes = (struct counter){ 0, false };
	scene_writes(SCENE_BYTES);
	scene.after.devices[1].written_bytes = SCENE_BYTES;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
	ck_assert_ptr_nonnull(notes_find(&scene.notes, "flush"));
	scene.after.devices[1].flushes.value = 0;
	scene.notes.count = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
}
END_TEST

START_TEST(a_spare_disk_that_got_nothing_needs_no_flush)
{
	put_on_a_second_device();
	scene_add_disk(2, 1, false);
	scene_writes(SCENE_BYTES);
	scene.after.devices[1].written_bytes = SCENE_BYTES;
	scene.after.devices[2].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
}
END_TEST

START_TEST(a_device_that_says_it_has_no_cache_hides_the_one_below_from_flushes)
{
	scene_add_disk(1, 1, true);
	scene.storage.devices[0].leaf = false;
	scene.storage.devices[0].write_cache = 0;
	scene_writes(SCENE_BYTES);
	scene.after.devices[1].written_bytes = SCENE_BYTES;
	scene.after.devices[0].flushes.value = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_PARTLY);
	ck_assert_str_eq(scene.notes.list[0].code, "flush");
}
END_TEST

START_TEST(a_device_that_first_appears_after_the_phase_began_at_zero)
{
	scene_writes(SCENE_BYTES);
	scene.before.device_count = 0;
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
}
END_TEST

START_TEST(file_tests_that_moved_nothing_ran_in_memory)
{
	scene_reset(VIEW_FILES);
	ck_assert_int_eq(scene_look(detect_files, "files-in-memory")->verdict,
			 VERDICT_CACHED);
	scene_reset(VIEW_FILES);
	scene_writes(scene.total.operations * 300);
	ck_assert_int_eq(scene_look(detect_files, "files-in-memory")->verdict,
			 VERDICT_OK);
}
END_TEST

/* Beside a name, a figure and a verdict, 45 characters are left of a line. */
START_TEST(that_files_were_made_in_memory_is_said_in_what_is_left_of_a_line)
{
	const uint64_t bytes[] = { 0, 4096 };

	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
		const struct note *note;

		scene_reset(VIEW_FILES);
		scene_writes(bytes[i]);
		note = scene_look(detect_files, "files-in-memory");
		ck_assert_int_eq(note->verdict, VERDICT_CACHED);
		ck_assert_uint_le(strlen(note->text), 45);
	}
}
END_TEST

START_TEST(the_traffic_of_others_is_not_that_of_files_that_are_looked_at)
{
	scene_reset(VIEW_FILES | VIEW_LOOKS);
	scene_writes(scene.total.operations * 300);
	ck_assert_int_eq(scene_look(detect_files, "files-in-memory")->verdict,
			 VERDICT_CACHED);
	scene_reset(VIEW_FILES | VIEW_LOOKS);
	scene_reads(scene.total.operations * 300);
	ck_assert_int_eq(scene_look(detect_files, "files-in-memory")->verdict,
			 VERDICT_OK);
	scene_reset(VIEW_FILES | VIEW_LOOKS);
	scene.trust.accounting.state = TRUST_FAILED;
	scene_writes(scene.total.operations * 300);
	ck_assert_int_eq(scene_look(detect_files, "files-in-memory")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(direct_io_that_left_pages_behind_was_buffered)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES | VIEW_DIRECT);
	scene_writes(SCENE_BYTES);
	scene.view.end_known = true;
	scene.view.end.cached_bytes = SCENE_BYTES;
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_CACHED);
}
END_TEST

static enum verdict
judge_pages(uint64_t earlier_bytes, uint64_t end_bytes)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES | VIEW_DIRECT);
	scene_writes(SCENE_BYTES);
	scene.view.earlier_known = true;
	scene.view.earlier.cached_bytes = earlier_bytes;
	scene.view.end_known = true;
	scene.view.end.cached_bytes = end_bytes;
	return scene_look(detect_direct, "direct")->verdict;
}

/* By somebody else, or by the look for signatures. */
START_TEST(pages_that_were_cached_before_say_nothing_of_direct_io)
{
	ck_assert_int_eq(judge_pages(2 * SCENE_BYTES, 2 * SCENE_BYTES),
			 VERDICT_OK);
	ck_assert_int_eq(judge_pages(2 * SCENE_BYTES, SCENE_BYTES), VERDICT_OK);
	ck_assert_int_eq(judge_pages(2 * SCENE_BYTES, 3 * SCENE_BYTES),
			 VERDICT_CACHED);
}
END_TEST

START_TEST(direct_io_that_the_device_did_not_see_was_buffered)
{
	scene_reset(VIEW_READS | VIEW_BYTES | VIEW_DIRECT);
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_CACHED);
}
END_TEST

START_TEST(direct_io_that_went_through_the_device_is_proven)
{
	scene_reset(VIEW_READS | VIEW_BYTES | VIEW_DIRECT);
	scene_reads(SCENE_BYTES);
	scene.view.end_known = true;
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(a_direct_mix_is_proven_by_its_reads_and_writes_together)
{
	scene_reset(VIEW_READS | VIEW_RANDOM | VIEW_DIRECT | VIEW_WRITES_BACK);
	scene.total.mixed_written_bytes = SCENE_BYTES / 2;
	scene_reads(SCENE_BYTES / 2);
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_CACHED);
	scene.notes.count = 0;
	scene_writes(SCENE_BYTES / 2);
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(direct_io_is_said_to_have_done_no_more_than_was_seen)
{
	scene_reset(VIEW_READS | VIEW_BYTES | VIEW_DIRECT);
	scene_reads(SCENE_BYTES);
	scene.view.end_known = true;
	ck_assert_str_eq(scene_look(detect_direct, "direct")->text,
			 "O_DIRECT left nothing in the page cache");
	ck_assert_double_eq(notes_find(&scene.notes, "direct")->value, 0);
	ck_assert_double_gt(notes_find(&scene.notes, "direct")->limit, 0);
	scene_reset(VIEW_READS | VIEW_BYTES | VIEW_DIRECT);
	scene_reads(SCENE_BYTES);
	ck_assert_str_eq(scene_look(detect_direct, "direct")->text,
			 "O_DIRECT: the device moved all of it");
}
END_TEST

/* So often were pages seen while a direct write ran, none of them at its end. */
static const struct note *
judge_glances(uint64_t seen, uint64_t looks)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES | VIEW_DIRECT);
	scene_writes(SCENE_BYTES);
	scene.view.end_known = true;
	scene.view.glances = (struct glances){ .known = looks > 0,
					       .looks = looks,
					       .seen = seen,
					       .most_bytes = seen ? 65536 : 0 };
	return scene_look(detect_direct, "direct");
}

START_TEST(pages_that_come_and_go_betray_direct_io_through_the_page_cache)
{
	const struct note *note = judge_glances(34, 80);

	ck_assert_int_eq(note->verdict, VERDICT_PARTLY);
	ck_assert_str_eq(note->text, "O_DIRECT went through the page cache "
				     "(seen in 34 of 80 looks)");
	ck_assert_str_eq(note->ruler, "cachestat");
	ck_assert_double_eq_tol(note->value, 0.425, 1e-9);
	ck_assert_uint_eq(scene.notes.count, 1);
}
END_TEST

START_TEST(what_passed_through_the_page_cache_is_no_disks_if_no_disk_is_known)
{
	judge_glances(34, 80);
	scene.notes.count = 0;
	scene.storage.known = false;
	scene.storage.count = 0;
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_CACHED);
}
END_TEST

START_TEST(pages_that_were_seen_by_chance_betray_nothing)
{
	ck_assert_int_eq(judge_glances(0, 0)->verdict, VERDICT_OK);
	ck_assert_int_eq(judge_glances(0, 80)->verdict, VERDICT_OK);
	ck_assert_int_eq(judge_glances(2, 80)->verdict, VERDICT_OK);
	ck_assert_int_eq(judge_glances(10, 1000)->verdict, VERDICT_OK);
	ck_assert_int_eq(judge_glances(11, 1000)->verdict, VERDICT_PARTLY);
}
END_TEST

/* A neighbour has read a page of the file, which stays. */
START_TEST(pages_that_stay_are_not_taken_for_passing_ones)
{
	judge_glances(80, 80);
	scene.notes.count = 0;
	scene.view.end.cached_bytes = 65536;
	ck_assert_int_eq(scene_look(detect_direct, "direct")->verdict,
			 VERDICT_OK);
}
END_TEST

START_TEST(a_glance_counts_pages_that_were_not_there_before)
{
	struct glances glances = { .known = false };

	glances_add(&glances, 8192, 8192);
	glances_add(&glances, 8192, 0);
	ck_assert(glances.known);
	ck_assert_uint_eq(glances.seen, 0);
	glances_add(&glances, 8192, 12288);
	glances_add(&glances, 8192, 10000);
	ck_assert_uint_eq(glances.looks, 4);
	ck_assert_uint_eq(glances.seen, 2);
	ck_assert_uint_eq(glances.most_bytes, 12288);
}
END_TEST

START_TEST(reading_a_file_that_was_never_written_is_invalid)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
	scene.view.extents_known = true;
	scene.view.extents.file_bytes = SCENE_BYTES;
	scene.view.extents.unwritten_bytes = SCENE_BYTES;
	ck_assert_int_eq(scene_look(detect_extents, "never-written")->verdict,
			 VERDICT_INVALID);
}
END_TEST

START_TEST(compressed_extents_are_said)
{
	scene.view.extents_known = true;
	scene.view.extents.file_bytes = SCENE_BYTES;
	scene.view.extents.encoded_bytes = SCENE_BYTES;
	ck_assert_int_eq(scene_look(detect_extents, "compressed")->verdict,
			 VERDICT_PARTLY);
}
END_TEST

START_TEST(the_place_of_the_file_on_the_device_is_said)
{
	scene.view.extents_known = true;
	scene.view.extents = (struct extent_facts){
		.flags_known = true,
		.position_known = true,
		.file_bytes = SCENE_BYTES,
		.extents = 1,
		.first_bytes = 80,
		.last_bytes = 90,
	};
	scene.storage.devices[0].size_bytes = 1000;
	memcpy(scene.storage.devices[0].name, "sda", 4);
	ck_assert_str_eq(scene_look(detect_extents, "position")->text,
			 "the file begins at 8% and ends at 9% of sda");
}
END_TEST

START_TEST(a_device_that_wrote_more_than_asked_is_said)
{
	scene_writes(2 * UINT64_C(67108864));
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
	ck_assert_double_eq_tol(
		notes_find(&scene.notes, "write-amplification")->value, 2,
		1e-9);
}
END_TEST

START_TEST(more_than_two_copies_of_plain_writes_are_somebody_elses_too)
{
	scene_writes(3 * UINT64_C(67108864));
	ck_assert_int_eq(storage_verdict(), VERDICT_SHARED);
	ck_assert_str_eq(notes_find(&scene.notes, "foreign-writes")->text,
			 "the device wrote 3.0x the bytes: others write, too");
	scene_reset(VIEW_WRITES | VIEW_BYTES | VIEW_RANDOM);
	scene_writes(3 * UINT64_C(67108864));
	ck_assert_int_eq(storage_verdict(), VERDICT_OK);
}
END_TEST

START_TEST(a_file_in_many_pieces_is_said)
{
	scene.view.extents_known = true;
	scene.view.extents.file_bytes = SCENE_BYTES;
	scene.view.extents.flags_known = true;
	scene.view.extents.gaps = 3;
	ck_assert_ptr_null(scene_look(detect_extents, "fragmented"));
	scene.view.extents.gaps = 63;
	ck_assert_double_eq(scene_look(detect_extents, "fragmented")->value,
			    1 << 20);
}
END_TEST

static void
add_disk_tests(TCase *tests)
{
	tcase_add_test(tests,
		       a_write_that_reached_the_device_and_was_flushed_is_ok);
	tcase_add_test(tests,
		       an_fsync_that_wrote_nothing_makes_the_figure_invalid);
	tcase_add_test(
		tests,
		what_the_kernel_wrote_by_itself_does_not_excuse_an_idle_fsync);
	tcase_add_test(tests,
		       what_somebody_else_synced_does_not_excuse_an_idle_fsync);
	tcase_add_test(tests, a_tmpfs_is_no_disk_whatever_the_phase);
	tcase_add_test(tests, a_stack_that_ends_in_memory_is_no_disk);
	tcase_add_test(tests, an_fsync_that_moved_no_device_anywhere_is_a_lie);
	tcase_add_test(tests, a_network_file_system_is_unchecked);
	tcase_add_test(tests, without_a_flush_the_drive_cache_may_hold_it_all);
	tcase_add_test(tests, without_a_flush_synchronous_writes_are_invalid);
	tcase_add_test(tests,
		       a_strangers_flush_does_not_make_up_for_all_of_ours);
	tcase_add_test(tests, workers_at_the_same_time_share_flushes);
	tcase_add_test(tests, a_device_without_volatile_cache_needs_no_flush);
	tcase_add_test(
		tests,
		a_kernel_that_counts_no_flushes_is_not_held_against_the_disk);
	tcase_add_test(tests, a_device_that_got_less_than_written_compresses);
	tcase_add_test(
		tests,
		what_was_overwritten_in_the_page_cache_is_not_called_lost);
	tcase_add_test(tests, random_writes_need_not_touch_all_of_the_file);
	tcase_add_test(tests,
		       overwriting_excuses_no_write_that_must_reach_the_device);
	tcase_add_test(tests, a_write_that_nobody_flushed_is_partly_in_memory);
	tcase_add_test(tests,
		       the_share_of_the_flush_gives_the_speed_into_memory);
	tcase_add_test(tests, without_device_counters_a_write_is_unchecked);
}

static void
add_stack_tests(TCase *tests)
{
	tcase_add_test(tests,
		       writes_that_stop_above_the_lowest_device_are_cached);
	tcase_add_test(tests,
		       reads_that_stop_above_the_lowest_device_are_cached);
	tcase_add_test(tests,
		       reads_that_no_known_device_saw_came_from_a_cache_below);
	tcase_add_test(tests,
		       one_device_that_was_not_flushed_decides_for_the_stack);
	tcase_add_test(
		tests,
		a_volume_that_counts_no_flushes_leaves_it_to_the_disk_below);
	tcase_add_test(tests, a_spare_disk_that_got_nothing_needs_no_flush);
	tcase_add_test(
		tests,
		a_device_that_says_it_has_no_cache_hides_the_one_below_from_flushes);
	tcase_add_test(
		tests,
		a_device_that_first_appears_after_the_phase_began_at_zero);
	tcase_add_test(tests, file_tests_that_moved_nothing_ran_in_memory);
	tcase_add_test(
		tests,
		that_files_were_made_in_memory_is_said_in_what_is_left_of_a_line);
	tcase_add_test(
		tests,
		the_traffic_of_others_is_not_that_of_files_that_are_looked_at);
	tcase_add_test(tests, direct_io_that_left_pages_behind_was_buffered);
	tcase_add_test(tests,
		       pages_that_were_cached_before_say_nothing_of_direct_io);
	tcase_add_test(tests,
		       direct_io_that_the_device_did_not_see_was_buffered);
	tcase_add_test(tests, direct_io_that_went_through_the_device_is_proven);
	tcase_add_test(tests,
		       a_direct_mix_is_proven_by_its_reads_and_writes_together);
	tcase_add_test(tests,
		       direct_io_is_said_to_have_done_no_more_than_was_seen);
	tcase_add_test(
		tests,
		pages_that_come_and_go_betray_direct_io_through_the_page_cache);
	tcase_add_test(
		tests,
		what_passed_through_the_page_cache_is_no_disks_if_no_disk_is_known);
	tcase_add_test(tests, pages_that_were_seen_by_chance_betray_nothing);
	tcase_add_test(tests, pages_that_stay_are_not_taken_for_passing_ones);
	tcase_add_test(tests, a_glance_counts_pages_that_were_not_there_before);
	tcase_add_test(tests, reading_a_file_that_was_never_written_is_invalid);
	tcase_add_test(tests, compressed_extents_are_said);
	tcase_add_test(tests, the_place_of_the_file_on_the_device_is_said);
	tcase_add_test(tests, a_device_that_wrote_more_than_asked_is_said);
	tcase_add_test(
		tests,
		more_than_two_copies_of_plain_writes_are_somebody_elses_too);
	tcase_add_test(tests, a_file_in_many_pieces_is_said);
}

int
main(void)
{
	TCase *tests = tcase_create("detect_storage");

	tcase_add_checked_fixture(tests, flushed_write, NULL);
	add_disk_tests(tests);
	add_stack_tests(tests);
	return unit_run(tests);
}
