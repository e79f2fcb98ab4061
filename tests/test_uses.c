#include <errno.h>
#include <sys/sysmacros.h>

#include "fake_tree.h"
#include "platform/uses.h"
#include "unit.h"

/* What /proc and /sys of made-up systems say about who uses a device. */

static struct use uses[8];
static struct partition partitions[PARTITIONS_MOST];

/* A device of 259:x, so that no real one is asked. */
static void
add_device(const char *path, const char *name, unsigned minor_number)
{
	char file[256], link_path[256], to[256];

	snprintf(file, sizeof file, "sys/devices/%s/dev", path);
	snprintf(to, sizeof to, "259:%u\n", minor_number);
	fake_tree_write(file, to);
	fake_tree_write("sys/dev/block/.keep", "");
	snprintf(link_path, sizeof link_path, "%s/dev/block/259:%u", fake_sys,
		 minor_number);
	snprintf(to, sizeof to, "../../devices/%s", path);
	ck_assert_int_eq(symlink(to, link_path), 0);
	if (strchr(path, '/'))
		return;
	fake_tree_write("sys/block/.keep", "");
	snprintf(link_path, sizeof link_path, "%s/block/%s", fake_sys, name);
	snprintf(to, sizeof to, "../devices/%s", path);
	ck_assert_int_eq(symlink(to, link_path), 0);
}

static void
add_partition(const char *disk, const char *name, unsigned minor_number)
{
	char path[128], file[256];

	snprintf(path, sizeof path, "%s/%s", disk, name);
	add_device(path, name, minor_number);
	snprintf(file, sizeof file, "sys/devices/%s/partition", path);
	fake_tree_write(file, "1\n");
}

static void
add_holder(const char *path, const char *holder)
{
	char file[256], link_path[256], to[256];

	snprintf(file, sizeof file, "sys/devices/%s/holders/.keep", path);
	fake_tree_write(file, "");
	snprintf(link_path, sizeof link_path, "%s/devices/%s/holders/%s",
		 fake_sys, path, holder);
	snprintf(to, sizeof to, "%s/devices/%s", fake_sys, holder);
	ck_assert_int_eq(symlink(to, link_path), 0);
}

/* vda with vda1 and vda2; dm-0 on vda2, dm-1 on dm-0; vdb apart. */
static void
set_up(void)
{
	fake_tree_make();
	add_device("vda", "vda", 900);
	add_partition("vda", "vda1", 901);
	add_partition("vda", "vda2", 902);
	add_device("dm-0", "dm-0", 910);
	add_device("dm-1", "dm-1", 911);
	add_device("vdb", "vdb", 920);
	add_holder("vda/vda2", "dm-0");
	add_holder("dm-0", "dm-1");
	fake_tree_write("proc/swaps", "Filename Type Size Used Priority\n");
	fake_tree_write("proc/self/mountinfo", "");
}

static int
ask(unsigned minor_number)
{
	struct stat status = { .st_mode = S_IFBLK,
			       .st_rdev = makedev(259, minor_number) };

	return platform_uses(&status, uses, 8);
}

START_TEST(a_device_that_nobody_uses_has_no_uses)
{
	ck_assert_int_eq(ask(920), 0);
	ck_assert_int_eq(ask(901), 0);
	ck_assert_int_eq(ask(911), 0);
}
END_TEST

START_TEST(holders_upon_holders_are_found_below_partitions)
{
	ck_assert_int_eq(ask(900), 2);
	ck_assert_int_eq(uses[0].kind, USE_HELD);
	ck_assert_str_eq(uses[0].by, "dm-0");
	ck_assert_str_eq(uses[1].by, "dm-1");
	ck_assert_int_eq(ask(902), 2);
	ck_assert_int_eq(ask(910), 1);
}
END_TEST

START_TEST(a_mount_far_above_comes_first)
{
	fake_tree_write("proc/self/mountinfo",
			"30 1 259:911 / /srv/with\\040blank rw - xfs "
			"/dev/mapper/x rw\n"
			"31 1 0:40 / /proc rw - proc proc rw\n");
	ck_assert_int_eq(ask(900), 3);
	ck_assert_int_eq(uses[0].kind, USE_MOUNTED);
	ck_assert_str_eq(uses[0].device, "dm-1");
	ck_assert_str_eq(uses[0].by, "/srv/with blank");
	ck_assert_int_eq(ask(901), 0);
	ck_assert_int_eq(ask(920), 0);
}
END_TEST

START_TEST(a_mounted_neighbour_does_not_matter_to_a_partition_but_the_disk_does)
{
	fake_tree_write("proc/self/mountinfo",
			"30 1 259:901 / /boot rw - ext4 /dev/vda1 rw\n");
	ck_assert_int_eq(ask(902), 2);
	ck_assert_int_eq(uses[0].kind, USE_HELD);
	ck_assert_int_eq(ask(901), 1);
	ck_assert_int_eq(ask(900), 3);
	fake_tree_write("proc/self/mountinfo",
			"30 1 259:900 / /whole rw - ext4 /dev/vda rw\n");
	ck_assert_int_eq(ask(901), 1);
	ck_assert_str_eq(uses[0].device, "vda");
}
END_TEST

