#include <check.h>
#include <errno.h>

#include "core/mem.h"
#include "core/rng.h"
#include "formats/scan.h"
#include "golden.h"
#include "unit.h"

static const struct format *folder_format;

static void
check_file(const char *path)
{
	struct strbuf text;
	struct result_set set;
	const struct format *detected;
	char *again;

	strbuf_init(&text);
	ck_assert_msg(golden_read(&text, path), "%s", path);
	detected = format_detect(text.text, text.length);
	ck_assert_msg(detected == folder_format, "%s taken for %s", path,
		      detected ? detected->name : "nothing");
	golden_parse(folder_format, path, text.text, &set);
	ck_assert_msg(set.count > 0, "%s: nothing read", path);
	if (folder_format->emit && !strstr(path, ".read.")) {
		again = golden_emit(folder_format, &set);
		ck_assert_msg(strcmp(again, text.text) == 0,
			      "%s is written back as\n%s", path, again);
		free(again);
	}
	result_set_release(&set);
	strbuf_release(&text);
}

START_TEST(every_example_is_detected_read_and_written_back_as_it_was)
{
	for (size_t i = 0; (folder_format = format_at(i)); i++)
		if (folder_format->parse)
			ck_assert_msg(golden_each(folder_format->name,
						  check_file) > 0,
				      "no file in tests/golden/%s",
				      folder_format->name);
}
END_TEST

/* A copy without a byte to spare, so that the sanitizer sees any step beyond
 * its end: cut somewhere, with a few bytes changed. */
static char *
damaged(const struct strbuf *text, struct rng *rng, size_t *length)
{
	static const char likely[] = ",+.:/\"\n0987654321-";
	char *copy;

	*length = rng_below(rng, 4) ? text->length
				    : rng_below(rng, text->length + 1);
	copy = mem_alloc(*length, 1);
	memcpy(copy, text->text, *length);
	for (uint64_t i = rng_below(rng, 8); i > 0 && *length > 0; i--)
		copy[rng_below(rng, *length)] =
			rng_below(rng, 2)
				? (char)rng_next(rng)
				: likely[rng_below(rng, sizeof likely - 1)];
	return copy;
}

static void
damage_file(const char *path)
{
	struct strbuf text;
	struct rng rng;

	strbuf_init(&text);
	ck_assert(golden_read(&text, path));
	rng_init(&rng, text.length);
	for (int i = 0; i < 40; i++) {
		struct result_set set;
		size_t length;
		char *copy = damaged(&text, &rng, &length);

		result_set_init(&set);
		/* By all readers: slow, and little of it is this one's. */
		if (i % 4 == 0)
			format_detect(copy, length);
		folder_format->parse(path, copy, length, &set, NULL);
		if (folder_format->emit)
			free(golden_emit(folder_format, &set));
		result_set_release(&set);
		free(copy);
	}
	strbuf_release(&text);
}

START_TEST(no_damage_to_an_example_crashes_a_reader)
{
	for (size_t i = 0; (folder_format = format_at(i)); i++)
		if (folder_format->parse)
			golden_each(folder_format->name, damage_file);
}
END_TEST

START_TEST(only_the_last_resort_claims_a_foreign_text_and_none_an_empty_one)
{
	static const char *const foreign[] = {
		"",
		"\n",
		"hello\n",
		"a,b,c\n1,2,3\n",
		"1,2,3,4,5,6,7,8,9,10,11,12,13,14\n",
		"{\"a\": 1}\n",
	};

	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		const struct format *format =
			format_detect(foreign[i], strlen(foreign[i]));
		const struct format *wanted = *foreign[i] ? &post_format : NULL;

		ck_assert_msg(format == wanted, "'%s' taken for %s", foreign[i],
			      format ? format->name : "nothing");
	}
}
END_TEST

START_TEST(every_format_has_a_name_of_its_own_and_a_summary)
{
	const struct format *format;

	for (size_t i = 0; (format = format_at(i)); i++) {
		ck_assert_ptr_eq(format_find(format->name), format);
		ck_assert_uint_gt(strlen(format->summary), 0);
		ck_assert(format->emit || format->parse);
		ck_assert((format->bid != NULL) == (format->parse != NULL));
	}
	ck_assert_ptr_null(format_find("bonnie+++"));
}
END_TEST

START_TEST(a_failed_write_is_noticed_by_every_format)
{
	static const char *const keys[] = { "write", "RR", "tio-read" };
	struct result_set set;
	const struct format *format;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		return;
	fclose(full);
	result_set_init(&set);
	struct result *result = result_set_add(&set);
	result->size_bytes = 1 << 30;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct quantity *quantities =
			result_add_phase(result, keys[i])->quantities;

		quantities[QUANTITY_RATE] = quantity_known(1e8);
		quantities[QUANTITY_WALL] = quantity_known(10);
	}
	for (size_t i = 0; (format = format_at(i)); i++) {
		if (!format->emit)
			continue;
		full = fopen("/dev/full", "w");
		errno = 0;
		ck_assert_msg(format->emit(&set, full) == -1, "%s",
			      format->name);
		ck_assert_int_eq(errno, ENOSPC);
		fclose(full);
	}
	result_set_release(&set);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("golden");

	tcase_add_test(
		tests,
		every_example_is_detected_read_and_written_back_as_it_was);
	tcase_add_test(
		tests,
		only_the_last_resort_claims_a_foreign_text_and_none_an_empty_one);
	tcase_add_test(tests, every_format_has_a_name_of_its_own_and_a_summary);
	tcase_add_test(tests, a_failed_write_is_noticed_by_every_format);
	tcase_add_test(tests, no_damage_to_an_example_crashes_a_reader);
	tcase_set_timeout(tests, 240);
	return unit_run(tests);
}
