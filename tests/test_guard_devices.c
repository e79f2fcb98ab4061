#define _GNU_SOURCE
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "io/guard.h"

/* The guard on real loop devices, which carry and serve what it must not
 * destroy. Each time, the image must be what it was before. */

/* Enough for every mkfs; sparse. */
enum { IMAGE_BYTES = 320 << 20 };

static char tree[64], image[96], point[96], node[96];
static char loop[32], upper[32];
static struct error error;

/* ---- commands without a shell ------------------------------------------------- */

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

static char line[256];

#define RUN(...)                       \
	run_command(line, sizeof line, \
		    (const char *const[]){ __VA_ARGS__, NULL })

/* ---- the device ------------------------------------------------------------------ */

static bool
make_image(void)
{
	int fd = open(image, O_RDWR | O_CREAT, 0600);
	bool made = fd >= 0 && ftruncate(fd, IMAGE_BYTES) == 0;

	close(fd);
	return made;
}

static bool
attach(char *device, const char *below)
{
	if (RUN("losetup", "-f", "--show", "-P", below) != 0)
		return false;
	snprintf(device, sizeof loop, "%.31s", line);
	return true;
}

/* Detaches the loop devices on a file, and those on them. */
static void
detach_all(const char *below)
{
	char device[32];

	for (int i = 0; i < 4; i++) {
		if (RUN("losetup", "-n", "-O", "NAME", "-j", below) != 0 ||
		    line[0] != '/')
			break;
		snprintf(device, sizeof device, "%.31s", line);
		detach_all(device);
		RUN("losetup", "-d", device);
	}
}

static void
set_up(void)
{
	ck_assert_int_eq(mkdir(point, 0700), 0);
	ck_assert(make_image());
	ck_assert(attach(loop, image));
}

/* Knows nothing of what a test has done, so that it also serves after one
 * that failed. */
static void
tear_down(void)
{
	umount(point);
	RUN("dmsetup", "remove", "test_guard");
	detach_all(image);
	unlink(node);
	unlink(image);
	rmdir(point);
}

static void
put(const char *bytes, size_t length, off_t at)
{
	int fd = open(loop, O_WRONLY);

	ck_assert_int_eq(pwrite(fd, bytes, length, at), (ssize_t)length);
	ck_assert_int_eq(fsync(fd), 0);
	close(fd);
}

/* A sum over all that is not zero in the image. */
static uint64_t
sum_image(void)
{
	static uint64_t words[1 << 13];
	int fd = open(image, O_RDONLY);
	uint64_t sum = 0;
	off_t at = 0;

	while ((at = lseek(fd, at, SEEK_DATA)) >= 0) {
		ssize_t length = pread(fd, words, sizeof words, at);

		ck_assert_int_gt(length, 0);
		for (size_t i = 0; i < (size_t)length / sizeof *words; i++)
			if (words[i])
				sum = sum * UINT64_C(6364136223846793005) +
				      words[i] + (uint64_t)at + i;
		at += length;
	}
	close(fd);
	return sum;
}

static void
must_refuse_path(const char *path, const char *allowed, const char *reason)
{
	struct guard_request request = { .path = path,
					 .destroy = path,
					 .destroy_signature = allowed };

	error_clear(&error);
	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	ck_assert_msg(strstr(error.text, reason) != NULL, "'%s' not in '%s'",
		      reason, error.text);
}

static void
must_refuse(const char *allowed, const char *reason)
{
	uint64_t before = sum_image();

	must_refuse_path(loop, allowed, reason);
	ck_assert_uint_eq(sum_image(), before);
}

static int
must_open(const char *destroy, const char *allowed, bool direct)
{
	struct guard_request request = { .path = loop,
					 .destroy = destroy,
					 .destroy_signature = allowed,
					 .direct = direct };
	int fd;

	error_clear(&error);
	fd = guard_open_for_writing(&request, &error);
	ck_assert_msg(fd >= 0, "%s", error.text);
	return fd;
}

/* ---- who may ---------------------------------------------------------------------- */

START_TEST(a_blank_device_is_opened_when_it_is_named)
{
	struct guard_request request = { .path = loop };

	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "--destroy=/dev/loop"));
	close(must_open(loop, NULL, false));
	close(must_open(loop, NULL, true));
}
END_TEST

START_TEST(a_node_or_link_of_the_same_device_names_it_and_no_other_does)
{
	struct guard_request request = { .path = loop, .destroy = image };
	struct stat status;

	ck_assert_int_eq(stat(loop, &status), 0);
	ck_assert_int_eq(mknod(node, S_IFBLK | 0600, status.st_rdev), 0);
	close(must_open(node, NULL, false));
	unlink(node);
	ck_assert_int_eq(symlink(loop, node), 0);
	close(must_open(node, NULL, false));
	unlink(node);
	ck_assert_int_eq(mknod(node, S_IFBLK | 0600,
			       makedev(major(status.st_rdev),
				       minor(status.st_rdev) + 1)),
			 0);
	error_clear(&error);
	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	request.destroy = node;
	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_ptr_nonnull(strstr(error.text, "is not '"));
}
END_TEST

