#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/units.h"
#include "engine_place.h"
#include "unit.h"

static struct io_file file;
static struct error error;

static void
open_empty(void)
{
	error_clear(&error);
	ck_assert_msg(place_open(&engine_mmap, &file, NULL, &error) == 0, "%s",
		      error.text);
}

START_TEST(a_growing_file_is_as_long_as_what_was_written)
{
	open_empty();
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(engine_mmap.write(&file, block, 5000,
						   (uint64_t)i * 5000),
				 5000);
	ck_assert_int_eq(engine_mmap.flush(&file), 0);
	ck_assert_int_eq(place_size(), 50000);
	ck_assert_int_eq(engine_mmap.write(&file, block, 100, 50000), 100);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
	ck_assert_int_eq(place_size(), 50100);
	place_must_hold(block, 5000, 45000);
	place_must_hold(block, 100, 50000);
}
END_TEST

START_TEST(a_planned_size_is_there_from_the_start_and_stays)
{
	struct io_open how = { .flags = O_WRONLY | O_CREAT | O_TRUNC,
			       .size_bytes = 100000 };

	ck_assert_int_eq(place_open(&engine_mmap, &file, &how, &error), 0);
	ck_assert_int_eq(place_size(), 100000);
	ck_assert_int_eq(engine_mmap.write(&file, block, 4096, 8192), 4096);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
	ck_assert_int_eq(place_size(), 100000);
	place_must_hold(block, 4096, 8192);
}
END_TEST

START_TEST(a_read_does_not_lengthen_the_file)
{
	struct io_open how = { .flags = O_RDONLY, .size_bytes = 100000 };

	open_empty();
	ck_assert_int_eq(engine_mmap.write(&file, block, 3000, 0), 3000);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
	ck_assert_int_eq(place_open(&engine_mmap, &file, &how, &error), 0);
	ck_assert_int_eq(engine_mmap.read(&file, back, BLOCK_BYTES, 1000),
			 2000);
	ck_assert_mem_eq(back, block + 1000, 2000);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
	ck_assert_int_eq(place_size(), 3000);
}
END_TEST

