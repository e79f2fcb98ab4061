#include "formats/html_page.h"

#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "formats/axis.h"
#include "formats/figures.h"
#include "formats/html_section.h"
#include "golden.h"
#include "results/measure.h"
#include "unit.h"

static struct strbuf text;
static struct result_set set;

static void
start(void)
{
	strbuf_init(&text);
	result_set_init(&set);
}

static void
end(void)
{
	strbuf_release(&text);
	result_set_release(&set);
}

static struct phase_result *
add_run(const char *machine, uint64_t chunk_bytes, double rate)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase = result_add_phase(result, "write");

	result->machine = mem_strdup(machine);
	result->chunk_bytes = chunk_bytes;
	phase->quantities[QUANTITY_RATE] = quantity_known(rate);
	return phase;
}

static void
add_windows(struct phase_result *phase, double first, double second)
{
	phase->window_count = 20;
	phase->windows = mem_alloc(20, sizeof *phase->windows);
	for (size_t i = 0; i < 20; i++)
		phase->windows[i] = i < 10 ? first : second;
}

static char *
page(void)
{
	return golden_emit(&html_format, &set);
}

static size_t
count(const char *where, const char *what)
{
	size_t found = 0;

	while ((where = strstr(where, what))) {
		where += strlen(what);
		found++;
	}
	return found;
}

START_TEST(a_text_cannot_become_markup)
{
	html_add_text(&text, "<b> & \"q\" 'q'");
	ck_assert_str_eq(text.text, "&#60;b&#62; &#38; &#34;q&#34; "
				    "&#39;q&#39;");
}
END_TEST

START_TEST(what_cannot_stand_in_a_page_is_replaced)
{
	html_add_text(&text, "a\x01z \xff \xc2\x85 \xef\xbf\xbf \xc3\xa4\t");
	ck_assert_str_eq(text.text, "a\xef\xbf\xbdz \xef\xbf\xbd \xef\xbf\xbd "
				    "\xef\xbf\xbd \xc3\xa4\t");
}
END_TEST

START_TEST(a_hostile_name_stays_a_name)
{
	struct phase_result *phase;
	char *html;

	phase = add_run("<script>alert(1)</script>", 8192, 1e8);
	free(phase->key);
	phase->key = mem_strdup("\"><img src=x>");
	result_add_error(&set.results[0], "</ul><script>");
	html = page();
	ck_assert_ptr_null(strstr(html, "<script"));
	ck_assert_ptr_null(strstr(html, "<img"));
	free(html);
}
END_TEST

START_TEST(every_verdict_is_a_word_not_only_a_colour)
{
	for (enum verdict v = VERDICT_OK; v < VERDICT_COUNT; v++) {
		strbuf_clear(&text);
		html_add_verdict(&text, v);
		ck_assert_msg(strstr(text.text, verdict_names[v]) != NULL, "%s",
			      verdict_names[v]);
	}
}
END_TEST

START_TEST(a_mean_and_its_interval_share_one_unit)
{
	figures_add_interval(&text, QUANTITY_RATE, 1.5e9, 12e6);
	ck_assert_str_eq(text.text, "1.50 ± 0.01 GB/s");
	strbuf_clear(&text);
	figures_add_interval(&text, QUANTITY_OPS, 33872, 2722);
	ck_assert_str_eq(text.text, "33872 ± 2722 /s");
	strbuf_clear(&text);
	figures_add_interval(&text, QUANTITY_WALL, 0.002, 0.1);
	ck_assert_str_eq(text.text, "2.00 ± 100 ms");
}
END_TEST

START_TEST(runs_of_one_configuration_are_one_group)
{
	struct html_group *groups;
	size_t groups_found;

	add_run("a", 8192, 1e8);
	add_run("b", 8192, 1e8);
	add_run("a", 8192, 2e8);
	add_run("a", 4096, 2e8);
	groups = html_groups_new(&set, &groups_found);
	ck_assert_uint_eq(groups_found, 3);
	ck_assert_uint_eq(groups[0].set.count, 2);
	ck_assert_uint_eq(groups[1].set.count, 1);
	html_groups_free(groups, groups_found);
}
END_TEST

