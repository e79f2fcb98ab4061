#include "results/quantity.h"

#include <string.h>

const struct quantity_info *
quantity_find(const char *key)
{
	for (size_t i = 0; i < QUANTITY_COUNT; i++)
		if (strcmp(quantity_table[i].key, key) == 0)
			return &quantity_table[i];
	return NULL;
}

struct quantity
quantity_known(double value)
{
	return (struct quantity){ .value = value, .state = QUANTITY_KNOWN };
}

const struct quantity_info quantity_table[QUANTITY_COUNT] = {
	{ QUANTITY_RATE, "rate", "bytes/s", BETTER_MORE,
	  "Bytes moved, divided by the time it took, flush included." },
	{ QUANTITY_OPS, "ops", "1/s", BETTER_MORE,
	  "Operations of all workers, divided by the time they took." },
	{ QUANTITY_CPU, "cpu", "percent", BETTER_LESS,
	  "CPU time of the program and its children as a share of the "
	  "wall time; 100 is one CPU, kernel threads are not in it." },
	{ QUANTITY_USER, "user", "percent", BETTER_LESS,
	  "The part of cpu that was spent in the program itself." },
	{ QUANTITY_SYS, "sys", "percent", BETTER_LESS,
	  "The part of cpu that was spent in the kernel for the "
	  "program." },
	{ QUANTITY_LATENCY_MAX, "latency-max", "s", BETTER_LESS,
	  "The longest time that a single operation took." },
	{ QUANTITY_LATENCY_MEAN, "latency-mean", "s", BETTER_LESS,
	  "The time that an operation took on average." },
	{ QUANTITY_WALL, "wall", "s", BETTER_LESS,
	  "How long it took by the clock on the wall." },
	{ QUANTITY_USER_TIME, "user-time", "s", BETTER_LESS,
	  "CPU time in the program itself, all its threads and "
	  "children." },
	{ QUANTITY_SYS_TIME, "sys-time", "s", BETTER_LESS,
	  "CPU time in the kernel, for all its threads and children." },
	{ QUANTITY_FLUSH_TIME, "flush-time", "s", BETTER_LESS,
	  "Time spent waiting until data was on stable storage, summed "
	  "over the workers." },
	{ QUANTITY_FILES, "files", "count", BETTER_NEITHER,
	  "Files that were worked on." },
	{ QUANTITY_PEAK_MEMORY, "peak-memory", "bytes", BETTER_LESS,
	  "The most memory that one process of the command had; absent "
	  "where that was no more than diskbench itself had." },
	{ QUANTITY_DEVICE_READ, "device-read", "bytes", BETTER_LESS,
	  "Bytes read from the devices meanwhile, by whomever." },
	{ QUANTITY_DEVICE_WRITTEN, "device-written", "bytes", BETTER_LESS,
	  "Bytes written to the devices meanwhile, by whomever." },
	{ QUANTITY_DEVICE_FLUSHES, "device-flushes", "count", BETTER_LESS,
	  "Flushes of the devices' caches meanwhile." },
	{ QUANTITY_DISK_WAIT, "disk-wait", "percent", BETTER_NEITHER,
	  "Share of the time in which something waited for a disk." },
};
