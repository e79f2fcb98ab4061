#include <check.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/probe_text.h"
#include "results/result.h"
#include "unit.h"

enum { ZONES = 20 };

START_TEST(a_row_of_zones_is_as_fast_as_reading_through_them)
{
	struct result result;
	struct strbuf text;
	struct phase_result *phase;

	result_init(&result);
	strbuf_init(&text);
	phase = result_add_phase(&result, "zones");
	phase->state = PHASE_COMPLETE;
	phase->windows = mem_alloc(ZONES, sizeof *phase->windows);
	phase->window_count = ZONES;
	for (size_t i = 0; i < ZONES; i++)
		phase->windows[i] = i % 2 ? 300e6 : 100e6;
	probe_text_add(&text, &result, CHART_ASCII);
	ck_assert_ptr_nonnull(strstr(text.text, "  0- 10 %    150 MB/s"));
	ck_assert_ptr_nonnull(strstr(text.text, " 90-100 %    150 MB/s"));
	strbuf_release(&text);
	result_release(&result);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("probe_text");

	tcase_add_test(tests,
		       a_row_of_zones_is_as_fast_as_reading_through_them);
	return unit_run(tests);
}
