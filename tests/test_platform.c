#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/sweep.h"
#include "platform/platform.h"

/* The contract that every platform keeps: a question is answered, or "not to
 * be had here" is said; nothing crashes, whatever it is asked about. */

enum { FILE_BYTES = 100000 };

static char directory[64];
static int directory_fd, file_fd, closed_fd;
static int pipe_fds[2];

static void
set_up(void)
{
	char block[FILE_BYTES];

	snprintf(directory, sizeof directory, "/tmp/test_platform.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(directory_fd, 0);
	file_fd = openat(directory_fd, "data", O_RDWR | O_CREAT, 0600);
	ck_assert_int_ge(file_fd, 0);
	memset(block, 7, sizeof block);
	ck_assert_int_eq(write(file_fd, block, sizeof block), FILE_BYTES);
	ck_assert_int_eq(pipe(pipe_fds), 0);
	closed_fd = dup(file_fd);
	close(closed_fd);
}

static void
tear_down(void)
{
	struct sweep_failure failure;

	platform_set_roots(NULL, NULL);
	close(file_fd);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
	ck_assert_int_eq(
		sweep_directory(directory_fd, NULL, SWEEP_ORDINARY, &failure),
		0);
	close(directory_fd);
	ck_assert_int_eq(rmdir(directory), 0);
}

static bool
is_terminated(const char *text, size_t size)
{
	return memchr(text, '\0', size) != NULL;
}

/* 0, or -1 with an errno. */
static void
check_answer(int status)
{
	if (status != 0) {
		ck_assert_int_eq(status, -1);
		ck_assert_int_ne(errno, 0);
	}
}

START_TEST(names_are_cut_to_the_room_there_is)
{
	char text[128];

	ck_assert_int_gt((int)strlen(platform_name), 0);
	platform_kernel(text, sizeof text);
	ck_assert_int_gt((int)strlen(text), 2);
	platform_host(text, sizeof text);
	ck_assert(is_terminated(text, sizeof text));
	ck_assert_ptr_null(strchr(text, '.'));
	for (size_t size = 1; size < 5; size++) {
		memset(text, '#', sizeof text);
		platform_kernel(text, size);
		ck_assert(is_terminated(text, size));
		ck_assert_int_eq(text[size], '#');
		memset(text, '#', sizeof text);
		platform_host(text, size);
		ck_assert(is_terminated(text, size));
		ck_assert_int_eq(text[size], '#');
	}
}
END_TEST

START_TEST(memory_is_told_or_said_to_be_unknown)
{
	struct platform_memory memory;

	ck_assert_uint_ge(platform_cpu_count(), 1);
	if (platform_memory(&memory) != 0)
		return;
	ck_assert_uint_gt(memory.total_bytes, 1 << 20);
	ck_assert_uint_le(memory.available_bytes, memory.total_bytes);
	ck_assert_uint_gt(memory.limit_bytes, 0);
}
END_TEST

START_TEST(residency_is_never_more_than_was_asked_about)
{
	static const uint64_t lengths[] = { 0, 1, 4096, 50000,
					    UINT64_C(1) << 40 };
	static const uint64_t offsets[] = { 0,     5,      4096,
					    99999, 100000, UINT64_C(1) << 40 };
	struct residency residency;

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		for (size_t j = 0; j < sizeof offsets / sizeof *offsets; j++) {
			uint64_t rest = offsets[j] < FILE_BYTES
						? FILE_BYTES - offsets[j]
						: 0;
			int status = platform_residency(file_fd, offsets[j],
							lengths[i], &residency);

			check_answer(status);
			ck_assert_uint_le(residency.cached_bytes, rest);
			if (lengths[i])
				ck_assert_uint_le(residency.cached_bytes,
						  lengths[i]);
			ck_assert_int_eq(status == 0,
					 residency.ruler != RESIDENCY_UNKNOWN);
		}
	}
}
END_TEST

START_TEST(what_was_just_written_is_resident)
{
	struct residency residency;

	if (platform_residency(file_fd, 0, 0, &residency) != 0)
		return;
	ck_assert_uint_eq(residency.cached_bytes, FILE_BYTES);
}
END_TEST