START_TEST(several_runs_have_an_interval_and_one_run_has_none)
{
	char *html;

	add_run("a", 8192, 1e8);
	html = page();
	ck_assert_uint_eq(count(html, "class=\"interval\""), 0);
	free(html);
	add_run("a", 8192, 1.02e8);
	add_run("a", 8192, 1.01e8);
	html = page();
	ck_assert_uint_eq(count(html, "class=\"interval\""), 3);
	ck_assert_uint_eq(count(html, "class=\"run\""), 3);
	ck_assert_ptr_nonnull(strstr(html, "101 ± 2.48 MB/s"));
	free(html);
}
END_TEST

START_TEST(two_regimes_are_marked_where_they_were_found)
{
	struct phase_result *phase = add_run("a", 8192, 1e8);
	char *html;

	add_windows(phase, 1.5e8, 0.5e8);
	html = page();
	ck_assert_uint_eq(count(html, "class=\"regime\""), 0);
	free(html);
	phase_add_finding(phase, &(struct finding){
					 .code = (char[]){ "two-regimes" },
					 .text = (char[]){ "fast, slow" },
					 .verdict = VERDICT_UNSTEADY,
				 });
	html = page();
	ck_assert_uint_eq(count(html, "class=\"regime\" x=\"50.00%\""), 1);
	ck_assert_uint_eq(count(html, "class=\"level\""), 2);
	free(html);
}
END_TEST

START_TEST(results_that_differ_in_one_setting_make_a_curve)
{
	char *html;

	for (uint64_t i = 0; i < 3; i++)
		add_run("a", UINT64_C(4096) << i, 1e8 * (double)(i + 1));
	html = page();
	ck_assert_ptr_nonnull(strstr(html, "Chunk from 4 KiB to 16 KiB"));
	free(html);
	add_run("b", 65536, 1e8);
	html = page();
	ck_assert_ptr_null(strstr(html, "Chunk from"));
	free(html);
}
END_TEST

START_TEST(a_sweep_of_our_own_makes_a_curve_whatever_its_points_are_called)
{
	static const char *const labels[] = { "depth=1", "depth=4",
					      "depth=16" };
	char *written;

	for (size_t i = 0; i < 3; i++) {
		add_run("box", 0, 1e6 * (double)(i + 1));
		set.results[i].label = mem_strdup(labels[i]);
		set.results[i].depth = UINT64_C(1) << (2 * i);
	}
	written = page();
	ck_assert_ptr_nonnull(strstr(written, "Requests at once from 1 to 16"));
	ck_assert_uint_eq(count(written, "class=\"dot s0\""), 3);
	free(written);
	free(set.results[2].label);
	set.results[2].label = mem_strdup("something else");
	written = page();
	ck_assert_ptr_null(strstr(written, "at once from"));
	free(written);
}
END_TEST

START_TEST(a_test_that_a_run_repeats_is_shown_as_often)
{
	struct phase_result *again;
	char *written;

	add_run("box", 0, 1e6);
	again = result_add_phase(&set.results[0], "write");
	again->quantities[QUANTITY_RATE] = quantity_known(3e6);
	written = page();
	ck_assert_ptr_nonnull(strstr(written, "2.00 ± 12.7 MB/s"));
	free(written);
}
END_TEST

START_TEST(a_page_without_results_is_a_page)
{
	char *html = page();

	ck_assert_ptr_nonnull(strstr(html, "no results"));
	ck_assert_ptr_nonnull(strstr(html, "</html>"));
	free(html);
}
END_TEST

