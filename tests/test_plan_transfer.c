#include "run/plan.h"

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "io/engine.h"
#include "plan_rig.h"
#include "unit.h"
#include "workloads/workload.h"

/* Plans of tests of transfers, on devices and in directories. */

/* A device of 1 GiB with sectors of 512 bytes. */
static void
set_up(void)
{
	plan_rig_directory();
	settings.size_given = false;
	settings.target = "/dev/sdz";
	facts = (struct target_facts){
		.size_bytes = UNITS_GIB,
		.direct_possible = true,
		.unit_bytes = 512,
	};
}

START_TEST(a_device_is_only_read_by_default)
{
	make();
	ck_assert_str_eq(keys(), "RR SR");
	ck_assert(plan.target);
	ck_assert(!plan.writes_target);
	ck_assert_uint_eq(plan.size_bytes, UNITS_GIB);
	ck_assert_uint_eq(plan.needed_bytes, 0);
	for (size_t i = 0; i < plan.phase_count; i++) {
		ck_assert(plan.phases[i].target);
		ck_assert(plan.phases[i].direct);
		ck_assert(!plan.phases[i].writes);
		ck_assert_uint_eq(plan.phases[i].workers, 8);
		ck_assert_uint_eq(plan.phases[i].operations, 16384);
	}
	ck_assert(phase_of("RR")->varied);
	ck_assert_uint_eq(phase_of("SR")->chunk_bytes, 16384);
}
END_TEST

START_TEST(a_device_is_written_when_it_may_be_destroyed)
{
	settings.destroy = "/dev/sdz";
	make();
	ck_assert_str_eq(keys(), "RR SR RW SW");
	ck_assert(plan.writes_target);
	ck_assert_ptr_null(plan.warning);
}
END_TEST

START_TEST(writing_tests_of_a_suite_are_left_out_with_a_word)
{
	static const char *const tests[] = { "raw" };

	ask_for(tests, 1);
	make();
	ck_assert_str_eq(keys(), "RR SR zones");
	ck_assert_ptr_nonnull(strstr(plan.warning, "RW, SW: left out"));
	ck_assert_ptr_nonnull(strstr(plan.warning, "--destroy=/dev/sdz"));
}
END_TEST

START_TEST(a_writing_test_by_name_needs_consent)
{
	static const char *const tests[] = { "SW" };

	ask_for(tests, 1);
	refused(ERROR_USAGE, "--destroy=/dev/sdz");
}
END_TEST

START_TEST(a_mix_needs_consent)
{
	settings.mix_percent = 10;
	refused(ERROR_USAGE, "test 'RR' would destroy");
}
END_TEST

START_TEST(count_block_and_threads_are_obeyed)
{
	settings.count = 100;
	settings.block_bytes = 4096;
	settings.threads = 3;
	make();
	ck_assert(!phase_of("RR")->varied);
	ck_assert_uint_eq(phase_of("RR")->chunk_bytes, 4096);
	ck_assert_uint_eq(phase_of("RR")->workers, 3);
	ck_assert_uint_eq(phase_of("SR")->operations, 100);
}
END_TEST

START_TEST(no_thread_is_left_without_a_transfer)
{
	settings.count = 5;
	make();
	ck_assert_uint_eq(phase_of("RR")->workers, 5);
}
END_TEST

START_TEST(a_size_limits_the_part_of_the_device)
{
	settings.size_given = true;
	settings.size_bytes = UNITS_MIB;
	make();
	ck_assert_uint_eq(phase_of("RR")->file_bytes, UNITS_MIB);
}
END_TEST

START_TEST(a_device_that_does_not_tell_its_size_needs_one)
{
	facts.size_bytes = 0;
	refused(ERROR_USAGE, "'/dev/sdz' has no size or does not tell it");
	error_clear(&plan_error);
	settings.size_given = true;
	settings.size_bytes = UNITS_MIB;
	make();
}
END_TEST

START_TEST(a_device_smaller_than_a_transfer_is_refused)
{
	facts.size_bytes = 8192;
	refused(ERROR_RUN, "less than one transfer");
}
END_TEST