START_TEST(questions_about_no_file_fail)
{
	const int fds[] = { closed_fd, pipe_fds[0], -1 };
	struct residency residency;
	struct direct_alignment alignment;
	struct device_facts devices[2];

	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
		ck_assert_int_eq(platform_residency(fds[i], 0, 0, &residency),
				 -1);
		ck_assert_int_eq(platform_evict(fds[i], 0, 0), -1);
		ck_assert_int_eq(platform_advise_random(fds[i]), -1);
		ck_assert(!platform_is_direct(fds[i]));
		ck_assert_int_eq(platform_direct_alignment(fds[i], &alignment),
				 -1);
		ck_assert_int_le(platform_device_stack(fds[i], devices, 2), 0);
	}
	ck_assert_int_eq(platform_residency(directory_fd, 0, 0, &residency),
			 -1);
}
END_TEST

START_TEST(eviction_and_advice_are_taken_or_refused)
{
	check_answer(platform_evict(file_fd, 0, 0));
	check_answer(platform_evict(file_fd, 4096, 8192));
	check_answer(platform_advise_random(file_fd));
}
END_TEST

START_TEST(a_direct_open_gives_direct_mode_or_a_reason)
{
	int fd = platform_open_direct(directory_fd, "data", O_RDWR, 0);

	ck_assert(!platform_is_direct(file_fd));
	if (fd < 0) {
		ck_assert(errno == ENOTSUP || errno == EINVAL);
		return;
	}
	ck_assert(platform_is_direct(fd));
	close(fd);
	ck_assert_int_eq(
		platform_open_direct(directory_fd, "absent", O_RDWR, 0), -1);
	ck_assert_int_eq(errno, ENOENT);
}
END_TEST

START_TEST(alignments_are_powers_of_two)
{
	struct direct_alignment alignment;

	if (platform_direct_alignment(file_fd, &alignment) != 0) {
		ck_assert_int_eq(errno, ENOTSUP);
		return;
	}
	ck_assert_uint_gt(alignment.offset_bytes, 0);
	ck_assert_uint_eq(alignment.offset_bytes & (alignment.offset_bytes - 1),
			  0);
	ck_assert_uint_eq(alignment.memory_bytes & (alignment.memory_bytes - 1),
			  0);
}
END_TEST

START_TEST(the_thread_counter_never_goes_back)
{
	uint64_t before;

	if (!platform_thread_blocks_read)
		return;
	before = platform_thread_blocks_read();
	ck_assert_uint_ge(platform_thread_blocks_read(), before);
}
END_TEST

static void
check_mount(int fd)
{
	struct mount_facts facts;

	memset(&facts, '#', sizeof facts);
	check_answer(platform_mount_facts(fd, &facts));
	ck_assert(is_terminated(facts.file_system, sizeof facts.file_system));
	ck_assert(is_terminated(facts.options, sizeof facts.options));
	ck_assert(is_terminated(facts.source, sizeof facts.source));
	ck_assert(is_terminated(facts.mount_point, sizeof facts.mount_point));
}

static void
check_devices(int fd)
{
	struct device_facts devices[PLATFORM_DEVICES];

	for (size_t capacity = 0; capacity <= PLATFORM_DEVICES; capacity++) {
		int count = platform_device_stack(fd, devices, capacity);

		ck_assert_int_ge(count, -1);
		ck_assert_int_le(count, (int)capacity);
		for (int i = 0; i < count; i++) {
			ck_assert_int_ne(devices[i].name[0], '\0');
			ck_assert_int_ne(devices[i].text[0], '\0');
			ck_assert(is_terminated(devices[i].text,
						PLATFORM_TEXT_BYTES));
		}
	}
}

START_TEST(mounts_and_devices_are_told_or_said_to_be_unknown)
{
	static const char *const paths[] = { "/", "/dev", "/dev/null", "/tmp" };
	struct mount_facts facts;

	check_mount(file_fd);
	check_devices(file_fd);
	ck_assert_int_eq(platform_mount_facts(closed_fd, &facts), -1);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		int fd = open(paths[i], O_RDONLY);

		check_mount(fd);
		check_devices(fd);
		close(fd);
	}
}
END_TEST

START_TEST(without_the_systems_own_files_nothing_crashes)
{
	struct platform_memory memory;
	struct residency residency;

	platform_set_roots(directory, directory);
	check_answer(platform_memory(&memory));
	check_answer(platform_residency(file_fd, 0, 0, &residency));
	check_mount(file_fd);
	check_devices(file_fd);
	ck_assert_uint_ge(platform_cpu_count(), 1);
}
END_TEST

struct seen {
	unsigned files, directories, others, stop_after;
};

