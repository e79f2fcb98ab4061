#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fake_tree.h"
#include "observe/storage.h"
#include "platform/counters.h"
#include "unit.h"

static struct counters counters;

static void
start(void)
{
	if (strcmp(platform_name, "linux") == 0)
		fake_tree_make();
}

static void
end(void)
{
	counters_release(&counters);
	if (strcmp(platform_name, "linux") == 0)
		fake_tree_remove();
}

static struct device_counters
device(unsigned major, unsigned minor)
{
	struct device_counters found;

	ck_assert(counters_device(&counters, major, minor, &found));
	return found;
}

START_TEST(without_any_file_nothing_is_known_but_our_own_cpu)
{
	platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert(counters.own_cpu_ns.known);
	ck_assert(!counters.own_read_bytes.known);
	ck_assert(!counters.own_write_bytes.known);
	ck_assert(!counters.run_delay_ns.known);
	ck_assert(!counters.machine_busy_ns.known);
	ck_assert(!counters.steal_ns.known);
	ck_assert(!counters.cpu_pressure_ns.known);
	ck_assert(!counters.throttled_ns.known);
	ck_assert(!counters.devices_known);
	ck_assert(!counters.processes_known);
}
END_TEST

START_TEST(empty_files_are_not_zeros)
{
	fake_tree_write("proc/self/io", "");
	fake_tree_write("proc/self/schedstat", "");
	fake_tree_write("proc/stat", "");
	fake_tree_write("proc/pressure/io", "");
	platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert(!counters.own_read_bytes.known);
	ck_assert(!counters.run_delay_ns.known);
	ck_assert(!counters.steal_ns.known);
	ck_assert(!counters.io_pressure_ns.known);
}
END_TEST

