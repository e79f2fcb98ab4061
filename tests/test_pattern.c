#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/pattern.h"
#include "core/rng.h"
#include "unit.h"

enum { CHUNK = 8192, MIB = 1 << 20 };

static struct pattern pattern;
static unsigned char *pool;
static unsigned char chunk[CHUNK];

static void
set_up(void)
{
	pattern_init(&pattern, 42, UINT64_C(0x1234567890abcdef), CHUNK);
	pool = mem_alloc(pattern.pool_bytes, 1);
	pattern_fill(&pattern, pool);
}

static void
tear_down(void)
{
	free(pool);
}

/* What a block test writes at this offset. */
static void
write_chunk(void *to, uint64_t offset_bytes, unsigned generation)
{
	memcpy(to, pool + offset_bytes % pattern.pool_bytes, CHUNK);
	pattern_stamp(&pattern, to, CHUNK, offset_bytes, generation);
}

static enum pattern_fault
check(uint64_t offset_bytes, struct pattern_report *report)
{
	struct pattern_place place = { .offset_bytes = offset_bytes };

	return pattern_check(&pattern, chunk, CHUNK, &place, report);
}

static double
entropy_bits_per_byte(const unsigned char *bytes, size_t length)
{
	double counts[256] = { 0 }, bits = 0;

	for (size_t i = 0; i < length; i++)
		counts[bytes[i]]++;
	for (int i = 0; i < 256; i++)
		if (counts[i] > 0)
			bits -= counts[i] / (double)length *
				log2(counts[i] / (double)length);
	return bits;
}

/* Share of the bytes that lie in repetitions of at least six bytes, found as
 * a fast LZ compressor finds them: by the last place of the same four. */
static double
repeated_share(const unsigned char *bytes, size_t length)
{
	size_t *last = mem_alloc(1 << 16, sizeof *last);
	size_t repeated = 0, at = 0;

	while (at + 6 <= length) {
		size_t run = 0, slot, from;
		uint32_t four;

		memcpy(&four, bytes + at, 4);
		slot = (four * UINT32_C(2654435761)) >> 16;
		from = last[slot];
		last[slot] = at + 1;
		if (from)
			while (at + run < length &&
			       bytes[from - 1 + run] == bytes[at + run])
				run++;
		repeated += run >= 6 ? run : 0;
		at += run >= 6 ? run : 1;
	}
	free(last);
	return (double)repeated / (double)length;
}

START_TEST(the_pool_is_the_least_multiple_of_the_chunk_from_a_mebibyte_on)
{
	struct pattern other;

	ck_assert_uint_eq(pattern.pool_bytes, MIB);
	pattern_init(&other, 0, 0, 512 * 3);
	ck_assert_uint_eq(other.pool_bytes % (512 * 3), 0);
	ck_assert_uint_ge(other.pool_bytes, MIB);
	ck_assert_uint_lt(other.pool_bytes, MIB + 512 * 3);
	pattern_init(&other, 0, 0, UINT64_C(1) << 33);
	ck_assert_uint_eq(other.pool_bytes, UINT64_C(1) << 33);
}
END_TEST

START_TEST(a_smaller_pool_may_be_asked_for)
{
	const struct pattern_shape small = { .pool_bytes = MIB / 4 };
	struct pattern other;

	pattern_init(&other, 0, 0, CHUNK);
	pattern_shape(&other, &small);
	ck_assert_uint_eq(other.pool_bytes, MIB / 4);
	pattern_init(&other, 0, 0, MIB / 2);
	pattern_shape(&other, &small);
	ck_assert_uint_eq(other.pool_bytes, MIB / 2);
}
END_TEST

START_TEST(a_compressor_finds_nothing_in_the_data)
{
	ck_assert_double_gt(entropy_bits_per_byte(pool, MIB), 7.999);
	ck_assert_double_lt(repeated_share(pool, MIB), 0.001);
}
END_TEST

