#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "io/guard.h"
#include "unit.h"

/* The guard on regular files; on devices see test_guard_devices.c. */

enum { FILE_BYTES = 1 << 20 };

static char directory[32];
static char target[64], other[64];
static struct error error;

static void
set_up(void)
{
	snprintf(directory, sizeof directory, "/tmp/test_guard.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	snprintf(target, sizeof target, "%s/target", directory);
	snprintf(other, sizeof other, "%s/other", directory);
	int fd = open(target, O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(ftruncate(fd, FILE_BYTES), 0);
	close(fd);
}

static void
tear_down(void)
{
	unlink(target);
	unlink(other);
	ck_assert_int_eq(rmdir(directory), 0);
}

static void
put(const char *bytes, size_t length, off_t at)
{
	int fd = open(target, O_WRONLY);

	ck_assert_int_eq(pwrite(fd, bytes, length, at), (ssize_t)length);
	close(fd);
}

static void
must_open(const struct guard_request *request)
{
	struct stat opened, named;
	int fd;

	error_clear(&error);
	fd = guard_open_for_writing(request, &error);
	ck_assert_msg(fd >= 0, "%s", error.text);
	ck_assert_int_eq(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDWR);
	ck_assert_int_ne(fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
	ck_assert_int_eq(fstat(fd, &opened), 0);
	ck_assert_int_eq(stat(target, &named), 0);
	ck_assert_uint_eq(opened.st_ino, named.st_ino);
	close(fd);
}

static void
must_refuse(const struct guard_request *request, enum error_kind kind,
	    const char *reason)
{
	error_clear(&error);
	ck_assert_int_eq(guard_open_for_writing(request, &error), -1);
	ck_assert_msg(strstr(error.text, reason) != NULL, "'%s' not in '%s'",
		      reason, error.text);
	ck_assert_int_eq(error.kind, kind);
}

START_TEST(nothing_is_opened_without_its_name_in_destroy)
{
	struct guard_request request = { .path = target };

	must_refuse(&request, ERROR_USAGE, "--destroy=/tmp/test_guard");
	request.destroy = other;
	must_refuse(&request, ERROR_RUN, "cannot find '--destroy=");
	ck_assert_int_eq(close(open(other, O_RDWR | O_CREAT, 0600)), 0);
	must_refuse(&request, ERROR_USAGE, "is not '");
	request.destroy = "/dev/null";
	must_refuse(&request, ERROR_USAGE, "is not '");
	request.destroy = target;
	must_open(&request);
}
END_TEST

START_TEST(another_path_to_the_same_file_names_it)
{
	struct guard_request request = { .path = target, .destroy = other };

	ck_assert_int_eq(symlink(target, other), 0);
	must_open(&request);
	request.path = other;
	request.destroy = target;
	must_open(&request);
}
END_TEST

START_TEST(a_file_with_a_signature_is_refused_unless_its_kind_is_named)
{
	struct guard_request request = { .path = target, .destroy = target };

	put("XFSB", 4, 0);
	must_refuse(&request, ERROR_RUN, "it carries 'xfs'");
	must_refuse(&request, ERROR_RUN, "--destroy-signature=xfs");
	request.destroy_signature = "btrfs";
	must_refuse(&request, ERROR_RUN, "it carries 'xfs' as well");
	request.destroy_signature = "xfs";
	must_open(&request);
	request.destroy_signature = "xsf";
	must_refuse(&request, ERROR_USAGE, "'--destroy-signature=xsf'");
}
END_TEST

START_TEST(a_file_with_two_names_is_refused)
{
	struct guard_request request = { .path = target, .destroy = target };

	ck_assert_int_eq(link(target, other), 0);
	must_refuse(&request, ERROR_RUN, "2 names");
	request.destroy = other;
	must_refuse(&request, ERROR_RUN, "2 names");
}
END_TEST

START_TEST(what_is_not_a_disk_or_a_file_is_refused)
{
	struct guard_request request = { .path = directory,
					 .destroy = directory };

	must_refuse(&request, ERROR_USAGE, "neither a device nor");
	ck_assert_int_eq(mkfifo(other, 0600), 0);
	request.path = request.destroy = other;
	must_refuse(&request, ERROR_USAGE, "neither a device nor");
	request.path = request.destroy = "/dev/null";
	error_clear(&error);
	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	request.path = request.destroy = "/nowhere/at/all";
	must_refuse(&request, ERROR_RUN, "cannot find '/nowhere/at/all'");
}
END_TEST

START_TEST(an_empty_file_has_nothing_to_write_to)
{
	struct guard_request request = { .path = target, .destroy = target };

	ck_assert_int_eq(truncate(target, 0), 0);
	must_refuse(&request, ERROR_RUN, "has no size");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("guard");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, nothing_is_opened_without_its_name_in_destroy);
	tcase_add_test(tests, another_path_to_the_same_file_names_it);
	tcase_add_test(
		tests,
		a_file_with_a_signature_is_refused_unless_its_kind_is_named);
	tcase_add_test(tests, a_file_with_two_names_is_refused);
	tcase_add_test(tests, what_is_not_a_disk_or_a_file_is_refused);
	tcase_add_test(tests, an_empty_file_has_nothing_to_write_to);
	return unit_run(tests);
}