START_TEST(a_file_cut_under_the_mapping_ends_there_and_nothing_crashes)
{
	open_empty();
	ck_assert_int_eq(engine_mmap.write(&file, block, BLOCK_BYTES, 0),
			 BLOCK_BYTES);
	ck_assert_int_eq(engine_mmap.flush(&file), 0);
	ck_assert_int_eq(ftruncate(file.fd, 4096), 0);
	ck_assert_int_eq(engine_mmap.read(&file, back, BLOCK_BYTES, 0), 4096);
	ck_assert_mem_eq(back, block, 4096);
	ck_assert_int_eq(engine_mmap.read(&file, back, 4096, 8192), 0);
	/* And it is the file again that is mapped, not zeros. */
	ck_assert_int_eq(ftruncate(file.fd, BLOCK_BYTES), 0);
	ck_assert_int_eq(pwrite(file.fd, block, BLOCK_BYTES, 0), BLOCK_BYTES);
	ck_assert_int_eq(engine_mmap.read(&file, back, BLOCK_BYTES, 0),
			 BLOCK_BYTES);
	ck_assert_mem_eq(back, block, BLOCK_BYTES);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

START_TEST(bytes_written_where_the_file_was_cut_are_not_lost)
{
	open_empty();
	ck_assert_int_eq(engine_mmap.write(&file, block, BLOCK_BYTES, 0),
			 BLOCK_BYTES);
	ck_assert_int_eq(ftruncate(file.fd, 0), 0);
	ck_assert_int_eq(engine_mmap.write(&file, block + 8192, 4096, 4096),
			 4096);
	place_must_hold(block + 8192, 4096, 4096);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

static ssize_t
broken_read_at(void *self, int fd, void *buffer, size_t length, off_t offset)
{
	(void)self;
	(void)fd;
	(void)buffer;
	(void)length;
	(void)offset;
	errno = EIO;
	return -1;
}

START_TEST(a_page_that_cannot_be_read_is_an_error_with_its_reason)
{
	struct io_calls calls = io_system_calls;

	calls.read_at = broken_read_at;
	open_empty();
	file.calls = &calls;
	ck_assert_int_eq(engine_mmap.write(&file, block, BLOCK_BYTES, 0),
			 BLOCK_BYTES);
	ck_assert_int_eq(engine_mmap.flush(&file), 0);
	ck_assert_int_eq(ftruncate(file.fd, 4096), 0);
	errno = 0;
	ck_assert_int_eq(engine_mmap.read(&file, back, 4096, 8192), -1);
	ck_assert_int_eq(errno, EIO);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

static int
broken_sync(void *self, int fd)
{
	(void)self;
	(void)fd;
	errno = EIO;
	return -1;
}

START_TEST(a_failed_flush_is_not_lost)
{
	struct io_calls calls = io_system_calls;

	calls.sync = broken_sync;
	open_empty();
	file.calls = &calls;
	ck_assert_int_eq(engine_mmap.write(&file, block, 4096, 0), 4096);
	errno = 0;
	ck_assert_int_eq(engine_mmap.flush(&file), -1);
	ck_assert_int_eq(errno, EIO);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

START_TEST(direct_mode_is_refused)
{
	struct io_open how = { .flags = O_RDWR | O_CREAT, .direct = true };

	ck_assert_int_eq(place_open(&engine_mmap, &file, &how, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_ptr_nonnull(strstr(error.text, "'mmap'"));
}
END_TEST

/* A file in memory can be longer than any address space. */
START_TEST(a_file_larger_than_the_address_space_is_mapped_in_windows)
{
	char name[] = "/dev/shm/test_engine.XXXXXX";
	uint64_t far_bytes = UINT64_C(1) << 60;
	struct io_open how = { .name = name,
			       .flags = O_RDWR,
			       .size_bytes = far_bytes + BLOCK_BYTES };
	int fd = mkstemp(name);

	if (fd < 0)
		return;
	ck_assert_msg(place_open(&engine_mmap, &file, &how, &error) == 0, "%s",
		      error.text);
	unlink(name);
	close(fd);
	for (uint64_t at = far_bytes; at > 0; at -= far_bytes / 4)
		ck_assert_int_eq(
			engine_mmap.write(&file, block, BLOCK_BYTES, at - 4096),
			BLOCK_BYTES);
	for (uint64_t at = far_bytes; at > 0; at -= far_bytes / 4) {
		memset(back, 0, BLOCK_BYTES);
		ck_assert_int_eq(
			engine_mmap.read(&file, back, BLOCK_BYTES, at - 4096),
			BLOCK_BYTES);
		ck_assert_mem_eq(back, block, BLOCK_BYTES);
	}
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

START_TEST(any_other_bus_error_still_ends_the_program)
{
	int status;
	pid_t child;

	open_empty();
	child = fork();
	if (child == 0) {
		struct rlimit none = { 0, 0 };

		setrlimit(RLIMIT_CORE, &none);
		close(STDERR_FILENO);
		raise(SIGBUS);
		raise(SIGBUS);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(!WIFEXITED(status) || WEXITSTATUS(status) != 0);
	ck_assert_int_eq(engine_mmap.close(&file), 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("engine_mmap");

	tcase_add_checked_fixture(tests, place_make, place_remove);
	tcase_add_test(tests, a_growing_file_is_as_long_as_what_was_written);
	tcase_add_test(tests, a_planned_size_is_there_from_the_start_and_stays);
	tcase_add_test(tests, a_read_does_not_lengthen_the_file);
	tcase_add_test(
		tests,
		a_file_cut_under_the_mapping_ends_there_and_nothing_crashes);
	tcase_add_test(tests,
		       bytes_written_where_the_file_was_cut_are_not_lost);
	tcase_add_test(tests,
		       a_page_that_cannot_be_read_is_an_error_with_its_reason);
	tcase_add_test(tests, a_failed_flush_is_not_lost);
	tcase_add_test(tests, direct_mode_is_refused);
	tcase_add_test(
		tests,
		a_file_larger_than_the_address_space_is_mapped_in_windows);
	tcase_add_test(tests, any_other_bus_error_still_ends_the_program);
	return unit_run(tests);
}