START_TEST(a_block_that_the_device_cannot_move_is_refused)
{
	facts.unit_bytes = 4096;
	settings.block_bytes = 512;
	refused(ERROR_USAGE, "want a multiple of 4096");
	error_clear(&plan_error);
	settings.cache = CACHE_KEEP; /* through the page cache it can */
	make();
	ck_assert(!phase_of("RR")->direct);
}
END_TEST

START_TEST(a_depth_without_a_queue_is_refused)
{
	settings.depth = 4;
	refused(ERROR_USAGE, "want --engine uring");
}
END_TEST

START_TEST(a_flush_after_each_write_leaves_no_queue)
{
	static const char *const tests[] = { "RR", "RW" };

	settings.depth = 4;
	settings.engine = engine_find("uring");
	settings.flush_each = true;
	settings.destroy = "/dev/sdz";
	ask_for(tests, 1);
	make();
	settings.mix_percent = 10;
	refused(ERROR_USAGE, "-b: a flush after each write");
	settings.mix_percent = 0;
	ask_for(tests + 1, 1);
	refused(ERROR_USAGE, "want --depth 1");
}
END_TEST

START_TEST(a_rate_may_have_a_depth)
{
	settings.depth = 4;
	settings.rate = 1000;
	settings.engine = engine_find("uring");
	make();
	ck_assert_uint_eq(phase_of("RR")->depth, 4);
	ck_assert_uint_eq(phase_of("RR")->rate, 1000);
}
END_TEST

START_TEST(a_time_limit_is_one_of_zones_too)
{
	static const char *const tests[] = { "zones" };

	settings.time_limit_ns = UNITS_NS_PER_S;
	ask_for(tests, 1);
	make();
	ck_assert_uint_eq(phase_of("zones")->time_limit_ns, UNITS_NS_PER_S);
	ck_assert_uint_eq(phase_of("zones")->operations, 0);
}
END_TEST

START_TEST(a_depth_for_a_test_without_requests_is_refused)
{
	static const char *const tests[] = { "write" };

	plan_rig_directory();
	settings.depth = 4;
	settings.engine = engine_find("uring");
	ask_for(tests, 1);
	refused(ERROR_USAGE, "test 'write' makes one request after the other");
}
END_TEST

START_TEST(a_test_that_needs_a_directory_is_refused_on_a_device)
{
	static const char *const tests[] = { "fsync" };

	ask_for(tests, 1);
	refused(ERROR_USAGE, "not a directory, which test 'fsync' needs; "
			     "want one, or -t raw,latency");
}
END_TEST

START_TEST(all_tests_of_a_device_are_those_that_fit)
{
	static const char *const tests[] = { "all" };

	ask_for(tests, 1);
	make();
	ck_assert_str_eq(keys(), "RR SR zones latency");
}
END_TEST

START_TEST(threads_have_files_of_their_own)
{
	static const char *const tests[] = { "tio" };

	plan_rig_directory();
	settings.threads = 4;
	ask_for(tests, 1);
	make();
	ck_assert_str_eq(keys(), "tio-write tio-rwrite tio-read tio-rread");
	for (size_t i = 0; i < plan.phase_count; i++) {
		ck_assert_uint_eq(plan.phases[i].workers, 4);
		ck_assert_uint_eq(plan.phases[i].files, 4);
		ck_assert_uint_eq(plan.phases[i].file_bytes, 4 * UNITS_GIB);
		ck_assert_uint_eq(plan.phases[i].chunk_bytes, 4096);
		ck_assert(!plan.phases[i].own_file);
	}
	ck_assert_uint_eq(phase_of("tio-rread")->operations, 4000);
	ck_assert_uint_eq(plan.needed_bytes, 16 * UNITS_GIB);
}
END_TEST

START_TEST(thread_files_that_are_needed_are_written_first)
{
	static const char *const tests[] = { "tio-rread", "read", "latency" };

	plan_rig_directory();
	ask_for(tests, 3);
	make();
	ck_assert_str_eq(keys(), "(write) read (tio-write) tio-rread "
				 "(write) latency");
	ck_assert(phase_of("tio-write")->fresh);
	ck_assert(plan.phases[4].fresh);
}
END_TEST