START_TEST(a_compressor_finds_nothing_in_a_single_block)
{
	for (size_t at = 0; at < MIB; at += 4096) {
		/* 4096 random bytes have 7.955 bits on average. */
		ck_assert_double_gt(entropy_bits_per_byte(pool + at, 4096),
				    7.93);
		ck_assert_double_lt(repeated_share(pool + at, 4096), 0.01);
	}
}
END_TEST

START_TEST(the_measures_do_see_what_can_be_compressed)
{
	memset(pool, 0, MIB / 2);
	ck_assert_double_lt(entropy_bits_per_byte(pool, MIB), 7);
	ck_assert_double_gt(repeated_share(pool, MIB), 0.49);
	memcpy(pool, pool + MIB / 2, MIB / 2);
	ck_assert_double_gt(repeated_share(pool, MIB), 0.4);
}
END_TEST

START_TEST(every_bit_of_every_word_is_set_half_of_the_time)
{
	unsigned set[64] = { 0 };

	for (size_t at = 0; at < MIB; at += 8) {
		uint64_t word;

		memcpy(&word, pool + at, 8);
		for (int bit = 0; bit < 64; bit++)
			set[bit] += (unsigned)(word >> bit) & 1;
	}
	/* 131072 words: the deviation is 181. */
	for (int bit = 0; bit < 64; bit++) {
		ck_assert_uint_gt(set[bit], 65536 - 5 * 181);
		ck_assert_uint_lt(set[bit], 65536 + 5 * 181);
	}
}
END_TEST

static int
by_bytes(const void *left, const void *right)
{
	return memcmp(left, right, PATTERN_SECTOR_BYTES);
}

START_TEST(no_sector_of_sixteen_mebibytes_is_there_twice)
{
	size_t count = 16 * MIB / PATTERN_SECTOR_BYTES;
	unsigned char *file = mem_alloc(count, PATTERN_SECTOR_BYTES);

	for (uint64_t at = 0; at < 16 * MIB; at += CHUNK)
		write_chunk(file + at, at, at >= 8 * MIB);
	qsort(file, count, PATTERN_SECTOR_BYTES, by_bytes);
	for (size_t i = 1; i < count; i++)
		ck_assert_int_ne(by_bytes(file + (i - 1) * PATTERN_SECTOR_BYTES,
					  file + i * PATTERN_SECTOR_BYTES),
				 0);
	free(file);
}
END_TEST

START_TEST(a_rewritten_block_differs_in_every_sector)
{
	unsigned char old[CHUNK];

	write_chunk(old, 5 * MIB, 3);
	write_chunk(chunk, 5 * MIB, 4);
	for (size_t at = 0; at < CHUNK; at += PATTERN_SECTOR_BYTES)
		ck_assert_int_ne(by_bytes(old + at, chunk + at), 0);
}
END_TEST

START_TEST(what_was_written_is_good)
{
	const uint64_t offsets[] = { 0,
				     CHUNK,
				     MIB - CHUNK,
				     MIB,
				     (UINT64_C(1) << 31) - CHUNK,
				     UINT64_C(1) << 31,
				     UINT64_C(1) << 32,
				     (UINT64_C(1) << 62) + CHUNK };
	struct pattern_report report = { .fault = PATTERN_FOREIGN };

	for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
		write_chunk(chunk, offsets[i], 0);
		ck_assert_int_eq(check(offsets[i], &report), PATTERN_GOOD);
		ck_assert_int_eq(report.fault, PATTERN_GOOD);
		ck_assert_int_eq(check(offsets[i], NULL), PATTERN_GOOD);
	}
}
END_TEST

