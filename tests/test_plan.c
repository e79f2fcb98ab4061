#include "run/plan.h"

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "io/engine.h"
#include "plan_rig.h"
#include "run/select.h"
#include "unit.h"
#include "workloads/workload.h"

START_TEST(the_default_is_the_bonnie_suite_in_its_order)
{
	make();
	ck_assert_str_eq(keys(), "putc write rewrite getc read seeks "
				 "seq-create seq-stat seq-delete "
				 "ran-create ran-stat ran-delete");
	ck_assert_uint_eq(plan.size_bytes, 16 * UNITS_GIB);
	ck_assert_uint_eq(phase_of("putc")->file_bytes, 16 * UNITS_GIB);
	ck_assert_uint_eq(phase_of("seeks")->operations, 8192);
	ck_assert_uint_eq(phase_of("seeks")->workers, 5);
	ck_assert_uint_eq(phase_of("seeks")->files, 1);
	ck_assert_uint_eq(phase_of("ran-stat")->file_set.count, 16384);
}
END_TEST

START_TEST(workers_share_size_files_and_seeks)
{
	settings.workers = 3;
	settings.seeks = 100;
	make();
	ck_assert_uint_eq(phase_of("write")->workers, 3);
	ck_assert_uint_eq(phase_of("write")->files, 3);
	/* a third of 16 GiB, rounded down to chunks of 8 KiB */
	ck_assert_uint_eq(phase_of("write")->file_bytes,
			  UINT64_C(5726622720) / 8192 * 8192);
	ck_assert_uint_eq(phase_of("write")->file_bytes % 8192, 0);
	ck_assert_uint_eq(plan.size_bytes, 3 * phase_of("write")->file_bytes);
	ck_assert_uint_eq(phase_of("seeks")->workers, 15);
	ck_assert_uint_eq(phase_of("seeks")->operations, 100);
	ck_assert_uint_eq(phase_of("seq-create")->workers, 3);
	ck_assert_uint_eq(phase_of("seq-create")->file_set.count, 16384);
}
END_TEST

START_TEST(many_workers_have_fewer_seekers_unless_they_were_chosen)
{
	settings.workers = PLAN_WORKERS_MOST / 2;
	settings.files.units = 0;
	make();
	ck_assert_uint_eq(phase_of("seeks")->workers, PLAN_WORKERS_MOST);
}
END_TEST

START_TEST(no_seeker_is_left_without_a_seek)
{
	settings.seeks = 3;
	make();
	ck_assert_uint_eq(phase_of("seeks")->workers, 3);
}
END_TEST

START_TEST(shares_differ_by_one_at_most_and_add_up)
{
	for (uint64_t total = 0; total < 50; total++) {
		uint64_t sum = 0;

		for (unsigned w = 0; w < 7; w++) {
			uint64_t share = plan_share(total, w, 7);

			ck_assert_uint_ge(share, total / 7);
			ck_assert_uint_le(share, total / 7 + 1);
			sum += share;
		}
		ck_assert_uint_eq(sum, total);
	}
}
END_TEST

START_TEST(a_size_beyond_2_to_the_31_and_32_is_exact)
{
	static const uint64_t sizes[] = { UINT64_C(1) << 31,
					  (UINT64_C(1) << 31) + 8192,
					  UINT64_C(1) << 32,
					  (UINT64_C(1) << 32) + 8192 };

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		settings.size_bytes = sizes[i];
		make();
		ck_assert_uint_eq(plan.size_bytes, sizes[i]);
		ck_assert_uint_ge(plan.needed_bytes, sizes[i]);
		plan_release(&plan);
	}
}
END_TEST

START_TEST(a_size_of_2_to_the_63_is_refused)
{
	settings.size_bytes = UINT64_C(1) << 63;
	refused(ERROR_USAGE, "9223372036854775808");
}
END_TEST

START_TEST(the_largest_size_is_short_of_space_not_of_bits)
{
	settings.size_bytes = INT64_MAX;
	refused(ERROR_RUN, "1 TiB free");
}
END_TEST

START_TEST(per_char_tests_can_be_skipped)
{
	settings.skip_per_char = true;
	settings.files.units = 0;
	make();
	ck_assert_str_eq(keys(), "write rewrite read seeks");
}
END_TEST

