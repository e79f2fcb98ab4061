#include "observe/storage.h"

#include <string.h>

bool
counters_device(const struct counters *counters, unsigned major, unsigned minor,
		struct device_counters *device)
{
	memset(device, 0, sizeof *device);
	if (!counters->devices_known)
		return false;
	device->discards.known = true;
	device->discarded_bytes.known = true;
	device->flushes.known = true;
	for (size_t i = 0; i < counters->device_count; i++)
		if (counters->devices[i].major == major &&
		    counters->devices[i].minor == minor) {
			*device = counters->devices[i];
			break;
		}
	return true;
}

/* What one device did between the snapshots. */
struct moved {
	uint64_t read_bytes;
	uint64_t written_bytes;
	uint64_t reads;
	uint64_t writes;
	uint64_t busy_ns;
	struct counter discarded_bytes;
	struct counter flushes;
};

/* Counters may wrap or be reset by a device that came and went. */
static uint64_t
rise(uint64_t before, uint64_t after)
{
	return after > before ? after - before : 0;
}

static bool
device_moved(struct moved *moved, const struct device_facts *facts,
	     const struct counters *before, const struct counters *after)
{
	struct device_counters from, to;

	if (!counters_device(before, facts->major, facts->minor, &from) ||
	    !counters_device(after, facts->major, facts->minor, &to))
		return false;
	moved->read_bytes = rise(from.read_bytes, to.read_bytes);
	moved->written_bytes = rise(from.written_bytes, to.written_bytes);
	moved->reads = rise(from.reads, to.reads);
	moved->writes = rise(from.writes, to.writes);
	moved->busy_ns = rise(from.busy_ns, to.busy_ns);
	moved->discarded_bytes =
		counter_since(from.discarded_bytes, to.discarded_bytes);
	moved->flushes = counter_since(from.flushes, to.flushes);
	return true;
}

static void
counter_add(struct counter *counter, uint64_t value)
{
	counter->known = true;
	counter->value += value;
}

static void
add_top(struct traffic *traffic, const struct moved *moved)
{
	counter_add(&traffic->top_read_bytes, moved->read_bytes);
	counter_add(&traffic->top_written_bytes, moved->written_bytes);
	counter_add(&traffic->top_reads, moved->reads);
	counter_add(&traffic->top_writes, moved->writes);
	if (moved->discarded_bytes.known)
		counter_add(&traffic->discarded_bytes,
			    moved->discarded_bytes.value);
}

static void
add_leaf(struct traffic *traffic, const struct moved *moved)
{
	counter_add(&traffic->leaf_read_bytes, moved->read_bytes);
	counter_add(&traffic->leaf_written_bytes, moved->written_bytes);
	traffic->leaf_busy_ns.known = true;
	if (moved->busy_ns > traffic->leaf_busy_ns.value)
		traffic->leaf_busy_ns.value = moved->busy_ns;
	traffic->leaf_count++;
}

static void
add_flushes(struct traffic *traffic, const struct moved *moved)
{
	/* A member of an array that got nothing has nothing to flush. */
	if (!moved->flushes.known || moved->written_bytes == 0)
		return;
	if (!traffic->flushes.known ||
	    moved->flushes.value < traffic->flushes.value)
		traffic->flushes = moved->flushes;
}

/* Whether a flush of this device would be missed: it has a volatile cache, or
 * it says that it has none, and so passes no flush on to one below that has. */
static bool
needs_flush(const struct storage *storage, const struct device_facts *facts)
{
	if (facts->write_cache != 0)
		return facts->write_cache == 1;
	for (size_t i = 0; i < storage->count; i++)
		if (storage->devices[i].depth > facts->depth &&
		    storage->devices[i].write_cache == 1)
			return true;
	return false;
}

void
traffic_between(struct traffic *traffic, const struct storage *storage,
		const struct counters *before, const struct counters *after)
{
	memset(traffic, 0, sizeof *traffic);
	if (!storage->known)
		return;
	for (size_t i = 0; i < storage->count; i++) {
		const struct device_facts *facts = &storage->devices[i];
		struct moved moved;

		if (!device_moved(&moved, facts, before, after))
			return;
		if (facts->depth == 0)
			add_top(traffic, &moved);
		if (facts->leaf)
			add_leaf(traffic, &moved);
		if (facts->depth > 0)
			traffic->layered = true;
		if (needs_flush(storage, facts))
			add_flushes(traffic, &moved);
	}
}