START_TEST(all_generations_that_may_be_there_are_good)
{
	struct pattern_place place = { 3 * MIB, 2, 200, 0 };

	for (unsigned generation = 0; generation < 256; generation++) {
		enum pattern_fault fault;

		write_chunk(chunk, 3 * MIB, generation);
		fault = pattern_check(&pattern, chunk, CHUNK, &place, NULL);
		ck_assert_int_eq(fault == PATTERN_GOOD,
				 generation >= 2 && generation <= 200);
	}
}
END_TEST

START_TEST(data_of_another_offset_is_an_alias_and_its_offset_is_told)
{
	const uint64_t real_bytes = 3 * UINT64_C(1073741824) + 5 * CHUNK;
	struct pattern_report report;

	write_chunk(chunk, 7 * CHUNK + real_bytes, 0);
	ck_assert_int_eq(check(7 * CHUNK, &report), PATTERN_ALIAS);
	ck_assert_uint_eq(report.offset_bytes, 7 * CHUNK);
	ck_assert_uint_eq(report.found_bytes, 7 * CHUNK + real_bytes);
}
END_TEST

START_TEST(a_sector_that_went_astray_is_found_within_its_chunk)
{
	unsigned char other[CHUNK];
	struct pattern_report report;

	write_chunk(chunk, 4 * MIB, 0);
	write_chunk(other, 9 * MIB, 0);
	memcpy(chunk + 9 * 512, other + 2 * 512, 512);
	ck_assert_int_eq(check(4 * MIB, &report), PATTERN_ALIAS);
	ck_assert_uint_eq(report.offset_bytes, 4 * MIB + 9 * 512);
	ck_assert_uint_eq(report.found_bytes, 9 * MIB + 2 * 512);
}
END_TEST

START_TEST(every_single_flipped_bit_of_the_data_is_counted_as_one)
{
	struct pattern_report report;

	for (size_t bit = 64; bit < 4096; bit++) {
		write_chunk(chunk, MIB, 0);
		chunk[1024 + bit / 8] ^= (unsigned char)(1 << bit % 8);
		ck_assert_int_eq(check(MIB, &report), PATTERN_FLIPPED);
		ck_assert_uint_eq(report.offset_bytes, MIB + 1024);
		ck_assert_uint_eq(report.bits, 1);
	}
}
END_TEST

START_TEST(every_single_flipped_bit_of_a_stamp_is_noticed)
{
	for (size_t bit = 0; bit < 64; bit++) {
		write_chunk(chunk, MIB, 0);
		chunk[bit / 8] ^= (unsigned char)(1 << bit % 8);
		ck_assert_int_ne(check(MIB, NULL), PATTERN_GOOD);
	}
}
END_TEST

START_TEST(an_older_generation_is_stale)
{
	struct pattern_place place = { 2 * MIB, 2, 2, 0 };
	struct pattern_report report;

	write_chunk(chunk, 2 * MIB, 1);
	ck_assert_int_eq(pattern_check(&pattern, chunk, CHUNK, &place, &report),
			 PATTERN_STALE);
	ck_assert_uint_eq(report.offset_bytes, 2 * MIB);
}
END_TEST

START_TEST(a_generation_that_was_never_written_is_a_flipped_bit)
{
	struct pattern_place place = { 2 * MIB, 0, 1, 0 };
	struct pattern_report report;

	write_chunk(chunk, 2 * MIB, 1);
	chunk[0] ^= 16;
	ck_assert_int_eq(pattern_check(&pattern, chunk, CHUNK, &place, &report),
			 PATTERN_FLIPPED);
	ck_assert_uint_eq(report.bits, 1);
}
END_TEST

START_TEST(zeros_and_noise_are_foreign)
{
	uint64_t state = 1;
	struct pattern_report report;

	memset(chunk, 0, CHUNK);
	ck_assert_int_eq(check(0, &report), PATTERN_FOREIGN);
	for (size_t at = 0; at < CHUNK; at += 8) {
		uint64_t word = rng_next_generated(&state);

		memcpy(chunk + at, &word, 8);
	}
	ck_assert_int_eq(check(0, &report), PATTERN_FOREIGN);
}
END_TEST

