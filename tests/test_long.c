#include <check.h>

#include "core/mem.h"
#include "golden.h"
#include "sample.h"
#include "unit.h"

#define HEADING                                                              \
	"source,line,run,machine,label,size_bytes,chunk_bytes,workers,test," \
	"quantity,unit,state,value\n"

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
	return format_find("long")->parse("f.csv", text, strlen(text), &set,
					  &error);
}

START_TEST(what_is_written_is_read_back_and_written_the_same)
{
	struct result_set made;
	struct rng rng;
	char *first, *second;

	rng_init(&rng, 11);
	result_set_init(&made);
	for (size_t i = 0; i < 30; i++) {
		struct result *result = result_set_add(&made);

		sample_fill(&rng, result);
		result->source = mem_strdup(i < 10 ? "a, \"b\".txt" : "c\nd");
		result->line = i + 1;
	}
	first = golden_emit(format_find("long"), &made);
	ck_assert_msg(parse(first) == 0, "%s", error.text);
	ck_assert_uint_eq(set.count, made.count);
	second = golden_emit(format_find("long"), &set);
	ck_assert_str_eq(first, second);
	free(first);
	free(second);
	result_set_release(&made);
}
END_TEST

/* The label that a result with this one and this depth is read back with. */
static const char *
label_after(const char *label, uint64_t depth)
{
	struct result_set made;
	struct result *result;
	char *text;

	result_set_init(&made);
	result = result_set_add(&made);
	result->label = label ? mem_strdup(label) : NULL;
	result->depth = depth;
	result_add_phase(result, "RR")->quantities[QUANTITY_OPS] =
		quantity_known(1);
	text = golden_emit(format_find("long"), &made);
	result_set_release(&set);
	result_set_init(&set);
	ck_assert_msg(parse(text) == 0, "%s", error.text);
	result_set_release(&made);
	free(text);
	return set.results[0].label;
}

START_TEST(the_depth_stands_in_the_label)
{
	ck_assert_str_eq(label_after("box", 4), "box");
	ck_assert_uint_eq(set.results[0].depth, 4);
	ck_assert_str_eq(label_after("depth=16", 16), "depth=16");
	ck_assert_uint_eq(set.results[0].depth, 16);
	ck_assert_str_eq(label_after(NULL, 2), "depth=2");
	ck_assert_uint_eq(set.results[0].depth, 2);
	ck_assert_str_eq(label_after("a depth=x", 0), "a depth=x");
	ck_assert_uint_eq(set.results[0].depth, 0);
	ck_assert_str_eq(label_after("a depth=1", 0), "a depth=1");
	ck_assert_ptr_null(label_after(NULL, 1));
}
END_TEST

START_TEST(a_quantity_is_one_row_and_an_absent_one_is_none)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase = result_add_phase(result, "write");
	char *text;

	result->source = mem_strdup("p.txt");
	result->line = 7;
	result->machine = mem_strdup("m,\"1\"");
	result->size_bytes = 1024;
	phase->quantities[QUANTITY_RATE] = quantity_known(0.1);
	phase->quantities[QUANTITY_CPU].state = QUANTITY_TOO_FAST;
	phase->quantities[QUANTITY_WALL].state = QUANTITY_FAILED;
	text = golden_emit(format_find("long"), &set);
	ck_assert_str_eq(
		text, HEADING
		"p.txt,7,1,\"m,\"\"1\"\"\",,1024,,,write,rate,bytes/s,known,"
		"0.1\n"
		"p.txt,7,1,\"m,\"\"1\"\"\",,1024,,,write,cpu,percent,too-fast,"
		"\n"
		"p.txt,7,1,\"m,\"\"1\"\"\",,1024,,,write,wall,s,failed,\n");
	free(text);
}
END_TEST

START_TEST(runs_are_counted_within_their_source)
{
	static const char *const sources[] = { "a", "a", "b", "a" };
	char *text;

	for (size_t i = 0; i < 4; i++) {
		struct result *result = result_set_add(&set);

		result->source = mem_strdup(sources[i]);
		result_add_phase(result, "seeks")->quantities[QUANTITY_OPS] =
			quantity_known(1);
	}
	text = golden_emit(format_find("long"), &set);
	ck_assert_str_eq(text, HEADING "a,,1,,,,,,seeks,ops,1/s,known,1\n"
				       "a,,2,,,,,,seeks,ops,1/s,known,1\n"
				       "b,,1,,,,,,seeks,ops,1/s,known,1\n"
				       "a,,3,,,,,,seeks,ops,1/s,known,1\n");
	free(text);
}
END_TEST

START_TEST(quotes_and_line_ends_are_read_as_rfc_4180_has_them)
{
	ck_assert_int_eq(parse(HEADING
			       "\"a\"\"\r\nb\",3,1,\",\",,,,,seeks,ops,1/s,"
			       "known,1.5\r\n\r\n"),
			 0);
	ck_assert_str_eq(set.results[0].source, "a\"\r\nb");
	ck_assert_str_eq(set.results[0].machine, ",");
	ck_assert(
		result_quantity(&set.results[0], "seeks", QUANTITY_OPS).value ==
		1.5);
}
END_TEST

START_TEST(a_broken_row_is_refused_with_its_line)
{
	static const char *const rows[] = {
		"a,1,1",
		"a,1,1,,,,,,seeks,ops,1/s,known,1,2",
		"a,x,1,,,,,,seeks,ops,1/s,known,1",
		"a,1,0,,,,,,seeks,ops,1/s,known,1",
		"a,1,1,,,-5,,,seeks,ops,1/s,known,1",
		"a,1,1,,,,,,seeks,bogus,1/s,known,1",
		"a,1,1,,,,,,seeks,ops,percent,known,1",
		"a,1,1,,,,,,seeks,ops,1/s,good,1",
		"a,1,1,,,,,,seeks,ops,1/s,known,",
		"a,1,1,,,,,,seeks,ops,1/s,known,nan",
		"a,1,1,,,,,,seeks,ops,1/s,known,0x10",
		"a,1,1,,,,,,,ops,1/s,known,1",
		"\"a,1,1,,,,,,seeks,ops,1/s,known,1",
		"\"a\"b,1,1,,,,,,seeks,ops,1/s,known,1",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct strbuf text;

		strbuf_init(&text);
		strbuf_addf(&text, "%s\n%s\n", HEADING, rows[i]);
		error_clear(&error);
		ck_assert_msg(parse(text.text) == -1, "%s", rows[i]);
		ck_assert_msg(strstr(error.text, "'f.csv' line 3") != NULL,
			      "%s", error.text);
		strbuf_release(&text);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("long");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests,
		       what_is_written_is_read_back_and_written_the_same);
	tcase_add_test(tests, the_depth_stands_in_the_label);
	tcase_add_test(tests, a_quantity_is_one_row_and_an_absent_one_is_none);
	tcase_add_test(tests, runs_are_counted_within_their_source);
	tcase_add_test(tests,
		       quotes_and_line_ends_are_read_as_rfc_4180_has_them);
	tcase_add_test(tests, a_broken_row_is_refused_with_its_line);
	return unit_run(tests);
}
