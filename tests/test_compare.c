#include <math.h>
#include <string.h>

#include "cli/load.h"
#include "compare/compare.h"
#include "compare/ministat.h"
#include "compare/report.h"
#include "compare/tests.h"
#include "core/error.h"
#include "core/strbuf.h"
#include "sample.h"
#include "unit.h"
#include "workloads/workload.h"

enum { SIDES_MOST = 4 };

static struct result_set sets[SIDES_MOST];
static struct compare_input inputs[SIDES_MOST];
static struct compare_settings settings;
static struct compare_pairing pairing;
static struct comparison comparison;
static struct strbuf text;

static void
init(void)
{
	settings = (struct compare_settings){ .confidence = 0.95 };
	for (size_t i = 0; i < SIDES_MOST; i++)
		result_set_init(&sets[i]);
	strbuf_init(&text);
}

static void
release(void)
{
	comparison_release(&comparison);
	compare_pairing_release(&pairing);
	for (size_t i = 0; i < SIDES_MOST; i++)
		result_set_release(&sets[i]);
	strbuf_release(&text);
}

static struct result *
add_run(size_t side, const char *test, enum quantity_id id, double value)
{
	struct result *run = result_set_add(&sets[side]);

	run->tool = mem_strdup("bonnie++");
	run->size_bytes = UINT64_C(1) << 30;
	result_add_phase(run, test)->quantities[id] = quantity_known(value);
	return run;
}

static void
add_runs(size_t side, const char *test, const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_run(side, test, QUANTITY_RATE, values[i]);
}

static void
compare(size_t sides)
{
	static const char *const names[] = { "a", "b", "c", "d" };

	comparison_release(&comparison);
	compare_pairing_release(&pairing);
	for (size_t i = 0; i < sides; i++)
		inputs[i] = (struct compare_input){ names[i], sets[i].results,
						    sets[i].count };
	compare_pairing_make(&pairing, inputs, sides);
	comparison_make(&comparison, &settings, &pairing);
}

static void
load(size_t side, const char *name)
{
	struct error error = { .kind = ERROR_NONE };
	struct strbuf path;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/compare/%s", TEST_SOURCE_DIR, name);
	ck_assert_msg(load_results(path.text, &sets[side], &error) == 0, "%s",
		      error.text);
	strbuf_release(&path);
}

static const struct compare_cell *
cell_of(const char *test, enum quantity_id id, size_t side)
{
	const struct compare_table *table = &comparison.tables[0];

	ck_assert_uint_ge(comparison.table_count, 1);
	for (size_t i = 0; i < table->row_count; i++)
		if (strcmp(table->rows[i].test, test) == 0 &&
		    table->rows[i].id == id)
			return &table->rows[i].cells[side];
	ck_abort_msg("no row of %s", test);
	return NULL;
}

static void
expect(const char *test, enum quantity_id id, double percent, double half)
{
	const struct compare_cell *cell = cell_of(test, id, 1);
	double width = (cell->high_percent - cell->low_percent) / 2;

	ck_assert_msg(fabs(cell->percent - percent) <= 0.05, "%s: %f", test,
		      cell->percent);
	ck_assert_msg(fabs(width - half) <= 0.05, "%s: +/- %f", test, width);
}

/* Steinar Haug's measurements of 6 November 1999, and what he concluded. */
START_TEST(a_new_driver_of_1999_writes_faster_and_rewrites_slower)
{
	load(0, "dual-3.3.txt");
	load(1, "dual-4.0.txt");
	compare(2);
	expect("write", QUANTITY_RATE, 12.5, 1.2);
	expect("rewrite", QUANTITY_RATE, -16.8, 2.8);
	expect("seeks", QUANTITY_OPS, -4.4, 1.6);
	ck_assert_int_eq(cell_of("write", QUANTITY_RATE, 1)->word,
			 COMPARE_MORE);
	ck_assert_int_eq(cell_of("rewrite", QUANTITY_RATE, 1)->word,
			 COMPARE_LESS);
	ck_assert_int_eq(cell_of("seeks", QUANTITY_OPS, 1)->word, COMPARE_LESS);
}
END_TEST