START_TEST(data_of_an_earlier_run_is_foreign)
{
	struct pattern earlier = pattern;

	earlier.key ^= UINT64_C(0xfedcba9876543210);
	memcpy(chunk, pool, CHUNK);
	pattern_stamp(&earlier, chunk, CHUNK, 0, 0);
	ck_assert_int_eq(check(0, NULL), PATTERN_FOREIGN);
}
END_TEST

START_TEST(half_a_block_of_an_interrupted_write_is_noticed)
{
	struct pattern_report report;

	write_chunk(chunk, 0, 0);
	memset(chunk + CHUNK - 512 + 8, 0, 504);
	ck_assert_int_eq(check(0, &report), PATTERN_FOREIGN);
	ck_assert_uint_eq(report.offset_bytes, CHUNK - 512);
}
END_TEST

START_TEST(another_seed_makes_other_data)
{
	struct pattern other = pattern;
	unsigned char *others = mem_alloc(pattern.pool_bytes, 1);

	other.seed++;
	pattern_fill(&other, others);
	for (size_t at = 0; at < MIB; at += 512)
		ck_assert_int_ne(by_bytes(pool + at, others + at), 0);
	free(others);
}
END_TEST

static void
shape(double ratio, unsigned percent)
{
	const struct pattern_shape wanted = { .compress_ratio = ratio,
					      .dedupe_percent = percent };

	pattern_shape(&pattern, &wanted);
	pattern_fill(&pattern, pool);
}

START_TEST(compressible_blocks_are_random_for_their_share_only)
{
	shape(2.5, 0);
	for (size_t at = 0; at < MIB; at += 4096)
		ck_assert_double_eq_tol(repeated_share(pool + at, 4096), 0.6,
					0.03);
	shape(20, 0);
	ck_assert_double_gt(repeated_share(pool, MIB), 0.9);
}
END_TEST

START_TEST(compressible_data_is_checked_like_any_other)
{
	struct pattern_report report;
	struct pattern_place place = { 5 * MIB + CHUNK, 1, 1, 0 };

	shape(4, 0);
	write_chunk(chunk, 5 * MIB, 0);
	ck_assert_int_eq(check(5 * MIB, NULL), PATTERN_GOOD);
	chunk[4096 + 3000] ^= 1;
	ck_assert_int_eq(check(5 * MIB, &report), PATTERN_FLIPPED);
	ck_assert_uint_eq(report.bits, 1);
	write_chunk(chunk, 9 * MIB, 0);
	ck_assert_int_eq(check(5 * MIB, &report), PATTERN_ALIAS);
	ck_assert_uint_eq(report.found_bytes, 9 * MIB);
	write_chunk(chunk, 5 * MIB + CHUNK, 0);
	ck_assert_int_eq(pattern_check(&pattern, chunk, CHUNK, &place, NULL),
			 PATTERN_STALE);
}
END_TEST

/* Flips a bit in one sector's body: whether the check of a part finds it. */
static bool
finds_flip(uint64_t offset_bytes, size_t sector)
{
	struct pattern_place place = { offset_bytes, 0, 0, .body_every = 4 };

	write_chunk(chunk, offset_bytes, 0);
	ck_assert_int_eq(pattern_check(&pattern, chunk, CHUNK, &place, NULL),
			 PATTERN_GOOD);
	chunk[sector * 512 + 300] ^= 4;
	return pattern_check(&pattern, chunk, CHUNK, &place, NULL) ==
	       PATTERN_FLIPPED;
}

START_TEST(a_check_of_a_part_gets_to_every_body_in_as_many_chunks)
{
	for (size_t sector = 0; sector < CHUNK / 512; sector++) {
		int found = 0;

		for (unsigned i = 0; i < 4; i++)
			found += finds_flip((8 + i) * CHUNK, sector);
		ck_assert_int_eq(found, 1);
	}
}
END_TEST

