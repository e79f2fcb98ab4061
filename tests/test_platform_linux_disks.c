#define _GNU_SOURCE
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/mem.h"
#include "platform/platform.h"

/* What the kernel says about real file systems on small loop devices. */

enum {
	IMAGE_BYTES = 160 << 20,
	DATA_BYTES = 8 << 20,
	CALL_CACHESTAT = 451,
};

static char tree[64];
static char loops[2][32];

/* Runs a command without a shell and keeps the first line it prints. 0 when
 * the command succeeds. */
static int
run_command(char *line, size_t size, const char *const *arguments)
{
	int ends[2], status;
	ssize_t length;
	pid_t child;

	if (pipe(ends) != 0)
		return -1;
	child = fork();
	if (child == 0) {
		int null_fd = open("/dev/null", O_RDWR);

		dup2(ends[1], STDOUT_FILENO);
		dup2(null_fd, STDERR_FILENO);
		close(ends[0]);
		execvp(arguments[0], (char *const *)(uintptr_t)arguments);
		_exit(127);
	}
	close(ends[1]);
	length = read(ends[0], line, size - 1);
	line[length > 0 ? length : 0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	close(ends[0]);
	if (waitpid(child, &status, 0) != child)
		return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

/* A path below the tree; good until the fourth call after. */
static char *
at(const char *name)
{
	static char paths[4][160];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof paths[0], "%s/%s", tree, name);
	return path;
}

#define RUN(line, ...)                 \
	run_command(line, sizeof line, \
		    (const char *const[]){ __VA_ARGS__, NULL })

static int
make_loop(char *device, const char *image, const char *direct)
{
	char line[256];
	int fd = open(image, O_RDWR | O_CREAT, 0600);

	if (fd < 0 || ftruncate(fd, IMAGE_BYTES) != 0)
		return -1;
	close(fd);
	if (RUN(line, "losetup", "-f", "--show", direct, image) != 0)
		return -1;
	snprintf(device, sizeof loops[0], "%.31s", line);
	return 0;
}

static void
tear_down(void)
{
	static const char *const mounts[] = { "overlay", "ext4", "btrfs",
					      "tmpfs" };
	static const char *const images[] = { "ext4.img", "btrfs.img" };
	char line[256];

	for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++) {
		umount(at(mounts[i]));
		rmdir(at(mounts[i]));
	}
	for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
		if (loops[i][0])
			RUN(line, "losetup", "-d", loops[i]);
		unlink(at(images[i]));
	}
	rmdir(tree);
}

static bool
mount_all(void)
{
	char line[256], options[600];

	snprintf(options, sizeof options,
		 "lowerdir=%s/ext4/lower,upperdir=%s/ext4/upper,"
		 "workdir=%s/ext4/work",
		 tree, tree, tree);
	if (make_loop(loops[0], at("ext4.img"), "--direct-io=off") != 0 ||
	    make_loop(loops[1], at("btrfs.img"), "--direct-io=on") != 0 ||
	    RUN(line, "mkfs.ext4", "-q", loops[0]) != 0 ||
	    RUN(line, "mkfs.btrfs", "-q", loops[1]) != 0)
		return false;
	return mount(loops[0], at("ext4"), "ext4", 0, "") == 0 &&
	       mkdir(at("ext4/lower"), 0755) == 0 &&
	       mkdir(at("ext4/upper"), 0755) == 0 &&
	       mkdir(at("ext4/work"), 0755) == 0 &&
	       mount("overlay", at("overlay"), "overlay", 0, options) == 0 &&
	       mount(loops[1], at("btrfs"), "btrfs", 0, "") == 0 &&
	       mount("tmpfs", at("tmpfs"), "tmpfs", 0, "") == 0;
}

