#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "core/error.h"
#include "core/strbuf.h"

enum { WORDS_MOST = 8, LINE_BYTES = 128 };

static struct options options;
static struct error error;
static char line[LINE_BYTES];
static char *words[WORDS_MOST + 2];

static void
set_up(void)
{
	options_init(&options);
	error_clear(&error);
}

static void
tear_down(void)
{
	options_release(&options);
}

/* Parses blank-separated words that follow the program's name. */
static int
parse(const char *text)
{
	static char program[] = "diskbench";
	size_t count = 1;
	char *at = line;

	snprintf(line, sizeof line, "%s", text);
	words[0] = program;
	while (*at) {
		words[count++] = at;
		at += strcspn(at, " ");
		if (*at)
			*at++ = '\0';
	}
	words[count] = NULL;
	return options_parse(&options, words, &error);
}

static int
parse_words(char *first, char *second)
{
	static char program[] = "diskbench";

	words[0] = program;
	words[1] = first;
	words[2] = second;
	words[3] = NULL;
	return options_parse(&options, words, &error);
}

static const struct good {
	const char *text;
	size_t field;
	uint64_t value;
} good_bytes[] = {
#define FIELD(name) offsetof(struct options, settings.name)
	{ "-s 16384", FIELD(size_bytes), UINT64_C(16384) << 20 },
	{ "-s16384", FIELD(size_bytes), UINT64_C(16384) << 20 },
	{ "--size=1.5g", FIELD(size_bytes), UINT64_C(1536) << 20 },
	{ "--size 1g", FIELD(size_bytes), UINT64_C(1) << 30 },
	{ "-s 64k", FIELD(size_bytes), 64 << 10 },
	{ "-s 4MiB", FIELD(size_bytes), 4 << 20 },
	{ "-s 4MB", FIELD(size_bytes), 4000000 },
	{ "-s 1 -s 2", FIELD(size_bytes), 2 << 20 },
	{ "-s 1g:64k", FIELD(chunk_bytes), 64 << 10 },
	{ "-s 1g:512", FIELD(chunk_bytes), 512 },
	{ "-s 1g:16m", FIELD(chunk_bytes), 16 << 20 },
	{ "-s 1g", FIELD(chunk_bytes), 8192 },
	{ "-s 1g:64k -s 2g", FIELD(chunk_bytes), 8192 },
	{ "-n 1:64k -n 2", FIELD(files.max_bytes), 0 },
	{ "-s 1g:8k:16k", FIELD(seeks), 16 << 10 },
	{ "-s 1g:8k:100:3", FIELD(seeks), 100 },
	{ "-n 16", FIELD(files.units), 16 },
	{ "-n 1m", FIELD(files.units), 1024 },
	{ "-n 1:64k:1k:10", FIELD(files.max_bytes), 64 << 10 },
	{ "-n 1:64k:1k:10", FIELD(files.min_bytes), 1 << 10 },
	{ "-n 1:64k:1k:10", FIELD(files.directories), 10 },
	{ "-n 1:64k:1k:1:4k", FIELD(files.chunk_bytes), 4096 },
	{ "-r 1024", FIELD(ram_bytes), 1 << 30 },
	{ "-f10", FIELD(per_char_bytes), 10 << 20 },
	{ "--fast=64k", FIELD(per_char_bytes), 64 << 10 },
	{ "--block 64k", FIELD(block_bytes), 64 << 10 },
	{ "--count 100", FIELD(count), 100 },
	{ "--rate 5000", FIELD(rate), 5000 },
	{ "--time 1.5", FIELD(time_limit_ns), 1500000000 },
	{ "-z 18446744073709551615", FIELD(seed), UINT64_MAX },
#undef FIELD
};

START_TEST(a_good_value_arrives_in_base_units)
{
	const struct good *good = &good_bytes[_i];
	uint64_t value;

	ck_assert_msg(parse(good->text) == 0, "%s: %s", good->text, error.text);
	memcpy(&value, (char *)&options + good->field, sizeof value);
	ck_assert_msg(value == good->value, "%s: %llu", good->text,
		      (unsigned long long)value);
}
END_TEST

