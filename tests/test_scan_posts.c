#include <check.h>

#include "formats/scan.h"
#include "golden.h"
#include "unit.h"

/* Each tests/posts/NAME.txt is a post, NAME.runs beside it what is in it: a
 * line a run, then a line a figure. */

static void
dump_phase(struct strbuf *text, const struct phase_result *phase)
{
	for (int id = 0; id < QUANTITY_COUNT; id++) {
		const struct quantity *quantity = &phase->quantities[id];
		const char *key = quantity_table[id].key;

		if (quantity->state == QUANTITY_KNOWN)
			strbuf_addf(text, "  %s %s %.9g\n", phase->key, key,
				    quantity->value);
		else if (quantity->state == QUANTITY_TOO_FAST)
			strbuf_addf(text, "  %s %s too-fast\n", phase->key,
				    key);
	}
}

static void
dump(struct strbuf *text, const struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct result *result = &set->results[i];

		strbuf_addf(text, "line %zu: %s %s", result->line, result->tool,
			    result->tool_version ? result->tool_version : "-");
		strbuf_addf(text, ", machine '%s', label '%s'",
			    result->machine ? result->machine : "",
			    result->label ? result->label : "");
		strbuf_addf(text, ", size %llu, chunk %llu, workers %llu\n",
			    (unsigned long long)result->size_bytes,
			    (unsigned long long)result->chunk_bytes,
			    (unsigned long long)result->workers);
		for (size_t p = 0; p < result->phase_count; p++)
			dump_phase(text, &result->phases[p]);
	}
}

static int posts;

/* The post and what is in it; false when `path` is no post. */
static bool
read_post(const char *path, struct strbuf *text, struct strbuf *runs)
{
	size_t stem = strlen(path) - strlen(".txt");
	struct strbuf runs_path;

	if (strcmp(path + stem, ".txt") != 0)
		return false;
	strbuf_init(text);
	strbuf_init(runs);
	strbuf_init(&runs_path);
	strbuf_add_bytes(&runs_path, path, stem);
	strbuf_add(&runs_path, ".runs");
	ck_assert(golden_read(text, path));
	ck_assert_msg(golden_read(runs, runs_path.text), "no %s",
		      runs_path.text);
	strbuf_release(&runs_path);
	posts++;
	return true;
}

static void
check_text(const char *path, const struct strbuf *text, const char *wanted)
{
	struct result_set set;
	struct strbuf got;

	result_set_init(&set);
	strbuf_init(&got);
	scan_text("post", text->text, text->length, &set);
	dump(&got, &set);
	ck_assert_msg(!strcmp(got.text, wanted), "%s is read as\n%s", path,
		      got.text);
	result_set_release(&set);
	strbuf_release(&got);
}

static void
check_post(const char *path)
{
	struct strbuf text, runs;

	if (!read_post(path, &text, &runs))
		return;
	check_text(path, &text, runs.text);
	strbuf_release(&text);
	strbuf_release(&runs);
}

START_TEST(every_post_is_read_right_and_nothing_is_invented)
{
	golden_each("../posts", check_post);
	ck_assert_int_gt(posts, 0);
}
END_TEST

static void
check_dressed(const char *path)
{
	static const struct {
		const char *before;
		const char *after;
	} dresses[] = {
		{ "> ", "\n" },          { "> > >", "\n" }, { "AB> ", "\n" },
		{ "  ", "\n" },          { "", "\r\n" },    { "# ", "\n" },
		{ " | ", "  \n" },       { "// ", "\n" },   { "+", "\n" },
		{ "<div>", "</div>\n" }, { "\t", " \\\n" },
	};
	struct strbuf text, runs;

	if (!read_post(path, &text, &runs))
		return;
	for (size_t i = 0; i < sizeof dresses / sizeof *dresses; i++) {
		struct strbuf dressed;

		strbuf_init(&dressed);
		golden_dress(&dressed, text.text, dresses[i].before,
			     dresses[i].after);
		check_text(path, &dressed, runs.text);
		strbuf_release(&dressed);
	}
	strbuf_release(&text);
	strbuf_release(&runs);
}

START_TEST(a_quoted_commented_or_marked_up_post_is_read_the_same)
{
	golden_each("../posts", check_dressed);
}
END_TEST

/* Words before a post move the borders of everything that works in pieces. */
static void
check_moved(const char *path)
{
	struct strbuf text, runs, moved;

	if (!read_post(path, &text, &runs))
		return;
	strbuf_init(&moved);
	for (int words = 0; words < 300; words += 7) {
		strbuf_clear(&moved);
		for (int i = 0; i < words; i++)
			strbuf_addf(&moved, "word%d ", i);
		strbuf_add(&moved, "\r");
		strbuf_add(&moved, text.text);
		check_text(path, &moved, runs.text);
	}
	strbuf_release(&moved);
	strbuf_release(&text);
	strbuf_release(&runs);
}

START_TEST(a_post_is_read_the_same_wherever_it_stands)
{
	golden_each("../posts", check_moved);
}
END_TEST