static bool
set_up(void)
{
	snprintf(tree, sizeof tree, "/tmp/test_platform_disks.XXXXXX");
	if (!mkdtemp(tree))
		return false;
	mkdir(at("ext4"), 0700);
	mkdir(at("overlay"), 0700);
	mkdir(at("btrfs"), 0700);
	mkdir(at("tmpfs"), 0700);
	return mount_all();
}

static int
write_data(const char *name)
{
	int fd = open(at(name), O_RDWR | O_CREAT | O_TRUNC, 0600);
	char *data = mem_alloc(DATA_BYTES, 1);

	ck_assert_int_ge(fd, 0);
	memset(data, 3, DATA_BYTES);
	ck_assert_int_eq(write(fd, data, DATA_BYTES), DATA_BYTES);
	free(data);
	return fd;
}

static void
read_data(int fd)
{
	char *data = mem_alloc(DATA_BYTES, 1);

	ck_assert_int_eq(pread(fd, data, DATA_BYTES, 0), DATA_BYTES);
	free(data);
}

static struct residency
residency_of(int fd)
{
	struct residency residency;

	ck_assert_int_eq(platform_residency(fd, 0, 0, &residency), 0);
	return residency;
}

START_TEST(residency_follows_writing_flushing_and_evicting)
{
	static const char *const names[] = { "ext4/r", "overlay/r", "btrfs/r" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int fd = write_data(names[i]);
		struct residency residency = residency_of(fd);

		ck_assert_uint_eq(residency.cached_bytes, DATA_BYTES);
		if (strncmp(names[i], "overlay", 7) == 0)
			ck_assert_int_eq(residency.ruler, RESIDENCY_MINCORE);
		ck_assert_int_eq(fsync(fd), 0);
		ck_assert_uint_eq(residency_of(fd).dirty_bytes, 0);
		ck_assert_int_eq(platform_evict(fd, 0, 0), 0);
		ck_assert_uint_eq(residency_of(fd).cached_bytes, 0);
		read_data(fd);
		ck_assert_uint_eq(residency_of(fd).cached_bytes, DATA_BYTES);
		close(fd);
	}
}
END_TEST

START_TEST(a_part_of_a_file_is_asked_about_and_evicted_alone)
{
	static const char *const names[] = { "ext4/p", "overlay/p" };
	struct residency residency;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int fd = write_data(names[i]);

		ck_assert_int_eq(fsync(fd), 0);
		ck_assert_int_eq(platform_evict(fd, 0, DATA_BYTES / 2), 0);
		ck_assert_int_eq(
			platform_residency(fd, 0, DATA_BYTES / 2, &residency),
			0);
		ck_assert_uint_eq(residency.cached_bytes, 0);
		ck_assert_int_eq(
			platform_residency(fd, DATA_BYTES / 2, 0, &residency),
			0);
		ck_assert_uint_eq(residency.cached_bytes, DATA_BYTES / 2);
		close(fd);
	}
}
END_TEST

/* mincore looks through windows: what lies across their edges counts once. */
START_TEST(a_large_sparse_file_is_counted_window_by_window)
{
	static const char *const names[] = { "ext4/w", "overlay/w" };
	const uint64_t edge_bytes = 65536 * (uint64_t)sysconf(_SC_PAGESIZE);
	char *data = mem_alloc(DATA_BYTES, 1);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int fd = open(at(names[i]), O_RDWR | O_CREAT, 0600);

		ck_assert_int_eq(ftruncate(fd, (off_t)(5 * edge_bytes / 2)), 0);
		ck_assert_int_eq(
			pwrite(fd, data, DATA_BYTES,
			       (off_t)(2 * edge_bytes - DATA_BYTES / 2)),
			DATA_BYTES);
		ck_assert_uint_eq(residency_of(fd).cached_bytes, DATA_BYTES);
		close(fd);
	}
	free(data);
}
END_TEST