START_TEST(per_char_tests_can_be_limited_to_whole_chunks)
{
	settings.per_char_bytes = 20 * UNITS_MIB + 5;
	settings.workers = 2;
	make();
	ck_assert_uint_eq(phase_of("putc")->file_bytes, 10 * UNITS_MIB);
	ck_assert_uint_eq(phase_of("getc")->file_bytes, 10 * UNITS_MIB);
	ck_assert_uint_eq(phase_of("read")->file_bytes, 8 * UNITS_GIB);
}
END_TEST

START_TEST(a_per_char_limit_above_the_size_is_the_size)
{
	settings.per_char_bytes = 64 * UNITS_GIB;
	make();
	ck_assert_uint_eq(phase_of("putc")->file_bytes, 16 * UNITS_GIB);
}
END_TEST

START_TEST(size_0_leaves_the_file_tests)
{
	settings.size_bytes = 0;
	make();
	ck_assert_str_eq(keys(), "seq-create seq-stat seq-delete "
				 "ran-create ran-stat ran-delete");
	ck_assert_uint_eq(plan.size_bytes, 0);
}
END_TEST

START_TEST(size_0_and_no_files_leave_nothing)
{
	settings.size_bytes = 0;
	settings.files.units = 0;
	refused(ERROR_USAGE, "no test is left");
}
END_TEST

START_TEST(without_a_size_write_runs_first_and_finds_it)
{
	settings.size_given = false;
	settings.files.units = 0;
	make();
	ck_assert_str_eq(keys(), "write putc rewrite getc read seeks");
	ck_assert(plan.phases[0].finds_size);
	ck_assert_uint_eq(plan.size_bytes, 0);
	ck_assert_uint_eq(plan.least_size_bytes, 256 * UNITS_MIB);
	ck_assert_uint_eq(plan.most_size_bytes, TIB / 4);
	ck_assert_ptr_null(plan.size_reason);
	ck_assert_uint_eq(phase_plan_bytes(phase_of("read"), UNITS_GIB),
			  UNITS_GIB);
	ck_assert_uint_eq(phase_plan_bytes(phase_of("getc"), UNITS_GIB),
			  UNITS_GIB / 8);
}
END_TEST

START_TEST(a_found_size_is_kept_for_later_runs)
{
	settings.size_given = false;
	settings.workers = 2;
	make();
	plan_settle(&plan, 512 * UNITS_MIB);
	ck_assert_uint_eq(plan.size_bytes, UNITS_GIB);
	ck_assert(!phase_of("write")->finds_size);
	ck_assert_uint_eq(phase_of("write")->file_bytes, 512 * UNITS_MIB);
	ck_assert_uint_eq(phase_of("putc")->file_bytes, 64 * UNITS_MIB);
}
END_TEST

START_TEST(the_bound_of_a_found_size_is_whole_steps)
{
	settings.size_given = false;
	facts.free_bytes = 9 * UNITS_GIB + 700 * UNITS_MIB;
	make();
	ck_assert_uint_eq(plan.most_size_bytes % (256 * UNITS_MIB), 0);
	ck_assert_uint_le(plan.most_size_bytes, facts.free_bytes / 4);
}
END_TEST

START_TEST(a_small_target_gets_the_least_size_that_says_something)
{
	settings.size_given = false;
	facts.free_bytes = 700 * UNITS_MIB;
	make();
	ck_assert_uint_eq(plan.least_size_bytes, 256 * UNITS_MIB);
	ck_assert_uint_eq(plan.most_size_bytes, 256 * UNITS_MIB);
}
END_TEST

START_TEST(a_target_too_small_to_find_a_size_is_told)
{
	settings.size_given = false;
	facts.free_bytes = 256 * UNITS_MIB - 1;
	refused(ERROR_RUN, "give -s SIZE");
}
END_TEST

START_TEST(an_unproven_cold_start_makes_a_found_size_larger)
{
	settings.size_given = false;
	facts.cold_provable = false;
	make();
	ck_assert_uint_ge(plan.least_size_bytes, 8 * UNITS_GIB);
	ck_assert_ptr_nonnull(plan.size_reason);
	ck_assert_ptr_null(plan.warning);
}
END_TEST

