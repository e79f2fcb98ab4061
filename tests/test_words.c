#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words.h"
#include "core/error.h"
#include "unit.h"

static const struct {
	const char *text;
	const char *words[5];
} splits[] = {
	{ "true", { "true" } },
	{ "  rm  -r\tx ", { "rm", "-r", "x" } },
	{ "touch 'a b' c", { "touch", "a b", "c" } },
	{ "echo \"it's\" 'say \"x\"'", { "echo", "it's", "say \"x\"" } },
	{ "echo a\\ b \\'c \"\\\"d\\\\\"", { "echo", "a b", "'c", "\"d\\" } },
	{ "echo '' x", { "echo", "", "x" } },
	{ "echo 'a\\b' \"c\\d\" $HOME", { "echo", "a\\b", "c\\d", "$HOME" } },
	{ "a'b'\"c\"d", { "abcd" } },
};

START_TEST(a_command_is_split_at_blanks_outside_of_quotes)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	char **words = words_split("--prepare", splits[_i].text, &error);
	size_t count = 0;

	ck_assert_ptr_nonnull(words);
	for (; splits[_i].words[count]; count++)
		ck_assert_str_eq(words[count], splits[_i].words[count]);
	ck_assert_ptr_null(words[count]);
	free(words);
}
END_TEST

START_TEST(an_open_quote_and_an_empty_command_are_refused)
{
	static const char *const texts[] = { "", "  ", "a 'b", "\"" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct error error = { ERROR_NONE, 0, 0, "" };

		ck_assert_ptr_null(words_split("--prepare", texts[i], &error));
		ck_assert_int_eq(error.kind, ERROR_USAGE);
		ck_assert_ptr_nonnull(strstr(error.text, "--prepare"));
	}
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("words");

	tcase_add_loop_test(tests,
			    a_command_is_split_at_blanks_outside_of_quotes, 0,
			    (int)(sizeof splits / sizeof *splits));
	tcase_add_test(tests, an_open_quote_and_an_empty_command_are_refused);
	return unit_run(tests);
}
