#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/honest.h"
#include "results/worth.h"
#include "unit.h"

static struct result_set set;
static struct strbuf text;

static void
start(void)
{
	result_set_init(&set);
	strbuf_init(&text);
}

static void
end(void)
{
	result_set_release(&set);
	strbuf_release(&text);
}

static struct phase_result *
add(struct result *result, const char *key, enum quantity_id id, double value)
{
	struct phase_result *phase = result_add_phase(result, key);

	phase->quantities[id] = quantity_known(value);
	return phase;
}

static void
find(struct phase_result *phase, enum verdict verdict, const char *code_text,
     const char *words, const char *ruler_text)
{
	char code[64], said[256], ruler[64];
	struct finding finding = { .code = code,
				   .value = NAN,
				   .limit = NAN,
				   .ruler = ruler,
				   .text = said,
				   .verdict = verdict };

	snprintf(code, sizeof code, "%.63s", code_text);
	snprintf(said, sizeof said, "%.255s", words);
	snprintf(ruler, sizeof ruler, "%.63s", ruler_text);
	phase_add_finding(phase, &finding);
}

static void
add_ok_run(double rate)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	phase = add(result, "write", QUANTITY_RATE, rate);
	find(phase, VERDICT_OK, "flush", "flushed", "diskstats");
	find(phase, VERDICT_OK, "steady", "steady", "SNIA 20/10");
	phase = add(result, "read", QUANTITY_RATE, 2 * rate);
	find(phase, VERDICT_OK, "cold-start", "cold", "cachestat");
	find(phase, VERDICT_OK, "cache-hits", "0%", "read_bytes");
}

static const char *
lines(void)
{
	strbuf_clear(&text);
	honest_add(&text, set.results, set.count);
	return text.text;
}

static void
no_line_is_longer_than_79_columns(void)
{
	const char *line = text.text;

	while (*line) {
		size_t length = strcspn(line, "\n");

		ck_assert_msg(length <= 79, "%zu columns: %.*s", length,
			      (int)length, line);
		ck_assert_msg(line[length] == '\n', "no end: %s", line);
		line += length + 1;
	}
}

START_TEST(nothing_is_said_of_figures_that_nobody_judged)
{
	add(result_set_add(&set), "read", QUANTITY_RATE, 1e8);
	ck_assert_str_eq(lines(), "");
	result_set_release(&set);
	result_set_add(&set);
	ck_assert_str_eq(lines(), "");
	honest_add(&text, NULL, 0);
	ck_assert_str_eq(text.text, "");
}
END_TEST

START_TEST(good_figures_take_one_line_and_what_it_rests_on)
{
	add_ok_run(1e8);
	ck_assert_str_eq(
		lines(),
		"honest: all 2 figures measure the disk (cold verified, fsync "
		"flushed, steady)\n"
		" checks: read accounting verified; cold start by cachestat; "
		"fsync flushes seen\n");
	no_line_is_longer_than_79_columns();
}
END_TEST

START_TEST(what_one_figure_lacks_is_not_said_of_all)
{
	struct phase_result *phases;

	add_ok_run(1e8);
	phases = set.results[0].phases;
	find(&phases[1], VERDICT_UNSTEADY, "steady", "not steady", "SNIA");
	phases[1].verdict = VERDICT_UNSTEADY;
	ck_assert_ptr_nonnull(
		strstr(lines(), "the disk (cold verified, fsync flushed)\n"));
	find(add(&set.results[0], "rewrite", QUANTITY_RATE, 1e8), VERDICT_OK,
	     "cache-hits", "0%", "read_bytes");
	ck_assert_ptr_nonnull(strstr(lines(), "the disk (fsync flushed)\n"));
	find(add(&set.results[0], "putc", QUANTITY_RATE, 1e8), VERDICT_OK,
	     "stable-storage", "stable", "diskstats");
	ck_assert_ptr_nonnull(strstr(lines(), "4 figures measure the disk\n"));
	result_set_release(&set);
	add_ok_run(1e8);
	find(&set.results[0].phases[1], VERDICT_OK, "steady-hidden",
	     "the flush", "clock");
	ck_assert_ptr_nonnull(
		strstr(lines(), "the disk (cold verified, fsync flushed)\n"));
}
END_TEST

