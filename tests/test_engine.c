#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "io/engine.h"
#include "platform/platform.h"
#include "unit.h"

enum { BLOCK_BYTES = 16384 };

/* A table over the real calls that interrupts every other call, moves at most
 * `most_bytes` at once and fails call number `fail_at` with `failure`. */
struct rough_calls {
	size_t most_bytes;
	unsigned calls;
	unsigned fail_at;
	int failure;
	bool interrupts;
};

static char directory[] = "/tmp/test_engine.XXXXXX";
static int directory_fd;
static unsigned char *block, *back;

static bool
spoils(struct rough_calls *rough)
{
	rough->calls++;
	if (rough->interrupts && rough->calls % 2) {
		errno = EINTR;
		return true;
	}
	if (rough->fail_at && rough->calls == rough->fail_at) {
		errno = rough->failure;
		return true;
	}
	return false;
}

static size_t
shorten(const struct rough_calls *rough, size_t length)
{
	return rough->most_bytes && length > rough->most_bytes
		       ? rough->most_bytes
		       : length;
}

static int
rough_open_at(void *self, int at, const char *name, int flags, mode_t mode)
{
	if (spoils(self))
		return -1;
	return openat(at, name, flags, mode);
}

static ssize_t
rough_read_at(void *self, int fd, void *buffer, size_t length, off_t offset)
{
	if (spoils(self))
		return -1;
	return pread(fd, buffer, shorten(self, length), offset);
}

static ssize_t
rough_write_at(void *self, int fd, const void *buffer, size_t length,
	       off_t offset)
{
	if (spoils(self))
		return -1;
	return pwrite(fd, buffer, shorten(self, length), offset);
}

static int
rough_sync(void *self, int fd)
{
	return spoils(self) ? -1 : fsync(fd);
}

static struct io_calls
over(struct rough_calls *rough)
{
	struct io_calls calls = io_system_calls;

	calls.self = rough;
	calls.open_at = rough_open_at;
	calls.read_at = rough_read_at;
	calls.write_at = rough_write_at;
	calls.sync = rough_sync;
	return calls;
}

static struct io_open
opening(const char *name, int flags)
{
	return (struct io_open){ .directory_fd = directory_fd,
				 .name = name,
				 .flags = flags,
				 .mode = 0600,
				 .depth = 1 };
}

static void
set_up(void)
{
	memset(directory + strlen(directory) - 6, (int)'X', 6);
	ck_assert_ptr_nonnull(mkdtemp(directory));
	directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(directory_fd, 0);
	block = mem_aligned(4096, BLOCK_BYTES);
	back = mem_aligned(4096, BLOCK_BYTES);
	for (size_t i = 0; i < BLOCK_BYTES; i++)
		block[i] = (unsigned char)(i * 7 + i / 256);
}

static void
tear_down(void)
{
	unlinkat(directory_fd, "data", 0);
	close(directory_fd);
	ck_assert_int_eq(rmdir(directory), 0);
	free(block);
	free(back);
}

/* Opens "data" anew; false where this file system has no direct mode. */
static bool
open_data(const struct engine *engine, struct io_file *file,
	  const struct io_calls *calls)
{
	struct io_open how = opening("data", O_RDWR | O_CREAT | O_TRUNC);
	struct error error = { 0 };

	if (engine->open(file, calls, &how, &error) == 0)
		return true;
	ck_assert_msg(engine->always_direct, "%s", error.text);
	return false;
}

START_TEST(every_engine_is_found_by_its_name)
{
	for (size_t i = 0; engines[i]; i++) {
		ck_assert_ptr_eq(engine_find(engines[i]->name), engines[i]);
		ck_assert_ptr_nonnull(engines[i]->summary);
	}
	ck_assert_ptr_null(engine_find("sloth"));
	ck_assert_ptr_null(engine_find(""));
}
END_TEST