START_TEST(a_line_without_end_takes_no_memory_and_finds_what_is_in_it)
{
	struct strbuf text;
	struct result_set set;

	strbuf_init(&text);
	result_set_init(&set);
	for (int i = 0; i < 100000; i++)
		strbuf_addf(&text, "%d words %d.5 ", i, i);
	strbuf_add(&text, "SR da0 21014.6 1283 0.1 7.7 7.8 16384 ");
	for (int i = 0; i < 100000; i++)
		strbuf_addf(&text, "%d, ", i);
	scan_text("line", text.text, text.length, &set);
	ck_assert_uint_eq(set.count, 1);
	ck_assert_str_eq(set.results[0].tool, "rawio");
	result_set_release(&set);
	strbuf_release(&text);
}
END_TEST

START_TEST(a_stream_is_read_like_a_text)
{
	static const char text[] = "SR da0 21014.6 1283 0.1 7.7 7.8 16384\n";
	struct error error = { .kind = ERROR_NONE };
	struct result_set set;
	FILE *in = tmpfile();

	ck_assert_ptr_nonnull(in);
	result_set_init(&set);
	fputs(text, in);
	rewind(in);
	ck_assert_int_eq(scan_stream("file", in, &set, &error), 0);
	ck_assert_uint_eq(set.count, 1);
	ck_assert_str_eq(set.results[0].source, "file");
	fclose(in);
	result_set_release(&set);
}
END_TEST

#define FIGURES(between)                                           \
	"24041" between "99" between "125828" between "41" between \
	"77667" between "37" between "25443" between "99" between  \
	"350311" between "90" between "244.3" between "4"

START_TEST(a_row_is_read_however_its_cells_are_parted)
{
	static const char *const texts[] = {
		"<table>\n<tr>\n<td>box</td>\n<td>16G</td>\n<td>" FIGURES(
			"</td>\n<td>") "</td>\n</tr>\n</table>\n",
		"<table><tr><td>box<td>16G<td>" FIGURES("<td>") "</table>\n",
		"| box | 16G | " FIGURES(" | ") " |\n",
		"box\t16G\t" FIGURES("\t") "\n",
		"box,16G," FIGURES(",") ",,,,,,,,,,,,,\n",
		"box, 16G, " FIGURES(", ") "\n",
		"\"box\",\"16G\",\"" FIGURES("\",\"") "\"\n",
		"'box,16G," FIGURES(",") ",,,,,,,,,,,,,'\n",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct result_set set;

		result_set_init(&set);
		scan_text("text", texts[i], strlen(texts[i]), &set);
		ck_assert_msg(set.count == 1, "%zu results in %s", set.count,
			      texts[i]);
		ck_assert_str_eq(set.results[0].machine, "box");
		ck_assert_uint_eq(set.results[0].size_bytes, UINT64_C(16)
								     << 30);
		ck_assert(
			result_quantity(&set.results[0], "write", QUANTITY_RATE)
				.value == 125828.0 * 1024);
		ck_assert(
			result_quantity(&set.results[0], "seeks", QUANTITY_CPU)
				.value == 4);
		result_set_release(&set);
	}
}
END_TEST

START_TEST(a_name_that_looks_like_a_size_is_no_size)
{
	static const char *const names[] = { "100",      "2 x 36G", "1.5T",
					     "18G disk", "(none)",  "10.0.0." };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct result_set set;
		struct strbuf text;

		strbuf_init(&text);
		result_set_init(&set);
		strbuf_addf(&text,
			    "Version 1.03e -Sequential Output-\n"
			    "Machine Size K/sec %%CP\n%s 4G " FIGURES(" ") "\n",
			    names[i]);
		scan_text("text", text.text, text.length, &set);
		ck_assert_uint_eq(set.count, 1);
		ck_assert_str_eq(set.results[0].machine, names[i]);
		ck_assert_uint_eq(set.results[0].size_bytes, UINT64_C(4) << 30);
		result_set_release(&set);
		strbuf_release(&text);
	}
}
END_TEST

START_TEST(a_text_without_results_is_refused_with_its_name)
{
	struct error error = { .kind = ERROR_NONE };
	struct result_set set;

	result_set_init(&set);
	ck_assert_int_eq(scan_parse("prose", "12 words\n", 9, &set, &error),
			 -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'prose'"));
	result_set_release(&set);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("posts");

	tcase_add_test(tests, every_post_is_read_right_and_nothing_is_invented);
	tcase_add_test(tests,
		       a_quoted_commented_or_marked_up_post_is_read_the_same);
	tcase_add_test(tests, a_post_is_read_the_same_wherever_it_stands);
	tcase_add_test(
		tests,
		a_line_without_end_takes_no_memory_and_finds_what_is_in_it);
	tcase_add_test(tests, a_stream_is_read_like_a_text);
	tcase_add_test(tests, a_row_is_read_however_its_cells_are_parted);
	tcase_add_test(tests, a_name_that_looks_like_a_size_is_no_size);
	tcase_add_test(tests, a_text_without_results_is_refused_with_its_name);
	tcase_set_timeout(tests, 60);
	return unit_run(tests);
}