static int
count_entry(void *context, const char *name, enum platform_entry_kind kind)
{
	struct seen *seen = context;

	if (strncmp(name, "dir", 3) == 0) {
		ck_assert_int_ne(kind, PLATFORM_ENTRY_OTHER);
		seen->directories++;
	} else if (strcmp(name, "data") == 0 || strcmp(name, "link") == 0 ||
		   strncmp(name, "more", 4) == 0) {
		ck_assert_int_ne(kind, PLATFORM_ENTRY_DIRECTORY);
		seen->files++;
	} else {
		seen->others++;
	}
	return seen->stop_after &&
	       seen->files + seen->directories >= seen->stop_after;
}

START_TEST(a_listing_shows_every_entry_once)
{
	struct seen seen = { 0 };
	char name[32];

	ck_assert_int_eq(mkdirat(directory_fd, "dir", 0700), 0);
	ck_assert_int_eq(symlinkat("dir", directory_fd, "link"), 0);
	for (int i = 0; i < 1500; i++) {
		snprintf(name, sizeof name, "more%d", i);
		ck_assert_int_eq(
			linkat(directory_fd, "data", directory_fd, name, 0), 0);
	}
	if (platform_list_directory(directory_fd, count_entry, &seen) != 0) {
		ck_assert_int_eq(errno, ENOTSUP);
		return;
	}
	ck_assert_uint_eq(seen.files, 1502);
	ck_assert_uint_eq(seen.directories, 1);
	ck_assert_uint_eq(seen.others, 0);

	memset(&seen, 0, sizeof seen);
	seen.stop_after = 3;
	ck_assert_int_eq(
		platform_list_directory(directory_fd, count_entry, &seen), -1);
	ck_assert_uint_eq(seen.files + seen.directories, 3);
	ck_assert_int_eq(platform_list_directory(file_fd, count_entry, &seen),
			 -1);
}
END_TEST

START_TEST(entropy_differs_each_time)
{
	unsigned char one[32] = { 0 }, other[32] = { 0 };

	ck_assert_int_eq(platform_entropy(one, 0), 0);
	ck_assert_int_eq(platform_entropy(one, sizeof one), 0);
	ck_assert_int_eq(platform_entropy(other, sizeof other), 0);
	ck_assert_int_ne(memcmp(one, other, sizeof one), 0);
}
END_TEST

enum { OTHER_USER = 4321, OTHER_GROUP = 4322 };

/* 0: all given up; 1: refused, and nothing changed; 2: something between. */
static int
drop(void)
{
	uid_t user = getuid();
	gid_t groups[64];

	if (platform_drop_privileges(OTHER_USER, OTHER_GROUP, NULL) != 0)
		return getuid() == user && geteuid() == user && errno ? 1 : 2;
	if (getuid() != OTHER_USER || geteuid() != OTHER_USER ||
	    getgid() != OTHER_GROUP || getegid() != OTHER_GROUP)
		return 2;
	for (int i = 0, count = getgroups(64, groups); i < count; i++)
		if (groups[i] != OTHER_GROUP)
			return 2;
	return setuid(user) == 0 || setgid(0) == 0 ? 2 : 0;
}

START_TEST(privileges_are_dropped_wholly_or_not_at_all)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		_exit(drop());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_ne(WEXITSTATUS(status), 2);
	if (geteuid() != 0)
		ck_assert_int_eq(WEXITSTATUS(status), 1);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("platform");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, names_are_cut_to_the_room_there_is);
	tcase_add_test(tests, memory_is_told_or_said_to_be_unknown);
	tcase_add_test(tests, residency_is_never_more_than_was_asked_about);
	tcase_add_test(tests, what_was_just_written_is_resident);
	tcase_add_test(tests, questions_about_no_file_fail);
	tcase_add_test(tests, eviction_and_advice_are_taken_or_refused);
	tcase_add_test(tests, a_direct_open_gives_direct_mode_or_a_reason);
	tcase_add_test(tests, alignments_are_powers_of_two);
	tcase_add_test(tests, the_thread_counter_never_goes_back);
	tcase_add_test(tests,
		       mounts_and_devices_are_told_or_said_to_be_unknown);
	tcase_add_test(tests, without_the_systems_own_files_nothing_crashes);
	tcase_add_test(tests, a_listing_shows_every_entry_once);
	tcase_add_test(tests, entropy_differs_each_time);
	tcase_add_test(tests, privileges_are_dropped_wholly_or_not_at_all);
	return unit_run(tests);
}
