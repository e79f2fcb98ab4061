#include <check.h>

#include "formats/json.h"
#include "formats/jsonread.h"
#include "golden.h"
#include "sample.h"
#include "unit.h"

static struct result_set set;
static struct error error;

static void
init(void)
{
	result_set_init(&set);
	error_clear(&error);
}

static void
release(void)
{
	result_set_release(&set);
}

static int
parse(const char *text)
{
	return json_parse_results("f.json", text, strlen(text), &set, &error);
}

START_TEST(what_is_written_is_read_back_and_written_the_same)
{
	struct rng rng;

	rng_init(&rng, 7);
	for (size_t runs = 0; runs < 40; runs++) {
		struct result_set made;
		char *first, *second;

		result_set_init(&made);
		for (size_t i = 0; i < runs % 4; i++)
			sample_fill(&rng, result_set_add(&made));
		first = golden_emit(format_find("json"), &made);
		ck_assert_msg(parse(first) == 0, "%s in\n%s", error.text,
			      first);
		ck_assert_uint_eq(set.count, made.count);
		second = golden_emit(format_find("json"), &set);
		ck_assert_str_eq(first, second);
		if (made.count)
			ck_assert_ptr_eq(format_detect(first, strlen(first)),
					 format_find("json"));
		free(first);
		free(second);
		result_set_release(&made);
		result_set_release(&set);
		result_set_init(&set);
	}
}
END_TEST

START_TEST(every_key_is_there_even_when_nothing_is_known)
{
	static const char *const keys[] = {
		"machine", "environment", "size_bytes", "chunk_bytes",
		"workers", "errors",      "phases",
	};
	static const char *const phase_keys[] = {
		"test",       "state",   "verdict", "findings",
		"quantities", "latency", "windows",
	};
	struct json_value value;
	struct json_problem problem;
	char *text;

	result_add_phase(result_set_add(&set), "write");
	text = golden_emit(format_find("json"), &set);
	ck_assert_uint_eq(json_read(text, strlen(text), &value, &problem),
			  strlen(text));
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		ck_assert_msg(json_member(&value, keys[i]) != NULL, "%s",
			      keys[i]);
	for (size_t i = 0; i < sizeof phase_keys / sizeof *phase_keys; i++)
		ck_assert_msg(
			json_member(&json_member(&value, "phases")->items[0],
				    phase_keys[i]) != NULL,
			"%s", phase_keys[i]);
	json_release(&value);
	free(text);
}
END_TEST

START_TEST(strings_that_are_no_utf8_and_numbers_that_are_none_stay_valid)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase = result_add_phase(result, "write");
	char *text;

	result->machine = mem_strdup("b\xe4r \xc0\x80 \xed\xa0\x80 \xf0\x9f");
	phase->quantities[QUANTITY_RATE] = quantity_known(NAN);
	phase->quantities[QUANTITY_CPU] = quantity_known(INFINITY);
	text = golden_emit(format_find("json"), &set);
	ck_assert_ptr_nonnull(strstr(text, "\"b\\ufffdr \\ufffd\\ufffd "));
	ck_assert_ptr_nonnull(strstr(text, "\"rate\": {\"value\": null"));
	ck_assert_ptr_nonnull(strstr(text, "\"cpu\": {\"value\": null"));
	result_set_release(&set);
	result_set_init(&set);
	ck_assert_int_eq(parse(text), 0);
	free(text);
}
END_TEST