START_TEST(one_cpu_of_1999_is_a_third_less_busy_and_writes_as_fast_as_two)
{
	static const char *const same[] = { "putc", "write", "rewrite" };

	load(0, "dual-3.3.txt");
	load(1, "single-3.3.txt");
	compare(2);
	expect("read", QUANTITY_CPU, -33.0, 0.3);
	ck_assert_int_eq(cell_of("read", QUANTITY_CPU, 1)->word, COMPARE_LESS);
	for (size_t i = 0; i < 3; i++)
		ck_assert_int_eq(cell_of(same[i], QUANTITY_RATE, 1)->word,
				 COMPARE_NO_DIFFERENCE);
	expect("putc", QUANTITY_RATE, 1.16, 2.85);
	expect("rewrite", QUANTITY_RATE, -1.28, 3.98);
}
END_TEST

START_TEST(of_the_twelve_columns_of_1999_nine_and_ten_survive_holm)
{
	static const char *const files[] = { "single-3.3.txt", "dual-4.0.txt" };
	static const size_t wanted[] = { 9, 10 };

	load(0, "dual-3.3.txt");
	for (size_t f = 0; f < 2; f++) {
		size_t proven = 0;

		result_set_release(&sets[1]);
		result_set_init(&sets[1]);
		load(1, files[f]);
		compare(2);
		ck_assert_uint_eq(comparison.tables[0].row_count, 12);
		for (size_t i = 0; i < 12; i++)
			proven += comparison.tables[0].rows[i].cells[1].proven;
		ck_assert_msg(proven == wanted[f], "%s: %zu", files[f], proven);
	}
}
END_TEST

START_TEST(a_difference_that_nobody_would_notice_is_proven_and_said_to_be_small)
{
	struct report_style style = { .utf8 = false };

	load(0, "dual-3.3.txt");
	load(1, "single-3.3.txt");
	compare(2);
	ck_assert(cell_of("read", QUANTITY_RATE, 1)->proven);
	ck_assert(!cell_of("read", QUANTITY_RATE, 1)->noticed);
	report_add_text(&text, &comparison, &style);
	ck_assert_ptr_nonnull(strstr(text.text, "slower, below 1 %\n"));
	ck_assert_ptr_nonnull(strstr(text.text,
				     "read: -0.2 % (proven, but below the 1 % "
				     "you would notice)"));
	ck_assert_ptr_nonnull(strstr(text.text,
				     "putc: No difference proven at 95.0% "
				     "confidence\n\t(could be -1.7% to "
				     "+4.0%)\n"));
}
END_TEST

START_TEST(within_the_margin_is_equivalent_proven_or_not)
{
	load(0, "dual-3.3.txt");
	load(1, "single-3.3.txt");
	settings.delta = 0.02;
	compare(2);
	ck_assert_int_eq(cell_of("read", QUANTITY_RATE, 1)->word,
			 COMPARE_EQUIVALENT);
	ck_assert_int_eq(cell_of("write", QUANTITY_RATE, 1)->word,
			 COMPARE_EQUIVALENT);
	ck_assert_int_eq(cell_of("putc", QUANTITY_RATE, 1)->word,
			 COMPARE_NO_DIFFERENCE);
}
END_TEST

START_TEST(one_run_against_one_proves_nothing)
{
	add_run(0, "write", QUANTITY_RATE, 100e6);
	add_run(1, "write", QUANTITY_RATE, 900e6);
	compare(2);
	ck_assert_int_eq(cell_of("write", QUANTITY_RATE, 1)->word,
			 COMPARE_UNPROVEN);
	ck_assert_double_eq_tol(cell_of("write", QUANTITY_RATE, 1)->percent,
				800, 1e-9);
	ck_assert(isnan(cell_of("write", QUANTITY_RATE, 1)->low_percent));
}
END_TEST

START_TEST(a_cached_figure_is_not_compared_with_the_disks)
{
	static const double slow[] = { 100, 101, 102 }, fast[] = { 9, 8, 7 };

	add_runs(0, "read", slow, 3);
	add_runs(1, "read", fast, 3);
	for (size_t i = 0; i < 3; i++)
		sets[0].results[i].phases[0].verdict = VERDICT_OK;
	sets[1].results[2].phases[0].verdict = VERDICT_CACHED;
	compare(2);
	ck_assert_int_eq(cell_of("read", QUANTITY_RATE, 1)->word,
			 COMPARE_REFUSED);
	ck_assert_str_eq(cell_of("read", QUANTITY_RATE, 1)->reason,
			 "A is ok, B is cached in 1 of 3 runs");
	ck_assert(!cell_of("read", QUANTITY_RATE, 1)->proven);
}
END_TEST

