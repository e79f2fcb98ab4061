#include <check.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "unit.h"

enum { EXHAUSTED = 7 };

static void
leave(size_t bytes)
{
	exit(bytes == SIZE_MAX ? EXHAUSTED : EXIT_FAILURE);
}

static void
return_to_caller(size_t bytes)
{
	(void)bytes;
}

START_TEST(memory_comes_zeroed)
{
	unsigned char *memory = mem_alloc(100, 10);

	for (int i = 0; i < 1000; i++)
		ck_assert_uint_eq(memory[i], 0);
	free(memory);
}
END_TEST

START_TEST(nothing_is_still_a_pointer_that_can_be_freed)
{
	void *memory = mem_alloc(0, 8);

	ck_assert_ptr_nonnull(memory);
	free(memory);
	memory = mem_alloc(8, 0);
	ck_assert_ptr_nonnull(memory);
	memory = mem_resize(memory, 0, 8);
	ck_assert_ptr_nonnull(memory);
	free(memory);
}
END_TEST

START_TEST(aligned_memory_is_aligned_and_zeroed)
{
	for (size_t alignment = sizeof(void *); alignment <= 65536;
	     alignment *= 2) {
		unsigned char *memory = mem_aligned(alignment, 5000);

		ck_assert_uint_eq((uintptr_t)memory % alignment, 0);
		ck_assert_uint_eq(memory[0], 0);
		ck_assert_uint_eq(memory[4999], 0);
		free(memory);
	}
}
END_TEST

START_TEST(resizing_keeps_what_was_there)
{
	char *memory = mem_alloc(4, 1);

	memcpy(memory, "abc", 4);
	memory = mem_resize(memory, 100000, 1);
	ck_assert_str_eq(memory, "abc");
	free(memory);
}
END_TEST

START_TEST(a_copied_string_is_its_own)
{
	char text[] = "text";
	char *copy = mem_strdup(text);

	text[0] = 'X';
	ck_assert_str_eq(copy, "text");
	free(copy);
	ck_assert_ptr_null(mem_strdup(NULL));
}
END_TEST

START_TEST(an_array_grows_element_by_element)
{
	size_t *array = NULL;

	for (size_t i = 0; i < 5000; i++) {
		array = mem_grow(array, i, sizeof *array);
		array[i] = i;
	}
	for (size_t i = 0; i < 5000; i++)
		ck_assert_uint_eq(array[i], i);
	free(array);
}
END_TEST

START_TEST(a_product_that_overflows_is_out_of_memory)
{
	mem_on_exhaustion(leave);
	mem_alloc(SIZE_MAX / 2 + 2, 2);
}
END_TEST

START_TEST(resizing_to_a_product_that_overflows_is_out_of_memory)
{
	mem_on_exhaustion(leave);
	mem_resize(NULL, (size_t)1 << 32, (size_t)1 << 32);
}
END_TEST

START_TEST(without_a_handler_the_program_aborts)
{
	mem_on_exhaustion(NULL);
	mem_alloc(SIZE_MAX, 2);
}
END_TEST

START_TEST(a_handler_that_returns_does_not_help)
{
	mem_on_exhaustion(return_to_caller);
	mem_alloc(SIZE_MAX, 2);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("mem");

	tcase_add_test(tests, memory_comes_zeroed);
	tcase_add_test(tests, nothing_is_still_a_pointer_that_can_be_freed);
	tcase_add_test(tests, aligned_memory_is_aligned_and_zeroed);
	tcase_add_test(tests, resizing_keeps_what_was_there);
	tcase_add_test(tests, a_copied_string_is_its_own);
	tcase_add_test(tests, an_array_grows_element_by_element);
	tcase_add_exit_test(tests, a_product_that_overflows_is_out_of_memory,
			    EXHAUSTED);
	tcase_add_exit_test(
		tests, resizing_to_a_product_that_overflows_is_out_of_memory,
		EXHAUSTED);
	tcase_add_test_raise_signal(tests, without_a_handler_the_program_aborts,
				    SIGABRT);
	tcase_add_test_raise_signal(tests, a_handler_that_returns_does_not_help,
				    SIGABRT);
	return unit_run(tests);
}