START_TEST(broken_json_is_refused_with_its_line)
{
	static const char *const broken[] = {
		"{",
		"[",
		"[1,]",
		"[1 2]",
		"{\"a\"}",
		"{\"a\":}",
		"{a:1}",
		"{\"a\":1,}",
		"[01]",
		"[1.]",
		"[.5]",
		"[+1]",
		"[1e]",
		"[1e999]",
		"[nul]",
		"[\"\t\"]",
		"[\"\\x\"]",
		"[\"\\ud800\"]",
		"[\"\\udc00\"]",
		"[\"\\u12g4\"]",
		"[\"a]",
		"[] x",
		"//",
	};

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		error_clear(&error);
		ck_assert_msg(parse(broken[i]) == -1, "%s", broken[i]);
		ck_assert_ptr_nonnull(strstr(error.text, "'f.json' line 1"));
	}
	error_clear(&error);
	ck_assert_int_eq(parse("{\"phases\": [],\n\"size_bytes\": -1}"), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'size_bytes'"));
	error_clear(&error);
	ck_assert_int_eq(parse("[\n\n{}]"), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'phases'"));
}
END_TEST

START_TEST(nesting_has_a_limit)
{
	struct json_value value;
	struct json_problem problem;
	char text[3 * JSON_DEPTH_MAX];

	memset(text, '[', sizeof text);
	memset(text + JSON_DEPTH_MAX, ']', JSON_DEPTH_MAX);
	ck_assert_uint_eq(json_read(text, 2 * JSON_DEPTH_MAX, &value, &problem),
			  2 * JSON_DEPTH_MAX);
	json_release(&value);
	memset(text, '[', sizeof text);
	ck_assert_uint_eq(json_read(text, sizeof text, &value, &problem), 0);
	ck_assert_str_eq(problem.text, "nested too deep");
}
END_TEST

START_TEST(escapes_become_the_characters_that_they_stand_for)
{
	const char *text = "\"\\u00e4\\ud83d\\ude00\\n\\/\\u0000\"";
	struct json_value value;
	struct json_problem problem;

	ck_assert_uint_eq(json_read(text, strlen(text), &value, &problem),
			  strlen(text));
	ck_assert_str_eq(value.string,
			 "\xc3\xa4\xf0\x9f\x98\x80\n/\xef\xbf\xbd");
	json_release(&value);
}
END_TEST

START_TEST(no_byte_that_is_missing_or_changed_crashes_the_reader)
{
	struct result_set made;
	struct result *result;
	struct rng rng;
	char *text;
	size_t length;

	rng_init(&rng, 3);
	result_set_init(&made);
	/* Every kind of value is hit more often where there are few of each. */
	result = result_set_add(&made);
	sample_header(&rng, result);
	sample_phase(&rng, result_add_phase(result, "write"));
	sample_phase(&rng, result_add_phase(result, "seeks"));
	text = golden_emit(format_find("json"), &made);
	length = strlen(text);
	for (size_t i = 0; i < 3000; i++) {
		size_t at = rng_below(&rng, length);
		char kept = text[at];
		char *part = mem_alloc(at, 1);

		memcpy(part, text, at);
		json_parse_results("f", part, at, &set, NULL);
		free(part);
		text[at] = (char)rng_next(&rng);
		json_parse_results("f", text, length, &set, NULL);
		text[at] = kept;
		result_set_release(&set);
		result_set_init(&set);
	}
	free(text);
	result_set_release(&made);
}
END_TEST

/* A save file: two phases of a run, its line, one phase of another run. */
static void
make_save_file(struct strbuf *text)
{
	struct rng rng;
	struct result run;

	rng_init(&rng, 9);
	result_init(&run);
	run.machine = mem_strdup("m");
	run.environment.started = mem_strdup("2024-01-01T00:00:00+0000");
	sample_phase(&rng, result_add_phase(&run, "write"));
	json_add_phase_line(text, &run, &run.phases[0]);
	sample_phase(&rng, result_add_phase(&run, "read"));
	json_add_phase_line(text, &run, &run.phases[1]);
	json_add_run_line(text, &run);
	free(run.environment.started);
	run.environment.started = mem_strdup("2024-01-02T00:00:00+0000");
	json_add_phase_line(text, &run, &run.phases[0]);
	json_add_phase_line(text, &run, &run.phases[1]);
	result_release(&run);
}

START_TEST(phases_and_the_run_line_of_a_save_file_are_one_run)
{
	struct strbuf text;

	strbuf_init(&text);
	make_save_file(&text);
	ck_assert_msg(parse(text.text) == 0, "%s", error.text);
	ck_assert_uint_eq(set.count, 2);
	ck_assert_uint_eq(set.results[0].phase_count, 2);
	ck_assert_uint_eq(set.results[0].error_count, 0);
	ck_assert_uint_eq(set.results[0].line, 1);
	ck_assert_uint_eq(set.results[1].line, 4);
	strbuf_release(&text);
}
END_TEST

START_TEST(a_run_without_its_line_is_made_of_its_phases_and_says_so)
{
	struct strbuf text;

	strbuf_init(&text);
	make_save_file(&text);
	ck_assert_int_eq(parse(text.text), 0);
	ck_assert_uint_eq(set.results[1].phase_count, 2);
	ck_assert_str_eq(set.results[1].phases[0].key, "write");
	ck_assert_str_eq(set.results[1].phases[1].key, "read");
	ck_assert_uint_eq(set.results[1].error_count, 1);
	strbuf_release(&text);
}
END_TEST

START_TEST(a_torn_line_costs_that_line_and_no_other)
{
	struct strbuf text;
	size_t last;

	strbuf_init(&text);
	make_save_file(&text);
	last = text.length - 1;
	while (text.text[last - 1] != '\n')
		last--;
	for (size_t length = last + 1; length < text.length - 1; length += 7) {
		ck_assert_msg(json_parse_results("f", text.text, length, &set,
						 &error) == 0,
			      "%zu: %s", length, error.text);
		ck_assert_uint_eq(set.count, 2);
		ck_assert_uint_eq(set.results[0].phase_count, 2);
		ck_assert_uint_eq(set.results[1].phase_count, 1);
		result_set_release(&set);
		result_set_init(&set);
	}
	strbuf_release(&text);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("json");

	tcase_add_checked_fixture(tests, init, release);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests,
		       what_is_written_is_read_back_and_written_the_same);
	tcase_add_test(tests, every_key_is_there_even_when_nothing_is_known);
	tcase_add_test(
		tests,
		strings_that_are_no_utf8_and_numbers_that_are_none_stay_valid);
	tcase_add_test(tests, broken_json_is_refused_with_its_line);
	tcase_add_test(tests, nesting_has_a_limit);
	tcase_add_test(tests,
		       escapes_become_the_characters_that_they_stand_for);
	tcase_add_test(tests,
		       no_byte_that_is_missing_or_changed_crashes_the_reader);
	tcase_add_test(tests,
		       phases_and_the_run_line_of_a_save_file_are_one_run);
	tcase_add_test(
		tests,
		a_run_without_its_line_is_made_of_its_phases_and_says_so);
	tcase_add_test(tests, a_torn_line_costs_that_line_and_no_other);
	return unit_run(tests);
}