START_TEST(another_size_is_not_compared)
{
	static const double values[] = { 100, 101, 102 };

	add_runs(0, "read", values, 3);
	add_runs(1, "read", values, 3);
	for (size_t i = 0; i < 3; i++)
		sets[1].results[i].size_bytes = UINT64_C(1) << 20;
	compare(2);
	ck_assert_str_eq(cell_of("read", QUANTITY_RATE, 1)->reason,
			 "other size: 1 GiB, 1 MiB");
}
END_TEST

/* Two runs by these programs, each of `test`; the cell that holds them against
 * each other. */
static const struct compare_cell *
cell_of_tools(const char *test, const char *const tools[2],
	      const char *const versions[2])
{
	release();
	init();
	for (size_t i = 0; i < 2; i++) {
		struct result *run = add_run(i, test, QUANTITY_RATE, 1);

		free(run->tool);
		run->tool = mem_strdup(tools[i]);
		run->tool_version = mem_strdup(versions[i]);
	}
	compare(2);
	return cell_of(test, QUANTITY_RATE, 1);
}

START_TEST(versions_that_measure_otherwise_are_not_compared)
{
	static const char *const tools[] = { "bonnie++", "bonnie++" };
	static const char *const versions[] = { "1.03e", "1.97" };
	static const char *const alike[] = { "1.97", "2.00a" };

	ck_assert_str_eq(cell_of_tools("write", tools, versions)->reason,
			 "other version: bonnie++ 1.03e (no flush in the time),"
			 " bonnie++ 1.97 (flush in the time)");
	ck_assert_int_eq(cell_of_tools("write", tools, versions)->word,
			 COMPARE_REFUSED);
	ck_assert_int_eq(cell_of_tools("putc", tools, versions)->word,
			 COMPARE_REFUSED);
	ck_assert_int_eq(cell_of_tools("write", tools, alike)->word,
			 COMPARE_UNPROVEN);
	ck_assert_int_eq(cell_of_tools("read", tools, versions)->word,
			 COMPARE_UNPROVEN);
}
END_TEST

START_TEST(tools_are_compared_where_they_measure_alike_and_that_is_said)
{
	static const char *const tools[] = { "bonnie++", "diskbench" };
	static const char *const versions[] = { "1.97", "1.0.0" };
	static const char *const old_tools[] = { "bonnie", "bonnie++" };
	static const char *const old_versions[] = { NULL, "1.03e" };
	const struct compare_cell *cell;

	cell = cell_of_tools("write", tools, versions);
	ck_assert_int_eq(cell->word, COMPARE_UNPROVEN);
	ck_assert_str_eq(cell->reason,
			 "other tool: bonnie++ 1.97, diskbench 1.0.0; they "
			 "measure this alike, as far as known");
	cell = cell_of_tools("putc", tools, versions);
	ck_assert_int_eq(cell->word, COMPARE_REFUSED);
	ck_assert_str_eq(cell->reason,
			 "other tool: bonnie++ 1.97 (3 MiB, a system call for "
			 "each character), diskbench 1.0.0 (through stdio)");
	cell = cell_of_tools("putc", old_tools, old_versions);
	ck_assert_int_eq(cell->word, COMPARE_UNPROVEN);
}
END_TEST

START_TEST(what_another_engine_read_is_not_compared_what_it_made_is)
{
	for (size_t i = 0; i < 2; i++) {
		struct result *run = add_run(i, "read", QUANTITY_RATE, 1);

		run->engine = mem_strdup(i ? "uring" : "sync, direct");
		result_add_phase(run, "seq-create")->quantities[QUANTITY_OPS] =
			quantity_known(1);
	}
	compare(2);
	ck_assert_str_eq(cell_of("read", QUANTITY_RATE, 1)->reason,
			 "other engine: sync, direct; uring");
	ck_assert_int_eq(cell_of("seq-create", QUANTITY_OPS, 1)->word,
			 COMPARE_UNPROVEN);
}
END_TEST

START_TEST(versions_of_one_series_are_compared)
{
	add_run(0, "read", QUANTITY_RATE, 1)->tool_version =
		mem_strdup("1.03a");
	add_run(1, "read", QUANTITY_RATE, 1)->tool_version =
		mem_strdup("1.03e");
	compare(2);
	ck_assert_int_eq(cell_of("read", QUANTITY_RATE, 1)->word,
			 COMPARE_UNPROVEN);
}
END_TEST