START_TEST(a_device_that_takes_no_writes_is_refused_before_the_first)
{
	struct guard_request request = { .path = loop, .destroy = loop };

	if (RUN("blockdev", "--setro", loop) != 0)
		return;
	ck_assert_int_eq(guard_open_for_writing(&request, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "is read-only"));
	ck_assert_int_eq(RUN("blockdev", "--setrw", loop), 0);
	close(must_open(loop, NULL, false));
}
END_TEST

START_TEST(nobody_can_mount_what_the_guard_has_opened)
{
	int fd;

	if (RUN("mkfs.ext4", "-q", loop) != 0)
		return;
	fd = must_open(loop, "ext4", false);
	ck_assert_int_eq(mount(loop, point, "ext4", 0, ""), -1);
	ck_assert_int_eq(errno, EBUSY);
	close(fd);
	ck_assert_int_eq(mount(loop, point, "ext4", 0, ""), 0);
}
END_TEST

/* ---- in use ------------------------------------------------------------------------- */

START_TEST(a_mounted_device_and_the_file_below_it_are_refused)
{
	if (RUN("mkfs.ext4", "-q", loop) != 0)
		return;
	ck_assert_int_eq(mount(loop, point, "ext4", MS_RDONLY, ""), 0);
	must_refuse("ext4", "it is mounted at '/tmp/test_guard");
	must_refuse_path(image, "ext4", "is mounted at '/tmp/test_guard");
}
END_TEST

START_TEST(a_mounted_btrfs_is_refused)
{
	if (RUN("mkfs.btrfs", "-q", loop) != 0 ||
	    mount(loop, point, "btrfs", MS_RDONLY, "") != 0)
		return;
	must_refuse("btrfs", "it is mounted at");
}
END_TEST

START_TEST(the_file_below_a_loop_device_is_refused)
{
	must_refuse_path(image, NULL, "held by 'loop");
}
END_TEST

START_TEST(a_device_below_a_loop_device_is_refused)
{
	ck_assert(attach(upper, loop));
	must_refuse(NULL, "it is held by 'loop");
}
END_TEST

START_TEST(a_device_below_the_device_mapper_is_refused)
{
	char table[128];

	snprintf(table, sizeof table, "0 2048 linear %s 0", loop);
	if (RUN("dmsetup", "create", "test_guard", "--table", table) != 0)
		return;
	must_refuse(NULL, "it is held by 'dm-");
}
END_TEST

START_TEST(a_swap_area_in_use_is_refused)
{
	if (RUN("mkswap", loop) != 0 || swapon(loop, 0) != 0)
		return;
	must_refuse_path(loop, "swap", "it is swapped to as '/dev/loop");
	must_refuse_path(image, "swap", "is swapped to as '/dev/loop");
	ck_assert_int_eq(swapoff(loop), 0);
	must_refuse(NULL, "it carries 'swap'");
}
END_TEST

START_TEST(a_device_that_another_program_has_to_itself_is_refused)
{
	int fd = open(loop, O_RDONLY | O_EXCL);

	ck_assert_int_ge(fd, 0);
	must_refuse(NULL, "another program or mount");
	close(fd);
	close(must_open(loop, NULL, false));
}
END_TEST

/* One partition of type 83 from 1 MiB to the end. */
static const char entry[] = "\0\0\0\0\x83\0\0\0\0\x08\0\0\0\xf8\x03\0";

/* Makes a node for the first partition: not every /dev has one. */
static bool
make_partition_node(void)
{
	const char *name = strrchr(loop, '/') + 1;
	unsigned major_number, minor_number;
	char path[160];
	FILE *file;
	int found;

	snprintf(path, sizeof path, "/sys/block/%s/%sp1/dev", name, name);
	file = fopen(path, "r");
	if (!file)
		return false;
	found = fscanf(file, "%u:%u", &major_number, &minor_number);
	fclose(file);
	return found == 2 && mknod(node, S_IFBLK | 0600,
				   makedev(major_number, minor_number)) == 0;
}