START_TEST(an_unproven_cold_start_without_space_warns)
{
	settings.size_given = false;
	facts.cold_provable = false;
	facts.free_bytes = 8 * UNITS_GIB;
	make();
	ck_assert_uint_eq(plan.least_size_bytes, 2 * UNITS_GIB);
	ck_assert_ptr_nonnull(strstr(plan.warning, "-s 8g"));
}
END_TEST

START_TEST(a_given_size_is_obeyed_with_a_warning)
{
	facts.cold_provable = false;
	settings.size_bytes = UNITS_GIB;
	make();
	ck_assert_uint_eq(plan.size_bytes, UNITS_GIB);
	ck_assert_ptr_nonnull(strstr(plan.warning, "1 GiB"));
}
END_TEST

START_TEST(ram_to_assume_decides_about_the_warning)
{
	facts.cold_provable = false;
	settings.size_bytes = UNITS_GIB;
	settings.ram_given = true;
	settings.ram_bytes = UNITS_GIB / 2;
	make();
	ck_assert_ptr_null(plan.warning);
	settings.ram_bytes = UNITS_GIB / 2 + 1;
	plan_release(&plan);
	make();
	ck_assert_ptr_nonnull(plan.warning);
	settings.ram_bytes = 0;
	plan_release(&plan);
	make();
	ck_assert_ptr_null(plan.warning);
}
END_TEST

START_TEST(read_alone_has_its_file_written_first)
{
	static const char *const tests[] = { "read" };

	ask_for(tests, 1);
	make();
	ck_assert_str_eq(keys(), "(write) read");
	ck_assert_uint_eq(plan.phases[0].file_bytes, 16 * UNITS_GIB);
	ck_assert(!plan.phases[0].finds_size);
}
END_TEST

START_TEST(read_alone_without_a_size_finds_one)
{
	static const char *const tests[] = { "read" };

	ask_for(tests, 1);
	settings.size_given = false;
	make();
	ck_assert_str_eq(keys(), "(write) read");
	ck_assert(plan.phases[0].finds_size);
	ck_assert_uint_eq(plan.phases[1].size_share, 1);
}
END_TEST

START_TEST(putc_and_write_keep_their_order_with_a_size)
{
	static const char *const tests[] = { "write", "putc" };

	ask_for(tests, 2);
	make();
	ck_assert_str_eq(keys(), "putc write");
	ck_assert(phase_of("putc")->own_file);
	ck_assert(!phase_of("write")->own_file);
}
END_TEST

START_TEST(a_file_test_alone_has_its_files_made_first)
{
	static const char *const tests[] = { "ran-stat", "seq-delete" };

	ask_for(tests, 2);
	make();
	ck_assert_str_eq(keys(),
			 "(seq-create) seq-delete (ran-create) ran-stat");
	ck_assert(plan.phases[0].fresh);
	ck_assert(!plan.phases[1].fresh);
	ck_assert(plan.phases[2].fresh);
}
END_TEST

START_TEST(only_reading_phases_start_cold)
{
	make();
	ck_assert_int_eq(phase_of("read")->cache, CACHE_COLD);
	ck_assert_int_eq(phase_of("rewrite")->cache, CACHE_COLD);
	ck_assert_int_eq(phase_of("write")->cache, CACHE_KEEP);
}
END_TEST

START_TEST(direct_and_a_time_limit_leave_per_char_alone)
{
	settings.direct = true;
	settings.time_limit_ns = UNITS_NS_PER_S;
	make();
	ck_assert(phase_of("read")->direct);
	ck_assert_uint_eq(phase_of("read")->time_limit_ns, UNITS_NS_PER_S);
	ck_assert(!phase_of("putc")->direct);
	ck_assert_uint_eq(phase_of("putc")->time_limit_ns, 0);
}
END_TEST

START_TEST(links_have_no_sizes)
{
	settings.files.link = LINK_HARD;
	settings.files.max_bytes = 5000;
	make();
	ck_assert_int_eq(phase_of("seq-create")->file_set.kind, FILE_HARD_LINK);
	ck_assert_uint_eq(phase_of("seq-create")->file_set.max_bytes, 0);
}
END_TEST

START_TEST(needs_are_the_most_that_exists_at_once)
{
	make();
	ck_assert_uint_eq(plan.needed_bytes, 16 * UNITS_GIB);
	ck_assert_uint_ge(plan.needed_inodes, 16384);
	ck_assert_uint_le(plan.needed_inodes, 16384 + 8);
}
END_TEST