START_TEST(another_unit_is_not_compared)
{
	add_run(0, "x", QUANTITY_RATE, 1);
	add_run(1, "x", QUANTITY_OPS, 1);
	compare(2);
	ck_assert_int_eq(cell_of("x", QUANTITY_RATE, 1)->word, COMPARE_REFUSED);
	ck_assert_str_eq(cell_of("x", QUANTITY_RATE, 1)->reason,
			 "other unit: bytes/s, 1/s");
}
END_TEST

START_TEST(pluses_are_a_bound_and_never_zero)
{
	struct report_style style = { .utf8 = false };
	struct result *run;

	run = add_run(0, "seq-stat", QUANTITY_OPS, 0);
	run->phases[0].quantities[QUANTITY_OPS].state = QUANTITY_TOO_FAST;
	run->files.units = 16;
	add_run(1, "seq-stat", QUANTITY_OPS, 900)->files.units = 16;
	compare(2);
	ck_assert_int_eq(cell_of("seq-stat", QUANTITY_OPS, 1)->word,
			 COMPARE_REFUSED);
	ck_assert_str_eq(cell_of("seq-stat", QUANTITY_OPS, 1)->reason,
			 "A too fast to be measured, above 32768 /s");
	report_add_text(&text, &comparison, &style);
	ck_assert_ptr_nonnull(strstr(text.text, ">32768 "));
}
END_TEST

START_TEST(a_rank_test_that_disagrees_is_said)
{
	static const double a[] = { 10, 11, 12, 13, 14 };
	static const double b[] = { 15, 16, 17, 18, 900 };
	struct report_style style = { .utf8 = false };

	add_runs(0, "read", a, 5);
	add_runs(1, "read", b, 5);
	compare(2);
	ck_assert(cell_of("read", QUANTITY_RATE, 1)->rank_disagrees);
	report_add_text(&text, &comparison, &style);
	ck_assert_ptr_nonnull(strstr(text.text,
				     "read: rank test disagrees (p = 0.0079): "
				     "outliers, look at the runs\n"));
}
END_TEST

START_TEST(groups_are_paired_by_label_then_machine_then_order)
{
	add_run(0, "x", QUANTITY_RATE, 1)->label = mem_strdup("one");
	add_run(0, "x", QUANTITY_RATE, 2)->machine = mem_strdup("two");
	add_run(0, "x", QUANTITY_RATE, 3)->machine = mem_strdup("three");
	add_run(1, "x", QUANTITY_RATE, 9)->machine = mem_strdup("nine");
	add_run(1, "x", QUANTITY_RATE, 2)->machine = mem_strdup("two");
	add_run(1, "x", QUANTITY_RATE, 1)->label = mem_strdup("one");
	compare(2);
	ck_assert_uint_eq(pairing.match_count, 3);
	for (size_t i = 0; i < 2; i++)
		ck_assert_double_eq(
			comparison.tables[i].rows[0].cells[1].sample.stats.mean,
			(double)(i + 1));
	ck_assert_double_eq(
		comparison.tables[2].rows[0].cells[1].sample.stats.mean, 9);
}
END_TEST

