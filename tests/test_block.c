#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "rig.h"
#include "unit.h"

static struct rig rig;

static void
set_up(void)
{
	rig_init(&rig);
}

static void
tear_down(void)
{
	rig_release(&rig);
}

/* Every byte: the pool's at its place, with stamps of this generation. */
static void
check_file(unsigned generation)
{
	struct job *job = &rig.job;
	size_t pool_bytes = (size_t)job->pattern.pool_bytes;
	size_t length = (size_t)job->chunk_bytes;
	unsigned char *pool = mem_alloc(1, pool_bytes);
	unsigned char *found = mem_alloc(1, length);

	pattern_fill(&job->pattern, pool);
	for (uint64_t at = 0; at < job->file_bytes; at += length) {
		unsigned char *expected = pool + at % pool_bytes;

		pattern_stamp(&job->pattern, expected, length, at, generation);
		ck_assert_int_eq(pread(rig.file.fd, found, length, (off_t)at),
				 (ssize_t)length);
		ck_assert_mem_eq(found, expected, length);
	}
	ck_assert_int_eq(pread(rig.file.fd, found, 1, (off_t)job->file_bytes),
			 0);
	free(found);
	free(pool);
}

START_TEST(write_leaves_exactly_the_stamped_pattern)
{
	rig.job.generation = 3;
	rig_must_run(&rig, "write");
	check_file(3);
	ck_assert_uint_eq(rig.meter->operations, 20);
	ck_assert_uint_eq(rig.meter->bytes, 20 * 4096);
	ck_assert_uint_eq(rig.meter->flushes, 1);
	ck_assert_uint_eq(rig.meter->windows.count, 20);
}
END_TEST

START_TEST(putc_leaves_exactly_the_stamped_pattern)
{
	rig_must_run(&rig, "putc");
	check_file(0);
	ck_assert_uint_eq(rig.meter->operations, 20);
	ck_assert_uint_eq(rig.meter->bytes, 20 * 4096);
	ck_assert_uint_eq(rig.meter->flushes, 1);
}
END_TEST

START_TEST(rewrite_raises_the_generation_everywhere)
{
	rig_must_run(&rig, "write");
	meter_clear(rig.meter);
	rig_must_run(&rig, "rewrite");
	check_file(1);
	ck_assert_uint_eq(rig.meter->operations, 20);
	ck_assert_uint_eq(rig.meter->bytes, 20 * 4096);
	ck_assert_uint_eq(rig.meter->checked, 20);
	ck_assert_uint_eq(rig.count, 41); /* reads, writes, a flush */
}
END_TEST

START_TEST(a_flush_after_each_write_replaces_the_one_at_the_end)
{
	rig.job.flush_each = true;
	rig_must_run(&rig, "write");
	ck_assert_uint_eq(rig.meter->flushes, 20);
	rig_must_run(&rig, "rewrite");
	ck_assert_uint_eq(rig.meter->flushes, 40);
}
END_TEST

START_TEST(a_byte_that_came_back_wrong_is_counted_not_fatal)
{
	const char *const readers[] = { "read", "getc", "rewrite", "seeks" };
	uint64_t wrong = rig.job.file_bytes - 100;

	rig_must_run(&rig, "write");
	ck_assert_int_eq(pwrite(rig.file.fd, "x", 1, (off_t)wrong), 1);
	rig.job.operations = 0;
	for (size_t i = 0; i < 2; i++) {
		meter_clear(rig.meter);
		rig_must_run(&rig, readers[i]);
		ck_assert_uint_eq(rig.meter->checked, 20);
		ck_assert_uint_eq(rig.meter->mismatched, 1);
	}
	meter_clear(rig.meter);
	rig_must_run(&rig, readers[2]);
	ck_assert_uint_eq(rig.meter->mismatched, 1);
	rig.job.generation = 1;
	rig.job.operations = 500;
	meter_clear(rig.meter);
	rig_must_run(&rig, readers[3]);
	ck_assert_uint_gt(rig.meter->mismatched, 0);
	ck_assert_uint_lt(rig.meter->mismatched, 100);
}
END_TEST

START_TEST(data_of_another_generation_counts_as_wrong)
{
	rig_must_run(&rig, "write");
	rig.job.generation = 1;
	rig_must_run(&rig, "read");
	ck_assert_uint_eq(rig.meter->mismatched, 20);
}
END_TEST

START_TEST(one_chunk_in_sixteen_is_checked_by_default)
{
	rig.job.chunk_bytes = 512;
	rig.job.file_bytes = 4000 * 512;
	rig.job.check_every = 0;
	rig_must_run(&rig, "write");
	rig_must_run(&rig, "read");
	ck_assert_uint_gt(rig.meter->checked, 4000 / 16 - 60);
	ck_assert_uint_lt(rig.meter->checked, 4000 / 16 + 60);
	ck_assert_uint_eq(rig.meter->mismatched, 0);
}
END_TEST

