#define _GNU_SOURCE
#include "platform/counters.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/mem.h"
#include "platform/linux.h"

static const uint64_t NS_PER_US = 1000;
static const uint64_t NS_PER_MS = 1000000;

/* Every number on disk statistics is in sectors of this size, whatever the
 * device's own are. */
enum { SECTOR_BYTES = 512 };

static uint64_t
tick_ns(void)
{
	long per_s = sysconf(_SC_CLK_TCK);

	return per_s > 0 ? UINT64_C(1000000000) / (uint64_t)per_s : 10000000;
}

static void
add(struct counter *counter, uint64_t value)
{
	counter->value += value;
	counter->known = true;
}

/* The number after `name` at the start of a line. */
static void
find_number(const char *text, const char *name, uint64_t unit,
	    struct counter *counter)
{
	size_t length = strlen(name);
	const char *line = text;
	uint64_t value;
	char *end;

	while (line && strncmp(line, name, length) != 0) {
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	if (!line)
		return;
	value = strtoull(line + length, &end, 10);
	if (end != line + length)
		*counter = (struct counter){ value * unit, true };
}

/* ---- this process --------------------------------------------------------- */

static uint64_t
cpu_ns(const struct rusage *usage)
{
	return ((uint64_t)usage->ru_utime.tv_sec +
		(uint64_t)usage->ru_stime.tv_sec) *
		       UINT64_C(1000000000) +
	       ((uint64_t)usage->ru_utime.tv_usec +
		(uint64_t)usage->ru_stime.tv_usec) *
		       NS_PER_US;
}

/* "time on a CPU, time waiting for one, time slices", in ns. */
static struct counter
read_run_delay(const char *name)
{
	struct counter delay = { 0, false };
	char text[128], *end;

	if (linux_read(linux_proc_root(), name, text, sizeof text) <= 0)
		return delay;
	strtoull(text, &end, 10);
	if (*end != ' ')
		return delay;
	delay.value = strtoull(end, NULL, 10);
	delay.known = true;
	return delay;
}

/* Of all threads that are alive now. */
static struct counter
read_all_run_delays(void)
{
	struct counter delay = { 0, false };
	char path[PATH_MAX], name[64];
	struct dirent *entry;
	DIR *tasks;

	snprintf(path, sizeof path, "%s/self/task", linux_proc_root());
	tasks = opendir(path);
	if (!tasks)
		return read_run_delay("self/schedstat");
	while ((entry = readdir(tasks))) {
		struct counter one;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof name, "self/task/%.32s/schedstat",
			 entry->d_name);
		one = read_run_delay(name);
		if (one.known)
			add(&delay, one.value);
	}
	closedir(tasks);
	return delay;
}

static void
read_own(struct counters *counters)
{
	struct rusage usage;
	char text[512];

	if (linux_read(linux_proc_root(), "self/io", text, sizeof text) > 0) {
		find_number(text, "read_bytes: ", 1, &counters->own_read_bytes);
		find_number(text, "write_bytes: ", 1,
			    &counters->own_write_bytes);
	}
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		add(&counters->own_cpu_ns, cpu_ns(&usage));
	if (getrusage(RUSAGE_CHILDREN, &usage) == 0)
		add(&counters->own_cpu_ns, cpu_ns(&usage));
	counters->run_delay_ns = read_all_run_delays();
}

/* ---- the machine ------------------------------------------------------------ */

enum { STAT_IDLE = 3, STAT_IOWAIT = 4, STAT_STEAL = 7, STAT_FIELDS = 8 };

