#include <check.h>
#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "formats/listing.h"
#include "results/result.h"
#include "unit.h"

static struct result result;
static struct strbuf text;

static void
init(void)
{
	result_init(&result);
	strbuf_init(&text);
}

static void
release(void)
{
	result_release(&result);
	strbuf_release(&text);
}

static struct quantity *
add(const char *key, double value)
{
	struct phase_result *phase = result_add_phase(&result, key);

	for (size_t i = 0; i < QUANTITY_COUNT; i++)
		phase->quantities[i] = quantity_known(value);
	phase->latency.known = true;
	phase->latency.max_s = value;
	return phase->quantities;
}

START_TEST(no_line_is_wider_than_79_columns)
{
	add("tree-delete", 123456789);
	add("tree-copy", 9e15);
	add("command", 9e15);
	listing_add(&text, &result);
	for (char *line = text.text; *line; line = strchr(line, '\n') + 1)
		ck_assert_msg(strcspn(line, "\n") <= 79, "%s", line);
	ck_assert_ptr_nonnull(strstr(text.text, ",\n  "));
}
END_TEST

START_TEST(what_was_skipped_is_told_within_79_columns)
{
	char code[] = "tree-skipped", ruler[] = "count";
	char skipped[] =
		"12 device nodes, sockets or pipes were skipped, 10000000 "
		"entries may not be read, 1 files changed meanwhile";
	struct finding finding = { .code = code,
				   .ruler = ruler,
				   .text = skipped };

	add("tree-copy", 1);
	phase_add_finding(&result.phases[0], &finding);
	listing_add(&text, &result);
	ck_assert_ptr_nonnull(
		strstr(text.text,
		       "\n  12 device nodes, sockets or pipes were skipped,\n"
		       "  10000000 entries may not be read, 1 files changed "
		       "meanwhile\n"));
}
END_TEST

START_TEST(a_line_that_fits_is_not_broken)
{
	add("tree-stat", 1)[QUANTITY_RATE].state = QUANTITY_ABSENT;
	result.phases[0].latency.known = false;
	for (size_t i = QUANTITY_PEAK_MEMORY; i < QUANTITY_COUNT; i++)
		result.phases[0].quantities[i].state = QUANTITY_ABSENT;
	listing_add(&text, &result);
	ck_assert_str_eq(text.text, "tree-stat:\n"
				    "1.00s real 1.00s user 1.00s system\n"
				    "  1 files, 1 files/s\n");
}
END_TEST

START_TEST(a_peak_that_is_not_known_is_a_bound)
{
	char code[] = "peak-memory", words[] = "none had more", ruler[] = "x";
	struct finding finding = { .code = code,
				   .value = NAN,
				   .limit = 6 << 20,
				   .ruler = ruler,
				   .text = words,
				   .verdict = VERDICT_OK };

	add("command", 1)[QUANTITY_PEAK_MEMORY].state = QUANTITY_ABSENT;
	phase_add_finding(&result.phases[0], &finding);
	listing_add(&text, &result);
	ck_assert_ptr_nonnull(strstr(text.text, "at most 6 MiB of memory"));
}
END_TEST

START_TEST(times_of_several_rounds_say_so)
{
	char code[] = "rounds", words[] = "the mean", ruler[] = "count";
	struct finding finding = { .code = code,
				   .value = 7,
				   .limit = NAN,
				   .ruler = ruler,
				   .text = words,
				   .verdict = VERDICT_OK };

	add("tree-stat", 1);
	phase_add_finding(&result.phases[0], &finding);
	listing_add(&text, &result);
	ck_assert_ptr_nonnull(strstr(text.text, ", mean of 7 rounds,"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("listing");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests, no_line_is_wider_than_79_columns);
	tcase_add_test(tests, what_was_skipped_is_told_within_79_columns);
	tcase_add_test(tests, a_line_that_fits_is_not_broken);
	tcase_add_test(tests, times_of_several_rounds_say_so);
	tcase_add_test(tests, a_peak_that_is_not_known_is_a_bound);
	return unit_run(tests);
}