static void
remark(struct phase_result *phase, const char *code_text, double value,
       const char *words)
{
	find(phase, VERDICT_OK, code_text, words, "");
	phase->findings[phase->finding_count - 1].value = value;
	phase->findings[phase->finding_count - 1].limit = 0.85;
}

START_TEST(what_is_beyond_its_limit_and_no_fault_is_said_once)
{
	add_ok_run(1e8);
	for (size_t i = 0; i < 2; i++) {
		remark(&set.results[0].phases[i], "fill-level", 0.92,
		       "the file system was 92% full");
		remark(&set.results[0].phases[i], "zeros", 0.5, "zeros");
	}
	ck_assert_str_eq(
		lines(),
		"honest: all 2 figures measure the disk (cold verified, fsync "
		"flushed, steady)\n"
		" place: the file system was 92% full\n"
		" checks: read accounting verified; cold start by cachestat; "
		"fsync flushes seen\n");
}
END_TEST

/* The `try:` line of a figure with this one finding. */
static const char *
hint(const char *key, const char *code)
{
	const char *line;

	result_set_release(&set);
	find(add(result_set_add(&set), key, QUANTITY_OPS, 1e3), VERDICT_LIMITED,
	     code, "words", "");
	line = strstr(lines(), " try: ");
	return line ? line : "";
}

START_TEST(what_is_to_be_tried_fits_the_test)
{
	ck_assert_str_eq(hint("write", "short"), " try: a larger -s\n");
	ck_assert_str_eq(hint("seq-create", "short"), " try: a larger -n\n");
	ck_assert_str_eq(hint("RR", "short"), " try: a larger --count\n");
	ck_assert_ptr_nonnull(strstr(hint("putc", "cpu-bound"), "-f"));
	ck_assert_str_eq(hint("seq-create", "cpu-bound"), "");
}
END_TEST

START_TEST(the_worst_figure_comes_first_with_its_reason)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	phase = add(result, "write", QUANTITY_RATE, 872e6);
	find(phase, VERDICT_PARTLY, "flush",
	     "fsync did not flush the drive's cache", "diskstats");
	phase = add(result, "rewrite", QUANTITY_RATE, 221e6);
	find(phase, VERDICT_OK, "flush", "flushed", "diskstats");
	phase = add(result, "read", QUANTITY_RATE, 5627e6);
	find(phase, VERDICT_CACHED, "cache-hits",
	     "100% served from page cache -> not a disk figure", "read_bytes");
	phase = add(result, "seeks", QUANTITY_OPS, 18198.7);
	find(phase, VERDICT_CACHED, "cache-hits",
	     "69% from cache; disk-only about 6100/s", "ru_inblock");
	phase = add(result, "getc", QUANTITY_RATE, 3e7);
	find(phase, VERDICT_UNCHECKED, "cache-hits",
	     "cache hits unknown: no counter", "");
	ck_assert_str_eq(
		lines(),
		"honest: 2 of 5 figures measure the disk; 2 do not; 1 "
		"unchecked\n"
		" Block in   5.63 GB/s  cached    100% served from page "
		"cache\n"
		" Seeks       18199 /s  cached    69% from cache; disk-only "
		"about 6100/s\n"
		" Block out   872 MB/s  partly    fsync did not flush the "
		"drive's cache\n"
		" Char in    30.0 MB/s  unchecked cache hits unknown: no "
		"counter\n"
		" checks: fsync flushes seen\n"
		" try: a larger -s; -D\n");
}
END_TEST