START_TEST(small_files_take_whole_blocks)
{
	settings.size_bytes = 0;
	settings.files.max_bytes = 4097;
	make();
	ck_assert_uint_eq(plan.needed_bytes, UINT64_C(16384) * 8192);
}
END_TEST

START_TEST(a_lack_of_space_tells_needed_there_and_what_to_do)
{
	facts.free_bytes = UNITS_GIB;
	refused(ERROR_RUN, "has 1 GiB free, this run needs 16 GiB: free some");
}
END_TEST

START_TEST(a_lack_of_inodes_is_told)
{
	facts.free_inodes = 100;
	refused(ERROR_RUN, "has 100 inodes free");
}
END_TEST

START_TEST(more_files_than_can_be_counted_are_refused)
{
	settings.files.units = UINT64_C(1) << 54;
	refused(ERROR_USAGE, "18014398509481984");
}
END_TEST

START_TEST(file_bytes_that_overflow_are_a_lack_of_space)
{
	settings.files.units = UINT64_C(1) << 40;
	settings.files.max_bytes = UINT64_C(1) << 40;
	refused(ERROR_RUN, "free, this run needs");
}
END_TEST

START_TEST(a_size_below_a_chunk_a_worker_is_refused)
{
	settings.workers = 4;
	settings.size_bytes = 4 * 8192 - 1;
	refused(ERROR_USAGE, "want at least 32k");
	settings.size_bytes++;
	error_clear(&plan_error);
	make();
}
END_TEST

START_TEST(odd_chunks_are_refused)
{
	static const uint64_t chunks[] = { 0, 1, 511, 513, 16777216 + 512 };

	for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
		settings.chunk_bytes = chunks[i];
		error_clear(&plan_error);
		refused(ERROR_USAGE, "want a multiple of 512 up to 16M");
	}
}
END_TEST

START_TEST(too_many_workers_are_refused)
{
	settings.workers = PLAN_WORKERS_MOST + 1;
	refused(ERROR_USAGE, "-c: '1025'");
	error_clear(&plan_error);
	settings.workers = PLAN_WORKERS_MOST / 2;
	settings.seekers = 5;
	refused(ERROR_USAGE, "want 1 to 2");
}
END_TEST

START_TEST(a_least_file_size_above_the_largest_is_refused)
{
	settings.files.min_bytes = 2;
	settings.files.max_bytes = 1;
	refused(ERROR_USAGE, "-n: least size '2'");
}
END_TEST

START_TEST(an_unknown_test_is_named_with_the_nearest)
{
	static const char *const tests[] = { "write", "raed" };

	ask_for(tests, 2);
	refused(ERROR_USAGE, "unknown test 'raed', did you mean 'read'?");
}
END_TEST

START_TEST(a_test_unlike_any_other_is_sent_to_the_list)
{
	static const char *const tests[] = { "xylophone" };

	ask_for(tests, 1);
	refused(ERROR_USAGE, "diskbench list tests");
}
END_TEST

START_TEST(distance_counts_edits_and_swaps)
{
	ck_assert_uint_eq(select_distance("read", "read"), 0);
	ck_assert_uint_eq(select_distance("raed", "read"), 1);
	ck_assert_uint_eq(select_distance("", "abc"), 3);
	ck_assert_uint_eq(select_distance("rewrite", "write"), 2);
}
END_TEST

START_TEST(an_unwritable_directory_is_an_error_of_the_run)
{
	facts.writable = false;
	refused(ERROR_RUN, "is not writable");
}
END_TEST

START_TEST(the_description_has_a_line_a_phase)
{
	struct strbuf text;
	size_t lines = 0;

	settings.size_given = false;
	make();
	strbuf_init(&text);
	plan_describe(&plan, &text);
	for (const char *at = text.text; *at; at++)
		lines += *at == '\n';
	ck_assert_uint_ge(lines, plan.phase_count + 2);
	ck_assert_ptr_nonnull(strstr(text.text, "a size to be found"));
	ck_assert_ptr_nonnull(strstr(text.text, "1/8 of the size"));
	strbuf_release(&text);
}
END_TEST

