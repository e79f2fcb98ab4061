#include <check.h>

#include "formats/scan.h"
#include "golden.h"
#include "unit.h"

/* Each tests/posts/NAME.txt is a post, NAME.runs beside it what is in it: a
 * line a run, then a line a figure. */

static void
dump_phase(struct strbuf *text, const struct phase_result *phase)
{
	for (int id = 0; id < QUANTITY_COUNT; id++) {
		const struct quantity *quantity = &phase->quantities[id];
		const char *key = quantity_table[id].key;

		if (quantity->state == QUANTITY_KNOWN)
			strbuf_addf(text, "  %s %s %.9g\n", phase->key, key,
				    quantity->value);
		else if (quantity->state == QUANTITY_TOO_FAST)
			strbuf_addf(text, "  %s %s too-fast\n", phase->key,
				    key);
	}
}

static void
dump(struct strbuf *text, const struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct result *result = &set->results[i];

		strbuf_addf(text, "line %zu: %s %s", result->line, result->tool,
			    result->tool_version ? result->tool_version : "-");
		strbuf_addf(text, ", machine '%s', label '%s'",
			    result->machine ? result->machine : "",
			    result->label ? result->label : "");
		strbuf_addf(text, ", size %llu, chunk %llu, workers %llu\n",
			    (unsigned long long)result->size_bytes,
			    (unsigned long long)result->chunk_bytes,
			    (unsigned long long)result->workers);
		for (size_t p = 0; p < result->phase_count; p++)
			dump_phase(text, &result->phases[p]);
	}
}

static int posts;

static void
check_post(const char *path)
{
	struct strbuf text, wanted, got, runs_path;
	struct result_set set;
	size_t stem = strlen(path) - strlen(".txt");

	if (strcmp(path + stem, ".txt") != 0)
		return;
	strbuf_init(&text);
	strbuf_init(&wanted);
	strbuf_init(&got);
	strbuf_init(&runs_path);
	ck_assert(golden_read(&text, path));
	strbuf_add_bytes(&runs_path, path, stem);
	strbuf_add(&runs_path, ".runs");
	ck_assert_msg(golden_read(&wanted, runs_path.text), "no %s",
		      runs_path.text);
	result_set_init(&set);
	scan_text("post", text.text, text.length, &set);
	dump(&got, &set);
	ck_assert_msg(!strcmp(got.text, wanted.text), "%s is read as\n%s", path,
		      got.text);
	posts++;
	result_set_release(&set);
	strbuf_release(&text);
	strbuf_release(&wanted);
	strbuf_release(&got);
	strbuf_release(&runs_path);
}

START_TEST(every_post_is_read_right_and_nothing_is_invented)
{
	golden_each("../posts", check_post);
	ck_assert_int_gt(posts, 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("posts");

	tcase_add_test(tests, every_post_is_read_right_and_nothing_is_invented);
	return unit_run(tests);
}