START_TEST(a_tmpfs_cannot_be_evicted_and_has_no_device)
{
	struct device_facts devices[2];
	struct mount_facts facts;
	int fd = write_data("tmpfs/data");

	platform_evict(fd, 0, 0);
	ck_assert_uint_eq(residency_of(fd).cached_bytes, DATA_BYTES);
	ck_assert_int_eq(platform_device_stack(fd, devices, 2), 0);
	ck_assert_int_eq(platform_mount_facts(fd, &facts), 0);
	ck_assert(facts.memory_backed);
	close(fd);
}
END_TEST

START_TEST(cold_reads_move_the_threads_counter_and_warm_ones_do_not)
{
	int fd = write_data("ext4/counted");
	uint64_t before, cold, warm;

	ck_assert_int_eq(fsync(fd), 0);
	ck_assert_int_eq(platform_evict(fd, 0, 0), 0);
	before = platform_thread_blocks_read();
	read_data(fd);
	cold = platform_thread_blocks_read() - before;
	read_data(fd);
	warm = platform_thread_blocks_read() - before - cold;
	ck_assert_uint_eq(warm, 0);
	/* A kernel without I/O accounting counts nothing at all. */
	if (cold)
		ck_assert_uint_ge(cold, DATA_BYTES / 512);
	close(fd);
}
END_TEST

/* From here on the kernel knows no cachestat: one before 6.5. */
static int
forget_cachestat(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALL_CACHESTAT, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { sizeof code / sizeof *code, code };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
			       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER,
				     &program) == 0
		       ? 0
		       : -1;
}

/* 0: another ruler has told it right, first warm, then cold. */
static int
ask_without_cachestat(int fd)
{
	struct residency residency;

	if (forget_cachestat() != 0)
		return 77;
	if (platform_residency(fd, 0, 0, &residency) != 0 ||
	    residency.ruler != RESIDENCY_MINCORE)
		return 1;
	if (residency.cached_bytes != DATA_BYTES)
		return 2;
	if (fsync(fd) != 0 || platform_evict(fd, 0, 0) != 0 ||
	    platform_residency(fd, 0, 0, &residency) != 0)
		return 3;
	return residency.cached_bytes == 0 ? 0 : 4;
}

START_TEST(an_old_kernel_without_cachestat_is_asked_by_mincore)
{
	int fd = write_data("ext4/old"), status;
	pid_t child = fork();

	if (child == 0)
		_exit(ask_without_cachestat(fd));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) != 77)
		ck_assert_int_eq(WEXITSTATUS(status), 0);
	close(fd);
}
END_TEST

/* 0: said to be unknown, or told truly as not cached. */
static int
ask_as_stranger(const char *path)
{
	struct residency residency;
	int fd;

	if (platform_drop_privileges(4321, 4321, NULL) != 0)
		return 2;
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return 3;
	if (platform_residency(fd, 0, 0, &residency) != 0)
		return errno == ENOTSUP ? 0 : 4;
	return residency.cached_bytes == 0 ? 0 : 5;
}

