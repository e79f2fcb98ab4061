#include <check.h>

#include "golden.h"
#include "sample.h"
#include "unit.h"

static struct result_set set;

static void
init(void)
{
	result_set_init(&set);
}

static void
release(void)
{
	result_set_release(&set);
}

static char *
emit(void)
{
	return golden_emit(format_find("markdown"), &set);
}

START_TEST(no_name_breaks_a_table_or_becomes_markup)
{
	struct result *result = result_set_add(&set);
	char *text;

	result->machine = mem_strdup("a|b *c*\n<script>\x1b[31m");
	result_add_phase(result, "x|y")->quantities[QUANTITY_OPS] =
		quantity_known(12);
	text = emit();
	ck_assert_str_eq(text,
			 "### a\\|b \\*c\\* \\<script\\> \\[31m\n\n\n"
			 "| Test | Figure | CPU | Latency | Max | Verdict |\n"
			 "|---|--:|--:|--:|--:|---|\n"
			 "| x\\|y | 12.0 /s |  |  |  |  |\n");
	free(text);
}
END_TEST

START_TEST(pluses_and_failures_are_not_figures)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase = result_add_phase(result, "read");
	char *text;

	phase->quantities[QUANTITY_RATE].state = QUANTITY_TOO_FAST;
	phase = result_add_phase(result, "write");
	phase->quantities[QUANTITY_RATE].state = QUANTITY_FAILED;
	phase->state = PHASE_FAILED;
	text = emit();
	ck_assert_ptr_nonnull(strstr(text, "| read | +++++ |"));
	ck_assert_ptr_nonnull(
		strstr(text, "| write | failed |  |  |  | failed |\n"));
	free(text);
}
END_TEST

START_TEST(every_row_of_a_table_has_six_cells)
{
	struct rng rng;
	char *text;

	rng_init(&rng, 3);
	for (size_t i = 0; i < 30; i++)
		sample_fill(&rng, result_set_add(&set));
	text = emit();
	for (char *line = text; *line; line = strchr(line, '\n') + 1) {
		size_t cells = 0;

		if (*line != '|')
			continue;
		for (char *at = line; *at != '\n'; at++)
			cells += *at == '|' && (at == line || at[-1] != '\\');
		ck_assert_uint_eq(cells, 7);
	}
	free(text);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("markdown");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests, no_name_breaks_a_table_or_becomes_markup);
	tcase_add_test(tests, pluses_and_failures_are_not_figures);
	tcase_add_test(tests, every_row_of_a_table_has_six_cells);
	return unit_run(tests);
}