START_TEST(direct_io_is_not_proven_while_one_figure_speaks_against_it)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	find(add(result, "read", QUANTITY_RATE, 1e8), VERDICT_OK, "direct",
	     "O_DIRECT left nothing in the page cache", "");
	ck_assert_ptr_nonnull(strstr(lines(), "O_DIRECT proven"));
	phase = add(result, "write", QUANTITY_RATE, 1e8);
	find(phase, VERDICT_PARTLY, "direct",
	     "O_DIRECT went through the page cache", "cachestat");
	ck_assert_ptr_null(strstr(lines(), "O_DIRECT proven"));
}
END_TEST

START_TEST(a_neighbour_does_not_make_what_nobody_checked_the_disks)
{
	struct phase_result *phase =
		add(result_set_add(&set), "read", QUANTITY_RATE, 1e8);

	find(phase, VERDICT_UNCHECKED, "cache-hits",
	     "cache hits unknown: no counter", "");
	find(phase, VERDICT_SHARED, "run-delay",
	     "waited 20% of the time for a CPU", "schedstat");
	ck_assert_ptr_nonnull(strstr(lines(), "0 of 1 figure"));
	ck_assert_ptr_nonnull(strstr(lines(), "1 unchecked"));
}
END_TEST

START_TEST(a_test_that_was_broken_off_gives_no_figure_to_judge)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	phase = add(result, "write", QUANTITY_RATE, 1e8);
	find(phase, VERDICT_OK, "flush", "flushed", "diskstats");
	phase = add(result, "read", QUANTITY_RATE, 1e8);
	find(phase, VERDICT_OK, "flush", "flushed", "diskstats");
	phase->state = PHASE_INCOMPLETE;
	ck_assert_ptr_nonnull(strstr(lines(), "1 figure measures"));
}
END_TEST

START_TEST(figures_of_one_fate_share_a_line)
{
	static const char *const keys[] = { "seq-create", "seq-stat",
					    "seq-delete", "ran-create",
					    "ran-stat",   "ran-delete" };
	struct result *result = result_set_add(&set);

	for (size_t i = 0; i < 6; i++)
		find(add(result, keys[i], QUANTITY_OPS, 20000), VERDICT_CACHED,
		     "files-in-memory",
		     "done in memory: the device saw none of it", "diskstats");
	ck_assert_str_eq(
		lines(),
		"honest: 0 of 6 figures measure the disk; 6 do not\n"
		" Seq create and 5 more  cached    done in memory: the device "
		"saw none of it\n"
		" try: -b, so that each file reaches the disk\n");
}
END_TEST

START_TEST(long_names_and_texts_never_pass_column_79)
{
	struct result *result = result_set_add(&set);
	char name[200], words[200];

	memset(name, 'n', sizeof name);
	memset(words, 'w', sizeof words);
	for (size_t i = 0; i < 40; i++) {
		struct phase_result *phase;

		snprintf(name + 150, 20, "%zu", i);
		words[i + 20] = i % 3 ? ' ' : 'x';
		words[198] = '\0';
		snprintf(words, 12, "code%zu", i);
		phase = add(result, name, i % 2 ? QUANTITY_OPS : QUANTITY_RATE,
			    1e300);
		memset(words, 'v', 12);
		find(phase, (enum verdict)(VERDICT_OK + i % 10), name + 140,
		     words, name);
	}
	lines();
	no_line_is_longer_than_79_columns();
	ck_assert_ptr_nonnull(strstr(text.text, "\n and "));
}
END_TEST

START_TEST(several_runs_say_their_spread_and_how_many_more_are_needed)
{
	add_ok_run(100e6);
	add_ok_run(102e6);
	add_ok_run(98e6);
	lines();
	no_line_is_longer_than_79_columns();
	ck_assert_ptr_nonnull(strstr(text.text, "honest: all 2 figures"));
	ck_assert_ptr_nonnull(strstr(text.text, " try: 7 runs for +/-2%\n"));
}
END_TEST

START_TEST(runs_that_differ_too_much_prove_nothing)
{
	add_ok_run(100e6);
	add_ok_run(150e6);
	lines();
	ck_assert_ptr_nonnull(strstr(text.text, " unproven  +/-"));
	no_line_is_longer_than_79_columns();
}
END_TEST