/* A sweep of depths, the other one in another order. */
START_TEST(groups_of_one_depth_are_paired)
{
	static const uint64_t depths[2][3] = { { 1, 4, 16 }, { 16, 1, 4 } };

	for (size_t side = 0; side < 2; side++)
		for (size_t i = 0; i < 3; i++)
			add_run(side, "RR", QUANTITY_OPS,
				(double)depths[side][i])
				->depth = depths[side][i];
	compare(2);
	ck_assert_uint_eq(pairing.match_count, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_double_eq(
			comparison.tables[i].rows[0].cells[1].sample.stats.mean,
			(double)depths[0][i]);
}
END_TEST

/* Runs of one machine, without labels: their tables must not look alike. */
START_TEST(tables_of_one_name_are_told_apart_by_how_it_was_done)
{
	for (size_t side = 0; side < 2; side++) {
		struct result *run;

		add_run(side, "RR", QUANTITY_OPS, 1)->machine =
			mem_strdup("box");
		run = add_run(side, "RR", QUANTITY_OPS, 2);
		run->machine = mem_strdup("box");
		run->engine = mem_strdup("uring");
		run->depth = 8;
		add_run(side, "x", QUANTITY_OPS, 3)->machine =
			mem_strdup("other");
	}
	compare(2);
	ck_assert_uint_eq(comparison.table_count, 3);
	ck_assert_str_eq(comparison.tables[0].name, "box, bonnie++, 1 GiB");
	ck_assert_str_eq(comparison.tables[1].name,
			 "box, bonnie++, 1 GiB, engine uring, depth 8");
	ck_assert_str_eq(comparison.tables[2].name, "other");
}
END_TEST

START_TEST(groups_of_a_single_file_are_the_sides)
{
	add_run(0, "x", QUANTITY_RATE, 1)->machine = mem_strdup("one");
	add_run(0, "x", QUANTITY_RATE, 2)->machine = mem_strdup("two");
	add_run(0, "x", QUANTITY_RATE, 3)->machine = mem_strdup("one");
	compare(1);
	ck_assert_uint_eq(comparison.side_count, 2);
	ck_assert_str_eq(comparison.sides[1], "two");
	ck_assert_uint_eq(comparison.tables[0].runs[0], 2);
}
END_TEST

START_TEST(a_single_group_has_nothing_to_be_compared_with)
{
	add_run(0, "x", QUANTITY_RATE, 1);
	compare(1);
	ck_assert_uint_eq(pairing.side_count, 0);
}
END_TEST

START_TEST(of_many_sides_each_is_held_against_the_first_that_has_the_figure)
{
	struct report_style style = { .utf8 = true };

	add_run(0, "x", QUANTITY_RATE, 100);
	add_run(1, "x", QUANTITY_RATE, 200);
	result_add_phase(&sets[1].results[0], "y")->quantities[QUANTITY_OPS] =
		quantity_known(10);
	result_add_phase(add_run(2, "x", QUANTITY_RATE, 50), "y")
		->quantities[QUANTITY_OPS] = quantity_known(20);
	compare(3);
	ck_assert_double_eq(cell_of("x", QUANTITY_RATE, 2)->percent, -50);
	ck_assert_double_eq(cell_of("y", QUANTITY_OPS, 2)->percent, 100);
	ck_assert_int_eq(cell_of("y", QUANTITY_OPS, 0)->word, COMPARE_MISSING);
	report_add_text(&text, &comparison, &style);
	ck_assert_ptr_nonnull(
		strstr(text.text, "x          B/s    B      200"));
}
END_TEST

static void
expect_narrow(const char *lines)
{
	for (const char *line = lines; *line;) {
		size_t length = strcspn(line, "\n"), width = 0;
		bool plain = true;

		/* One assertion a line: Check notes each that it passes. */
		for (size_t i = 0; i < length; i++) {
			width += ((unsigned char)line[i] & 0xc0) != 0x80;
			plain = plain && ((unsigned char)line[i] >= ' ' ||
					  line[i] == '\t');
		}
		ck_assert_msg(width <= REPORT_COLUMNS && plain, "%zu: %.*s",
			      width, (int)length, line);
		line += length + (line[length] == '\n');
	}
}

START_TEST(any_results_make_reports_of_80_columns_without_control_characters)
{
	struct report_style style = { .utf8 = _i % 2, .explain = _i % 7 == 0 };
	struct rng rng;

	rng_init(&rng, (uint64_t)_i);
	for (size_t side = 0; side < 3; side++)
		for (size_t i = 0; i < 3; i++) {
			struct result *run = result_set_add(&sets[side]);

			sample_fill(&rng, run);
			free(run->machine);
			run->machine = mem_strdup("\x1b[31mevil\n | box");
		}
	settings.pooled = _i % 3 == 0;
	settings.delta = _i % 5 == 0 ? 0.05 : 0;
	for (size_t sides = 1; sides <= 3; sides++) {
		compare(sides);
		if (!comparison.table_count)
			continue;
		strbuf_clear(&text);
		report_add_text(&text, &comparison, &style);
		expect_narrow(text.text);
		report_add_markdown(&text, &comparison, &style);
		ck_assert_ptr_null(strchr(text.text, '\x1b'));
		report_add_json(&text, &comparison, &style);
		report_add_long(&text, &comparison, &style);
	}
}
END_TEST

START_TEST(every_test_is_explained)
{
	const struct workload *row;

	for (size_t i = 0; (row = workload_at(i)) != NULL; i++)
		ck_assert_msg(compare_test_find(row->key).meaning != NULL,
			      "src/compare/tests.c has no row for '%s'",
			      row->key);
	report_add_explanation(&text, NULL);
	expect_narrow(text.text);
}
END_TEST

/* The words about `name` in the explanation; to be freed. */
static char *
explained(const char *name)
{
	struct strbuf start;
	const char *found, *end;
	char *words;

	strbuf_init(&start);
	strbuf_addf(&start, "\n  %s:", name);
	found = strstr(text.text, start.text);
	ck_assert_msg(found != NULL, "'%s' is not explained", name);
	found += start.length;
	for (end = strchr(found, '\n'); strncmp(end, "\n    ", 5) == 0;)
		end = strchr(end + 1, '\n');
	words = mem_alloc((size_t)(end - found) + 1, 1);
	memcpy(words, found, (size_t)(end - found));
	strbuf_release(&start);
	return words;
}

START_TEST(every_figure_has_a_unit_a_better_way_and_something_that_makes_it_lie)
{
	static const char *const better[] = { "more is better",
					      "less is better", "neither" };

	report_add_explanation(&text, NULL);
	for (int i = 0; i < QUANTITY_COUNT; i++) {
		char *words = explained(quantity_table[i].key);
		size_t sentences = 0;

		ck_assert(strstr(words, quantity_table[i].unit));
		ck_assert(strstr(words, better[0]) ||
			  strstr(words, better[1]) || strstr(words, better[2]));
		for (const char *at = words; (at = strchr(at, '.')); at++)
			sentences++;
		ck_assert_msg(sentences > 2, "what makes '%s' lie?",
			      quantity_table[i].key);
		free(words);
	}
}
END_TEST

/* ministat of two files with 1 2 3 4 and 20 30 40 50.5. */
START_TEST(pooled_is_said_as_ministat_says_it)
{
	static const double a[] = { 1, 2, 3, 4 }, b[] = { 20, 30, 40, 50.5 };
	struct stats set_a = stats_of(a, 4), set_b = stats_of(b, 4);

	ministat_add(&text, &set_a, &set_b, 0.95);
	ck_assert_str_eq(text.text, "Difference at 95.0% confidence\n"
				    "\t32.625 +/- 16.111\n"
				    "\t1305% +/- 644.441%\n"
				    "\t(Student's t, pooled s = 9.31117)\n");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("compare");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests,
		       a_new_driver_of_1999_writes_faster_and_rewrites_slower);
	tcase_add_test(
		tests,
		one_cpu_of_1999_is_a_third_less_busy_and_writes_as_fast_as_two);
	tcase_add_test(tests,
		       of_the_twelve_columns_of_1999_nine_and_ten_survive_holm);
	tcase_add_test(
		tests,
		a_difference_that_nobody_would_notice_is_proven_and_said_to_be_small);
	tcase_add_test(tests, within_the_margin_is_equivalent_proven_or_not);
	tcase_add_test(tests, one_run_against_one_proves_nothing);
	tcase_add_test(tests, a_cached_figure_is_not_compared_with_the_disks);
	tcase_add_test(tests, another_size_is_not_compared);
	tcase_add_test(tests, versions_that_measure_otherwise_are_not_compared);
	tcase_add_test(
		tests,
		tools_are_compared_where_they_measure_alike_and_that_is_said);
	tcase_add_test(
		tests,
		what_another_engine_read_is_not_compared_what_it_made_is);
	tcase_add_test(tests, versions_of_one_series_are_compared);
	tcase_add_test(tests, another_unit_is_not_compared);
	tcase_add_test(tests, pluses_are_a_bound_and_never_zero);
	tcase_add_test(tests, a_rank_test_that_disagrees_is_said);
	tcase_add_test(tests,
		       groups_are_paired_by_label_then_machine_then_order);
	tcase_add_test(tests, groups_of_one_depth_are_paired);
	tcase_add_test(tests,
		       tables_of_one_name_are_told_apart_by_how_it_was_done);
	tcase_add_test(tests, groups_of_a_single_file_are_the_sides);
	tcase_add_test(tests, a_single_group_has_nothing_to_be_compared_with);
	tcase_add_test(
		tests,
		of_many_sides_each_is_held_against_the_first_that_has_the_figure);
	tcase_add_loop_test(
		tests,
		any_results_make_reports_of_80_columns_without_control_characters,
		0, 60);
	tcase_add_test(tests, every_test_is_explained);
	tcase_add_test(
		tests,
		every_figure_has_a_unit_a_better_way_and_something_that_makes_it_lie);
	tcase_add_test(tests, pooled_is_said_as_ministat_says_it);
	return unit_run(tests);
}