START_TEST(a_check_of_a_part_looks_at_every_stamp)
{
	struct pattern_place place = { 8 * CHUNK, 0, 0, .body_every = 4 };

	for (size_t sector = 0; sector < CHUNK / 512; sector++) {
		unsigned char other[CHUNK];

		write_chunk(other, MIB, 0);
		write_chunk(chunk, place.offset_bytes, 0);
		memcpy(chunk + sector * 512, other + sector * 512, 512);
		ck_assert_int_eq(
			pattern_check(&pattern, chunk, CHUNK, &place, NULL),
			PATTERN_ALIAS);
	}
}
END_TEST

START_TEST(zeros_are_foreign_where_only_filler_is_expected)
{
	struct pattern_place place = { 0 };

	for (uint64_t key = 0; key < 64; key++) {
		pattern_init(&pattern, 42, rng_mix(key), CHUNK);
		shape(20, 0);
		memset(chunk, 0, CHUNK);
		place.offset_bytes = 3 * MIB + 3584;
		ck_assert_int_eq(
			pattern_check(&pattern, chunk, 512, &place, NULL),
			PATTERN_FOREIGN);
	}
}
END_TEST

static int
by_block(const void *left, const void *right)
{
	return memcmp(left, right, 4096);
}

static double
distinct_percent(unsigned char *file, size_t blocks)
{
	size_t distinct = 1;

	qsort(file, blocks, 4096, by_block);
	for (size_t i = 1; i < blocks; i++)
		distinct +=
			by_block(file + (i - 1) * 4096, file + i * 4096) != 0;
	return 100.0 * (double)distinct / (double)blocks;
}

START_TEST(the_share_that_was_asked_for_repeats)
{
	const unsigned percents[] = { 0, 1, 25, 50, 90, 100 };
	unsigned char *file = mem_alloc(16, MIB);

	for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
		shape(i % 2 ? 2 : 1, percents[i]);
		for (uint64_t at = 0; at < 16 * MIB; at += CHUNK)
			write_chunk(file + at, at, at / CHUNK % 3 == 0);
		ck_assert_double_eq_tol(distinct_percent(file, 16 * 256),
					100 - percents[i], 2);
	}
	free(file);
}
END_TEST

START_TEST(a_block_within_a_compressors_reach_is_not_repeated)
{
	unsigned char reach[32 * 4096];

	shape(1, 100);
	memcpy(reach, pool + MIB / 2, sizeof reach);
	ck_assert_double_eq(distinct_percent(reach, 32), 100);
}
END_TEST

START_TEST(repeated_blocks_are_checked_but_for_their_place_and_age)
{
	struct pattern_place place = { 3 * MIB, 1, 1, 0 };
	struct pattern_report report;

	shape(1, 100);
	write_chunk(chunk, 3 * MIB, 0);
	ck_assert_int_eq(pattern_check(&pattern, chunk, CHUNK, &place, NULL),
			 PATTERN_GOOD);
	chunk[3] ^= 64;
	ck_assert_int_eq(check(3 * MIB, &report), PATTERN_FLIPPED);
	ck_assert_uint_eq(report.bits, 1);
	memset(chunk, 0, CHUNK);
	ck_assert_int_eq(check(3 * MIB, &report), PATTERN_FOREIGN);
}
END_TEST

START_TEST(unique_blocks_between_repeated_ones_are_still_told_apart)
{
	struct pattern_report report;
	unsigned aliases = 0;

	shape(2, 50);
	for (uint64_t at = 0; at < MIB; at += CHUNK) {
		write_chunk(chunk, 7 * MIB + at, 0);
		if (check(at, &report) != PATTERN_ALIAS)
			continue;
		aliases++;
		ck_assert_uint_eq(report.found_bytes - report.offset_bytes,
				  7 * MIB);
	}
	ck_assert_uint_eq(aliases, MIB / CHUNK);
}
END_TEST

