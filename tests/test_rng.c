#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/permute.h"
#include "core/rng.h"
#include "unit.h"

/* Sum of (found - expected)^2 / expected; `count` cells, equally likely. */
static double
chi_square(const unsigned *found, size_t count, double expected)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		double off = found[i] - expected;

		sum += off * off / expected;
	}
	return sum;
}

/* Vectors of the published reference code with seed 1234567. */
START_TEST(the_generator_is_splitmix64)
{
	const uint64_t expected[] = {
		UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821),
	};
	struct rng rng;

	rng_init(&rng, 1234567);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		ck_assert_uint_eq(rng_next(&rng), expected[i]);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_draws)
{
	struct rng first, second;

	rng_init(&first, 42);
	rng_init(&second, 42);
	for (int i = 0; i < 100; i++)
		ck_assert_uint_eq(rng_next(&first), rng_next(&second));
}
END_TEST

static int
by_size(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

START_TEST(streams_of_one_seed_have_no_draw_in_common)
{
	static uint64_t draws[64 * 100];
	struct rng rng;
	size_t count = 0;

	rng_init(&rng, 1);
	for (uint64_t stream = 0; stream < 64; stream++) {
		struct rng own = rng_stream(&rng, stream);

		for (int i = 0; i < 100; i++)
			draws[count++] = rng_next(&own);
	}
	qsort(draws, count, sizeof *draws, by_size);
	for (size_t i = 1; i < count; i++)
		ck_assert_uint_ne(draws[i], draws[i - 1]);
}
END_TEST

START_TEST(a_draw_is_below_its_limit_whatever_the_limit)
{
	const uint64_t limits[] = {
		1,
		2,
		3,
		7,
		UINT64_C(1) << 31,
		UINT64_C(1) << 32,
		(UINT64_C(1) << 32) + 1,
		UINT64_C(1) << 63,
		UINT64_MAX,
	};
	struct rng rng;

	rng_init(&rng, 5);
	ck_assert_uint_eq(rng_below(&rng, 0), 0);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		for (int draw = 0; draw < 1000; draw++)
			ck_assert_uint_lt(rng_below(&rng, limits[i]),
					  limits[i]);
}
END_TEST

START_TEST(draws_beyond_32_bits_reach_all_parts_of_the_range)
{
	const uint64_t limit = UINT64_C(3) << 61;
	unsigned found[24] = { 0 };
	struct rng rng;

	rng_init(&rng, 11);
	for (int i = 0; i < 24000; i++)
		found[rng_below(&rng, limit) / (limit / 24)]++;
	ck_assert_double_lt(chi_square(found, 24, 1000), 49.7);
}
END_TEST

/* 1000 cells: chi-square has mean 999 and deviation 44.7; 1144 is 0.1 %. */
START_TEST(draws_are_uniform)
{
	unsigned found[1000] = { 0 };
	struct rng rng;

	rng_init(&rng, 2026);
	for (int i = 0; i < 1000000; i++)
		found[rng_below(&rng, 1000)]++;
	ck_assert_double_lt(chi_square(found, 1000, 1000), 1144);
	ck_assert_double_gt(chi_square(found, 1000, 1000), 862);
}
END_TEST

START_TEST(a_table_is_read_cyclically_from_the_first_number_asked_for)
{
	const uint32_t table[] = { 10, 20, 30 };
	struct rng rng;

	rng_init_table(&rng, table, 3, 1);
	ck_assert_uint_eq(rng_next(&rng), UINT64_C(20) << 32 | 30);
	ck_assert_uint_eq(rng_next(&rng), UINT64_C(10) << 32 | 20);
	ck_assert_uint_eq(rng_next(&rng), UINT64_C(30) << 32 | 10);
	rng_init_table(&rng, table, 3, 7);
	ck_assert_uint_eq(rng_next(&rng), UINT64_C(20) << 32 | 30);
}
END_TEST

START_TEST(a_table_of_31_bit_numbers_still_reaches_the_whole_range)
{
	static uint32_t table[4096];
	unsigned found[16] = { 0 };
	uint64_t state = 9;
	struct rng rng;

	for (size_t i = 0; i < 4096; i++)
		table[i] = (uint32_t)(rng_next_generated(&state) >> 33);
	rng_init_table(&rng, table, 4096, 0);
	for (int i = 0; i < 2000; i++)
		found[rng_below(&rng, 1600) / 100]++;
	ck_assert_double_lt(chi_square(found, 16, 125), 37.7);
}
END_TEST

START_TEST(streams_of_a_table_begin_at_places_of_their_own)
{
	static uint32_t table[1000];
	struct rng rng, first, second;

	for (uint32_t i = 0; i < 1000; i++)
		table[i] = i;
	rng_init_table(&rng, table, 1000, 17);
	first = rng_stream(&rng, 0);
	second = rng_stream(&rng, 1);
	ck_assert_uint_eq(first.table_next, 17);
	ck_assert_uint_ne(second.table_next, 17);
	ck_assert_uint_ne(second.table_next, 18);
}
END_TEST

static void
assert_bijection(uint64_t count, uint64_t seed)
{
	unsigned char *seen = mem_alloc(count, 1);
	uint64_t outside = 0, twice = 0;
	struct permute permute;

	permute_init(&permute, count, seed);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t place = permute_at(&permute, i);

		if (place >= count)
			outside++;
		else
			twice += seen[place]++;
	}
	free(seen);
	ck_assert_msg(!outside && !twice, "of %ju: %ju outside, %ju twice",
		      (uintmax_t)count, (uintmax_t)outside, (uintmax_t)twice);
}