/* For each option with a value something that it must refuse. */
static const struct bad {
	const char *name;
	const char *text;
} bad_values[] = {
	{ "directory", "" },
	{ "tests", "" },
	{ "tests", "wriet" },
	{ "tests", "write," },
	{ "size", "4096junk" },
	{ "size", "" },
	{ "size", "-1" },
	{ "size", "1e6" },
	{ "size", "4k-8k" },
	{ "size", "99999999999999999999" },
	{ "size", "9223372036854775807g" },
	{ "size", "8k" }, /* less than 8192 bytes and a second worker */
	{ "size", "1g:" },
	{ "size", "1g:1000" },
	{ "size", "1g:0" },
	{ "size", "1g:32m" },
	{ "size", "1g:8k:x" },
	{ "size", "1g:8k:8192:0" },
	{ "size", "1g:8k:8192:5:1" },
	{ "files", "x" },
	{ "files", "1.5" },
	{ "files", "16:-3" },
	{ "files", "16:1k:2k" },
	{ "files", "16:-1:1" },
	{ "files", "16:1k:1k:x" },
	{ "files", "16:1k:1k:1:1000" },
	{ "files", "16:1k:1k:1:4k:1" },
	{ "tree", "0" },
	{ "tree", "x" },
	{ "tree", "10:-1" },
	{ "tree", "10:2t" },
	{ "tree", "10:1k:0" },
	{ "tree", "10:1k:65" },
	{ "tree", "10:1k:2:0" },
	{ "tree", "10:1k:2:3:4" },
	{ "tree-from", "" },
	{ "prepare", "" },
	{ "prepare", "rm 'x" },
	{ "cleanup", "  " },
	{ "fast", "x" },
	{ "workers", "0" },
	{ "workers", "1000000" },
	{ "engine", "warp" },
	{ "cache", "luke" },
	{ "ram", "much" },
	{ "time", "0" },
	{ "time", "-1" },
	{ "seed", "-1" },
	{ "seed", "18446744073709551616" },
	{ "random-file", "" },
	{ "runs", "0" },
	{ "runs", "2x" },
	{ "machine", "" },
	{ "output", "jsn" },
	{ "output", "bonnie++1=" },
	{ "save", "" },
	{ "progress", "maybe" },
	{ "user", "" },
	{ "user", "root:" },
	{ "group", "" },
	{ "processes", "0" },
	{ "processes", "-2" },
	{ "synchronize", "x" },
	{ "count", "0" },
	{ "count", "1e6" },
	{ "block", "1000" },
	{ "block", "0" },
	{ "block", "32m" },
	{ "threads", "0" },
	{ "threads", "2000" },
	{ "threads", "1,,2" },
	{ "sweep", "" },
	{ "sweep", "chunk" },
	{ "sweep", "chunk=" },
	{ "sweep", "chunk=4k,1000" },
	{ "sweep", "threads=1,0" },
	{ "sweep", "colour=1" },
	{ "depth", "0" },
	{ "depth", "1000000" },
	{ "rate", "0" },
	{ "rate", "fast" },
	{ "mix", "101" },
	{ "mix", "-1" },
	{ "compress", "0.5" },
	{ "compress", "21" },
	{ "compress", "2x" },
	{ "dedupe", "101" },
	{ "dedupe", "half" },
	{ "destroy", "" },
	{ "destroy-signature", "" },
};

enum { BAD_COUNT = sizeof bad_values / sizeof bad_values[0] };

static const struct option_row *
find_row(const char *name)
{
	const struct option_row *row = run_options;

	while (row->name && strcmp(row->name, name) != 0)
		row++;
	return row->name ? row : NULL;
}