START_TEST(a_file_that_ends_early_is_an_error)
{
	const char *const readers[] = { "read", "getc", "rewrite" };

	rig_must_run(&rig, "write");
	ck_assert_int_eq(ftruncate(rig.file.fd, 10 * 4096 + 7), 0);
	for (size_t i = 0; i < 3; i++) {
		const struct workload *reader = workload_find(readers[i]);

		meter_clear(rig.meter);
		error_clear(&rig.error);
		ck_assert_int_eq(rig_run(&rig, reader), -1);
		/* How far it goes is not told: stdio does not tell us. */
		ck_assert_str_eq(rig.error.text,
				 "'data' ends too early, want 4096 bytes from "
				 "byte 40960");
		ck_assert_uint_eq(rig.meter->operations, 10);
		ck_assert_uint_eq(rig.meter->errors, 1);
	}
}
END_TEST

START_TEST(a_full_disk_ends_putc_with_its_reason)
{
	int full = open("/dev/full", O_WRONLY);

	if (full < 0)
		return;
	ck_assert_int_eq(dup2(full, rig.file.fd), rig.file.fd);
	close(full);
	ck_assert_int_eq(rig_run(&rig, workload_find("putc")), -1);
	ck_assert_int_eq(rig.error.errno_code, ENOSPC);
	ck_assert_ptr_nonnull(strstr(rig.error.text, "cannot write 'data'"));
}
END_TEST

START_TEST(getc_reports_why_it_could_not_read)
{
	ck_assert_int_eq(dup2(rig.job.directory_fd, rig.file.fd), rig.file.fd);
	ck_assert_int_eq(rig_run(&rig, workload_find("getc")), -1);
	ck_assert_int_eq(rig.error.errno_code, EISDIR);
	ck_assert_ptr_nonnull(strstr(rig.error.text, "cannot read 'data'"));
}
END_TEST

static uint64_t
visits_of(const char *key, uint64_t seed)
{
	rng_init(&rig.job.rng, seed);
	rig_must_run(&rig, key);
	return rig.visits;
}

START_TEST(seeks_visit_the_same_blocks_for_the_same_seed_only)
{
	uint64_t first;

	rig_make_ready(&rig, workload_find("seeks"));
	rig.job.operations = 50;
	first = visits_of("seeks", 1);
	ck_assert_uint_eq(visits_of("seeks", 1), first);
	ck_assert_uint_ne(visits_of("seeks", 2), first);
}
END_TEST

START_TEST(seeks_write_about_one_chunk_in_ten_back)
{
	rig_must_run(&rig, "write");
	meter_clear(rig.meter);
	rig.job.operations = 5000;
	rig_must_run(&rig, "seeks");
	ck_assert_uint_eq(rig.meter->operations, 5000);
	ck_assert_uint_eq(rig.meter->bytes, UINT64_C(5000) * 4096);
	ck_assert_uint_eq(rig.meter->mismatched, 0);
	ck_assert_uint_gt(rig.count, 5000 + 400);
	ck_assert_uint_lt(rig.count, 5000 + 600);
	/* After so many, each of the 20 chunks was written back. */
	check_file(1);
}
END_TEST

START_TEST(a_seek_in_less_than_a_chunk_is_refused)
{
	rig.job.file_bytes = rig.job.chunk_bytes - 1;
	ck_assert_int_eq(rig_run(&rig, workload_find("seeks")), -1);
	ck_assert_int_eq(rig.error.kind, ERROR_USAGE);
}
END_TEST

/* A device that answers every third read. */
static uint64_t probes;

static uint64_t
blocks_read(void)
{
	return probes++ / 3;
}

/* Seeks of so long on average that each can be asked about. */
static void
count_a_slow_second(struct meter *meter)
{
	hist_add(&meter->latency, UNITS_NS_PER_S);
}

START_TEST(slow_reads_that_cause_no_block_input_are_hits)
{
	rig_must_run(&rig, "write");
	meter_clear(rig.meter);
	count_a_slow_second(rig.meter);
	rig.job.operations = 90;
	rig.job.blocks_read = blocks_read;
	rig_must_run(&rig, "seeks");
	ck_assert_uint_eq(rig.meter->probed, 90);
	ck_assert_uint_ge(rig.meter->probed_hits, 58);
	ck_assert_uint_le(rig.meter->probed_hits, 62);
	ck_assert_uint_gt(rig.meter->probed_miss_ns, 0);
	ck_assert_uint_lt(rig.meter->probed_miss_ns, rig.meter->latency.sum_ns);
}
END_TEST

