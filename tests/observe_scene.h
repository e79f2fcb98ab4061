#ifndef TESTS_OBSERVE_SCENE_H
#define TESTS_OBSERVE_SCENE_H

#include <string.h>

#include "core/interval.h"
#include "core/meter.h"
#include "observe/detect.h"
#include "observe/notes.h"
#include "observe/view.h"

/* A phase built by hand: 64 MiB in two seconds on one honest disk, "sda", with
 * everything known and trusted. A test changes what it is about. */
struct scene {
	struct phase_view view;
	struct span span;
	struct meter total;
	struct counters before, after;
	struct device_counters before_devices[4], after_devices[4];
	struct trust trust;
	struct storage storage;
	struct notes notes;
};

enum { SCENE_BYTES = 64 << 20 };

static struct scene scene;

static inline struct counter
scene_known(uint64_t value)
{
	return (struct counter){ value, true };
}

static inline struct device_counters *
scene_device(struct counters *counters, size_t index)
{
	struct device_counters *device = &counters->devices[index];

	device->major = 8;
	device->minor = (unsigned)index;
	device->flushes.known = true;
	device->discards.known = true;
	device->discarded_bytes.known = true;
	return device;
}

static inline void
scene_add_disk(unsigned minor, unsigned depth, bool leaf)
{
	struct device_facts *facts =
		&scene.storage.devices[scene.storage.count++];

	*facts = (struct device_facts){
		.depth = depth,
		.major = 8,
		.minor = minor,
		.leaf = leaf,
		.rotational = 0,
		.write_cache = 1,
		.memory_node = -1,
	};
	scene_device(&scene.before, minor);
	scene_device(&scene.after, minor)->flushes.value = 2;
	scene.before.device_count = minor + 1;
	scene.after.device_count = minor + 1;
}

static inline void
scene_trust_all(void)
{
	const struct trust_item proven = { TRUST_PROVEN, NULL };

	scene.trust.ran = true;
	scene.trust.accounting = proven;
	scene.trust.residency = proven;
	scene.trust.cold = proven;
	scene.trust.flush = proven;
	scene.trust.flush_seen = true;
	scene.trust.ruler = RESIDENCY_CACHESTAT;
}

static inline void
scene_reset(unsigned flags)
{
	memset(&scene, 0, sizeof scene);
	meter_clear(&scene.total);
	scene.total.bytes = SCENE_BYTES;
	scene.total.operations = SCENE_BYTES / 8192;
	scene.span = (struct span){ 2000000000, 100000000, 300000000 };
	scene.before.devices_known = scene.after.devices_known = true;
	scene.before.devices = scene.before_devices;
	scene.after.devices = scene.after_devices;
	scene.before.own_read_bytes = scene_known(1000);
	scene.after.own_read_bytes = scene_known(1000);
	scene.after.at_ns = scene.span.wall_ns;
	scene.storage.known = true;
	scene_add_disk(0, 0, true);
	scene_trust_all();
	scene.view = (struct phase_view){
		.key = "test",
		.flags = flags,
		.workers = 1,
		.cpus = 2,
		.span = &scene.span,
		.total = &scene.total,
		.rate = flags & VIEW_BYTES ? SCENE_BYTES / 2
					   : SCENE_BYTES / 8192 / 2,
		.before = &scene.before,
		.after = &scene.after,
		.trust = &scene.trust,
		.storage = &scene.storage,
	};
}

/* The phase had `bytes` read, of its own, through the first device. */
static inline void
scene_reads(uint64_t bytes)
{
	scene.after.own_read_bytes.value += bytes;
	scene.after.devices[0].read_bytes += bytes;
	scene.after.devices[0].reads += bytes / 4096;
}

static inline void
scene_writes(uint64_t bytes)
{
	scene.after.devices[0].written_bytes += bytes;
	scene.after.devices[0].writes += bytes / 4096;
	scene.total.flushes = 1;
	if (!scene.total.flush_ns)
		scene.total.flush_ns = 1000000;
}

static inline const struct note *
scene_look(void (*look)(const struct phase_view *, struct notes *),
	   const char *code)
{
	traffic_between(&scene.view.traffic, &scene.storage, &scene.before,
			&scene.after);
	look(&scene.view, &scene.notes);
	return notes_find(&scene.notes, code);
}

#endif