START_TEST(a_shuffled_order_has_every_place_once)
{
	const uint64_t counts[] = {
		1,  2,  3,  4,    5,    7,    16,    17,
		63, 64, 65, 1000, 4096, 4097, 16384, 100003
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		for (uint64_t seed = 0; seed < 3; seed++)
			assert_bijection(counts[i], seed);
}
END_TEST

START_TEST(an_order_of_nothing_does_not_hang)
{
	struct permute permute;

	permute_init(&permute, 0, 1);
	ck_assert_uint_eq(permute_at(&permute, 0), 0);
}
END_TEST

START_TEST(an_order_of_2_to_the_63_places_stays_inside)
{
	struct permute permute;

	permute_init(&permute, UINT64_C(1) << 63, 1);
	for (uint64_t i = 0; i < 1000; i++)
		ck_assert_uint_lt(permute_at(&permute, i), UINT64_C(1) << 63);
	ck_assert_uint_ne(permute_at(&permute, 0), permute_at(&permute, 1));
}
END_TEST

START_TEST(the_seed_decides_the_order)
{
	struct permute first, same, other;
	unsigned equal = 0;

	permute_init(&first, 1000, 1);
	permute_init(&same, 1000, 1);
	permute_init(&other, 1000, 2);
	for (uint64_t i = 0; i < 1000; i++) {
		ck_assert_uint_eq(permute_at(&first, i), permute_at(&same, i));
		equal += permute_at(&first, i) == permute_at(&other, i);
	}
	ck_assert_uint_lt(equal, 10);
}
END_TEST

/* 64 cells: chi-square with 63 degrees of freedom is below 103.4 in 99.9 %. */
START_TEST(over_many_seeds_an_index_comes_to_every_place_equally_often)
{
	unsigned found[64] = { 0 };

	for (uint64_t seed = 0; seed < 64000; seed++) {
		struct permute permute;

		permute_init(&permute, 64, seed);
		found[permute_at(&permute, 5)]++;
	}
	ck_assert_double_lt(chi_square(found, 64, 1000), 103.4);
}
END_TEST

START_TEST(steps_from_one_place_to_the_next_are_uniform)
{
	unsigned found[100] = { 0 };
	struct permute permute;
	uint64_t before;

	permute_init(&permute, 100000, 77);
	before = permute_at(&permute, 0);
	for (uint64_t i = 1; i < 100000; i++) {
		uint64_t place = permute_at(&permute, i);

		found[(place + 100000 - before) % 100000 / 1000]++;
		before = place;
	}
	ck_assert_double_lt(chi_square(found, 100, 999.99), 148.2);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("rng");

	tcase_add_test(tests, the_generator_is_splitmix64);
	tcase_add_test(tests, the_same_seed_gives_the_same_draws);
	tcase_add_test(tests, streams_of_one_seed_have_no_draw_in_common);
	tcase_add_test(tests, a_draw_is_below_its_limit_whatever_the_limit);
	tcase_add_test(tests,
		       draws_beyond_32_bits_reach_all_parts_of_the_range);
	tcase_add_test(tests, draws_are_uniform);
	tcase_add_test(
		tests,
		a_table_is_read_cyclically_from_the_first_number_asked_for);
	tcase_add_test(tests,
		       a_table_of_31_bit_numbers_still_reaches_the_whole_range);
	tcase_add_test(tests, streams_of_a_table_begin_at_places_of_their_own);
	tcase_add_test(tests, a_shuffled_order_has_every_place_once);
	tcase_add_test(tests, an_order_of_nothing_does_not_hang);
	tcase_add_test(tests, an_order_of_2_to_the_63_places_stays_inside);
	tcase_add_test(tests, the_seed_decides_the_order);
	tcase_add_test(
		tests,
		over_many_seeds_an_index_comes_to_every_place_equally_often);
	tcase_add_test(tests, steps_from_one_place_to_the_next_are_uniform);
	return unit_run(tests);
}
