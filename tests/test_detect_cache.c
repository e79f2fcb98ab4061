#include <check.h>
#include <math.h>

#include "observe_scene.h"
#include "unit.h"

static void
sequential_read(void)
{
	scene_reset(VIEW_READS | VIEW_BYTES);
}

static void
random_reads(uint64_t hits, uint64_t misses, uint64_t miss_ns)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.total.operations = hits + misses;
	scene.total.probed = hits + misses;
	scene.total.probed_hits = hits;
	scene.total.probed_miss_ns = misses * miss_ns;
	scene.total.probed_misses_seen = misses;
}

START_TEST(a_cold_sequential_read_is_a_disk_figure)
{
	const struct note *note;

	scene_reads(SCENE_BYTES);
	note = scene_look(detect_cache, "cache-hits");
	ck_assert_ptr_nonnull(note);
	ck_assert_int_eq(note->verdict, VERDICT_OK);
	ck_assert_double_eq_tol(note->value, 0, 1e-9);
	ck_assert_str_eq(note->ruler, "read_bytes");
}
END_TEST

START_TEST(over_read_does_not_make_hits_negative)
{
	scene_reads(SCENE_BYTES + (8 << 20));
	ck_assert_double_eq(scene_look(detect_cache, "cache-hits")->value, 0);
}
END_TEST

START_TEST(the_hit_share_of_a_sequential_read_decides_its_verdict)
{
	const struct {
		double hits;
		enum verdict verdict;
	} rows[] = {
		{ 0.01, VERDICT_OK },     { 0.05, VERDICT_PARTLY },
		{ 0.38, VERDICT_CACHED }, { 0.94, VERDICT_CACHED },
		{ 1.00, VERDICT_CACHED },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct note *note;

		sequential_read();
		scene_reads((uint64_t)((1 - rows[i].hits) * SCENE_BYTES));
		note = scene_look(detect_cache, "cache-hits");
		ck_assert_double_eq_tol(note->value, rows[i].hits, 1e-6);
		ck_assert_int_eq(note->verdict, rows[i].verdict);
	}
}
END_TEST

START_TEST(a_cached_figure_says_how_much_of_it_was)
{
	scene_reads(SCENE_BYTES / 2);
	ck_assert_str_eq(scene_look(detect_cache, "cache-hits")->text,
			 "50% served from page cache -> not a disk figure");
}
END_TEST

START_TEST(a_counter_that_failed_the_self_test_is_not_used)
{
	scene.trust.accounting =
		(struct trust_item){ TRUST_FAILED, "counter stood still" };
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_UNCHECKED);
	ck_assert_ptr_nonnull(strstr(scene.notes.list[0].text, "stood still"));
}
END_TEST

START_TEST(without_accounting_a_proven_cold_start_clears_a_sequential_read)
{
	const struct note *note;

	scene.trust.accounting.state = TRUST_FAILED;
	scene.view.start_known = true;
	scene.view.start.ruler = RESIDENCY_CACHESTAT;
	note = scene_look(detect_cache, "cache-hits");
	ck_assert_int_eq(note->verdict, VERDICT_OK);
	ck_assert_str_eq(note->ruler, "cachestat");
}
END_TEST

START_TEST(without_accounting_a_warm_start_makes_it_cached)
{
	scene.trust.accounting.state = TRUST_FAILED;
	scene.view.start_known = true;
	scene.view.start.cached_bytes = SCENE_BYTES / 2;
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_CACHED);
}
END_TEST

START_TEST(random_reads_are_judged_by_operations_not_by_bytes)
{
	const struct note *note;

	random_reads(480, 520, 200000);
	/* Readahead read 8 MB for each miss: bytes would say "no hits". */
	scene_reads(520 * UINT64_C(8000000));
	note = scene_look(detect_cache, "cache-hits");
	ck_assert_double_eq_tol(note->value, 0.48, 1e-9);
	ck_assert_int_eq(note->verdict, VERDICT_CACHED);
	ck_assert_str_eq(note->ruler, "ru_inblock");
}
END_TEST

START_TEST(misses_alone_give_the_rate_of_the_disk)
{
	random_reads(690, 310, 164000);
	ck_assert_str_eq(scene_look(detect_cache, "cache-hits")->text,
			 "69% from cache; disk-only about 6100/s");
}
END_TEST

START_TEST(the_rate_of_the_disk_counts_all_workers)
{
	random_reads(690, 310, 1000000);
	scene.view.workers = 5;
	ck_assert_ptr_nonnull(
		strstr(scene_look(detect_cache, "cache-hits")->text, "5000/s"));
}
END_TEST