START_TEST(a_disk_with_a_mounted_partition_is_refused)
{
	put(entry, sizeof entry - 1, 446);
	put("\x55\xaa", 2, 510);
	must_refuse(NULL, "it carries 'mbr'");
	RUN("losetup", "-d", loop);
	ck_assert(attach(loop, image));
	if (!make_partition_node() || RUN("mkfs.ext4", "-q", node) != 0 ||
	    mount(node, point, "ext4", 0, "") != 0)
		return;
	must_refuse("mbr", "p1 is mounted at '/tmp/test_guard");
	must_refuse_path(node, "ext4", "is mounted at '/tmp/test_guard");
	ck_assert_int_eq(umount(point), 0);
	must_refuse(NULL, "it carries 'mbr'");
	must_refuse_path(node, NULL, "it carries 'ext4'");
	close(must_open(loop, "mbr", true));
}
END_TEST

/* ---- signatures ------------------------------------------------------------------------ */

START_TEST(what_the_system_makes_of_a_device_is_recognized)
{
	static const char *const makers[][4] = {
		{ "ext4", "mkfs.ext4", "-q", "-F" },
		{ "ext4", "mkfs.ext2", "-q", "-F" },
		{ "xfs", "mkfs.xfs", "-q", "-f" },
		{ "btrfs", "mkfs.btrfs", "-q", "-f" },
		{ "vfat", "mkfs.vfat", "-F", "32" },
		{ "minix", "mkfs.minix", "-1", "-n14" },
		{ "minix", "mkfs.minix", "-2", "-n30" },
		{ "minix", "mkfs.minix", "-3", "-n60" },
		{ "swap", "mkswap", "-L", "x" },
	};

	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		const char *const *maker = makers[i];
		char reason[32];

		if (RUN("wipefs", "-aq", loop) != 0 ||
		    RUN(maker[1], maker[2], maker[3], loop) != 0)
			continue;
		snprintf(reason, sizeof reason, "it carries '%s'", maker[0]);
		must_refuse(NULL, reason);
		must_refuse("DRBD", reason);
		close(must_open(loop, maker[0], i % 2));
	}
}
END_TEST

START_TEST(foreign_metadata_at_either_end_is_recognized)
{
	static const struct {
		const char *kind, *bytes;
		size_t length;
		off_t at;
	} samples[] = {
		{ "LUKS", "LUKS\xba\xbe\0\2", 8, 0 },
		{ "LVM2", "LABELONE", 8, 512 },
		{ "md", "\xfc\x4e\x2b\xa9", 4, 4096 },
		{ "md", "\xfc\x4e\x2b\xa9", 4, IMAGE_BYTES - 65536 },
		{ "gpt", "EFI PART", 8, IMAGE_BYTES - 512 },
	};

	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		char reason[32], zeros[8] = "";

		put(samples[i].bytes, samples[i].length, samples[i].at);
		snprintf(reason, sizeof reason, "it carries '%s'",
			 samples[i].kind);
		must_refuse(NULL, reason);
		close(must_open(loop, samples[i].kind, true));
		put(zeros, samples[i].length, samples[i].at);
	}
	close(must_open(loop, NULL, false));
}
END_TEST

static bool
loops_are_to_be_had(void)
{
	bool had = geteuid() == 0 && make_image() && attach(loop, image);

	tear_down();
	return had;
}

int
main(void)
{
	TCase *tests = tcase_create("guard_devices");
	int status = 77;

	snprintf(tree, sizeof tree, "/tmp/test_guard.XXXXXX");
	if (!mkdtemp(tree))
		return EXIT_FAILURE;
	snprintf(image, sizeof image, "%s/image", tree);
	snprintf(point, sizeof point, "%s/point", tree);
	snprintf(node, sizeof node, "%s/node", tree);
	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_blank_device_is_opened_when_it_is_named);
	tcase_add_test(
		tests,
		a_node_or_link_of_the_same_device_names_it_and_no_other_does);
	tcase_add_test(tests, nobody_can_mount_what_the_guard_has_opened);
	tcase_add_test(
		tests,
		a_device_that_takes_no_writes_is_refused_before_the_first);
	tcase_add_test(tests,
		       a_mounted_device_and_the_file_below_it_are_refused);
	tcase_add_test(tests, a_mounted_btrfs_is_refused);
	tcase_add_test(tests, the_file_below_a_loop_device_is_refused);
	tcase_add_test(tests, a_device_below_a_loop_device_is_refused);
	tcase_add_test(tests, a_device_below_the_device_mapper_is_refused);
	tcase_add_test(tests, a_swap_area_in_use_is_refused);
	tcase_add_test(tests,
		       a_device_that_another_program_has_to_itself_is_refused);
	tcase_add_test(tests, a_disk_with_a_mounted_partition_is_refused);
	tcase_add_test(tests, what_the_system_makes_of_a_device_is_recognized);
	tcase_add_test(tests, foreign_metadata_at_either_end_is_recognized);
	if (loops_are_to_be_had())
		status = unit_run(tests);
	else
		puts("skipped: no loop devices to be had");
	tear_down();
	rmdir(tree);
	return status;
}
