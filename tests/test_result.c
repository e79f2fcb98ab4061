#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "results/quantity.h"
#include "results/result.h"
#include "unit.h"

static struct result result;

static void
set_up(void)
{
	result_init(&result);
}

static void
tear_down(void)
{
	result_release(&result);
}

START_TEST(each_row_of_the_quantity_table_stands_at_its_id)
{
	for (size_t i = 0; i < QUANTITY_COUNT; i++)
		ck_assert_uint_eq(quantity_table[i].id, i);
}
END_TEST

START_TEST(each_quantity_has_a_key_of_its_own_a_unit_and_a_sentence)
{
	for (size_t i = 0; i < QUANTITY_COUNT; i++) {
		const struct quantity_info *info = &quantity_table[i];

		ck_assert_ptr_eq(quantity_find(info->key), info);
		ck_assert_uint_gt(strlen(info->unit), 0);
		ck_assert_int_eq(info->summary[strlen(info->summary) - 1], '.');
	}
}
END_TEST

START_TEST(an_unknown_quantity_is_not_found)
{
	ck_assert_ptr_null(quantity_find("speed"));
	ck_assert_ptr_null(quantity_find(""));
}
END_TEST

START_TEST(a_known_quantity_has_its_value)
{
	struct quantity quantity = quantity_known(2.5);

	ck_assert_int_eq(quantity.state, QUANTITY_KNOWN);
	ck_assert_double_eq(quantity.value, 2.5);
}
END_TEST

START_TEST(each_verdict_has_a_name_of_its_own)
{
	for (size_t i = 0; i < VERDICT_COUNT; i++)
		for (size_t j = 0; j < i; j++)
			ck_assert_str_ne(verdict_names[i], verdict_names[j]);
}
END_TEST

START_TEST(phases_keep_the_order_in_which_they_were_added)
{
	char key[16];

	for (int i = 0; i < 100; i++) {
		snprintf(key, sizeof key, "phase-%d", i);
		ck_assert_str_eq(result_add_phase(&result, key)->key, key);
	}
	ck_assert_uint_eq(result.phase_count, 100);
	ck_assert_str_eq(result.phases[0].key, "phase-0");
	ck_assert_ptr_eq(result_find_phase(&result, "phase-99"),
			 &result.phases[99]);
	ck_assert_ptr_null(result_find_phase(&result, "phase-100"));
}
END_TEST

START_TEST(a_new_phase_has_nothing_but_its_key)
{
	struct phase_result *phase = result_add_phase(&result, "write");

	ck_assert_int_eq(phase->state, PHASE_COMPLETE);
	ck_assert_int_eq(phase->verdict, VERDICT_NONE);
	ck_assert_ptr_null(phase->findings);
	for (size_t i = 0; i < QUANTITY_COUNT; i++)
		ck_assert_int_eq(phase->quantities[i].state, QUANTITY_ABSENT);
}
END_TEST

START_TEST(a_quantity_of_a_phase_that_was_broken_off_has_failed)
{
	struct phase_result *phase = result_add_phase(&result, "write");

	phase->quantities[QUANTITY_RATE] = quantity_known(1e6);
	ck_assert_int_eq(result_quantity(&result, "write", QUANTITY_RATE).state,
			 QUANTITY_KNOWN);
	phase->state = PHASE_INCOMPLETE;
	ck_assert_int_eq(result_quantity(&result, "write", QUANTITY_RATE).state,
			 QUANTITY_FAILED);
	phase->state = PHASE_FAILED;
	ck_assert_int_eq(result_quantity(&result, "write", QUANTITY_RATE).state,
			 QUANTITY_FAILED);
	ck_assert_int_eq(result_quantity(&result, "write", QUANTITY_OPS).state,
			 QUANTITY_ABSENT);
}
END_TEST

START_TEST(a_quantity_of_a_phase_that_did_not_run_is_absent)
{
	struct phase_result *phase = result_add_phase(&result, "write");

	phase->quantities[QUANTITY_RATE] = quantity_known(1e6);
	ck_assert_double_eq(
		result_quantity(&result, "write", QUANTITY_RATE).value, 1e6);
	ck_assert_int_eq(result_quantity(&result, "write", QUANTITY_OPS).state,
			 QUANTITY_ABSENT);
	ck_assert_int_eq(result_quantity(&result, "read", QUANTITY_RATE).state,
			 QUANTITY_ABSENT);
}
END_TEST

START_TEST(a_finding_is_copied_with_its_texts)
{
	char code[] = "cache-hits", text[] = "38 % came from the cache";
	struct finding finding = { .code = code,
				   .text = text,
				   .value = 0.38,
				   .limit = NAN,
				   .verdict = VERDICT_CACHED };
	struct phase_result *phase = result_add_phase(&result, "read");

	phase_add_finding(phase, &finding);
	code[0] = text[0] = 'X';
	ck_assert_uint_eq(phase->finding_count, 1);
	ck_assert_str_eq(phase->findings[0].code, "cache-hits");
	ck_assert_str_eq(phase->findings[0].text, "38 % came from the cache");
	ck_assert_ptr_null(phase->findings[0].ruler);
	ck_assert_double_eq(phase->findings[0].value, 0.38);
	ck_assert(isnan(phase->findings[0].limit));
}
END_TEST