START_TEST(a_strangers_cold_file_is_never_called_resident)
{
	int fd = write_data("ext4/strange"), status;
	pid_t child;

	ck_assert_int_eq(fchmod(fd, 0644), 0);
	ck_assert_int_eq(chmod(tree, 0755), 0);
	ck_assert_int_eq(chmod(at("ext4"), 0755), 0);
	ck_assert_int_eq(fsync(fd), 0);
	ck_assert_int_eq(platform_evict(fd, 0, 0), 0);
	close(fd);
	child = fork();
	if (child == 0)
		_exit(ask_as_stranger(at("ext4/strange")));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

/* 0 when the process' own counters can still be read. */
static int
read_counters_dropped(void)
{
	int fd;

	if (platform_drop_privileges(4321, 4321, NULL) != 0)
		return 2;
	fd = open("/proc/self/io", O_RDONLY);
	return fd < 0 ? 3 : 0;
}

START_TEST(own_counters_stay_readable_after_privileges_are_dropped)
{
	int status;
	pid_t child;

	if (access("/proc/self/io", F_OK) != 0)
		return;
	child = fork();
	if (child == 0)
		_exit(read_counters_dropped());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

static void
check_stack(const char *path, const char *loop, const char *words)
{
	struct device_facts devices[PLATFORM_DEVICES];
	int fd = write_data(path);
	int count = platform_device_stack(fd, devices, PLATFORM_DEVICES);

	ck_assert_int_ge(count, 1);
	ck_assert_str_eq(devices[0].name, strrchr(loop, '/') + 1);
	ck_assert_uint_eq(devices[0].depth, 0);
	ck_assert_uint_eq(devices[0].size_bytes, IMAGE_BYTES);
	ck_assert_msg(strstr(devices[0].text, words) != NULL, "%s",
		      devices[0].text);
	ck_assert_int_eq(devices[0].leaf, count == 1);
	close(fd);
}

START_TEST(loop_devices_are_found_below_every_file_system)
{
	check_stack("ext4/d", loops[0], "(ext4.img");
	check_stack("ext4/d", loops[0], ", buffered)");
	check_stack("overlay/d", loops[0], "(ext4.img");
	check_stack("btrfs/d", loops[1], "(btrfs.img");
}
END_TEST

START_TEST(a_block_device_is_its_own_stack)
{
	struct device_facts devices[PLATFORM_DEVICES];
	struct mount_facts facts;
	struct residency residency;
	int fd = open(loops[0], O_RDONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge(platform_device_stack(fd, devices, PLATFORM_DEVICES),
			 1);
	ck_assert_str_eq(devices[0].name, strrchr(loops[0], '/') + 1);
	ck_assert_int_eq(platform_mount_facts(fd, &facts), 0);
	ck_assert_str_eq(facts.source, loops[0]);
	ck_assert_str_eq(facts.file_system, "");
	ck_assert(!facts.memory_backed);
	ck_assert_int_eq(platform_residency(fd, 0, 0, &residency), 0);
	ck_assert_uint_le(residency.cached_bytes, IMAGE_BYTES);
	close(fd);
}
END_TEST

START_TEST(alignment_is_that_of_the_sector_or_of_btrfs)
{
	static const char *const names[] = { "ext4/a", "btrfs/a" };
	static const uint32_t bytes[] = { 512, 4096 };
	struct direct_alignment alignment;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		int fd = write_data(names[i]);

		ck_assert_int_eq(platform_direct_alignment(fd, &alignment), 0);
		ck_assert_uint_eq(alignment.offset_bytes, bytes[i]);
		close(fd);
	}
}
END_TEST

int
main(void)
{
	TCase *tests;
	int status;

	if (geteuid() != 0) {
		puts("skipped: loop devices need root");
		return 77;
	}
	if (!set_up()) {
		tear_down();
		puts("skipped: no loop devices, mkfs or mount here");
		return 77;
	}
	tests = tcase_create("platform_linux_disks");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, residency_follows_writing_flushing_and_evicting);
	tcase_add_test(tests,
		       a_part_of_a_file_is_asked_about_and_evicted_alone);
	tcase_add_test(tests, a_large_sparse_file_is_counted_window_by_window);
	tcase_add_test(tests, a_tmpfs_cannot_be_evicted_and_has_no_device);
	tcase_add_test(
		tests,
		cold_reads_move_the_threads_counter_and_warm_ones_do_not);
	tcase_add_test(tests,
		       an_old_kernel_without_cachestat_is_asked_by_mincore);
	tcase_add_test(tests, a_strangers_cold_file_is_never_called_resident);
	tcase_add_test(tests,
		       own_counters_stay_readable_after_privileges_are_dropped);
	tcase_add_test(tests, loop_devices_are_found_below_every_file_system);
	tcase_add_test(tests, a_block_device_is_its_own_stack);
	tcase_add_test(tests, alignment_is_that_of_the_sector_or_of_btrfs);
	status = unit_run(tests);
	tear_down();
	return status;
}
