#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "io/sweep.h"
#include "platform/platform.h"

/* Made-up trees of /proc and /sys, to see systems that are not at hand. */

static char tree[64], proc_root[80], sys_root[80];
static int tree_fd, file_fd;
static struct stat file_status;

static void
set_up(void)
{
	snprintf(tree, sizeof tree, "/tmp/test_platform_linux.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(tree));
	snprintf(proc_root, sizeof proc_root, "%s/proc", tree);
	snprintf(sys_root, sizeof sys_root, "%s/sys", tree);
	tree_fd = open(tree, O_RDONLY | O_DIRECTORY);
	file_fd = openat(tree_fd, "data", O_RDWR | O_CREAT, 0600);
	ck_assert_int_ge(file_fd, 0);
	ck_assert_int_eq(fstat(file_fd, &file_status), 0);
	platform_set_roots(proc_root, sys_root);
}

static void
tear_down(void)
{
	struct sweep_failure failure;

	platform_set_roots(NULL, NULL);
	close(file_fd);
	ck_assert_int_eq(
		sweep_directory(tree_fd, NULL, SWEEP_ORDINARY, &failure), 0);
	close(tree_fd);
	ck_assert_int_eq(rmdir(tree), 0);
}

static void
make_parents(const char *path)
{
	char part[256];

	for (size_t i = 1; path[i]; i++) {
		if (path[i] != '/')
			continue;
		snprintf(part, sizeof part, "%.*s", (int)i, path);
		if (mkdirat(tree_fd, part, 0700) != 0)
			ck_assert_int_eq(errno, EEXIST);
	}
}

/* put(PATH, FORMAT, ...): a file of the tree with that text. */
static void __attribute__((format(printf, 2, 3)))
put(const char *path, const char *format, ...)
{
	va_list arguments;
	int fd;

	make_parents(path);
	fd = openat(tree_fd, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ck_assert_int_ge(fd, 0);
	va_start(arguments, format);
	ck_assert_int_ge(vdprintf(fd, format, arguments), 0);
	va_end(arguments);
	close(fd);
}

/* ---- mounts ------------------------------------------------------------------ */

static void
put_mount_id(unsigned id)
{
	char path[64];

	snprintf(path, sizeof path, "proc/self/fdinfo/%d", file_fd);
	put(path, "pos:\t0\nflags:\t02\nmnt_id:\t%u\nino:\t5\n", id);
}

START_TEST(a_mount_is_found_by_its_number_and_unescaped)
{
	struct mount_facts facts;

	put_mount_id(31);
	put("proc/self/mountinfo",
	    "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,discard\n"
	    "nonsense\n"
	    "\n"
	    "31 21 0:40 / /mnt/my\\040disk\\134x rw,nosuid,relatime shared:3 "
	    "master:2 propagate_from:2 - fuse.sshfs host:/a\\011b "
	    "ro,user_id=0\n"
	    "32 21 0:40 / /elsewhere rw - tmpfs none rw\n");
	ck_assert_int_eq(platform_mount_facts(file_fd, &facts), 0);
	ck_assert_str_eq(facts.file_system, "fuse.sshfs");
	ck_assert_str_eq(facts.mount_point, "/mnt/my disk\\x");
	ck_assert_str_eq(facts.source, "host:/a\tb");
	ck_assert_str_eq(facts.options, "ro,nosuid,relatime,user_id=0");
	ck_assert(facts.read_only);
	ck_assert(facts.remote);
	ck_assert(!facts.memory_backed);
}
END_TEST

/* What a FUSE server does is out of sight, but for one that has a device. */
START_TEST(every_fuse_server_is_remote_but_that_of_a_block_device)
{
	static const struct {
		const char *type;
		bool remote;
	} rows[] = {
		{ "fuse", true },           { "fuse.sshfs", true },
		{ "fuse.gocryptfs", true }, { "fuseblk", false },
		{ "fusectl", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct mount_facts facts;

		put_mount_id(5);
		put("proc/self/mountinfo", "5 1 0:9 / /t rw - %s some rw\n",
		    rows[i].type);
		ck_assert_int_eq(platform_mount_facts(file_fd, &facts), 0);
		ck_assert_str_eq(facts.file_system, rows[i].type);
		ck_assert_msg(facts.remote == rows[i].remote, "%s",
			      rows[i].type);
	}
}
END_TEST

START_TEST(without_a_mount_number_the_device_decides)
{
	struct mount_facts facts;

	put("proc/self/mountinfo",
	    "21 1 250:251 / / rw - xfs /dev/sda1 rw\n"
	    "22 1 %u:%u / /here rw,noatime - ext4 /dev/sdb1 rw,data=ordered\n",
	    major(file_status.st_dev), minor(file_status.st_dev));
	ck_assert_int_eq(platform_mount_facts(file_fd, &facts), 0);
	ck_assert_str_eq(facts.file_system, "ext4");
	ck_assert_str_eq(facts.options, "rw,noatime,data=ordered");
	ck_assert(!facts.read_only);
	ck_assert(!facts.remote);
}
END_TEST

START_TEST(an_empty_source_and_long_options_are_no_obstacle)
{
	struct mount_facts facts;
	char options[1000];

	memset(options, 'o', sizeof options - 1);
	options[sizeof options - 1] = '\0';
	put_mount_id(5);
	put("proc/self/mountinfo", "5 1 0:9 / /t rw,%s - tmpfs  rw,%s\n",
	    options, options);
	ck_assert_int_eq(platform_mount_facts(file_fd, &facts), 0);
	ck_assert_str_eq(facts.source, "");
	ck_assert(facts.memory_backed);
	ck_assert_uint_eq(strlen(facts.options), PLATFORM_TEXT_BYTES - 1);
}
END_TEST

START_TEST(a_mount_that_is_not_listed_is_not_known)
{
	struct mount_facts facts;

	put_mount_id(99);
	put("proc/self/mountinfo", "5 1 0:9 / /t rw - tmpfs t rw\n");
	ck_assert_int_eq(platform_mount_facts(file_fd, &facts), -1);
	ck_assert_int_eq(errno, ENOTSUP);
}
END_TEST

/* ---- memory ------------------------------------------------------------------ */

static void
put_memory(void)
{
	put("proc/meminfo", "MemTotal:       16000 kB\nMemFree:  1000 kB\n"
			    "MemAvailable:    9000 kB\nBuffers: 1 kB\n");
}

static uint64_t
limit_bytes(void)
{
	struct platform_memory memory;

	ck_assert_int_eq(platform_memory(&memory), 0);
	return memory.limit_bytes;
}

START_TEST(memory_comes_from_meminfo)
{
	struct platform_memory memory;

	put_memory();
	ck_assert_int_eq(platform_memory(&memory), 0);
	ck_assert_uint_eq(memory.total_bytes, 16000 * 1024);
	ck_assert_uint_eq(memory.available_bytes, 9000 * 1024);
	ck_assert_uint_eq(memory.limit_bytes, UINT64_MAX);
	put("proc/meminfo", "MemTotal: 100 kB\n");
	ck_assert_int_eq(platform_memory(&memory), 0);
	ck_assert_uint_eq(memory.available_bytes, 0);
}
END_TEST

START_TEST(the_least_limit_of_nested_groups_counts)
{
	put_memory();
	put("proc/self/cgroup", "0::/a/b/c\n");
	put("proc/self/mountinfo",
	    "30 1 0:25 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
	put("sys/fs/cgroup/a/memory.max", "7000000\n");
	put("sys/fs/cgroup/a/memory.high", "max\n");
	put("sys/fs/cgroup/a/b/memory.max", "max\n");
	put("sys/fs/cgroup/a/b/memory.high", "5000000\n");
	put("sys/fs/cgroup/a/b/c/memory.max", "max\n");
	put("sys/fs/cgroup/a/b/c/d/memory.max", "1\n");
	put("sys/fs/cgroup/other/memory.max", "2\n");
	ck_assert_uint_eq(limit_bytes(), 5000000);
	put("sys/fs/cgroup/memory.max", "4000000\n");
	ck_assert_uint_eq(limit_bytes(), 4000000);
	put("sys/fs/cgroup/a/b/c/memory.max", "3000000\n");
	ck_assert_uint_eq(limit_bytes(), 3000000);
}
END_TEST

START_TEST(groups_of_version_one_have_limits_too)
{
	put_memory();
	put("proc/self/cgroup",
	    "9:name=systemd:/s\n5:cpu,memory:/x/y\n3:cpuset:/q\n0::/z\n");
	put("proc/self/mountinfo",
	    "31 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup "
	    "rw,cpu,memory\n"
	    "32 1 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
	    "33 1 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
	put("sys/fs/cgroup/cpuset/q/memory.limit_in_bytes", "1\n");
	put("sys/fs/cgroup/memory/x/y/memory.limit_in_bytes",
	    "9223372036854771712\n");
	ck_assert_uint_eq(limit_bytes(), UINT64_MAX);
	put("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "300000\n");
	ck_assert_uint_eq(limit_bytes(), 300000);
	put("sys/fs/cgroup/memory/x/y/memory.stat",
	    "cache 1\nhierarchical_memory_limit 200000\ntotal_cache 1\n");
	ck_assert_uint_eq(limit_bytes(), 200000);
}
END_TEST

START_TEST(a_container_sees_the_limit_of_its_own_root)
{
	put_memory();
	/* A bind mount of our group, with its path as seen from outside. */
	put("proc/self/cgroup", "0::/docker/abc/app\n");
	put("proc/self/mountinfo",
	    "30 1 0:25 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
	put("sys/fs/cgroup/memory.max", "800000\n");
	put("sys/fs/cgroup/app/memory.max", "900000\n");
	ck_assert_uint_eq(limit_bytes(), 800000);
	put("sys/fs/cgroup/app/memory.max", "700000\n");
	ck_assert_uint_eq(limit_bytes(), 700000);
	/* A namespace: the path is that of its root. */
	put("proc/self/cgroup", "0::/\n");
	ck_assert_uint_eq(limit_bytes(), 800000);
	/* A process that was moved out of it. */
	put("proc/self/cgroup", "0::/../../elsewhere\n");
	ck_assert_uint_eq(limit_bytes(), 800000);
}
END_TEST

/* ---- devices ----------------------------------------------------------------- */

/* A device of the tree, in devices/NAME, with a link to it by number. */
static void
put_device(dev_t number, const char *name)
{
	char path[256], target[256];

	snprintf(path, sizeof path, "sys/devices/%s/dev", name);
	put(path, "%u:%u\n", major(number), minor(number));
	snprintf(path, sizeof path, "sys/dev/block/%u:%u", major(number),
		 minor(number));
	make_parents(path);
	snprintf(target, sizeof target, "../../devices/%s", name);
	ck_assert_int_eq(symlinkat(target, tree_fd, path), 0);
}

static void
put_attribute(const char *name, const char *attribute, const char *text)
{
	char path[256];

	snprintf(path, sizeof path, "sys/devices/%s/%s", name, attribute);
	put(path, "%s\n", text);
}

static void
put_slave(const char *name, const char *below)
{
	const char *last = strrchr(below, '/');
	char path[256], target[256];

	snprintf(path, sizeof path, "sys/devices/%s/slaves/%s", name,
		 last ? last + 1 : below);
	make_parents(path);
	snprintf(target, sizeof target, "../../%s", below);
	ck_assert_int_eq(symlinkat(target, tree_fd, path), 0);
}

START_TEST(a_volume_on_a_raid_on_partitions_is_walked_level_by_level)
{
	static const char *const names[] = { "dm-0", "md0", "sda1",
					     "sdb1", "sda", "sdb" };
	static const unsigned depths[] = { 0, 1, 2, 2, 3, 3 };
	struct device_facts devices[PLATFORM_DEVICES];

	put_device(file_status.st_dev, "dm-0");
	put_attribute("dm-0", "dm/name", "vg-root");
	put_attribute("dm-0", "dm/uuid", "LVM-abcdefgh");
	put_slave("dm-0", "md0");
	put_device(makedev(9, 0), "md0");
	put_attribute("md0", "md/level", "raid1");
	put_slave("md0", "sdb/sdb1");
	put_slave("md0", "sda/sda1");
	put_device(makedev(8, 0), "sda");
	put_device(makedev(8, 1), "sda/sda1");
	put_attribute("sda/sda1", "partition", "1");
	put_device(makedev(8, 16), "sdb");
	put_device(makedev(8, 17), "sdb/sdb1");
	put_attribute("sdb/sdb1", "partition", "1");
	put_attribute("sda", "queue/rotational", "1");
	put_attribute("sda", "queue/write_cache", "write through");
	put_attribute("sda", "queue/scheduler", "none [bfq] kyber");
	put_attribute("sda", "queue/read_ahead_kb", "128");
	put_attribute("sda", "queue/logical_block_size", "4096");
	put_attribute("sda", "device/model", "WDC X   ");
	put_attribute("sda", "size", "2048");

	ck_assert_int_eq(
		platform_device_stack(file_fd, devices, PLATFORM_DEVICES), 6);
	for (int i = 0; i < 6; i++) {
		ck_assert_str_eq(devices[i].name, names[i]);
		ck_assert_uint_eq(devices[i].depth, depths[i]);
		ck_assert_int_eq(devices[i].leaf, i >= 4);
	}
	ck_assert_str_eq(devices[0].text, "dm-0 (vg-root LVM on md0)");
	ck_assert_str_eq(devices[1].text, "md0 (raid1 on sda1 sdb1)");
	ck_assert_str_eq(devices[2].text,
			 "sda1 (partition on sda) rotational=1 "
			 "write_cache=write through sched=bfq ra=128K");
	ck_assert_str_eq(devices[4].text,
			 "sda (WDC X) rotational=1 "
			 "write_cache=write through sched=bfq ra=128K");
	ck_assert_int_eq(devices[4].rotational, 1);
	ck_assert_int_eq(devices[4].write_cache, 0);
	ck_assert_uint_eq(devices[4].size_bytes, 2048 * 512);
	ck_assert_uint_eq(devices[4].logical_block_bytes, 4096);
	ck_assert_int_eq(devices[5].rotational, -1);
	ck_assert_int_eq(devices[5].write_cache, -1);
	ck_assert_int_eq(platform_device_stack(file_fd, devices, 2), 2);
}
END_TEST

START_TEST(the_node_and_the_alignment_of_a_device_are_known_where_they_matter)
{
	struct device_facts devices[PLATFORM_DEVICES];

	put_device(file_status.st_dev, "sda/sda1");
	put_attribute("sda/sda1", "alignment_offset", "3072");
	put_attribute("sda/sda1", "device/numa_node", "1");
	platform_device_stack(file_fd, devices, PLATFORM_DEVICES);
	ck_assert_uint_eq(devices[0].misaligned_bytes, 3072);
	ck_assert_int_eq(devices[0].memory_node, -1);
	put("sys/devices/system/node/node1/cpulist", "2-3\n");
	put_attribute("sda/sda1", "alignment_offset", "-1");
	platform_device_stack(file_fd, devices, PLATFORM_DEVICES);
	ck_assert_uint_eq(devices[0].misaligned_bytes, 0);
	ck_assert_int_eq(devices[0].memory_node, 1);
}
END_TEST

START_TEST(a_loop_device_is_followed_into_its_file)
{
	struct device_facts devices[PLATFORM_DEVICES];
	char image[64];
	struct stat status;
	int fd;

	put_device(file_status.st_dev, "loop3");
	put_attribute("loop3", "loop/backing_file", "/nonexistent/a.img");
	put_attribute("loop3", "loop/dio", "1");
	ck_assert_int_eq(platform_device_stack(file_fd, devices, 8), 1);
	ck_assert_str_eq(devices[0].text, "loop3 (a.img, direct)");
	ck_assert(devices[0].leaf);

	/* On another file system, which the tree says is a disk. */
	snprintf(image, sizeof image, "/dev/shm/test_image.XXXXXX");
	fd = mkstemp(image);
	if (fd < 0 || fstat(fd, &status) != 0 ||
	    status.st_dev == file_status.st_dev)
		return;
	put_device(status.st_dev, "vda");
	put_attribute("loop3", "loop/backing_file", image);
	put_attribute("loop3", "loop/dio", "0");
	ck_assert_int_eq(platform_device_stack(file_fd, devices, 8), 2);
	ck_assert_ptr_nonnull(strstr(devices[0].text, " on vda, buffered)"));
	ck_assert(!devices[0].leaf);
	ck_assert_str_eq(devices[1].name, "vda");
	ck_assert_uint_eq(devices[1].depth, 1);
	close(fd);
	unlink(image);
}
END_TEST

START_TEST(a_loop_device_on_itself_ends)
{
	struct device_facts devices[PLATFORM_DEVICES];
	char path[128];

	put_device(file_status.st_dev, "loop3");
	snprintf(path, sizeof path, "%s/data", tree);
	put_attribute("loop3", "loop/backing_file", path);
	ck_assert_int_eq(platform_device_stack(file_fd, devices, 8), 1);
}
END_TEST

START_TEST(zram_is_known_as_memory)
{
	struct device_facts devices[PLATFORM_DEVICES];

	put_device(file_status.st_dev, "zram0");
	put_attribute("zram0", "mm_stat", "0 0 0 0 0 0 0 0 0");
	ck_assert_int_eq(platform_device_stack(file_fd, devices, 8), 1);
	ck_assert_str_eq(devices[0].text, "zram0 (compressed memory)");
	ck_assert(devices[0].memory_backed);
	ck_assert(devices[0].leaf);
}
END_TEST

static int
stack_of_mount(const char *type, const char *source, const char *options)
{
	struct device_facts devices[PLATFORM_DEVICES];

	put_mount_id(5);
	put("proc/self/mountinfo", "5 1 0:9 / /t rw - %s %s rw%s\n", type,
	    source, options);
	errno = 0;
	return platform_device_stack(file_fd, devices, PLATFORM_DEVICES);
}

START_TEST(a_mount_without_a_device_has_none_or_is_not_known)
{
	ck_assert_int_eq(stack_of_mount("tmpfs", "tmpfs", ""), 0);
	ck_assert_int_eq(stack_of_mount("nfs4", "server:/export", ""), 0);
	ck_assert_int_eq(stack_of_mount("fuse.sshfs", "host:", ""), 0);
	ck_assert_int_eq(stack_of_mount("zfs", "pool/home", ""), -1);
	ck_assert_int_eq(errno, ENOTSUP);
	ck_assert_int_eq(stack_of_mount("overlay", "overlay",
					",lowerdir=a,upperdir=b,workdir=c"),
			 -1);
	ck_assert_int_eq(errno, ENOTSUP);
	ck_assert_int_eq(stack_of_mount("bcachefs", "/dev/null:/dev/zero", ""),
			 -1);
}
END_TEST

START_TEST(an_overlay_lies_on_its_upper_directory)
{
	struct stat status;

	if (stat("/dev/shm", &status) != 0 ||
	    status.st_dev == file_status.st_dev)
		return;
	put_device(status.st_dev, "vda");
	ck_assert_int_eq(
		stack_of_mount("overlay", "overlay",
			       ",lowerdir=/proc,upperdir=/dev/shm,workdir=/w"),
		1);
	ck_assert_int_eq(stack_of_mount("overlay", "overlay",
					",lowerdir=/dev/shm:/proc"),
			 1);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("platform_linux");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_mount_is_found_by_its_number_and_unescaped);
	tcase_add_test(tests,
		       every_fuse_server_is_remote_but_that_of_a_block_device);
	tcase_add_test(tests, without_a_mount_number_the_device_decides);
	tcase_add_test(tests, an_empty_source_and_long_options_are_no_obstacle);
	tcase_add_test(tests, a_mount_that_is_not_listed_is_not_known);
	tcase_add_test(tests, memory_comes_from_meminfo);
	tcase_add_test(tests, the_least_limit_of_nested_groups_counts);
	tcase_add_test(tests, groups_of_version_one_have_limits_too);
	tcase_add_test(tests, a_container_sees_the_limit_of_its_own_root);
	tcase_add_test(
		tests,
		the_node_and_the_alignment_of_a_device_are_known_where_they_matter);
	tcase_add_test(
		tests,
		a_volume_on_a_raid_on_partitions_is_walked_level_by_level);
	tcase_add_test(tests, a_loop_device_is_followed_into_its_file);
	tcase_add_test(tests, a_loop_device_on_itself_ends);
	tcase_add_test(tests, zram_is_known_as_memory);
	tcase_add_test(tests,
		       a_mount_without_a_device_has_none_or_is_not_known);
	tcase_add_test(tests, an_overlay_lies_on_its_upper_directory);
	return unit_run(tests);
}