START_TEST(a_bad_value_is_refused_with_option_and_text)
{
	const struct bad *bad = &bad_values[_i];
	char word[LINE_BYTES], workers[] = "-c2";

	ck_assert_ptr_nonnull(find_row(bad->name));
	if (strcmp(bad->name, "size") != 0)
		workers[2] = '1';
	snprintf(word, sizeof word, "--%s=%s", bad->name, bad->text);
	ck_assert_msg(parse_words(workers, word) == -1, "%s is accepted", word);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_msg(strchr(error.text, '\'') != NULL, "%s", error.text);
}
END_TEST

START_TEST(every_option_with_a_value_has_a_bad_one_in_this_test)
{
	const struct option_row *row = &run_options[_i];
	bool found = row->takes == OPTION_FLAG;

	for (size_t i = 0; i < BAD_COUNT; i++)
		found |= strcmp(bad_values[i].name, row->name) == 0;
	ck_assert_msg(found, "--%s", row->name);
}
END_TEST

START_TEST(every_option_has_a_row_that_is_complete)
{
	const struct option_row *row = &run_options[_i];

	ck_assert_ptr_nonnull(row->help);
	ck_assert_ptr_nonnull(row->group);
	ck_assert_msg(strlen(row->help) > 5, "--%s", row->name);
	ck_assert_msg(row->apply || row->takes == OPTION_FLAG, "--%s",
		      row->name);
	ck_assert_msg(!row->argument == (row->takes == OPTION_FLAG), "--%s",
		      row->name);
	ck_assert_msg(!row->words == (row->offer != OFFER_WORDS), "--%s",
		      row->name);
}
END_TEST

START_TEST(no_letter_and_no_name_is_used_twice)
{
	const struct option_row *row = &run_options[_i];

	for (const struct option_row *other = row + 1; other->name; other++) {
		ck_assert_str_ne(row->name, other->name);
		ck_assert_msg(!row->letter || row->letter != other->letter,
			      "-%c", row->letter);
	}
}
END_TEST

static void
assert_in_page(void (*make)(struct strbuf *), const char *wanted)
{
	struct strbuf page;

	strbuf_init(&page);
	make(&page);
	ck_assert_msg(strstr(page.text, wanted) != NULL, "%s is missing",
		      wanted);
	strbuf_release(&page);
}

START_TEST(every_option_is_in_help_man_page_and_completions)
{
	const char *name = run_options[_i].name;
	char wanted[LINE_BYTES];
	size_t length;

	snprintf(wanted, sizeof wanted, "--%s", name);
	assert_in_page(help_overview, wanted);
	assert_in_page(help_bash, wanted);
	assert_in_page(help_zsh, wanted);
	snprintf(wanted, sizeof wanted, " -l %s ", name);
	assert_in_page(help_fish, wanted);
	length = (size_t)snprintf(wanted, sizeof wanted, "\\-\\-");
	for (; *name; name++)
		length += (size_t)snprintf(wanted + length,
					   sizeof wanted - length,
					   *name == '-' ? "\\-" : "%c", *name);
	assert_in_page(help_manual, wanted);
}
END_TEST

START_TEST(help_fits_eighty_columns)
{
	struct strbuf text;
	const char *at;

	strbuf_init(&text);
	help_overview(&text);
	help_topic(&text, "tests");
	help_topic(&text, "formats");
	help_topic(&text, "engines");
	help_topic(&text, "sizes");
	help_topic(&text, "exit codes");
	for (at = text.text; *at; at += strcspn(at, "\n") + 1)
		ck_assert_msg(strcspn(at, "\n") <= HELP_COLUMNS, "%.100s", at);
	strbuf_release(&text);
}
END_TEST

START_TEST(letters_may_be_joined_and_mixed_with_the_target)
{
	ck_assert_int_eq(parse("-qbD /mnt -x3 -n0"), 0);
	ck_assert(options.quiet);
	ck_assert(options.settings.flush_each);
	ck_assert(options.settings.direct);
	ck_assert_uint_eq(options.settings.runs, 3);
	ck_assert_str_eq(options.settings.target, "/mnt");
}
END_TEST