START_TEST(every_registered_test_works_alone)
{
	for (size_t i = 0; workload_at(i); i++) {
		const char *key = workload_at(i)->key;

		ask_for(&key, 1);
		if (plan_make(&plan, &settings, &facts, &plan_error) < 0) {
			ck_assert_str_ne(workload_at(i)->suite, "bonnie");
			error_clear(&plan_error);
			continue;
		}
		ck_assert_str_eq(
			plan.phases[plan.phase_count - 1].workload->key, key);
		plan_release(&plan);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("plan");

	tcase_add_checked_fixture(tests, plan_rig_directory, plan_rig_release);
	tcase_add_test(tests, the_default_is_the_bonnie_suite_in_its_order);
	tcase_add_test(tests, workers_share_size_files_and_seeks);
	tcase_add_test(tests,
		       many_workers_have_fewer_seekers_unless_they_were_chosen);
	tcase_add_test(tests, no_seeker_is_left_without_a_seek);
	tcase_add_test(tests, shares_differ_by_one_at_most_and_add_up);
	tcase_add_test(tests, a_size_beyond_2_to_the_31_and_32_is_exact);
	tcase_add_test(tests, a_size_of_2_to_the_63_is_refused);
	tcase_add_test(tests, the_largest_size_is_short_of_space_not_of_bits);
	tcase_add_test(tests, per_char_tests_can_be_skipped);
	tcase_add_test(tests, per_char_tests_can_be_limited_to_whole_chunks);
	tcase_add_test(tests, a_per_char_limit_above_the_size_is_the_size);
	tcase_add_test(tests, size_0_leaves_the_file_tests);
	tcase_add_test(tests, size_0_and_no_files_leave_nothing);
	tcase_add_test(tests, without_a_size_write_runs_first_and_finds_it);
	tcase_add_test(tests, a_found_size_is_kept_for_later_runs);
	tcase_add_test(tests, the_bound_of_a_found_size_is_whole_steps);
	tcase_add_test(tests,
		       a_small_target_gets_the_least_size_that_says_something);
	tcase_add_test(tests, a_target_too_small_to_find_a_size_is_told);
	tcase_add_test(tests, an_unproven_cold_start_makes_a_found_size_larger);
	tcase_add_test(tests, an_unproven_cold_start_without_space_warns);
	tcase_add_test(tests, a_given_size_is_obeyed_with_a_warning);
	tcase_add_test(tests, ram_to_assume_decides_about_the_warning);
	tcase_add_test(tests, read_alone_has_its_file_written_first);
	tcase_add_test(tests, read_alone_without_a_size_finds_one);
	tcase_add_test(tests, putc_and_write_keep_their_order_with_a_size);
	tcase_add_test(tests, a_file_test_alone_has_its_files_made_first);
	tcase_add_test(tests, only_reading_phases_start_cold);
	tcase_add_test(tests, direct_and_a_time_limit_leave_per_char_alone);
	tcase_add_test(tests, links_have_no_sizes);
	tcase_add_test(tests, needs_are_the_most_that_exists_at_once);
	tcase_add_test(tests, small_files_take_whole_blocks);
	tcase_add_test(tests,
		       a_lack_of_space_tells_needed_there_and_what_to_do);
	tcase_add_test(tests, a_lack_of_inodes_is_told);
	tcase_add_test(tests, more_files_than_can_be_counted_are_refused);
	tcase_add_test(tests, file_bytes_that_overflow_are_a_lack_of_space);
	tcase_add_test(tests, a_size_below_a_chunk_a_worker_is_refused);
	tcase_add_test(tests, odd_chunks_are_refused);
	tcase_add_test(tests, too_many_workers_are_refused);
	tcase_add_test(tests, a_least_file_size_above_the_largest_is_refused);
	tcase_add_test(tests, an_unknown_test_is_named_with_the_nearest);
	tcase_add_test(tests, a_test_unlike_any_other_is_sent_to_the_list);
	tcase_add_test(tests, distance_counts_edits_and_swaps);
	tcase_add_test(tests, an_unwritable_directory_is_an_error_of_the_run);
	tcase_add_test(tests, the_description_has_a_line_a_phase);
	tcase_add_test(tests, every_registered_test_works_alone);
	return unit_run(tests);
}
