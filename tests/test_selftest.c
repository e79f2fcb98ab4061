#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "observe/selftest.h"
#include "observe/storage.h"
#include "observe/trust.h"
#include "platform/platform.h"
#include "unit.h"

static char directory[64];
static int directory_fd;
static struct trust trust;
static struct storage storage;
static struct error error;

static void
start(void)
{
	snprintf(directory, sizeof directory, "diskbench-selftest-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(directory_fd, 0);
	error_clear(&error);
}

static void
end(void)
{
	close(directory_fd);
	rmdir(directory);
}

static size_t
count_entries(void)
{
	DIR *listing = opendir(directory);
	size_t count = 0;

	ck_assert_ptr_nonnull(listing);
	while (readdir(listing))
		count++;
	closedir(listing);
	return count;
}

static void
has_reason_unless_proven(const struct trust_item *item)
{
	ck_assert((item->state == TRUST_PROVEN) == (item->reason == NULL));
}

START_TEST(whatever_is_not_proven_has_a_reason)
{
	ck_assert_int_eq(selftest_run(directory_fd, &trust, &storage, &error),
			 0);
	ck_assert(trust.ran);
	has_reason_unless_proven(&trust.accounting);
	has_reason_unless_proven(&trust.residency);
	has_reason_unless_proven(&trust.cold);
	has_reason_unless_proven(&trust.flush);
}
END_TEST

START_TEST(it_leaves_nothing_behind)
{
	selftest_run(directory_fd, &trust, &storage, &error);
	ck_assert_uint_eq(count_entries(), 2);
}
END_TEST

START_TEST(a_file_is_only_read)
{
	static const char data[4 << 20];
	int fd = openat(directory_fd, "data", O_RDWR | O_CREAT, 0600);
	struct stat before, after;

	ck_assert_int_ge(fd, 0);
	unlinkat(directory_fd, "data", 0);
	ck_assert_int_eq(write(fd, data, sizeof data), sizeof data);
	ck_assert_int_eq(fsync(fd), 0);
	ck_assert_int_eq(fstat(fd, &before), 0);
	ck_assert_int_eq(selftest_run(fd, &trust, &storage, &error), 0);
	ck_assert_int_eq(fstat(fd, &after), 0);
	ck_assert(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
	ck_assert_int_eq(trust.flush.state, TRUST_UNKNOWN);
	has_reason_unless_proven(&trust.accounting);
	has_reason_unless_proven(&trust.residency);
	close(fd);
}
END_TEST

START_TEST(a_file_that_is_too_short_is_an_error_and_trusts_nothing)
{
	int fd = openat(directory_fd, "data", O_RDWR | O_CREAT, 0600);

	ck_assert_int_ge(fd, 0);
	unlinkat(directory_fd, "data", 0);
	ck_assert_int_eq(selftest_run(fd, &trust, &storage, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_RUN);
	ck_assert(!trust.ran);
	close(fd);
}
END_TEST

START_TEST(a_directory_that_is_not_writable_is_an_error_and_trusts_nothing)
{
	int file_fd;

	ck_assert_int_eq(fchmod(directory_fd, 0500), 0);
	file_fd = openat(directory_fd, "probe", O_CREAT | O_WRONLY, 0600);
	if (file_fd >= 0) { /* root may write anywhere */
		close(file_fd);
		unlinkat(directory_fd, "probe", 0);
		close(directory_fd);
		directory_fd = -1;
	}
	ck_assert_int_eq(selftest_run(directory_fd, &trust, &storage, &error),
			 -1);
	ck_assert_int_eq(error.kind, ERROR_RUN);
	ck_assert(!trust.ran);
	has_reason_unless_proven(&trust.accounting);
}
END_TEST

/* Whoever wants a target measured as it lies in the cache wants it left there. */
START_TEST(what_is_not_tried_of_a_target_stays_in_the_cache)
{
	static unsigned char data[32 << 20];
	int fd = openat(directory_fd, "target", O_RDWR | O_CREAT, 0600);
	struct residency before, after;
	uint64_t half = sizeof data / 2;

	ck_assert_int_ge(fd, 0);
	unlinkat(directory_fd, "target", 0);
	ck_assert_int_eq(write(fd, data, sizeof data), (ssize_t)sizeof data);
	ck_assert_int_eq(fsync(fd), 0);
	if (platform_residency(fd, half, half, &before) == 0 &&
	    before.cached_bytes == half) {
		selftest_run(fd, &trust, &storage, NULL);
		ck_assert_int_eq(platform_residency(fd, half, half, &after), 0);
		ck_assert_uint_ge(after.cached_bytes, half / 2);
	}
	close(fd);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("selftest");

	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, whatever_is_not_proven_has_a_reason);
	tcase_add_test(tests, it_leaves_nothing_behind);
	tcase_add_test(tests, a_file_is_only_read);
	tcase_add_test(tests,
		       a_file_that_is_too_short_is_an_error_and_trusts_nothing);
	tcase_add_test(
		tests,
		a_directory_that_is_not_writable_is_an_error_and_trusts_nothing);
	tcase_add_test(tests, what_is_not_tried_of_a_target_stays_in_the_cache);
	return unit_run(tests);
}
