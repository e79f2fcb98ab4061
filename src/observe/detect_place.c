#include "observe/detect.h"

#include "observe/notes.h"
#include "observe/probe.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static void
say_fill(const struct storage *storage, struct notes *notes)
{
	struct note *note;

	if (!storage->space_known)
		return;
	note = notes_add(notes, VERDICT_OK, "fill-level",
			 "the file system was %.0f%% full",
			 100 * storage->used_share);
	note->value = storage->used_share;
	note->limit = threshold(THRESHOLD_FILL_SHARE);
	note->ruler = "statvfs";
}

/* A block of the file system that lies across two of the disk costs a small
 * write both. */
static void
say_alignment(const struct device_facts *device, struct notes *notes)
{
	struct note *note;

	if (device->misaligned_bytes == 0)
		return;
	note = notes_add(notes, VERDICT_OK, "alignment",
			 "%s begins %u bytes off the disk's physical blocks",
			 device->name, device->misaligned_bytes);
	note->value = device->misaligned_bytes;
	note->ruler = "alignment_offset";
}

static void
say_node(const struct device_facts *device, struct notes *notes)
{
	struct note *note;

	if (device->memory_node < 0)
		return;
	note = notes_add(notes, VERDICT_OK, "numa-node",
			 "%s is attached to NUMA node %d", device->name,
			 device->memory_node);
	note->value = device->memory_node;
	note->ruler = "numa_node";
}

void
detect_place(const struct phase_view *view, struct notes *notes)
{
	const struct storage *storage = view->storage;

	if (view->zeros && view_is(view, VIEW_WRITES))
		probe_note_zeros(view->zeros, notes);
	say_fill(storage, notes);
	for (size_t i = 0; i < storage->count; i++) {
		say_alignment(&storage->devices[i], notes);
		if (storage->devices[i].leaf)
			say_node(&storage->devices[i], notes);
	}
}