START_TEST(the_size_of_f_must_be_glued)
{
	ck_assert_int_eq(parse("-f 10"), 0);
	ck_assert(options.settings.skip_per_char);
	ck_assert_uint_eq(options.settings.per_char_bytes, 0);
	ck_assert_str_eq(options.settings.target, "10");
}
END_TEST

START_TEST(the_target_is_here_by_default)
{
	ck_assert_int_eq(parse("-q"), 0);
	ck_assert_str_eq(options.settings.target, ".");
}
END_TEST

START_TEST(max_names_hard_and_symbolic_links)
{
	ck_assert_int_eq(parse("-n 16:-1"), 0);
	ck_assert_int_eq(options.settings.files.link, LINK_HARD);
	ck_assert_int_eq(parse("-n 16:-2"), 0);
	ck_assert_int_eq(options.settings.files.link, LINK_SYMBOLIC);
	ck_assert_int_eq(parse("-n 16:8k"), 0);
	ck_assert_int_eq(options.settings.files.link, LINK_NONE);
}
END_TEST

START_TEST(outputs_add_up_but_only_one_goes_to_stdout)
{
	ck_assert_int_eq(parse("-o bonnie++1=a -o bonnie++1-csv"), 0);
	ck_assert_uint_eq(options.output_count, 2);
	ck_assert_str_eq(options.outputs[0].path, "a");
	ck_assert_ptr_null(options.outputs[1].path);
	ck_assert_int_eq(parse("-o bonnie++1"), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
}
END_TEST

START_TEST(a_mistyped_option_gets_a_suggestion)
{
	ck_assert_int_eq(parse("--sise=1"), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'--size'"));
}
END_TEST

static const char *const refused[] = {
	"-W",    "--nosuch", "-s", "--size", "--quiet=1",
	"/a /b", "/a --",    "-y", "-qW",    "--",
};

START_TEST(what_makes_no_sense_is_refused)
{
	ck_assert_msg(parse(refused[_i]) == -1, "%s", refused[_i]);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
}
END_TEST

START_TEST(every_command_has_help)
{
	for (const struct command *command = commands; command->name;
	     command++) {
		struct strbuf text;

		strbuf_init(&text);
		ck_assert(help_topic(&text, command->name));
		strbuf_release(&text);
	}
}
END_TEST

static TCase *
table_tests(void)
{
	TCase *tests = tcase_create("table");
	int rows = 0;

	while (run_options[rows].name)
		rows++;
	tcase_add_loop_test(tests, every_option_has_a_row_that_is_complete, 0,
			    rows);
	tcase_add_loop_test(tests, no_letter_and_no_name_is_used_twice, 0,
			    rows);
	tcase_add_loop_test(
		tests, every_option_with_a_value_has_a_bad_one_in_this_test, 0,
		rows);
	tcase_add_loop_test(tests,
			    every_option_is_in_help_man_page_and_completions, 0,
			    rows);
	tcase_add_test(tests, help_fits_eighty_columns);
	tcase_add_test(tests, every_command_has_help);
	return tests;
}

static TCase *
parser_tests(void)
{
	TCase *tests = tcase_create("parser");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_loop_test(tests, a_good_value_arrives_in_base_units, 0,
			    sizeof good_bytes / sizeof good_bytes[0]);
	tcase_add_loop_test(tests, a_bad_value_is_refused_with_option_and_text,
			    0, BAD_COUNT);
	tcase_add_loop_test(tests, what_makes_no_sense_is_refused, 0,
			    sizeof refused / sizeof refused[0]);
	tcase_add_test(tests, letters_may_be_joined_and_mixed_with_the_target);
	tcase_add_test(tests, the_size_of_f_must_be_glued);
	tcase_add_test(tests, the_target_is_here_by_default);
	tcase_add_test(tests, max_names_hard_and_symbolic_links);
	tcase_add_test(tests, outputs_add_up_but_only_one_goes_to_stdout);
	tcase_add_test(tests, a_mistyped_option_gets_a_suggestion);
	return tests;
}

int
main(void)
{
	Suite *suite = suite_create("options");
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, table_tests());
	suite_add_tcase(suite, parser_tests());
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