/* Returns how often the kernel was asked. */
static uint64_t
seek_fast(uint64_t operations)
{
	rig_must_run(&rig, "write");
	meter_clear(rig.meter);
	for (int i = 0; i < 1000000; i++)
		hist_add(&rig.meter->latency, 1);
	rig.job.operations = operations;
	rig.job.blocks_read = blocks_read;
	probes = 0;
	rig_must_run(&rig, "seeks");
	return probes;
}

START_TEST(one_in_many_fast_reads_is_asked_about_and_stands_for_the_others)
{
	uint64_t asked = seek_fast(3200);

	ck_assert_uint_eq(rig.meter->probed, 3200);
	ck_assert_uint_gt(rig.meter->probed_hits, 1600);
	ck_assert_uint_lt(asked, 3200 / 2);
}
END_TEST

START_TEST(after_many_fast_reads_fewer_are_asked_about)
{
	uint64_t asked = seek_fast(200000);

	ck_assert_uint_eq(rig.meter->probed, 200000);
	ck_assert_uint_gt(asked, 32768 / 32);
	ck_assert_uint_lt(asked, 200000 / 32);
}
END_TEST

START_TEST(a_deadline_that_has_passed_leaves_nothing_to_do)
{
	const char *const keys[] = { "putc", "write", "read", "seeks" };

	rig.job.deadline_ns = clock_now_ns();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		rig_must_run(&rig, keys[i]);
		ck_assert_uint_eq(rig.meter->operations, 0);
	}
}
END_TEST

static bool
enough_at_half(void *context, const struct meter *meter)
{
	unsigned *asked = context;

	++*asked;
	return meter->bytes >= rig.job.file_bytes / 2;
}

START_TEST(write_stops_when_it_is_told_that_it_is_enough)
{
	unsigned asked = 0;

	rig.job.file_bytes = 16 << 20;
	rig.job.enough = enough_at_half;
	rig.job.enough_context = &asked;
	rig_must_run(&rig, "write");
	ck_assert_uint_eq(asked, 8);
	ck_assert_uint_eq(rig.meter->bytes, 8 << 20);
	ck_assert_uint_eq(rig.meter->operations, (8 << 20) / 4096);
	ck_assert_uint_eq(rig.meter->flushes, 1);
}
END_TEST

START_TEST(a_size_that_is_no_multiple_is_cut_to_whole_chunks)
{
	rig.job.file_bytes = 20 * 4096 + 4095;
	rig_must_run(&rig, "write");
	ck_assert_uint_eq(rig.meter->bytes, 20 * 4096);
	ck_assert_int_eq(lseek(rig.file.fd, 0, SEEK_END), 20 * 4096);
}
END_TEST

START_TEST(no_window_is_longer_than_a_hundredth)
{
	rig.job.chunk_bytes = 512;
	rig.job.file_bytes = 10007 * 512;
	rig_must_run(&rig, "write");
	ck_assert_uint_eq(rig.meter->operations, 10007);
	ck_assert_uint_ge(rig.meter->windows.count, 50);
	ck_assert_uint_eq(rig.meter->windows.step % 512, 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("block");

	tcase_add_unchecked_fixture(tests, rig_base_make, rig_base_remove);
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, write_leaves_exactly_the_stamped_pattern);
	tcase_add_test(tests, putc_leaves_exactly_the_stamped_pattern);
	tcase_add_test(tests, rewrite_raises_the_generation_everywhere);
	tcase_add_test(tests,
		       a_flush_after_each_write_replaces_the_one_at_the_end);
	tcase_add_test(tests, a_byte_that_came_back_wrong_is_counted_not_fatal);
	tcase_add_test(tests, data_of_another_generation_counts_as_wrong);
	tcase_add_test(tests, one_chunk_in_sixteen_is_checked_by_default);
	tcase_add_test(tests, a_file_that_ends_early_is_an_error);
	tcase_add_test(tests, a_full_disk_ends_putc_with_its_reason);
	tcase_add_test(tests, getc_reports_why_it_could_not_read);
	tcase_add_test(tests,
		       seeks_visit_the_same_blocks_for_the_same_seed_only);
	tcase_add_test(tests, seeks_write_about_one_chunk_in_ten_back);
	tcase_add_test(tests, a_seek_in_less_than_a_chunk_is_refused);
	tcase_add_test(tests, slow_reads_that_cause_no_block_input_are_hits);
	tcase_add_test(
		tests,
		one_in_many_fast_reads_is_asked_about_and_stands_for_the_others);
	tcase_add_test(tests, after_many_fast_reads_fewer_are_asked_about);
	tcase_add_test(tests, a_deadline_that_has_passed_leaves_nothing_to_do);
	tcase_add_test(tests, write_stops_when_it_is_told_that_it_is_enough);
	tcase_add_test(tests,
		       a_size_that_is_no_multiple_is_cut_to_whole_chunks);
	tcase_add_test(tests, no_window_is_longer_than_a_hundredth);
	return unit_run(tests);
}