START_TEST(windows_last_as_long_as_their_work_took)
{
	struct phase_result *phase = add_run("a", 8192, 1e8);

	add_windows(phase, 2e8, 2e8);
	ck_assert(phase_windows_s(phase) == 0);
	phase->quantities[QUANTITY_WALL] = quantity_known(10);
	ck_assert_double_eq_tol(phase_windows_s(phase), 5, 1e-9);
}
END_TEST

START_TEST(axes_hold_their_values_and_have_few_round_ticks)
{
	static const double highs[] = { 1e-9, 0.3, 1, 7, 99.9, 1234, 1e12 };
	struct axis axis;

	for (size_t i = 0; i < sizeof highs / sizeof *highs; i++) {
		axis_linear(&axis, highs[i], 3);
		ck_assert(axis.high >= highs[i] * (1 - 1e-9));
		ck_assert_uint_ge(axis.tick_count, 2);
		ck_assert_uint_le(axis.tick_count, 4);
		axis_log(&axis, highs[i] / 1e5, highs[i]);
		ck_assert(axis.low <= highs[i] / 1e5 * (1 + 1e-9));
		ck_assert(axis.high >= highs[i] * (1 - 1e-9));
		ck_assert_uint_le(axis.tick_count, 6);
	}
}
END_TEST

START_TEST(an_axis_places_every_number_between_its_ends)
{
	static const double values[] = { -1, 0, 1e-300, 5, 10, 1e300 };
	struct axis axis;

	axis_linear(&axis, 0, 5);
	ck_assert(axis.high > 0);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		axis_linear(&axis, 10, 5);
		ck_assert(axis_share(&axis, values[i]) >= 0);
		ck_assert(axis_share(&axis, values[i]) <= 1);
		axis_log(&axis, 0, 10);
		ck_assert(axis_share(&axis, values[i]) >= 0);
		ck_assert(axis_share(&axis, values[i]) <= 1);
	}
	ck_assert(axis_share(&axis, NAN) == 0);
}
END_TEST

static const struct format *folder_format;

static void
show_file(const char *path)
{
	struct result_set read;
	char *html;

	strbuf_clear(&text);
	ck_assert(golden_read(&text, path));
	golden_parse(folder_format, path, text.text, &read);
	html = golden_emit(&html_format, &read);
	ck_assert_msg(strstr(html, "</html>") != NULL, "%s", path);
	ck_assert_msg(!strstr(html, "nan%") && !strstr(html, "inf%"), "%s",
		      path);
	free(html);
	result_set_release(&read);
}

START_TEST(whatever_can_be_read_can_be_shown)
{
	for (size_t i = 0; (folder_format = format_at(i)); i++)
		if (folder_format->parse)
			golden_each(folder_format->name, show_file);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("html");

	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, a_text_cannot_become_markup);
	tcase_add_test(tests, what_cannot_stand_in_a_page_is_replaced);
	tcase_add_test(tests, a_hostile_name_stays_a_name);
	tcase_add_test(tests, every_verdict_is_a_word_not_only_a_colour);
	tcase_add_test(tests, a_mean_and_its_interval_share_one_unit);
	tcase_add_test(tests, runs_of_one_configuration_are_one_group);
	tcase_add_test(tests,
		       several_runs_have_an_interval_and_one_run_has_none);
	tcase_add_test(tests, two_regimes_are_marked_where_they_were_found);
	tcase_add_test(tests, results_that_differ_in_one_setting_make_a_curve);
	tcase_add_test(
		tests,
		a_sweep_of_our_own_makes_a_curve_whatever_its_points_are_called);
	tcase_add_test(tests, a_test_that_a_run_repeats_is_shown_as_often);
	tcase_add_test(tests, a_page_without_results_is_a_page);
	tcase_add_test(tests, windows_last_as_long_as_their_work_took);
	tcase_add_test(tests, axes_hold_their_values_and_have_few_round_ticks);
	tcase_add_test(tests, an_axis_places_every_number_between_its_ends);
	tcase_add_test(tests, whatever_can_be_read_can_be_shown);
	return unit_run(tests);
}
