#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/mem.h"
#include "core/meter.h"
#include "rig.h"
#include "unit.h"
#include "workloads/file_name.h"

enum { MANY = 20000 };

static struct rig rig;

static void
set_up(void)
{
	rig_init(&rig);
}

static void
tear_down(void)
{
	rig_release(&rig);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

START_TEST(no_two_names_of_a_set_are_the_same)
{
	struct file_set set = { .count = MANY, .directories = 1, .seed = 9 };
	char(*names)[FILE_NAME_BYTES] = mem_alloc(MANY, sizeof *names);

	for (uint64_t i = 0; i < MANY; i++)
		file_path(&set, _i, i, names[i]);
	qsort(names, MANY, sizeof *names, compare_names);
	for (size_t i = 1; i < MANY; i++)
		ck_assert_str_ne(names[i - 1], names[i]);
	free(names);
}
END_TEST

START_TEST(a_name_is_ten_digits_and_up_to_twelve_characters)
{
	struct file_set set = { .count = MANY, .directories = 1, .seed = 9 };
	unsigned lengths[FILE_NAME_RANDOM + 1] = { 0 };
	char path[FILE_NAME_BYTES], digits[FILE_NAME_DIGITS + 1];

	for (uint64_t i = 0; i < MANY; i++) {
		size_t length;

		file_path(&set, _i, i, path);
		length = strlen(path);
		ck_assert_uint_ge(length, FILE_NAME_DIGITS);
		ck_assert_uint_le(length, FILE_NAME_DIGITS + FILE_NAME_RANDOM);
		ck_assert_uint_eq(strspn(path, "abcdefghijklmnopqrstuvwxyz"
					       "0123456789"
					       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
				  length);
		snprintf(digits, sizeof digits, "%010x", (unsigned)i);
		ck_assert_mem_eq(_i ? path + length - FILE_NAME_DIGITS : path,
				 digits, FILE_NAME_DIGITS);
		lengths[length - FILE_NAME_DIGITS]++;
	}
	for (int i = 0; i <= FILE_NAME_RANDOM; i++) {
		ck_assert_uint_gt(lengths[i], MANY / 13 * 8 / 10);
		ck_assert_uint_lt(lengths[i], MANY / 13 * 12 / 10);
	}
}
END_TEST

START_TEST(files_are_dealt_out_evenly_and_in_order)
{
	struct file_set set = { .count = 103, .directories = 10, .seed = 1 };
	char path[FILE_NAME_BYTES], name[FILE_NAME_BYTES];
	unsigned held[10] = { 0 };
	size_t directory = 0;

	for (uint64_t i = 0; i < set.count; i++) {
		file_path(&set, false, i, path);
		ck_assert_int_eq(path[5], '/');
		path[5] = '\0';
		file_directory(directory, name);
		if (strcmp(path, name) != 0)
			file_directory(++directory, name);
		ck_assert_str_eq(path, name);
		ck_assert_uint_lt(directory, 10);
		held[directory]++;
	}
	for (size_t d = 0; d < 10; d++) {
		ck_assert_uint_ge(held[d], 10);
		ck_assert_uint_le(held[d], 11);
	}
}
END_TEST

START_TEST(sizes_cover_their_range_and_do_not_leave_it)
{
	struct file_set set = { .min_bytes = 10, .max_bytes = 19, .seed = 3 };
	unsigned seen[20] = { 0 };

	for (uint64_t i = 0; i < 1000; i++) {
		uint64_t bytes = file_size(&set, i);

		ck_assert_uint_ge(bytes, 10);
		ck_assert_uint_le(bytes, 19);
		seen[bytes]++;
	}
	for (int i = 10; i < 20; i++)
		ck_assert_uint_gt(seen[i], 50);
	set.min_bytes = set.max_bytes = 7;
	ck_assert_uint_eq(file_size(&set, 5), 7);
}
END_TEST

START_TEST(only_names_with_a_number_are_ours)
{
	uint64_t number;

	ck_assert(file_name_number("00000000ff", &number));
	ck_assert_uint_eq(number, 0xff);
	ck_assert(file_name_number("00123a00ffXyZ", &number));
	ck_assert_uint_eq(number, 0x123a00ff);
	ck_assert(!file_name_number("", &number));
	ck_assert(!file_name_number(".", &number));
	ck_assert(!file_name_number("..", &number));
	ck_assert(!file_name_number("lock", &number));
	ck_assert(!file_name_number("0000000ff", &number));
	ck_assert(!file_name_number("00000000Ff", &number));
	ck_assert(!file_name_number("00000000g0", &number));
}
END_TEST

static const char *
key_of(char *key, int random, const char *what)
{
	snprintf(key, 16, "%s-%s", random ? "ran" : "seq", what);
	return key;
}

START_TEST(create_makes_every_file_with_its_size)
{
	struct file_set *set = &rig.job.files;
	char key[16], path[FILE_NAME_BYTES];
	uint64_t bytes = 0;
	struct stat status;

	set->count = 50;
	set->directories = 4;
	rig_must_run(&rig, key_of(key, _i, "create"));
	for (uint64_t i = 0; i < set->count; i++) {
		file_path(set, _i, i, path);
		ck_assert_int_eq(
			fstatat(rig.job.directory_fd, path, &status, 0), 0);
		ck_assert_uint_eq((uint64_t)status.st_size, file_size(set, i));
		ck_assert_int_eq(status.st_mode & 07777, 0600);
		bytes += (uint64_t)status.st_size;
	}
	ck_assert_uint_eq(rig_count_files(&rig), 50 + 4);
	ck_assert_uint_eq(rig.meter->operations, 50);
	ck_assert_uint_eq(rig.meter->bytes, bytes);

	meter_clear(rig.meter);
	rig_must_run(&rig, key_of(key, _i, "stat"));
	ck_assert_uint_eq(rig.meter->operations, 50);
	ck_assert_uint_eq(rig.meter->bytes, bytes);
}
END_TEST

START_TEST(delete_leaves_the_directory_empty)
{
	char key[16];

	rig.job.files.count = 50;
	rig.job.files.directories = 4;
	rig_must_run(&rig, key_of(key, _i, "create"));
	rig_must_run(&rig, key_of(key, _i, "delete"));
	ck_assert_uint_eq(rig_count_files(&rig), 0);
}
END_TEST

START_TEST(two_files_never_hold_the_same)
{
	unsigned char first[512], second[512];
	struct file_set *set = &rig.job.files;
	char path[FILE_NAME_BYTES];
	int fds[2];

	set->min_bytes = set->max_bytes = 512;
	rig_must_run(&rig, "seq-create");
	for (uint64_t i = 0; i < 2; i++) {
		file_path(set, false, i, path);
		fds[i] = openat(rig.job.directory_fd, path, O_RDONLY);
		ck_assert_int_ge(fds[i], 0);
	}
	ck_assert_int_eq(read(fds[0], first, 512), 512);
	ck_assert_int_eq(read(fds[1], second, 512), 512);
	ck_assert_mem_ne(first, second, 512);
	close(fds[0]);
	close(fds[1]);
}
END_TEST

START_TEST(links_lead_to_the_first_file)
{
	struct file_set *set = &rig.job.files;
	char key[16], path[FILE_NAME_BYTES];
	struct stat first, other;

	set->kind = _i / 2 ? FILE_HARD_LINK : FILE_SYMLINK;
	set->max_bytes = 0;
	set->directories = 2;
	rig_must_run(&rig, key_of(key, _i % 2, "create"));
	file_path(set, _i % 2, 0, path);
	ck_assert_int_eq(fstatat(rig.job.directory_fd, path, &first, 0), 0);
	for (uint64_t i = 1; i < set->count; i++) {
		file_path(set, _i % 2, i, path);
		ck_assert_int_eq(fstatat(rig.job.directory_fd, path, &other, 0),
				 0);
		ck_assert_uint_eq(other.st_ino, first.st_ino);
		ck_assert_int_eq(fstatat(rig.job.directory_fd, path, &other,
					 AT_SYMLINK_NOFOLLOW),
				 0);
		ck_assert_int_eq(!!S_ISLNK(other.st_mode),
				 set->kind == FILE_SYMLINK);
	}
}
END_TEST

static void
make_foreign(void)
{
	int fd = openat(rig.job.directory_fd, "precious", O_CREAT | O_WRONLY,
			0600);

	ck_assert_int_ge(fd, 0);
	close(fd);
}

START_TEST(what_is_not_ours_is_neither_counted_nor_deleted)
{
	make_foreign();
	rig_must_run(&rig, "seq-create");
	rig_must_run(&rig, "seq-stat");
	meter_clear(rig.meter);
	rig_must_run(&rig, "seq-delete");
	ck_assert_uint_eq(rig.meter->operations, rig.job.files.count);
	ck_assert_uint_eq(rig_count_files(&rig), 1);
	ck_assert_int_eq(faccessat(rig.job.directory_fd, "precious", F_OK, 0),
			 0);
}
END_TEST

START_TEST(a_file_that_vanished_is_an_error)
{
	char key[16], path[FILE_NAME_BYTES];

	rig_must_run(&rig, key_of(key, _i, "create"));
	file_path(&rig.job.files, _i, 3, path);
	ck_assert_int_eq(unlinkat(rig.job.directory_fd, path, 0), 0);
	ck_assert_int_eq(rig_run(&rig, workload_find(key_of(key, _i, "stat"))),
			 -1);
	ck_assert_ptr_nonnull(strchr(rig.error.text, '\''));
}
END_TEST

START_TEST(create_and_delete_of_empty_files_make_no_other_call)
{
	char key[16];

	rig.job.files.max_bytes = 0;
	rig.job.files.count = 40;
	rig_must_run(&rig, key_of(key, _i, "create"));
	ck_assert_uint_eq(rig.count, 80); /* open and close */
	rig_must_run(&rig, key_of(key, _i, "stat"));
	if (_i)
		ck_assert_uint_eq(rig.count, 40);
	rig_must_run(&rig, key_of(key, _i, "delete"));
	if (_i)
		ck_assert_uint_eq(rig.count, 40);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("files");

	tcase_add_unchecked_fixture(tests, rig_base_make, rig_base_remove);
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_loop_test(tests, no_two_names_of_a_set_are_the_same, 0, 2);
	tcase_add_loop_test(
		tests, a_name_is_ten_digits_and_up_to_twelve_characters, 0, 2);
	tcase_add_test(tests, files_are_dealt_out_evenly_and_in_order);
	tcase_add_test(tests, sizes_cover_their_range_and_do_not_leave_it);
	tcase_add_test(tests, only_names_with_a_number_are_ours);
	tcase_add_loop_test(tests, create_makes_every_file_with_its_size, 0, 2);
	tcase_add_loop_test(tests, delete_leaves_the_directory_empty, 0, 2);
	tcase_add_test(tests, two_files_never_hold_the_same);
	tcase_add_loop_test(tests, links_lead_to_the_first_file, 0, 4);
	tcase_add_test(tests, what_is_not_ours_is_neither_counted_nor_deleted);
	tcase_add_loop_test(tests, a_file_that_vanished_is_an_error, 0, 2);
	tcase_add_loop_test(tests,
			    create_and_delete_of_empty_files_make_no_other_call,
			    0, 2);
	return unit_run(tests);
}