START_TEST(below_100_misses_no_rate_of_the_disk_is_given)
{
	random_reads(901, 99, 164000);
	ck_assert_ptr_null(strstr(scene_look(detect_cache, "cache-hits")->text,
				  "disk-only"));
}
END_TEST

START_TEST(misses_that_stand_for_many_give_no_rate_when_few_were_seen)
{
	random_reads(90000, 256 * 40, 164000);
	scene.total.probed_misses_seen = 40;
	ck_assert_ptr_null(strstr(scene_look(detect_cache, "cache-hits")->text,
				  "disk-only"));
}
END_TEST

/* So many random reads of 8 KiB, of which the device got some. */
static enum verdict
requests(uint64_t count, uint64_t each)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.after.own_read_bytes.value += count * each;
	scene.after.devices[0].read_bytes += count * each;
	scene.after.devices[0].reads += count;
	return scene_look(detect_cache, "cache-hits")->verdict;
}

START_TEST(random_reads_that_nothing_was_read_ahead_of_are_counted_by_bytes)
{
	ck_assert_int_eq(requests(SCENE_BYTES / 8192, 8192), VERDICT_OK);
	ck_assert_int_eq(requests(SCENE_BYTES / 4096, 4096), VERDICT_OK);
	ck_assert_int_eq(requests(SCENE_BYTES / 16384, 16384),
			 VERDICT_UNCHECKED);
	ck_assert_int_eq(requests(SCENE_BYTES / 4096, 8192), VERDICT_UNCHECKED);
	requests(0, 0);
	ck_assert_str_eq(notes_find(&scene.notes, "cache-hits")->text,
			 "100% served from page cache -> not a disk figure");
	/* Large reads are split: their requests are small either way. */
	requests(SCENE_BYTES / 8192, 8192);
	scene.total.operations = 64;
	scene.notes.count = 0;
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_UNCHECKED);
}
END_TEST

START_TEST(random_reads_without_probes_are_unchecked_unless_bytes_prove_hits)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene_reads(SCENE_BYTES);
	scene.after.devices[0].reads = 64;
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_UNCHECKED);
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene_reads(SCENE_BYTES / 2);
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_CACHED);
	scene_reset(VIEW_READS | VIEW_RANDOM | VIEW_DIRECT);
	scene_reads(SCENE_BYTES);
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_OK);
}
END_TEST

/* Random reads without a counter that is worth anything: so many as fast as a
 * cached read of 1.5 us, and the others of `miss_ns`, all within a factor of
 * two. */
static const struct note *
unaccounted(int hits, int misses, uint64_t miss_ns)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.trust.accounting.state = TRUST_FAILED;
	scene.trust.warm_read_ns = 1500;
	for (int i = 0; i < hits; i++)
		hist_add(&scene.total.latency, 1500 + (uint64_t)i % 1500);
	for (int i = 0; i < misses; i++)
		hist_add(&scene.total.latency,
			 miss_ns + (uint64_t)i * miss_ns / 1000 % miss_ns);
	return scene_look(detect_cache, "cache-hits");
}

START_TEST(without_accounting_latencies_tell_hits_from_misses)
{
	const struct note *note = unaccounted(480, 520, 200000);

	ck_assert_str_eq(note->ruler, "latency");
	ck_assert_double_eq_tol(note->value, 0.48, 1e-9);
	ck_assert_int_eq(note->verdict, VERDICT_CACHED);
}
END_TEST

START_TEST(latencies_of_one_kind_are_not_split_into_two)
{
	ck_assert_int_eq(unaccounted(0, 1000, 200000)->verdict,
			 VERDICT_UNCHECKED);
	ck_assert_int_eq(unaccounted(1000, 0, 200000)->verdict,
			 VERDICT_UNCHECKED);
}
END_TEST

START_TEST(two_kinds_of_slow_reads_are_not_hits_and_misses)
{
	scene_reset(VIEW_READS | VIEW_RANDOM);
	scene.trust.accounting.state = TRUST_FAILED;
	scene.trust.warm_read_ns = 1500;
	for (int i = 0; i < 1000; i++)
		hist_add(&scene.total.latency, i % 2 ? 100000 : 5000000);
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_UNCHECKED);
}
END_TEST

/* The phase moved its bytes, of which `written` were writes of a mix. */
static void
mixed(uint64_t written)
{
	scene_reset(VIEW_READS | VIEW_RANDOM | VIEW_DIRECT | VIEW_WRITES_BACK);
	scene_reads(SCENE_BYTES - written);
	scene_writes(written);
	scene.total.mixed_written_bytes = written;
}