START_TEST(every_engine_puts_the_right_bytes_on_disk)
{
	for (size_t i = 0; engines[i]; i++) {
		const struct engine *engine = engines[i];
		struct io_file file;
		struct stat status;

		if (!open_data(engine, &file, &io_system_calls))
			continue;
		ck_assert_int_eq(
			engine->write(&file, block, BLOCK_BYTES, BLOCK_BYTES),
			BLOCK_BYTES);
		ck_assert_int_eq(engine->write(&file, block, 4096, 0), 4096);
		ck_assert_int_eq(engine->flush(&file), 0);
		ck_assert_int_eq(
			engine->read(&file, back, BLOCK_BYTES, BLOCK_BYTES),
			BLOCK_BYTES);
		ck_assert_mem_eq(back, block, BLOCK_BYTES);
		ck_assert_int_eq(engine->close(&file), 0);
		ck_assert_int_eq(file.fd, -1);

		ck_assert_int_eq(fstatat(directory_fd, "data", &status, 0), 0);
		ck_assert_int_eq(status.st_size, 2 * BLOCK_BYTES);
		int fd = openat(directory_fd, "data", O_RDONLY);
		ck_assert_int_eq(pread(fd, back, 4096, 0), 4096);
		ck_assert_mem_eq(back, block, 4096);
		ck_assert_int_eq(pread(fd, back, 4096, 4096), 4096);
		ck_assert_int_eq(back[17], 0);
		close(fd);
	}
}
END_TEST

START_TEST(a_read_beyond_the_end_gives_what_is_there)
{
	for (size_t i = 0; engines[i]; i++) {
		const struct engine *engine = engines[i];
		struct io_file file;

		if (!open_data(engine, &file, &io_system_calls))
			continue;
		ck_assert_int_eq(ftruncate(file.fd, 10000), 0);
		ck_assert_int_eq(engine->read(&file, back, BLOCK_BYTES, 0),
				 10000);
		ck_assert_int_eq(
			engine->read(&file, back, BLOCK_BYTES, BLOCK_BYTES), 0);
		ck_assert_int_eq(engine->close(&file), 0);
	}
}
END_TEST

START_TEST(offsets_beyond_four_gib_are_not_cut)
{
	uint64_t far_bytes = UINT64_C(5) << 30;
	struct io_file file;
	struct stat status;

	ck_assert(open_data(&engine_sync, &file, &io_system_calls));
	ck_assert_int_eq(engine_sync.write(&file, block, 4096, far_bytes),
			 4096);
	ck_assert_int_eq(fstat(file.fd, &status), 0);
	ck_assert_uint_eq((uint64_t)status.st_size, far_bytes + 4096);
	ck_assert_int_eq(engine_sync.read(&file, back, 4096, far_bytes), 4096);
	ck_assert_mem_eq(back, block, 4096);
	ck_assert_int_eq(engine_sync.close(&file), 0);
}
END_TEST

START_TEST(interrupted_and_short_transfers_are_gone_on_with)
{
	struct rough_calls rough = { .most_bytes = 1000, .interrupts = true };
	struct io_calls calls = over(&rough);
	struct io_file file;

	ck_assert(open_data(&engine_sync, &file, &calls));
	ck_assert_int_eq(engine_sync.write(&file, block, BLOCK_BYTES, 512),
			 BLOCK_BYTES);
	ck_assert_int_eq(engine_sync.flush(&file), 0);
	ck_assert_int_eq(engine_sync.read(&file, back, BLOCK_BYTES, 512),
			 BLOCK_BYTES);
	ck_assert_mem_eq(back, block, BLOCK_BYTES);
	ck_assert_uint_gt(rough.calls, 2 * 2 * (BLOCK_BYTES / 1000));
	ck_assert_int_eq(engine_sync.close(&file), 0);
}
END_TEST

START_TEST(a_failure_in_the_middle_of_a_transfer_is_not_lost)
{
	struct rough_calls rough = { .most_bytes = 4096,
				     .fail_at = 3,
				     .failure = EIO };
	struct io_calls calls = over(&rough);
	struct io_file file;

	ck_assert(open_data(&engine_sync, &file, &calls));
	errno = 0;
	ck_assert_int_eq(engine_sync.write(&file, block, BLOCK_BYTES, 0), -1);
	ck_assert_int_eq(errno, EIO);
	rough.fail_at = rough.calls + 2;
	rough.failure = ENXIO;
	ck_assert_int_eq(engine_sync.read(&file, back, BLOCK_BYTES, 0), -1);
	ck_assert_int_eq(errno, ENXIO);
	rough.fail_at = rough.calls + 1;
	rough.failure = ENOSPC;
	ck_assert_int_eq(engine_sync.flush(&file), -1);
	ck_assert_int_eq(errno, ENOSPC);
	ck_assert_int_eq(engine_sync.close(&file), 0);
}
END_TEST

