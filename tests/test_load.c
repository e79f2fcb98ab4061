#include <check.h>
#include <errno.h>
#include <unistd.h>

#include "cli/load.h"
#include "golden.h"
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

/* Loads a file with this content. */
static int
load(const char *content)
{
	char path[] = "/tmp/diskbench-load.XXXXXX";
	int fd = mkstemp(path);
	FILE *file = fdopen(fd, "w");
	int status;

	ck_assert_ptr_nonnull(file);
	fputs(content, file);
	fclose(file);
	status = load_results(path, &set, &error);
	unlink(path);
	return status;
}

static void
load_golden(const char *path)
{
	size_t before = set.count;

	error_clear(&error);
	ck_assert_msg(load_results(path, &set, &error) == 0, "%s", error.text);
	for (size_t i = before; i < set.count; i++)
		ck_assert_ptr_nonnull(set.results[i].source);
}

START_TEST(every_example_is_loaded_whatever_its_format)
{
	for (size_t i = 0; format_at(i); i++)
		golden_each(format_at(i)->name, load_golden);
	ck_assert_uint_gt(set.count, 50);
}
END_TEST

START_TEST(a_file_without_results_is_a_failure_that_names_it)
{
	static const char *const empty[] = { "", "hello\n", "[]\n", "{}\n",
					     "name,file_size,putc\n" };

	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
		error_clear(&error);
		ck_assert_msg(load(empty[i]) == -1, "%s", empty[i]);
		ck_assert_int_eq(error.kind, ERROR_RUN);
		ck_assert_ptr_nonnull(strstr(error.text, "/tmp/diskbench-"));
	}
}
END_TEST

START_TEST(a_missing_file_and_a_directory_are_failures)
{
	ck_assert_int_eq(load_results("/nonexistent", &set, &error), -1);
	ck_assert_int_eq(error.errno_code, ENOENT);
	error_clear(&error);
	ck_assert_int_eq(load_results("/", &set, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'/'"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("load");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests, every_example_is_loaded_whatever_its_format);
	tcase_add_test(tests,
		       a_file_without_results_is_a_failure_that_names_it);
	tcase_add_test(tests, a_missing_file_and_a_directory_are_failures);
	return unit_run(tests);
}
