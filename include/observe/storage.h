#ifndef OBSERVE_STORAGE_H
#define OBSERVE_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform/counters.h"
#include "platform/platform.h"

/* What lies under the place under test. */
struct storage {
	bool known; /* the stack of devices could be told, or was seen */
	bool attributed; /* found by watching which devices moved */
	struct mount_facts mount;
	bool space_known;
	double used_share; /* of the file system's space, 0 to 1 */
	size_t count; /* 0 and known: no block device */
	struct device_facts devices[PLATFORM_DEVICES];
};

/* What moved through the stack between two snapshots, everybody's traffic.
 * `top` is what lies directly below the file system, summed over devices of
 * one depth; `leaf` the lowest known devices. */
struct traffic {
	struct counter top_read_bytes;
	struct counter top_written_bytes;
	struct counter top_reads; /* requests */
	struct counter top_writes;
	struct counter leaf_read_bytes;
	struct counter leaf_written_bytes;
	struct counter leaf_busy_ns; /* of the busiest */
	struct counter discarded_bytes;
	/* Flushes: the least over devices that got data, and have a volatile
	 * cache and say so, or lie above one. Not known when none has one or
	 * none counts. */
	struct counter flushes;
	size_t leaf_count;
	bool layered; /* something lies between file system and leaf */
};

void traffic_between(struct traffic *traffic, const struct storage *storage,
		     const struct counters *before,
		     const struct counters *after);

/* The numbers of one device; false when the set does not know devices. A
 * device that is not in the set has never moved: all zero. */
bool counters_device(const struct counters *counters, unsigned major,
		     unsigned minor, struct device_counters *device);

#endif