START_TEST(raw_tests_work_on_a_data_file_as_well)
{
	static const char *const tests[] = { "RR", "RW", "zones" };

	plan_rig_directory();
	ask_for(tests, 3);
	make();
	ck_assert_str_eq(keys(), "(write) RR RW zones");
	ck_assert(!plan.target);
	ck_assert_uint_eq(phase_of("RR")->files, 1);
	ck_assert_uint_eq(phase_of("RR")->workers, 8);
}
END_TEST

START_TEST(synchronous_appends_need_no_size)
{
	static const char *const tests[] = { "fsync" };

	plan_rig_directory();
	settings.size_given = false;
	ask_for(tests, 1);
	make();
	ck_assert_str_eq(keys(), "fsync");
	ck_assert(phase_of("fsync")->own_file);
	ck_assert_uint_eq(phase_of("fsync")->file_bytes, 1000 * 4096);
}
END_TEST

START_TEST(zones_are_as_many_as_there_are)
{
	static const char *const tests[] = { "zones", "RR" };

	settings.count = 10;
	ask_for(tests, 1);
	refused(ERROR_USAGE, "--count: '10' means nothing to");
	error_clear(&plan_error);
	ask_for(tests, 2);
	make();
	ck_assert_uint_eq(phase_of("RR")->operations, 10);
}
END_TEST

START_TEST(an_option_of_transfers_needs_a_test_that_makes_some)
{
	static const char *const write[] = { "write" };

	facts.directory = true;
	settings.tests = write;
	settings.test_count = 1;
	settings.rate = 100;
	refused(ERROR_USAGE, "--rate: '100' means nothing to");
	settings.rate = 0;
	settings.block_bytes = 65536;
	refused(ERROR_USAGE, "--block: '65536' means nothing to");
	settings.block_bytes = 0;
	settings.destroy_signature = "ext4";
	refused(ERROR_USAGE, "without --destroy");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("plan_transfer");

	tcase_add_checked_fixture(tests, set_up, plan_rig_release);
	tcase_add_test(tests, zones_are_as_many_as_there_are);
	tcase_add_test(tests, a_device_is_only_read_by_default);
	tcase_add_test(tests, a_device_is_written_when_it_may_be_destroyed);
	tcase_add_test(tests,
		       writing_tests_of_a_suite_are_left_out_with_a_word);
	tcase_add_test(tests, a_writing_test_by_name_needs_consent);
	tcase_add_test(tests, a_mix_needs_consent);
	tcase_add_test(tests, count_block_and_threads_are_obeyed);
	tcase_add_test(tests, no_thread_is_left_without_a_transfer);
	tcase_add_test(tests, a_size_limits_the_part_of_the_device);
	tcase_add_test(tests, a_device_that_does_not_tell_its_size_needs_one);
	tcase_add_test(tests, a_device_smaller_than_a_transfer_is_refused);
	tcase_add_test(tests, a_block_that_the_device_cannot_move_is_refused);
	tcase_add_test(tests, a_depth_without_a_queue_is_refused);
	tcase_add_test(tests, a_flush_after_each_write_leaves_no_queue);
	tcase_add_test(tests, a_rate_may_have_a_depth);
	tcase_add_test(tests, a_time_limit_is_one_of_zones_too);
	tcase_add_test(tests, a_depth_for_a_test_without_requests_is_refused);
	tcase_add_test(tests,
		       a_test_that_needs_a_directory_is_refused_on_a_device);
	tcase_add_test(tests, all_tests_of_a_device_are_those_that_fit);
	tcase_add_test(tests, threads_have_files_of_their_own);
	tcase_add_test(tests, thread_files_that_are_needed_are_written_first);
	tcase_add_test(tests, raw_tests_work_on_a_data_file_as_well);
	tcase_add_test(tests, synchronous_appends_need_no_size);
	tcase_add_test(tests,
		       an_option_of_transfers_needs_a_test_that_makes_some);
	return unit_run(tests);
}