/* The first line: "cpu  user nice system idle iowait irq softirq steal". */
static void
read_machine(struct counters *counters)
{
	char text[256];
	char *next = text + 3;
	uint64_t ns = tick_ns();

	if (linux_read(linux_proc_root(), "stat", text, sizeof text) < 4 ||
	    strncmp(text, "cpu ", 4) != 0)
		return;
	for (int i = 0; i < STAT_FIELDS; i++) {
		char *end;
		uint64_t ticks = strtoull(next, &end, 10);

		if (end == next || *end == '\0')
			return;
		if (i == STAT_STEAL)
			add(&counters->steal_ns, ticks * ns);
		else if (i != STAT_IDLE && i != STAT_IOWAIT)
			add(&counters->machine_busy_ns, ticks * ns);
		next = end;
	}
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=12499863", in us. */
static void
read_pressure(const char *name, struct counter *counter)
{
	char text[256];
	const char *total;

	if (linux_read(linux_proc_root(), name, text, sizeof text) <= 0 ||
	    strncmp(text, "some ", 5) != 0)
		return;
	text[strcspn(text, "\n")] = '\0';
	total = strstr(text, " total=");
	if (total)
		add(counter,
		    strtoull(total + strlen(" total="), NULL, 10) * NS_PER_US);
}

/* Each is asked by name; more than these would only take longer. */
enum { CPUS_ASKED = 8 };

static bool
read_cpu_number(unsigned cpu, const char *name, uint64_t *value)
{
	char path[96], text[32];

	snprintf(path, sizeof path, "devices/system/cpu/cpu%u/%s", cpu, name);
	if (linux_read(linux_sys_root(), path, text, sizeof text) <= 0)
		return false;
	*value = strtoull(text, NULL, 10);
	return true;
}

static void
read_cpus(struct counters *counters)
{
	uint64_t khz, events, sum_khz = 0, count = 0;

	for (unsigned cpu = 0; cpu < CPUS_ASKED; cpu++) {
		if (read_cpu_number(cpu, "cpufreq/scaling_cur_freq", &khz)) {
			sum_khz += khz;
			count++;
		}
		if (read_cpu_number(cpu, "thermal_throttle/core_throttle_count",
				    &events))
			add(&counters->heat_events, events);
	}
	if (count)
		add(&counters->cpu_hz, sum_khz * 1000 / count);
}

/* ---- devices ---------------------------------------------------------------- */

enum disk_field {
	DISK_READS = 0,
	DISK_READ_SECTORS = 2,
	DISK_WRITES = 4,
	DISK_WRITTEN_SECTORS = 6,
	DISK_BUSY_MS = 9,
	DISK_DISCARDS = 11,
	DISK_DISCARDED_SECTORS = 13,
	DISK_FLUSHES = 15,
	DISK_FIELDS = 17,
	DISK_FIELDS_LEAST = 11, /* before Linux 4.18 */
};

static int
take_fields(const char *text, uint64_t fields[DISK_FIELDS])
{
	int count = 0;

	while (count < DISK_FIELDS) {
		char *end;
		uint64_t value = strtoull(text, &end, 10);

		if (end == text)
			break;
		fields[count++] = value;
		text = end;
	}
	return count;
}

/* Flushes are counted by a queue of requests, and only by it: partitions, md,
 * volumes of the device mapper and other devices without one hand them on and
 * show a zero. */
static bool
counts_flushes(const struct device_counters *device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/dev/block/%u:%u/mq", linux_sys_root(),
		 device->major, device->minor);
	return access(path, F_OK) == 0;
}

static bool
parse_device(const char *line, struct device_counters *device)
{
	uint64_t fields[DISK_FIELDS];
	int name_end = 0, count;

	memset(device, 0, sizeof *device);
	if (sscanf(line, "%u %u %31s%n", &device->major, &device->minor,
		   device->name, &name_end) != 3)
		return false;
	count = take_fields(line + name_end, fields);
	if (count < DISK_FIELDS_LEAST)
		return false;
	device->reads = fields[DISK_READS];
	device->read_bytes = fields[DISK_READ_SECTORS] * SECTOR_BYTES;
	device->writes = fields[DISK_WRITES];
	device->written_bytes = fields[DISK_WRITTEN_SECTORS] * SECTOR_BYTES;
	device->busy_ns = fields[DISK_BUSY_MS] * NS_PER_MS;
	if (count > DISK_DISCARDED_SECTORS) {
		add(&device->discards, fields[DISK_DISCARDS]);
		add(&device->discarded_bytes,
		    fields[DISK_DISCARDED_SECTORS] * SECTOR_BYTES);
	}
	if (count > DISK_FLUSHES && counts_flushes(device))
		add(&device->flushes, fields[DISK_FLUSHES]);
	return true;
}

static void
read_devices(struct counters *counters)
{
	char *text = linux_read_all(linux_proc_root(), "diskstats");
	char *cursor = text, *line;

	if (!text)
		return;
	counters->devices_known = true;
	while ((line = strsep(&cursor, "\n"))) {
		struct device_counters device;

		if (!parse_device(line, &device) ||
		    device.reads + device.writes + device.discards.value +
				    device.flushes.value ==
			    0)
			continue;
		counters->devices =
			mem_grow(counters->devices, counters->device_count,
				 sizeof *counters->devices);
		counters->devices[counters->device_count++] = device;
	}
	free(text);
}

/* ---- control groups --------------------------------------------------------- */

static void
keep_largest(struct counter *counter, struct counter found)
{
	if (found.known && (!counter->known || found.value > counter->value))
		*counter = found;
}

/* Version 1 counts ns, version 2 us. A group at the top has no quota. */
static void
look_at_quota(void *context, const char *directory)
{
	struct counters *counters = context;
	struct counter periods = { 0, false }, ns = { 0, false };
	char text[2048];

	if (linux_read(directory, "cpu.stat", text, sizeof text) <= 0)
		return;
	find_number(text, "nr_throttled ", 1, &periods);
	find_number(text, "throttled_time ", 1, &ns);
	find_number(text, "throttled_usec ", NS_PER_US, &ns);
	keep_largest(&counters->throttled_periods, periods);
	keep_largest(&counters->throttled_ns, ns);
}