START_TEST(a_missing_file_is_named_in_the_error)
{
	struct io_open how = opening("absent", O_RDONLY);

	for (size_t i = 0; engines[i]; i++) {
		struct error error = { 0 };
		struct io_file file;

		ck_assert_int_eq(
			engines[i]->open(&file, &io_system_calls, &how, &error),
			-1);
		ck_assert_int_eq(error.kind, ERROR_RUN);
		ck_assert_ptr_nonnull(strstr(error.text, "'absent'"));
	}
}
END_TEST

START_TEST(direct_files_are_in_direct_mode_and_others_are_not)
{
	struct io_open how = opening("data", O_RDWR | O_CREAT);
	struct io_file file;
	struct error error = { 0 };

	ck_assert(open_data(&engine_sync, &file, &io_system_calls));
	ck_assert(!file.direct);
	ck_assert(!platform_is_direct(file.fd));
	engine_sync.close(&file);

	if (!open_data(&engine_direct, &file, &io_system_calls))
		return;
	ck_assert(file.direct);
	ck_assert(platform_is_direct(file.fd));
	engine_direct.close(&file);

	how.direct = true;
	ck_assert_int_eq(
		engine_sync.open(&file, &io_system_calls, &how, &error), 0);
	ck_assert(platform_is_direct(file.fd));
	engine_sync.close(&file);
}
END_TEST

START_TEST(a_misaligned_chunk_is_explained_before_the_run)
{
	struct direct_alignment needed;
	struct io_file file;
	struct error error = { 0 };

	if (!open_data(&engine_direct, &file, &io_system_calls))
		return;
	if (platform_direct_alignment(file.fd, &needed) == 0) {
		ck_assert_int_eq(engine_check_alignment(&file, block,
							BLOCK_BYTES, &error),
				 0);
		ck_assert_int_eq(
			engine_check_alignment(&file, block, 1000, &error), -1);
		ck_assert_ptr_nonnull(strstr(error.text, "not 1000"));
		ck_assert_ptr_nonnull(strstr(error.text, "'data'"));
		error_clear(&error);
		ck_assert_int_eq(engine_check_alignment(&file, block + 1,
							BLOCK_BYTES, &error),
				 -1);
		ck_assert_ptr_nonnull(strstr(error.text, "memory"));
	}
	engine_direct.close(&file);
}
END_TEST

static int
refuse_direct(void *self, int at, const char *name, int flags, mode_t mode)
{
	(void)self;
	(void)at;
	(void)name;
	(void)flags;
	(void)mode;
	errno = EINVAL;
	return -1;
}

static int
ignore_direct(void *self, int at, const char *name, int flags, mode_t mode)
{
	(void)self;
	return openat(at, name, flags, mode);
}

START_TEST(a_file_system_without_direct_mode_is_said_so)
{
	struct io_calls calls = io_system_calls;
	struct io_open how = opening("data", O_RDWR | O_CREAT);
	struct io_file file;
	struct error error = { 0 };

	calls.open_direct_at = refuse_direct;
	ck_assert_int_eq(engine_direct.open(&file, &calls, &how, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "direct I/O"));
	ck_assert_ptr_nonnull(strstr(error.text, "file system"));

	error_clear(&error);
	calls.open_direct_at = ignore_direct;
	ck_assert_int_eq(engine_direct.open(&file, &calls, &how, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "not in direct mode"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("engine");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, every_engine_is_found_by_its_name);
	tcase_add_test(tests, every_engine_puts_the_right_bytes_on_disk);
	tcase_add_test(tests, a_read_beyond_the_end_gives_what_is_there);
	tcase_add_test(tests, offsets_beyond_four_gib_are_not_cut);
	tcase_add_test(tests, interrupted_and_short_transfers_are_gone_on_with);
	tcase_add_test(tests,
		       a_failure_in_the_middle_of_a_transfer_is_not_lost);
	tcase_add_test(tests, a_missing_file_is_named_in_the_error);
	tcase_add_test(tests,
		       direct_files_are_in_direct_mode_and_others_are_not);
	tcase_add_test(tests, a_misaligned_chunk_is_explained_before_the_run);
	tcase_add_test(tests, a_file_system_without_direct_mode_is_said_so);
	return unit_run(tests);
}