START_TEST(the_writes_of_a_mix_are_no_cache_hits)
{
	mixed(SCENE_BYTES / 2);
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_OK);
	mixed(SCENE_BYTES / 2);
	scene.after.own_read_bytes.value -= SCENE_BYTES / 4;
	ck_assert_double_eq_tol(scene_look(detect_cache, "cache-hits")->value,
				0.5, 1e-9);
	mixed(SCENE_BYTES);
	ck_assert_ptr_null(scene_look(detect_cache, "cache-hits"));
	mixed(SCENE_BYTES / 2);
	scene_reads(SCENE_BYTES / 2);
	ck_assert_double_eq_tol(
		scene_look(detect_amplification, "read-amplification")->value,
		2, 1e-9);
}
END_TEST

START_TEST(fast_writes_of_a_mix_are_not_taken_for_hits)
{
	unaccounted(0, 520, 200000);
	for (int i = 0; i < 480; i++)
		hist_add(&scene.total.latency, 1500);
	scene.total.mixed_written_bytes = SCENE_BYTES / 2;
	scene.notes.count = 0;
	ck_assert_int_eq(scene_look(detect_cache, "cache-hits")->verdict,
			 VERDICT_UNCHECKED);
}
END_TEST

START_TEST(a_write_has_no_cache_hits)
{
	scene_reset(VIEW_WRITES | VIEW_BYTES);
	ck_assert_ptr_null(scene_look(detect_cache, "cache-hits"));
	ck_assert_ptr_null(
		scene_look(detect_amplification, "read-amplification"));
}
END_TEST

START_TEST(readahead_beyond_a_fifth_is_amplification)
{
	scene_reads(SCENE_BYTES + SCENE_BYTES / 10);
	ck_assert_ptr_null(
		scene_look(detect_amplification, "read-amplification"));
	scene_reads(16 * UINT64_C(67108864));
	ck_assert_double_eq_tol(
		scene_look(detect_amplification, "read-amplification")->value,
		17.1, 0.01);
}
END_TEST

START_TEST(a_read_that_the_device_saw_once_is_not_amplified)
{
	scene_reads(2 * SCENE_BYTES);
	scene.after.devices[0].read_bytes = SCENE_BYTES;
	ck_assert_ptr_null(
		scene_look(detect_amplification, "read-amplification"));
}
END_TEST

START_TEST(a_device_that_read_more_than_was_asked_shows_amplification)
{
	scene_reads(2 * SCENE_BYTES);
	scene.after.devices[0].read_bytes = 3 * SCENE_BYTES;
	ck_assert_double_eq_tol(
		scene_look(detect_amplification, "read-amplification")->value,
		2, 1e-9);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("detect_cache");

	tcase_add_checked_fixture(tests, sequential_read, NULL);
	tcase_add_test(tests, a_cold_sequential_read_is_a_disk_figure);
	tcase_add_test(tests, over_read_does_not_make_hits_negative);
	tcase_add_test(tests,
		       the_hit_share_of_a_sequential_read_decides_its_verdict);
	tcase_add_test(tests, a_cached_figure_says_how_much_of_it_was);
	tcase_add_test(tests, a_counter_that_failed_the_self_test_is_not_used);
	tcase_add_test(
		tests,
		without_accounting_a_proven_cold_start_clears_a_sequential_read);
	tcase_add_test(tests, without_accounting_a_warm_start_makes_it_cached);
	tcase_add_test(tests,
		       random_reads_are_judged_by_operations_not_by_bytes);
	tcase_add_test(tests, misses_alone_give_the_rate_of_the_disk);
	tcase_add_test(tests, the_rate_of_the_disk_counts_all_workers);
	tcase_add_test(tests, below_100_misses_no_rate_of_the_disk_is_given);
	tcase_add_test(
		tests,
		misses_that_stand_for_many_give_no_rate_when_few_were_seen);
	tcase_add_test(
		tests,
		random_reads_that_nothing_was_read_ahead_of_are_counted_by_bytes);
	tcase_add_test(
		tests,
		random_reads_without_probes_are_unchecked_unless_bytes_prove_hits);
	tcase_add_test(tests,
		       without_accounting_latencies_tell_hits_from_misses);
	tcase_add_test(tests, latencies_of_one_kind_are_not_split_into_two);
	tcase_add_test(tests, two_kinds_of_slow_reads_are_not_hits_and_misses);
	tcase_add_test(tests, the_writes_of_a_mix_are_no_cache_hits);
	tcase_add_test(tests, fast_writes_of_a_mix_are_not_taken_for_hits);
	tcase_add_test(tests, a_write_has_no_cache_hits);
	tcase_add_test(tests, readahead_beyond_a_fifth_is_amplification);
	tcase_add_test(tests, a_read_that_the_device_saw_once_is_not_amplified);
	tcase_add_test(
		tests,
		a_device_that_read_more_than_was_asked_shows_amplification);
	return unit_run(tests);
}