struct limit_list {
	struct io_limit *limits;
	size_t count;
	size_t capacity;
};

/* The entry of a device, made when it is new; NULL when there is no room. */
static struct io_limit *
limit_of(struct limit_list *list, unsigned major, unsigned minor)
{
	struct io_limit *limit;

	for (size_t i = 0; i < list->count; i++)
		if (list->limits[i].major == major &&
		    list->limits[i].minor == minor)
			return &list->limits[i];
	if (list->count == list->capacity)
		return NULL;
	limit = &list->limits[list->count++];
	*limit = (struct io_limit){ major,      minor,      UINT64_MAX,
				    UINT64_MAX, UINT64_MAX, UINT64_MAX };
	return limit;
}

static void
lower(uint64_t *limit, const char *number)
{
	char *end;
	uint64_t value = strtoull(number, &end, 10);

	if (end != number && value < *limit)
		*limit = value;
}

/* "254:0 rbps=max wbps=1048576 riops=max wiops=max" */
static void
parse_io_max(struct limit_list *list, char *line)
{
	unsigned major, minor;
	struct io_limit *limit;
	const char *word;

	if (sscanf(line, "%u:%u", &major, &minor) != 2 ||
	    !(limit = limit_of(list, major, minor)))
		return;
	while ((word = strsep(&line, " "))) {
		if (strncmp(word, "rbps=", 5) == 0)
			lower(&limit->read_bytes_per_s, word + 5);
		else if (strncmp(word, "wbps=", 5) == 0)
			lower(&limit->write_bytes_per_s, word + 5);
		else if (strncmp(word, "riops=", 6) == 0)
			lower(&limit->reads_per_s, word + 6);
		else if (strncmp(word, "wiops=", 6) == 0)
			lower(&limit->writes_per_s, word + 6);
	}
}

static void
look_at_io_max(void *context, const char *directory)
{
	char text[4096], *cursor = text, *line;

	if (linux_read(directory, "io.max", text, sizeof text) > 0)
		while ((line = strsep(&cursor, "\n")))
			parse_io_max(context, line);
}

/* Version 1 has a file for each kind: "254:0 20971520". */
static void
look_at_throttle(void *context, const char *directory)
{
	static const struct {
		const char *name;
		size_t offset;
	} files[] = {
		{ "blkio.throttle.read_bps_device",
		  offsetof(struct io_limit, read_bytes_per_s) },
		{ "blkio.throttle.write_bps_device",
		  offsetof(struct io_limit, write_bytes_per_s) },
		{ "blkio.throttle.read_iops_device",
		  offsetof(struct io_limit, reads_per_s) },
		{ "blkio.throttle.write_iops_device",
		  offsetof(struct io_limit, writes_per_s) },
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char text[4096], *cursor = text, *line;

		if (linux_read(directory, files[i].name, text, sizeof text) <=
		    0)
			continue;
		while ((line = strsep(&cursor, "\n"))) {
			unsigned major, minor;
			int end = 0;
			struct io_limit *limit;

			if (sscanf(line, "%u:%u %n", &major, &minor, &end) <
				    2 ||
			    !(limit = limit_of(context, major, minor)))
				continue;
			lower((uint64_t *)(void *)((char *)limit +
						   files[i].offset),
			      line + end);
		}
	}
}

int
platform_io_limits(struct io_limit *limits, size_t capacity)
{
	struct limit_list list = { limits, 0, capacity };

	linux_groups_visit("io", look_at_io_max, &list);
	linux_groups_visit("blkio", look_at_throttle, &list);
	return (int)list.count;
}

/* ---- all of it -------------------------------------------------------------- */

void
platform_counters(struct counters *counters, unsigned what)
{
	struct device_counters *devices = counters->devices;
	struct process_counters *processes = counters->processes;

	memset(counters, 0, sizeof *counters);
	counters->devices = devices;
	counters->processes = processes;
	if (what & COUNTERS_PROCESSES_FIRST)
		linux_processes_read(counters);
	counters->at_ns = clock_now_ns();
	read_devices(counters);
	read_own(counters);
	read_machine(counters);
	read_pressure("pressure/cpu", &counters->cpu_pressure_ns);
	read_pressure("pressure/io", &counters->io_pressure_ns);
	read_pressure("pressure/memory", &counters->memory_pressure_ns);
	linux_groups_visit("cpu", look_at_quota, counters);
	read_cpus(counters);
	if (what & COUNTERS_PROCESSES_LAST)
		linux_processes_read(counters);
}
