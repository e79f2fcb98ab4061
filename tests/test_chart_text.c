#include "formats/chart_text.h"

#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/utf8.h"
#include "unit.h"

static struct strbuf text;

static void
start(void)
{
	strbuf_init(&text);
}

static void
end(void)
{
	strbuf_release(&text);
}

static const char *
bar(double value, double max, enum chart_charset charset)
{
	strbuf_clear(&text);
	chart_add_bar(&text, &(struct chart_bar){ value, max, 8 }, charset);
	return text.text;
}

static const char *
spark(const double *values, size_t count, enum chart_charset charset)
{
	strbuf_clear(&text);
	chart_add_spark(&text, &(struct chart_spark){ values, count, 4 },
			charset);
	return text.text;
}

static size_t
columns(const char *line)
{
	size_t count = 0;

	for (; *line; line += utf8_length(line)) {
		ck_assert_uint_gt(utf8_length(line), 0);
		count++;
	}
	return count;
}

START_TEST(a_bar_fills_its_share_of_the_width)
{
	ck_assert_str_eq(bar(5, 10, CHART_ASCII), "####    ");
	ck_assert_str_eq(bar(10, 10, CHART_ASCII), "########");
	ck_assert_str_eq(bar(10, 16, CHART_UTF8), "█████   ");
	ck_assert_str_eq(bar(9, 16, CHART_UTF8), "████▌   ");
}
END_TEST

START_TEST(a_bar_is_never_wider_than_asked_for)
{
	static const double values[] = { -1, 0, 1e-9, 3.3, 9.99, 10, 1e300 };

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		ck_assert_uint_eq(columns(bar(values[i], 10, CHART_ASCII)), 8);
		ck_assert_uint_eq(columns(bar(values[i], 10, CHART_UTF8)), 8);
	}
	ck_assert_uint_eq(columns(bar(NAN, 10, CHART_UTF8)), 8);
	ck_assert_uint_eq(columns(bar(1, 0, CHART_UTF8)), 8);
	ck_assert_uint_eq(columns(bar(INFINITY, INFINITY, CHART_UTF8)), 8);
}
END_TEST

START_TEST(a_small_value_is_not_drawn_as_nothing)
{
	ck_assert_str_eq(bar(1, 1e9, CHART_ASCII), "#       ");
	ck_assert_str_eq(bar(1, 1e9, CHART_UTF8), "▏       ");
	ck_assert_str_eq(bar(0, 1e9, CHART_UTF8), "        ");
}
END_TEST

START_TEST(a_spark_line_has_one_column_a_value_from_low_to_high)
{
	static const double values[] = { 0, 4, 8 };

	ck_assert_str_eq(spark(values, 3, CHART_UTF8), "▁▅█");
	ck_assert_str_eq(spark(values, 3, CHART_ASCII), "_=#");
	ck_assert_str_eq(spark(values, 0, CHART_ASCII), "");
}
END_TEST

START_TEST(a_spark_line_averages_what_has_no_column_of_its_own)
{
	static const double values[] = { 8, 8, 0, 8, 8, 8, 0, 0 };

	ck_assert_str_eq(spark(values, 8, CHART_ASCII), "#=#_");
}
END_TEST

START_TEST(a_spark_line_leaves_what_is_not_known_blank)
{
	static const double values[] = { 8, NAN, 8 };
	static const double zeros[] = { 0, 0 };

	ck_assert_str_eq(spark(values, 3, CHART_ASCII), "# #");
	ck_assert_str_eq(spark(zeros, 2, CHART_ASCII), "__");
}
END_TEST

START_TEST(the_first_variable_that_is_set_names_the_charset)
{
	ck_assert_int_eq(chart_charset_of(NULL, NULL, "en_US.UTF-8"),
			 CHART_UTF8);
	ck_assert_int_eq(chart_charset_of("", "de_DE.utf8@euro", "C"),
			 CHART_UTF8);
	ck_assert_int_eq(chart_charset_of("C", NULL, "en_US.UTF-8"),
			 CHART_ASCII);
	ck_assert_int_eq(chart_charset_of(NULL, NULL, NULL), CHART_ASCII);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("chart_text");

	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, a_bar_fills_its_share_of_the_width);
	tcase_add_test(tests, a_bar_is_never_wider_than_asked_for);
	tcase_add_test(tests, a_small_value_is_not_drawn_as_nothing);
	tcase_add_test(tests,
		       a_spark_line_has_one_column_a_value_from_low_to_high);
	tcase_add_test(tests,
		       a_spark_line_averages_what_has_no_column_of_its_own);
	tcase_add_test(tests, a_spark_line_leaves_what_is_not_known_blank);
	tcase_add_test(tests, the_first_variable_that_is_set_names_the_charset);
	return unit_run(tests);
}
