#ifndef PLATFORM_COUNTERS_H
#define PLATFORM_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the system counts while a phase runs. Each number says whether it is
 * known: a kernel without the field, a /proc that hides it and another
 * operating system give "not known", never a wrong number. */
struct counter {
	uint64_t value;
	bool known;
};

/* After minus before; not known when either is not, or it went backwards. */
static inline struct counter
counter_since(struct counter before, struct counter after)
{
	struct counter since = { 0, false };

	if (before.known && after.known && after.value >= before.value) {
		since.value = after.value - before.value;
		since.known = true;
	}
	return since;
}

enum { COUNTERS_NAME_BYTES = 32 };

/* Completed requests of one block device since boot, from everybody. */
struct device_counters {
	unsigned major, minor;
	char name[COUNTERS_NAME_BYTES];
	uint64_t reads;
	uint64_t read_bytes;
	uint64_t writes;
	uint64_t written_bytes;
	uint64_t busy_ns; /* time with a request under way */
	struct counter discards;
	struct counter discarded_bytes;
	/* Of the drive's cache. Not known where they are only handed on: by
	 * partitions, volumes and arrays. */
	struct counter flushes;
};

/* CPU time of one process, kernel threads included. A process is the same one
 * only if its start time is the same too. */
struct process_counters {
	int64_t pid;
	int64_t parent;
	uint64_t start_ticks;
	uint64_t cpu_ns;
	bool kernel; /* a kernel thread */
};

struct counters {
	uint64_t at_ns; /* monotonic */
	/* This process: bytes that its threads (and waited children) had read
	 * from, and dirtied for, devices; CPU time; time that its threads (those
	 * that are alive) were ready to run but had to wait for a CPU. */
	struct counter own_read_bytes;
	struct counter own_write_bytes;
	struct counter own_cpu_ns;
	struct counter run_delay_ns;
	/* The machine, all CPUs together; busy is without steal. */
	struct counter machine_busy_ns;
	struct counter steal_ns;
	struct counter cpu_pressure_ns; /* time with somebody stalled */
	struct counter io_pressure_ns;
	struct counter memory_pressure_ns;
	/* Of some CPUs: what they run at, on average, and how often heat has
	 * slowed them down. */
	struct counter cpu_hz;
	struct counter heat_events;
	/* CPU quota of any control group above us. */
	struct counter throttled_periods;
	struct counter throttled_ns;
	/* Devices that ever moved anything; one that is missing before and
	 * there after began at zero. */
	bool devices_known;
	size_t device_count;
	struct device_counters *devices;
	/* All processes, in rising order of pid. Not known where kernel
	 * threads or other users' processes are hidden. */
	bool processes_known;
	size_t process_count;
	struct process_counters *processes;
};

/* An all-zero set is empty; release makes it so again. */
void counters_release(struct counters *counters);

enum counters_what {
	COUNTERS_CHEAP = 0,
	/* Processes, too, which takes some milliseconds: before or after all
	 * else, so that the rest is near to the phase that lies after or
	 * before. */
	COUNTERS_PROCESSES_FIRST = 1 << 0,
	COUNTERS_PROCESSES_LAST = 1 << 1,
};

/* Fills in what the system tells. A set may be filled again and again. */
void platform_counters(struct counters *counters, unsigned what);

/* A limit that a control group puts on this process for one device; UINT64_MAX
 * is "none". */
struct io_limit {
	unsigned major, minor;
	uint64_t read_bytes_per_s;
	uint64_t write_bytes_per_s;
	uint64_t reads_per_s;
	uint64_t writes_per_s;
};

/* How many limits were put into `limits`, the least of all control groups for
 * each device; -1 with errno when they cannot be read. */
int platform_io_limits(struct io_limit *limits, size_t capacity);

/* How a file lies on its file system. Bytes are of the file. */
struct extent_facts {
	bool flags_known; /* extents could be listed; else only holes */
	uint64_t file_bytes;
	uint64_t extents;
	uint64_t gaps; /* places where the next extent is not adjacent */
	uint64_t hole_bytes;
	uint64_t unwritten_bytes; /* allocated, never written: reads as zero */
	uint64_t encoded_bytes; /* compressed or encrypted */
	uint64_t shared_bytes; /* with another file */
	uint64_t first_bytes, last_bytes; /* position on the device */
	bool position_known; /* the addresses are the device's own */
};

/* Asks for the extents of an open file. 0; -1 with ENOTSUP when neither
 * extents nor holes can be asked for. */
int platform_extents(int fd, struct extent_facts *facts);

#endif