START_TEST(the_worst_run_gives_the_verdict)
{
	add_ok_run(100e6);
	add_ok_run(101e6);
	find(&set.results[1].phases[1], VERDICT_SHARED, "foreign-traffic",
	     "30% of the disk's traffic was not ours", "diskstats");
	ck_assert_ptr_nonnull(strstr(lines(), " Block in    201 MB/s  shared"));
}
END_TEST

/* A run of one point, with a random write of this verdict and an honest read. */
static void
add_point(const char *label_text, enum verdict verdict, double rate)
{
	struct result *result = result_set_add(&set);

	result->label = mem_strdup(label_text);
	find(add(result, "tio-rwrite", QUANTITY_RATE, rate), verdict, "pages",
	     "O_DIRECT went through the page cache (seen in 50 of 55 looks)",
	     "cachestat");
	find(add(result, "tio-read", QUANTITY_RATE, rate), VERDICT_OK,
	     "cold-start", "cold", "cachestat");
}

START_TEST(each_point_of_a_sweep_has_figures_of_its_own)
{
	add_point("chunk=4k", VERDICT_OK, 1e7);
	add_point("chunk=64k", VERDICT_PARTLY, 2e7);
	add_point("chunk=16384k-and-more", VERDICT_CACHED, 3e7);
	ck_assert_str_eq(lines(),
			 "honest: 5 of 6 figures measure the disk; 1 does not\n"
			 " tio-rwrite chunk=16384k-a  30.0 MB/s  cached    "
			 "O_DIRECT went through the page\n"
			 " tio-rwrite chunk=64k       20.0 MB/s  partly    "
			 "O_DIRECT went through the page\n"
			 " checks: cold start by cachestat\n");
	no_line_is_longer_than_79_columns();
}
END_TEST

START_TEST(points_of_one_fate_share_a_line)
{
	add_point("chunk=4k", VERDICT_PARTLY, 1e7);
	add_point("chunk=64k", VERDICT_PARTLY, 2e7);
	add_point("chunk=1m", VERDICT_PARTLY, 3e7);
	ck_assert_str_eq(lines(),
			 "honest: all 6 figures measure the disk (cold "
			 "verified)\n"
			 " tio-rwrite chunk=4k and 2 more   partly    "
			 "O_DIRECT went through the page\n"
			 " checks: cold start by cachestat\n");
}
END_TEST

/* Two points, run in turns. */
START_TEST(runs_of_a_point_belong_together)
{
	for (size_t i = 0; i < 3; i++) {
		add_point("threads=1", VERDICT_OK, 1e7);
		add_point("threads=2", VERDICT_OK, 2e7);
	}
	ck_assert_str_eq(lines(),
			 "honest: all 4 figures measure the disk (cold "
			 "verified)\n"
			 " checks: cold start by cachestat; 3 runs, CV "
			 "0.0%\n");
}
END_TEST

START_TEST(of_many_points_that_differ_a_few_lines_are_left)
{
	char label[32], code[32];

	for (size_t i = 0; i < 20; i++) {
		snprintf(label, sizeof label, "depth=%zu", i);
		snprintf(code, sizeof code, "code%zu", i);
		add_point(label, VERDICT_OK, 1e7);
		find(&set.results[i].phases[1], VERDICT_SHARED, code, "words",
		     "");
	}
	lines();
	ck_assert_ptr_nonnull(strstr(text.text, "\n and 14 more\n"));
	no_line_is_longer_than_79_columns();
}
END_TEST

START_TEST(a_figure_that_was_withheld_shows_as_plusses)
{
	struct result *result = result_set_add(&set);

	find(add(result, "read", QUANTITY_RATE, 1e9), VERDICT_CACHED,
	     "cache-hits", "100%", "read_bytes");
	find(add(result, "write", QUANTITY_RATE, 1e9), VERDICT_PARTLY, "flush",
	     "no flush", "");
	ck_assert_uint_eq(result_count_other(result), 1);
	phase_withhold(&result->phases[0]);
	phase_withhold(&result->phases[1]);
	ck_assert_int_eq(result_quantity(result, "read", QUANTITY_RATE).state,
			 QUANTITY_TOO_FAST);
	ck_assert_int_eq(result_quantity(result, "write", QUANTITY_RATE).state,
			 QUANTITY_KNOWN);
	ck_assert_ptr_nonnull(strstr(lines(), "+++++  cached"));
}
END_TEST