START_TEST(chunks_that_are_no_blocks_keep_the_scheme)
{
	const struct pattern_shape wanted = { .compress_ratio = 2,
					      .dedupe_percent = 30 };
	struct pattern odd;
	unsigned char *data;

	pattern_init(&odd, 1, 2, 1536);
	pattern_shape(&odd, &wanted);
	ck_assert_uint_eq(odd.pool_bytes % 1536, 0);
	ck_assert_uint_eq(odd.pool_bytes % 4096, 0);
	ck_assert_uint_lt(odd.pool_bytes, MIB + 1536 + 8 * 1536);
	data = mem_alloc(odd.pool_bytes, 1);
	pattern_fill(&odd, data);
	for (uint64_t at = 0; at < 2 * odd.pool_bytes; at += 1536) {
		struct pattern_place place = { at, 9, 9, 0 };
		unsigned char *piece = data + at % odd.pool_bytes;

		pattern_stamp(&odd, piece, 1536, at, 9);
		ck_assert_int_eq(pattern_check(&odd, piece, 1536, &place, NULL),
				 PATTERN_GOOD);
	}
	free(data);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("pattern");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(
		tests,
		the_pool_is_the_least_multiple_of_the_chunk_from_a_mebibyte_on);
	tcase_add_test(tests, a_smaller_pool_may_be_asked_for);
	tcase_add_test(tests, a_compressor_finds_nothing_in_the_data);
	tcase_add_test(tests, a_compressor_finds_nothing_in_a_single_block);
	tcase_add_test(tests, the_measures_do_see_what_can_be_compressed);
	tcase_add_test(tests, every_bit_of_every_word_is_set_half_of_the_time);
	tcase_add_test(tests, no_sector_of_sixteen_mebibytes_is_there_twice);
	tcase_add_test(tests, a_rewritten_block_differs_in_every_sector);
	tcase_add_test(tests, what_was_written_is_good);
	tcase_add_test(tests, all_generations_that_may_be_there_are_good);
	tcase_add_test(
		tests,
		data_of_another_offset_is_an_alias_and_its_offset_is_told);
	tcase_add_test(tests,
		       a_sector_that_went_astray_is_found_within_its_chunk);
	tcase_add_test(tests,
		       every_single_flipped_bit_of_the_data_is_counted_as_one);
	tcase_add_test(tests, every_single_flipped_bit_of_a_stamp_is_noticed);
	tcase_add_test(tests, an_older_generation_is_stale);
	tcase_add_test(tests,
		       a_generation_that_was_never_written_is_a_flipped_bit);
	tcase_add_test(tests, zeros_and_noise_are_foreign);
	tcase_add_test(tests, data_of_an_earlier_run_is_foreign);
	tcase_add_test(tests, half_a_block_of_an_interrupted_write_is_noticed);
	tcase_add_test(tests, another_seed_makes_other_data);
	tcase_add_test(tests,
		       compressible_blocks_are_random_for_their_share_only);
	tcase_add_test(tests, compressible_data_is_checked_like_any_other);
	tcase_add_test(tests,
		       a_check_of_a_part_gets_to_every_body_in_as_many_chunks);
	tcase_add_test(tests, a_check_of_a_part_looks_at_every_stamp);
	tcase_add_test(tests, zeros_are_foreign_where_only_filler_is_expected);
	tcase_add_test(tests, the_share_that_was_asked_for_repeats);
	tcase_add_test(tests,
		       a_block_within_a_compressors_reach_is_not_repeated);
	tcase_add_test(tests,
		       repeated_blocks_are_checked_but_for_their_place_and_age);
	tcase_add_test(
		tests,
		unique_blocks_between_repeated_ones_are_still_told_apart);
	tcase_add_test(tests, chunks_that_are_no_blocks_keep_the_scheme);
	return unit_run(tests);
}