START_TEST(own_bytes_are_those_of_devices_not_of_system_calls)
{
	fake_tree_write("proc/self/io",
			"rchar: 11\nwchar: 22\nsyscr: 33\nsyscw: 44\n"
			"read_bytes: 4096\nwrite_bytes: 8192\n"
			"cancelled_write_bytes: 77\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.own_read_bytes.value, 4096);
	ck_assert_uint_eq(counters.own_write_bytes.value, 8192);
}
END_TEST

START_TEST(the_run_delay_is_the_second_number_of_schedstat)
{
	fake_tree_write("proc/self/schedstat", "1000 620000000 12\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.run_delay_ns.value, 620000000);
}
END_TEST

START_TEST(the_run_delays_of_all_threads_are_added)
{
	fake_tree_write("proc/self/task/10/schedstat", "1000 500 12\n");
	fake_tree_write("proc/self/task/11/schedstat", "1000 70 12\n");
	fake_tree_write("proc/self/task/12/comm", "no numbers here\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.run_delay_ns.value, 570);
}
END_TEST

START_TEST(steal_is_known_only_where_the_kernel_has_the_field)
{
	uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);

	fake_tree_write("proc/stat", "cpu  10 20 30 4000 500 6 7\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert(!counters.steal_ns.known);
	fake_tree_write("proc/stat",
			"cpu  10 20 30 4000 500 6 7 8 9 10\ncpu0 1 2 3\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.steal_ns.value, 8 * tick_ns);
	ck_assert_uint_eq(counters.machine_busy_ns.value,
			  (10 + 20 + 30 + 6 + 7) * tick_ns);
}
END_TEST

START_TEST(pressure_is_the_total_of_the_first_line)
{
	fake_tree_write("proc/pressure/cpu",
			"some avg10=2.46 avg60=2.27 avg300=0.73 total=7324629\n"
			"full avg10=0.00 avg60=0.00 avg300=0.00 total=1\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.cpu_pressure_ns.value, UINT64_C(7324629000));
}
END_TEST

START_TEST(disk_statistics_of_every_age_are_read)
{
	fake_tree_write(
		"proc/diskstats",
		"   8       0 sda 10 1 160 5 20 2 320 7 0 1500 9\n"
		"   8      16 sdb 11 1 161 5 21 2 321 7 0 1600 9 3 0 64 1\n"
		" 259       0 nvme0n1 12 1 162 5 22 2 322 7 0 1700 9 4 0 65 1 "
		"55 6\n"
		" 259       1 nvme0n1p1 12 162 22 322\n"
		"   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
	fake_tree_write("sys/dev/block/8:0/mq/0/cpu_list", "0\n");
	fake_tree_write("sys/dev/block/8:16/mq/0/cpu_list", "0\n");
	fake_tree_write("sys/dev/block/259:0/mq/0/cpu_list", "0\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert(counters.devices_known);
	ck_assert_uint_eq(counters.device_count, 3);
	ck_assert_uint_eq(device(8, 0).read_bytes, 160 * 512);
	ck_assert_uint_eq(device(8, 0).written_bytes, 320 * 512);
	ck_assert_uint_eq(device(8, 0).busy_ns, UINT64_C(1500000000));
	ck_assert(!device(8, 0).discards.known);
	ck_assert(!device(8, 0).flushes.known);
	ck_assert_uint_eq(device(8, 16).discarded_bytes.value, 64 * 512);
	ck_assert(!device(8, 16).flushes.known);
	ck_assert_uint_eq(device(259, 0).flushes.value, 55);
	/* It is there, it just never moved anything. */
	ck_assert_uint_eq(device(7, 0).reads, 0);
}
END_TEST

START_TEST(flushes_of_a_partition_are_not_known)
{
	fake_tree_write("proc/diskstats",
			"8 1 sda1 1 1 8 1 1 1 8 1 0 1 1 0 0 0 0 0 0\n");
	fake_tree_write("sys/dev/block/8:1/partition", "1\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert(!device(8, 1).flushes.known);
}
END_TEST

START_TEST(flushes_of_a_volume_that_hands_them_on_are_not_known)
{
	fake_tree_write("proc/diskstats",
			"253 0 dm-0 1 1 8 1 1 1 8 1 0 1 1 0 0 0 0 0 0\n"
			"8 0 sda 1 1 8 1 1 1 8 1 0 1 1 0 0 0 0 3 1\n");
	fake_tree_write("sys/dev/block/253:0/dm/name", "vg-data\n");
	fake_tree_write("sys/dev/block/8:0/mq/0/cpu_list", "0\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert(!device(253, 0).flushes.known);
	ck_assert_uint_eq(device(8, 0).flushes.value, 3);
}
END_TEST

/* A stat line of a process; `flags` as the kernel prints them. */
static void
write_process(int pid, const char *name, unsigned flags, int ticks)
{
	char path[64], text[512];

	snprintf(path, sizeof path, "proc/%d/stat", pid);
	snprintf(text, sizeof text,
		 "%d (%s) S 2 0 0 0 -1 %u 0 0 0 0 %d 5 0 0 20 0 1 0 %d 0 0\n",
		 pid, name, flags, ticks, 1000 + pid);
	fake_tree_write(path, text);
}

enum { KERNEL_THREAD = 0x00200000 | 0x40, USER_PROCESS = 0x400000 };

START_TEST(processes_come_by_pid_whatever_their_names)
{
	uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);

	write_process(1000, "a) S (b", USER_PROCESS, 10);
	write_process(2, "kthreadd", KERNEL_THREAD, 1);
	write_process(30, "kworker/u8:2-events (x)", KERNEL_THREAD, 20);
	write_process(999, "tmux: server", USER_PROCESS, 30);
	platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert(counters.processes_known);
	ck_assert_uint_eq(counters.process_count, 4);
	ck_assert_int_eq(counters.processes[0].pid, 2);
	ck_assert_int_eq(counters.processes[1].pid, 30);
	ck_assert(counters.processes[1].kernel);
	ck_assert_uint_eq(counters.processes[1].cpu_ns, 25 * tick_ns);
	ck_assert_uint_eq(counters.processes[1].start_ticks, 1030);
	ck_assert_int_eq(counters.processes[3].pid, 1000);
	ck_assert(!counters.processes[3].kernel);
	ck_assert_int_eq(counters.processes[3].parent, 2);
	ck_assert_uint_eq(counters.processes[3].cpu_ns, 15 * tick_ns);
}
END_TEST

START_TEST(where_kernel_threads_are_hidden_processes_are_not_known)
{
	write_process(1000, "shell", USER_PROCESS, 10);
	platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert(!counters.processes_known);
}
END_TEST

START_TEST(a_process_that_ended_in_between_is_left_out)
{
	write_process(2, "kthreadd", KERNEL_THREAD, 1);
	fake_tree_write("proc/77/comm", "gone\n");
	platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert(counters.processes_known);
	ck_assert_uint_eq(counters.process_count, 1);
}
END_TEST

START_TEST(frequency_and_heat_are_those_of_the_cpus_that_tell)
{
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert(!counters.cpu_hz.known);
	ck_assert(!counters.heat_events.known);
	fake_tree_write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
			"1200000\n");
	fake_tree_write("sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq",
			"3400000\n");
	fake_tree_write("sys/devices/system/cpu/cpu0/thermal_throttle/"
			"core_throttle_count",
			"5\n");
	fake_tree_write("sys/devices/system/cpu/cpu1/thermal_throttle/"
			"core_throttle_count",
			"2\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.cpu_hz.value, UINT64_C(2300000000));
	ck_assert_uint_eq(counters.heat_events.value, 7);
}
END_TEST

START_TEST(a_set_may_be_read_again_and_again)
{
	fake_tree_write("proc/diskstats", "8 0 sda 1 1 8 1 1 1 8 1 0 1 1\n");
	write_process(2, "kthreadd", KERNEL_THREAD, 1);
	for (int i = 0; i < 5; i++)
		platform_counters(&counters, COUNTERS_PROCESSES_LAST);
	ck_assert_uint_eq(counters.device_count, 1);
	ck_assert_uint_eq(counters.process_count, 1);
}
END_TEST

static void
mount_groups(const char *type, const char *options, const char *group)
{
	char text[512];

	snprintf(text, sizeof text,
		 "30 20 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - %s cgroup "
		 "%s\n",
		 type, options);
	fake_tree_write("proc/self/mountinfo", text);
	fake_tree_write("proc/self/cgroup", group);
}

START_TEST(version_2_throttling_is_the_largest_of_all_groups_above)
{
	mount_groups("cgroup2", "rw", "0::/outer/inner\n");
	fake_tree_write("sys/fs/cgroup/cpu.stat", "usage_usec 5\n");
	fake_tree_write("sys/fs/cgroup/outer/cpu.stat",
			"usage_usec 5\nnr_periods 23\nnr_throttled 21\n"
			"throttled_usec 1430000\n");
	fake_tree_write("sys/fs/cgroup/outer/inner/cpu.stat",
			"nr_throttled 0\nthrottled_usec 0\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.throttled_periods.value, 21);
	ck_assert_uint_eq(counters.throttled_ns.value, 1430000000);
}
END_TEST

START_TEST(version_1_throttling_is_in_ns)
{
	mount_groups("cgroup", "rw,cpu,cpuacct", "4:cpu,cpuacct:/job\n");
	fake_tree_write("sys/fs/cgroup/job/cpu.stat",
			"nr_periods 23\nnr_throttled 21\n"
			"throttled_time 1430000000\n");
	platform_counters(&counters, COUNTERS_CHEAP);
	ck_assert_uint_eq(counters.throttled_ns.value, 1430000000);
}
END_TEST

START_TEST(version_2_io_limits_are_the_least_of_all_groups)
{
	struct io_limit limits[4];

	mount_groups("cgroup2", "rw", "0::/outer/inner\n");
	fake_tree_write("sys/fs/cgroup/outer/io.max",
			"254:0 rbps=max wbps=1048576 riops=max wiops=max\n");
	fake_tree_write("sys/fs/cgroup/outer/inner/io.max",
			"254:0 rbps=max wbps=2097152 riops=100 wiops=max\n"
			"8:0 rbps=5 wbps=max riops=max wiops=max\n");
	ck_assert_int_eq(platform_io_limits(limits, 4), 2);
	ck_assert_uint_eq(limits[0].major, 254);
	ck_assert_uint_eq(limits[0].write_bytes_per_s, 1048576);
	ck_assert_uint_eq(limits[0].reads_per_s, 100);
	ck_assert_uint_eq(limits[0].read_bytes_per_s, UINT64_MAX);
	ck_assert_uint_eq(limits[1].read_bytes_per_s, 5);
	ck_assert_int_eq(platform_io_limits(limits, 1), 1);
}
END_TEST

START_TEST(version_1_io_limits_are_gathered_from_their_files)
{
	struct io_limit limits[4];

	mount_groups("cgroup", "rw,blkio", "7:blkio:/\n");
	fake_tree_write("sys/fs/cgroup/blkio.throttle.read_bps_device",
			"254:0 20971520\n");
	fake_tree_write("sys/fs/cgroup/blkio.throttle.write_iops_device",
			"254:0 50\n");
	ck_assert_int_eq(platform_io_limits(limits, 4), 1);
	ck_assert_uint_eq(limits[0].read_bytes_per_s, 20971520);
	ck_assert_uint_eq(limits[0].writes_per_s, 50);
	ck_assert_uint_eq(limits[0].write_bytes_per_s, UINT64_MAX);
}
END_TEST

START_TEST(the_holes_of_a_file_are_found)
{
	struct extent_facts facts;
	char path[128], data[65536];
	int fd;

	memset(data, 'x', sizeof data);
	snprintf(path, sizeof path, "%s/file", fake_tree);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, 1 << 20), 0);
	ck_assert_int_eq(pwrite(fd, data, sizeof data, 0), sizeof data);
	ck_assert_int_eq(fsync(fd), 0);
	if (platform_extents(fd, &facts) == 0) {
		ck_assert_uint_eq(facts.file_bytes, 1 << 20);
		ck_assert_uint_eq(facts.hole_bytes, (1 << 20) - sizeof data);
		ck_assert_uint_ge(facts.extents, 1);
	} else {
		ck_assert_int_eq(errno, ENOTSUP);
	}
	close(fd);
}
END_TEST

START_TEST(a_pipe_has_no_extents)
{
	struct extent_facts facts;
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(platform_extents(ends[0], &facts), -1);
	ck_assert_int_eq(errno, ENOTSUP);
	close(ends[0]);
	close(ends[1]);
}
END_TEST

START_TEST(a_counter_that_went_back_is_not_known)
{
	struct counter low = { 5, true }, high = { 7, true }, none = { 0 };

	ck_assert_uint_eq(counter_since(low, high).value, 2);
	ck_assert(counter_since(low, high).known);
	ck_assert(!counter_since(high, low).known);
	ck_assert(!counter_since(none, high).known);
	ck_assert(!counter_since(low, none).known);
}
END_TEST

static void
add_file_tests(TCase *tests)
{
	tcase_add_test(tests,
		       without_any_file_nothing_is_known_but_our_own_cpu);
	tcase_add_test(tests, empty_files_are_not_zeros);
	tcase_add_test(tests,
		       own_bytes_are_those_of_devices_not_of_system_calls);
	tcase_add_test(tests, the_run_delay_is_the_second_number_of_schedstat);
	tcase_add_test(tests, the_run_delays_of_all_threads_are_added);
	tcase_add_test(tests,
		       steal_is_known_only_where_the_kernel_has_the_field);
	tcase_add_test(tests, pressure_is_the_total_of_the_first_line);
	tcase_add_test(tests, disk_statistics_of_every_age_are_read);
	tcase_add_test(tests, flushes_of_a_partition_are_not_known);
	tcase_add_test(tests,
		       flushes_of_a_volume_that_hands_them_on_are_not_known);
	tcase_add_test(tests, processes_come_by_pid_whatever_their_names);
	tcase_add_test(tests,
		       where_kernel_threads_are_hidden_processes_are_not_known);
	tcase_add_test(tests, a_process_that_ended_in_between_is_left_out);
	tcase_add_test(tests,
		       frequency_and_heat_are_those_of_the_cpus_that_tell);
	tcase_add_test(tests, a_set_may_be_read_again_and_again);
	tcase_add_test(tests,
		       version_2_throttling_is_the_largest_of_all_groups_above);
	tcase_add_test(tests, version_1_throttling_is_in_ns);
	tcase_add_test(tests, version_2_io_limits_are_the_least_of_all_groups);
	tcase_add_test(tests,
		       version_1_io_limits_are_gathered_from_their_files);
	tcase_add_test(tests, the_holes_of_a_file_are_found);
}

int
main(void)
{
	TCase *tests = tcase_create("counters");

	tcase_add_checked_fixture(tests, start, end);
	if (strcmp(platform_name, "linux") == 0)
		add_file_tests(tests);
	tcase_add_test(tests, a_pipe_has_no_extents);
	tcase_add_test(tests, a_counter_that_went_back_is_not_known);
	return unit_run(tests);
}
