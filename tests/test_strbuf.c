#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/strbuf.h"
#include "unit.h"

static struct strbuf buffer;

static void
set_up(void)
{
	strbuf_init(&buffer);
}

static void
tear_down(void)
{
	strbuf_release(&buffer);
}

START_TEST(an_empty_buffer_is_an_empty_string)
{
	ck_assert_str_eq(buffer.text, "");
	ck_assert_uint_eq(buffer.length, 0);
	strbuf_clear(&buffer);
	ck_assert_str_eq(buffer.text, "");
}
END_TEST

START_TEST(texts_are_put_one_behind_the_other)
{
	strbuf_add(&buffer, "read");
	strbuf_add_char(&buffer, ' ');
	strbuf_addf(&buffer, "%d K/sec", 128068);
	strbuf_add_bytes(&buffer, "!??", 1);
	ck_assert_str_eq(buffer.text, "read 128068 K/sec!");
	ck_assert_uint_eq(buffer.length, strlen(buffer.text));
}
END_TEST

START_TEST(it_grows_over_any_number_of_additions)
{
	for (int i = 0; i < 10000; i++) {
		strbuf_addf(&buffer, "%04d", i);
		ck_assert_uint_lt(buffer.length, buffer.capacity);
	}
	ck_assert_uint_eq(buffer.length, 40000);
	ck_assert_uint_eq(strlen(buffer.text), 40000);
	ck_assert_str_eq(buffer.text + 39996, "9999");
}
END_TEST

START_TEST(a_formatted_text_longer_than_the_buffer_is_whole)
{
	strbuf_addf(&buffer, "%0200d|", 7);
	ck_assert_uint_eq(buffer.length, 201);
	ck_assert_str_eq(buffer.text + 198, "07|");
}
END_TEST

START_TEST(nul_bytes_count)
{
	strbuf_add_bytes(&buffer, "a\0b", 3);
	ck_assert_uint_eq(buffer.length, 3);
	ck_assert_mem_eq(buffer.text, "a\0b", 4);
}
END_TEST

START_TEST(clearing_keeps_the_memory_and_releasing_does_not)
{
	size_t capacity;

	strbuf_add(&buffer, "text");
	capacity = buffer.capacity;
	strbuf_clear(&buffer);
	ck_assert_str_eq(buffer.text, "");
	ck_assert_uint_eq(buffer.capacity, capacity);
	strbuf_release(&buffer);
	ck_assert_uint_eq(buffer.capacity, 0);
	strbuf_add(&buffer, "again");
	ck_assert_str_eq(buffer.text, "again");
}
END_TEST

START_TEST(padding_counts_from_the_last_line_and_never_cuts)
{
	strbuf_add(&buffer, "a long first line\nab");
	strbuf_pad(&buffer, 5);
	strbuf_add_char(&buffer, '|');
	strbuf_pad(&buffer, 3);
	ck_assert_str_eq(buffer.text, "a long first line\nab   |");
}
END_TEST

START_TEST(a_character_takes_one_column_whatever_its_bytes)
{
	strbuf_add(&buffer, "b\xc3\xbcro");
	strbuf_pad(&buffer, 5);
	strbuf_add(&buffer, "|\n");
	strbuf_add_fitted(&buffer, "\xe2\x82\xac\xc3\xa4", 3);
	strbuf_add_char(&buffer, '|');
	strbuf_add_fitted(&buffer, "\xe2\x82\xac\xc3\xa4", 1);
	strbuf_add_char(&buffer, '|');
	ck_assert_str_eq(buffer.text, "b\xc3\xbcro |\n"
				      "\xe2\x82\xac\xc3\xa4 |"
				      "\xe2\x82\xac|");
}
END_TEST

START_TEST(bytes_that_are_no_character_take_a_column_each)
{
	strbuf_add_fitted(&buffer, "b\xfcro\xe2\x82", 6);
	ck_assert_str_eq(buffer.text, "b\xfcro\xe2\x82");
	strbuf_add_fitted(&buffer, "\xe2\x82", 1);
	ck_assert_str_eq(buffer.text, "b\xfcro\xe2\x82\xe2");
}
END_TEST

START_TEST(a_detached_string_is_the_callers)
{
	char *text;

	strbuf_add(&buffer, "mine");
	text = strbuf_detach(&buffer);
	ck_assert_str_eq(text, "mine");
	ck_assert_str_eq(buffer.text, "");
	free(text);
	text = strbuf_detach(&buffer);
	ck_assert_str_eq(text, "");
	free(text);
}
END_TEST

START_TEST(words_go_on_in_the_next_line_where_they_do_not_fit)
{
	struct strbuf text;

	strbuf_init(&text);
	strbuf_add(&text, "key");
	strbuf_pad(&text, 5);
	strbuf_add_wrapped(&text, "one two, three a-word-beyond-all end", 5,
			   14);
	ck_assert_str_eq(text.text, "key  one two,\n"
				    "     three\n"
				    "     a-word-beyond-all\n"
				    "     end");
	strbuf_clear(&text);
	strbuf_add_wrapped(&text, "\u00e4\u00e4 \u00f6\u00f6 \u00fc", 0, 5);
	ck_assert_str_eq(text.text, "\u00e4\u00e4 \u00f6\u00f6\n\u00fc");
	strbuf_release(&text);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("strbuf");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests,
		       words_go_on_in_the_next_line_where_they_do_not_fit);
	tcase_add_test(tests, an_empty_buffer_is_an_empty_string);
	tcase_add_test(tests, texts_are_put_one_behind_the_other);
	tcase_add_test(tests, it_grows_over_any_number_of_additions);
	tcase_add_test(tests, a_formatted_text_longer_than_the_buffer_is_whole);
	tcase_add_test(tests, nul_bytes_count);
	tcase_add_test(tests, clearing_keeps_the_memory_and_releasing_does_not);
	tcase_add_test(tests, padding_counts_from_the_last_line_and_never_cuts);
	tcase_add_test(tests, a_character_takes_one_column_whatever_its_bytes);
	tcase_add_test(tests, bytes_that_are_no_character_take_a_column_each);
	tcase_add_test(tests, a_detached_string_is_the_callers);
	return unit_run(tests);
}