START_TEST(the_cpu_time_of_kernel_threads_is_said_where_it_is_most)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	phase = add(result, "write", QUANTITY_RATE, 1e8);
	find(phase, VERDICT_OK, "cpu-kernel", "", "process times");
	phase->findings[0].value = 0.28;
	phase = add(result, "read", QUANTITY_RATE, 1e8);
	find(phase, VERDICT_OK, "cpu-kernel", "", "process times");
	phase->findings[0].value = 0.04;
	ck_assert_str_eq(lines(),
			 "honest: all 2 figures measure the disk\n"
			 " cpu: the machine's kernel threads: up to 28% of "
			 "one CPU (Block out)\n");
	phase->findings[0].value = 1e300;
	lines();
	no_line_is_longer_than_79_columns();
	result->phases[0].findings[0].value = 0.05;
	phase->findings[0].value = 0.05;
	ck_assert_ptr_null(strstr(lines(), "kernel threads"));
}
END_TEST

START_TEST(every_verdict_is_worth_something)
{
	ck_assert_int_eq(verdict_worth(VERDICT_NONE), WORTH_UNKNOWN);
	ck_assert_int_eq(verdict_worth(VERDICT_OK), WORTH_DISK);
	ck_assert_int_eq(verdict_worth(VERDICT_UNCHECKED), WORTH_UNCHECKED);
	ck_assert_int_eq(verdict_worth(VERDICT_LIMITED), WORTH_OTHER);
	ck_assert_int_eq(verdict_worth(VERDICT_CACHED), WORTH_OTHER);
	ck_assert_int_eq(verdict_worth(VERDICT_INVALID), WORTH_OTHER);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("honest");

	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, nothing_is_said_of_figures_that_nobody_judged);
	tcase_add_test(tests, good_figures_take_one_line_and_what_it_rests_on);
	tcase_add_test(tests, what_one_figure_lacks_is_not_said_of_all);
	tcase_add_test(tests,
		       what_is_beyond_its_limit_and_no_fault_is_said_once);
	tcase_add_test(tests, what_is_to_be_tried_fits_the_test);
	tcase_add_test(tests, the_worst_figure_comes_first_with_its_reason);
	tcase_add_test(
		tests,
		direct_io_is_not_proven_while_one_figure_speaks_against_it);
	tcase_add_test(tests,
		       a_neighbour_does_not_make_what_nobody_checked_the_disks);
	tcase_add_test(tests,
		       a_test_that_was_broken_off_gives_no_figure_to_judge);
	tcase_add_test(tests, figures_of_one_fate_share_a_line);
	tcase_add_test(tests, long_names_and_texts_never_pass_column_79);
	tcase_add_test(
		tests,
		several_runs_say_their_spread_and_how_many_more_are_needed);
	tcase_add_test(tests, runs_that_differ_too_much_prove_nothing);
	tcase_add_test(tests, the_worst_run_gives_the_verdict);
	tcase_add_test(tests, each_point_of_a_sweep_has_figures_of_its_own);
	tcase_add_test(tests, points_of_one_fate_share_a_line);
	tcase_add_test(tests, runs_of_a_point_belong_together);
	tcase_add_test(tests, of_many_points_that_differ_a_few_lines_are_left);
	tcase_add_test(tests, a_figure_that_was_withheld_shows_as_plusses);
	tcase_add_test(tests,
		       the_cpu_time_of_kernel_threads_is_said_where_it_is_most);
	tcase_add_test(tests, every_verdict_is_worth_something);
	return unit_run(tests);
}