START_TEST(a_file_is_known_as_swap_and_below_a_loop_device)
{
	char path[128], text[256];
	struct stat status;

	fake_tree_write("a file", "x");
	snprintf(path, sizeof path, "%s/a file", fake_tree);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(platform_uses(&status, uses, 8), 0);

	snprintf(text, sizeof text,
		 "Filename Type Size Used Priority\n"
		 "%s/a\\040file file 1 0 -2\n",
		 fake_tree);
	fake_tree_write("proc/swaps", text);
	ck_assert_int_eq(platform_uses(&status, uses, 8), 1);
	ck_assert_int_eq(uses[0].kind, USE_SWAP);
	ck_assert_str_eq(uses[0].by, path);

	add_device("loop977", "loop977", 977);
	snprintf(text, sizeof text, "%s\n", path);
	fake_tree_write("sys/devices/loop977/loop/backing_file", text);
	fake_tree_write("proc/self/mountinfo",
			"30 1 259:977 / /image rw - ext4 /dev/loop977 rw\n");
	ck_assert_int_eq(platform_uses(&status, uses, 8), 3);
	ck_assert_int_eq(uses[0].kind, USE_MOUNTED);
	ck_assert_str_eq(uses[0].by, "/image");
	ck_assert_int_eq(uses[2].kind, USE_HELD);
	ck_assert_str_eq(uses[2].by, "loop977");
}
END_TEST

START_TEST(another_loop_device_of_the_same_file_uses_it)
{
	char path[128];

	fake_tree_write("image", "x");
	snprintf(path, sizeof path, "%s/image\n", fake_tree);
	add_device("loop977", "loop977", 977);
	add_device("loop978", "loop978", 978);
	fake_tree_write("sys/devices/loop977/loop/backing_file", path);
	ck_assert_int_eq(ask(977), 0);
	fake_tree_write("sys/devices/loop978/loop/backing_file", path);
	fake_tree_write("proc/self/mountinfo",
			"30 1 259:978 / /image rw - ext4 /dev/loop978 rw\n");
	ck_assert_int_eq(ask(977), 2);
	ck_assert_int_eq(uses[0].kind, USE_MOUNTED);
	ck_assert_str_eq(uses[0].device, "loop978");
	ck_assert_str_eq(uses[1].by, "loop978");
	ck_assert_int_eq(ask(920), 0);
}
END_TEST

static size_t
partitions_of(unsigned minor_number)
{
	struct stat status = { .st_mode = S_IFBLK,
			       .st_rdev = makedev(259, minor_number) };

	return platform_partitions(&status, partitions);
}

START_TEST(the_partitions_of_a_disk_have_places_in_bytes)
{
	fake_tree_write("sys/devices/vda/vda1/start", "2048\n");
	fake_tree_write("sys/devices/vda/vda1/size", "30720\n");
	fake_tree_write("sys/devices/vda/vda2/start", "8589934592\n");
	fake_tree_write("sys/devices/vda/vda2/size", "2\n");
	fake_tree_write("sys/devices/vda/queue/size", "1\n");
	ck_assert_uint_eq(partitions_of(900), 2);
	ck_assert_str_eq(partitions[0].name, "vda1");
	ck_assert_uint_eq(partitions[0].from_bytes, 1 << 20);
	ck_assert_uint_eq(partitions[0].size_bytes, 15 << 20);
	ck_assert_str_eq(partitions[1].name, "vda2");
	ck_assert_uint_eq(partitions[1].from_bytes, UINT64_C(1) << 42);
	ck_assert_uint_eq(partitions[1].size_bytes, 1024);
	ck_assert_uint_eq(partitions_of(901), 0);
	ck_assert_uint_eq(partitions_of(920), 0);
	ck_assert_uint_eq(partitions_of(999), 0);
}
END_TEST

START_TEST(no_more_uses_are_given_than_there_is_room_for)
{
	struct stat status = { .st_mode = S_IFBLK,
			       .st_rdev = makedev(259, 900) };

	uses[1].by[0] = '!';
	ck_assert_int_eq(platform_uses(&status, uses, 1), 1);
	ck_assert_int_eq(uses[1].by[0], '!');
}
END_TEST

START_TEST(a_hidden_proc_is_no_sign_that_nobody_uses_a_device)
{
	platform_set_roots("/nonexistent", "/nonexistent");
	ck_assert_int_eq(ask(900), -1);
	ck_assert_int_eq(errno, ENOTSUP);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("uses");

	tcase_add_checked_fixture(tests, set_up, fake_tree_remove);
	tcase_add_test(tests, a_device_that_nobody_uses_has_no_uses);
	tcase_add_test(tests, holders_upon_holders_are_found_below_partitions);
	tcase_add_test(tests, a_mount_far_above_comes_first);
	tcase_add_test(
		tests,
		a_mounted_neighbour_does_not_matter_to_a_partition_but_the_disk_does);
	tcase_add_test(tests, a_file_is_known_as_swap_and_below_a_loop_device);
	tcase_add_test(tests, another_loop_device_of_the_same_file_uses_it);
	tcase_add_test(tests, the_partitions_of_a_disk_have_places_in_bytes);
	tcase_add_test(tests, no_more_uses_are_given_than_there_is_room_for);
	tcase_add_test(tests,
		       a_hidden_proc_is_no_sign_that_nobody_uses_a_device);
	return unit_run(tests);
}
