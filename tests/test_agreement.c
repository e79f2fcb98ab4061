#include <check.h>

#include "golden.h"
#include "sample.h"
#include "unit.h"

/* Text, CSV and JSON are written from the same figures: what is read from each
 * must be the figure that the others show. */

enum { ROUNDS = 400 };

static struct rng rng;

/* What a layout's text is expected to hold, and what it holds, by token. */
struct tokens {
	const char *at;
};

static void
next(struct tokens *tokens, char token[64])
{
	size_t length;

	tokens->at += strspn(tokens->at, " \n");
	length = strcspn(tokens->at, " \n");
	ck_assert_uint_lt(length, 64);
	memcpy(token, tokens->at, length);
	token[length] = '\0';
	tokens->at += length;
}

static void
expect(struct tokens *tokens, const char *wanted, const char *text)
{
	char token[64];

	if (*wanted == '\0')
		return;
	next(tokens, token);
	ck_assert_msg(strcmp(token, wanted + strspn(wanted, " ")) == 0,
		      "'%s' instead of '%s' in\n%s", token, wanted, text);
}

/* The row after a heading, from its first figure on: name and size are 19
 * columns wide, or as wide as the size. */
static struct tokens
row_after(const char *text, const char *heading)
{
	const char *row = strstr(text, heading);

	ck_assert_ptr_nonnull(row);
	row = strchr(row, '\n') + 1 + 19;
	return (struct tokens){ row + strcspn(row, " ") };
}

static void
check_text(const struct result_set *set, const char *name,
	   enum bonniepp_style style)
{
	const struct result *result = &set->results[0];
	char *text = golden_emit(format_find(name), set);
	struct tokens tokens = { text };

	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++) {
		struct bonniepp_cell cell;

		if (i == 0 && bonniepp_has_io(result))
			tokens = row_after(text, style == BONNIEPP_SUFFIXED
							 ? "Name:Size"
							 : "Machine");
		if (i == BONNIEPP_IO && bonniepp_has_files(result))
			tokens = row_after(strstr(text, "-Create-- --Read---"),
					   " /sec %CP");
		bonniepp_cell(&cell, result, i, style);
		expect(&tokens, cell.value, text);
		expect(&tokens, cell.cpu, text);
	}
	free(text);
}

/* The figures of all columns, as exact as the layout has them. */
static void
compare_cells(const struct result *read, const struct result *made,
	      const char *name)
{
	enum bonniepp_style style = strcmp(name, "bonnie++2-csv") == 0
					    ? BONNIEPP_PLAIN
					    : BONNIEPP_TENTHS;

	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++) {
		struct bonniepp_cell ours, theirs;

		bonniepp_cell(&ours, read, i, style);
		bonniepp_cell(&theirs, made, i, style);
		if (strcmp(name, "bonnie++1-csv") == 0)
			memset(theirs.latency, 0, sizeof theirs.latency);
		ck_assert_msg(strcmp(ours.value, theirs.value) == 0 &&
				      strcmp(ours.cpu, theirs.cpu) == 0 &&
				      strcmp(ours.latency, theirs.latency) == 0,
			      "%s %s: '%s' '%s' '%s' instead of '%s' '%s' '%s'",
			      name, bonniepp_columns[i].key, ours.value,
			      ours.cpu, ours.latency, theirs.value, theirs.cpu,
			      theirs.latency);
	}
}

static void
check_read(const struct result_set *set, const char *name)
{
	const struct format *format = format_find(name);
	char *text = golden_emit(format, set);
	struct result_set read;

	golden_parse(format, name, text, &read);
	ck_assert_uint_eq(read.count, 1);
	compare_cells(&read.results[0], &set->results[0], name);
	ck_assert_uint_eq(read.results[0].size_bytes,
			  set->results[0].size_bytes);
	ck_assert_uint_eq(read.results[0].chunk_bytes,
			  set->results[0].chunk_bytes);
	if (strncmp(name, "bonnie", 6) == 0)
		ck_assert_mem_eq(&read.results[0].files, &set->results[0].files,
				 sizeof read.results[0].files);
	result_set_release(&read);
	free(text);
}

START_TEST(text_csv_json_and_long_agree_in_every_figure)
{
	rng_init(&rng, 5);
	for (int i = 0; i < ROUNDS; i++) {
		struct result_set set;

		result_set_init(&set);
		sample_fill(&rng, result_set_add(&set));
		check_text(&set, "bonnie++1", BONNIEPP_PLAIN);
		check_text(&set, "bonnie++2", BONNIEPP_SUFFIXED);
		check_read(&set, "bonnie++1-csv");
		check_read(&set, "bonnie++2-csv");
		check_read(&set, "json");
		check_read(&set, "long");
		result_set_release(&set);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("agreement");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, text_csv_json_and_long_agree_in_every_figure);
	return unit_run(tests);
}