START_TEST(the_worst_finding_decides_the_verdict_in_any_order)
{
	struct finding finding = { .verdict = VERDICT_PARTLY };
	struct phase_result *phase = result_add_phase(&result, "read");

	phase_add_finding(phase, &finding);
	ck_assert_int_eq(phase->verdict, VERDICT_PARTLY);
	finding.verdict = VERDICT_OK;
	phase_add_finding(phase, &finding);
	ck_assert_int_eq(phase->verdict, VERDICT_PARTLY);
	finding.verdict = VERDICT_INVALID;
	phase_add_finding(phase, &finding);
	ck_assert_int_eq(phase->verdict, VERDICT_INVALID);
	ck_assert_uint_eq(phase->finding_count, 3);
}
END_TEST

START_TEST(errors_and_devices_are_copied_in_order)
{
	char text[] = "first";

	result_add_error(&result, text);
	text[0] = 'X';
	result_add_error(&result, "second");
	result_add_device(&result, "md0");
	result_add_device(&result, "sda");
	ck_assert_uint_eq(result.error_count, 2);
	ck_assert_str_eq(result.errors[0], "first");
	ck_assert_str_eq(result.errors[1], "second");
	ck_assert_uint_eq(result.environment.device_count, 2);
	ck_assert_str_eq(result.environment.devices[1], "sda");
}
END_TEST

/* The address sanitizer tells of what was forgotten or freed twice. */
START_TEST(releasing_frees_every_part_and_leaves_an_empty_result)
{
	struct environment *environment = &result.environment;
	struct phase_result *phase = result_add_phase(&result, "write");
	struct finding finding = { .code = phase->key,
				   .ruler = phase->key,
				   .text = phase->key };

	phase_add_finding(phase, &finding);
	phase->bars = mem_alloc(3, sizeof *phase->bars);
	phase->windows = mem_alloc(3, sizeof *phase->windows);
	result.source = mem_strdup("a");
	result.tool = mem_strdup("b");
	result.tool_version = mem_strdup("c");
	result.machine = mem_strdup("d");
	result.label = mem_strdup("e");
	result.seed = mem_strdup("f");
	environment->kernel = mem_strdup("g");
	environment->file_system = mem_strdup("h");
	environment->mount_options = mem_strdup("i");
	environment->command = mem_strdup("j");
	environment->started = mem_strdup("k");
	result_add_error(&result, "l");
	result_add_device(&result, "m");
	result_release(&result);
	ck_assert_uint_eq(result.phase_count, 0);
	ck_assert_ptr_null(result.tool);
	ck_assert_ptr_null(result.environment.devices);
}
END_TEST

START_TEST(a_set_holds_many_results_and_releases_them_all)
{
	struct result_set set;

	result_set_init(&set);
	for (int i = 0; i < 10; i++) {
		struct result *one = result_set_add(&set);

		ck_assert_uint_eq(one->phase_count, 0);
		one->machine = mem_strdup("host");
		result_add_phase(one, "write");
	}
	ck_assert_uint_eq(set.count, 10);
	ck_assert_str_eq(set.results[0].machine, "host");
	result_set_release(&set);
	ck_assert_uint_eq(set.count, 0);
	result_set_release(&set);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("result");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, each_row_of_the_quantity_table_stands_at_its_id);
	tcase_add_test(
		tests,
		each_quantity_has_a_key_of_its_own_a_unit_and_a_sentence);
	tcase_add_test(tests, an_unknown_quantity_is_not_found);
	tcase_add_test(tests, a_known_quantity_has_its_value);
	tcase_add_test(tests, each_verdict_has_a_name_of_its_own);
	tcase_add_test(tests, phases_keep_the_order_in_which_they_were_added);
	tcase_add_test(tests, a_new_phase_has_nothing_but_its_key);
	tcase_add_test(tests, a_quantity_of_a_phase_that_did_not_run_is_absent);
	tcase_add_test(tests,
		       a_quantity_of_a_phase_that_was_broken_off_has_failed);
	tcase_add_test(tests, a_finding_is_copied_with_its_texts);
	tcase_add_test(tests,
		       the_worst_finding_decides_the_verdict_in_any_order);
	tcase_add_test(tests, errors_and_devices_are_copied_in_order);
	tcase_add_test(tests,
		       releasing_frees_every_part_and_leaves_an_empty_result);
	tcase_add_test(tests, a_set_holds_many_results_and_releases_them_all);
	return unit_run(tests);
}
