#include "observe/detect.h"

#include <math.h>

#include "core/interval.h"
#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static void
say_memory(const char *name, const char *ruler, struct notes *notes)
{
	notes_add(notes, VERDICT_INVALID, "not-a-disk",
		  "%s: memory, not a disk", name)
		->ruler = ruler;
}

/* False for RAM disks and zram. */
static bool
has_lasting_device(const struct storage *storage, struct notes *notes)
{
	for (size_t i = 0; i < storage->count; i++)
		if (storage->devices[i].leaf &&
		    !storage->devices[i].memory_backed)
			return true;
	say_memory(storage->devices[0].name, "device", notes);
	return false;
}

/* Whether there is a disk to ask at all; says so when there is none. */
static bool
has_device(const struct phase_view *view, struct notes *notes)
{
	const struct storage *storage = view->storage;
	const char *name = storage->mount.file_system[0]
				   ? storage->mount.file_system
				   : "this file system";

	if (storage->mount.memory_backed) {
		say_memory(name, "file system", notes);
		return false;
	}
	if (storage->known && storage->count > 0)
		return has_lasting_device(storage, notes);
	if (view_is(view, VIEW_WRITES) &&
	    view->trust->flush.state == TRUST_FAILED) {
		notes_add(notes, VERDICT_INVALID, "stable-storage",
			  "fsync is a lie: %s", view->trust->flush.reason);
		return false;
	}
	notes_add(notes, VERDICT_UNCHECKED, "no-device",
		  storage->mount.remote
			  ? "%s: a server's cache and disk are out of sight"
			  : "%s: no block device found behind it",
		  name);
	return false;
}

static void
finish(struct note *note, double value, double limit)
{
	note->value = value;
	note->limit = limit;
	note->ruler = "diskstats";
}

/* Nothing was flushed, so it is no lie that some of it is still in memory. */
static void
judge_unflushed(double share, struct notes *notes)
{
	struct note *note;

	note = notes_add(notes, VERDICT_PARTLY, "not-flushed",
			 "never flushed: only %.0f%% reached the device",
			 100 * (share < 1 ? share : 1));
	finish(note, share, threshold(THRESHOLD_REACHED_SHARE));
}

/* No request to a device is over as soon as a call that does nothing. */
static bool
flush_was_idle(const struct phase_view *view)
{
	return view_flush_seconds(view) < threshold(THRESHOLD_FLUSH_SECONDS);
}

/* Where fsync was seen to do nothing, what did arrive is the kernel's own
 * write-back, which goes on when it likes. */
static void
judge_missing(const struct phase_view *view, double share, struct notes *notes)
{
	struct note *note;

	if (share < threshold(THRESHOLD_NOTHING_SHARE))
		note = notes_add(notes, VERDICT_INVALID, "stable-storage",
				 "fsync wrote nothing: the figure is memory's");
	else if (view->trust->flush.state == TRUST_FAILED ||
		 flush_was_idle(view))
		note = notes_add(notes, VERDICT_INVALID, "stable-storage",
				 "fsync did not wait: %.0f%% had reached the "
				 "device",
				 100 * share);
	else
		note = notes_add(notes, VERDICT_PARTLY, "stable-storage",
				 "the device got %.0f%% of the bytes: "
				 "compressed, or not yet written",
				 100 * share);
	finish(note, share, threshold(THRESHOLD_REACHED_SHARE));
}

/* What the writes can have touched in the page cache before the flush: random
 * ones hit some places twice and leave others out. */
static double
dirty_bytes(const struct phase_view *view)
{
	double bytes = (double)view->total->bytes;
	double area = (double)view->area_bytes;

	if (area <= 0)
		return bytes;
	if (view_is(view, VIEW_RANDOM))
		return area * (1 - exp(-bytes / area));
	return fmin(area, bytes);
}

/* Whether the device got all that was left to write after the page cache had
 * taken some blocks more than once. */
static bool
was_overwritten(const struct phase_view *view, double written_bytes)
{
	return !view_is(view, VIEW_DIRECT) && !view_is(view, VIEW_FLUSHES) &&
	       view->trust->flush.state != TRUST_FAILED &&
	       written_bytes >=
		       threshold(THRESHOLD_REACHED_SHARE) * dirty_bytes(view);
}

static void
say_overwritten(double share, struct notes *notes)
{
	finish(notes_add(notes, VERDICT_PARTLY, "overwritten",
			 "%.0f%% overwritten in the page cache, never stored",
			 100 * (1 - share)),
	       share, threshold(THRESHOLD_REACHED_SHARE));
}

/* Somebody else's sync may bring it all to the device meanwhile. */
static void
judge_failed(const struct phase_view *view, double share, struct notes *notes)
{
	struct note *note;

	if (flush_was_idle(view))
		note = notes_add(notes, VERDICT_INVALID, "stable-storage",
				 "fsync did nothing: the figure is memory's");
	else
		note = notes_add(notes, VERDICT_PARTLY, "stable-storage",
				 "fsync did not wait: %s",
				 view->trust->flush.reason);
	finish(note, share, threshold(THRESHOLD_REACHED_SHARE));
}

/* The flush is the time's larger or smaller part; the figure has it in. */
static void
say_stable(const struct phase_view *view, double share, struct notes *notes)
{
	double flush_share = view_flush_share(view);
	struct note *note;

	if (flush_share > 0.02 && flush_share < 1 && view->rate > 0) {
		char text[VIEW_TEXT_BYTES];
		double memory_rate = view->rate / (1 - flush_share);

		note = notes_add(
			notes, VERDICT_OK, "stable-storage",
			"on stable storage; fsync took %.0f%% of the time "
			"(%s into memory)",
			100 * flush_share,
			view_rate_text(text, view, memory_rate));
	} else {
		note = notes_add(notes, VERDICT_OK, "stable-storage",
				 "on stable storage");
	}
	finish(note, share, threshold(THRESHOLD_REACHED_SHARE));
}

/* Flushes that must be seen. Those of workers at the same time may share one,
 * and a request that waits for the device may join another. */
static double
flushes_needed(const struct phase_view *view)
{
	double workers = view->workers ? view->workers : 1;
	double needed = (double)view->total->flushes / workers;

	return fmax(1, needed * threshold(THRESHOLD_FLUSHED_SHARE));
}

/* A device with a volatile cache must have been told to empty it. */
static void
judge_flushes(const struct phase_view *view, struct notes *notes)
{
	const struct counter *flushes = &view->traffic.flushes;
	enum verdict lie =
		view_is(view, VIEW_FLUSHES) ? VERDICT_INVALID : VERDICT_PARTLY;
	unsigned long long seen = flushes->value;
	struct note *note;

	if (!flushes->known)
		return;
	if ((double)seen >= flushes_needed(view))
		note = notes_add(notes, VERDICT_OK, "flush",
				 "drive cache flushed (%llu times)", seen);
	else if (seen == 0)
		note = notes_add(notes, lie, "flush",
				 "fsync did not flush the drive's cache");
	else
		note = notes_add(notes, lie, "flush",
				 "%llu of %llu fsyncs flushed the drive's "
				 "cache",
				 seen,
				 (unsigned long long)view->total->flushes);
	finish(note, (double)seen, flushes_needed(view));
}

/* Whole pages in order, and one flush: no bookkeeping is worth mentioning beside
 * that. */
static bool
writes_plainly(const struct phase_view *view)
{
	return view->traffic.leaf_count == 1 && view_is(view, VIEW_BYTES) &&
	       !(view->flags &
		 (VIEW_RANDOM | VIEW_DIRECT | VIEW_FLUSHES | VIEW_FILES));
}

/* Journals, checksums and copies on write; or a neighbour. */
static void
say_amplification(const struct phase_view *view, double share,
		  struct notes *notes)
{
	double limit = threshold(THRESHOLD_AMPLIFICATION);
	double copies = threshold(THRESHOLD_COPIES);

	if (share > copies && writes_plainly(view))
		finish(notes_add(notes, VERDICT_SHARED, "foreign-writes",
				 "the device wrote %.1fx the bytes: others "
				 "write, too",
				 share),
		       share, copies);
	else if (share > limit)
		finish(notes_add(notes, VERDICT_OK, "write-amplification",
				 "the device wrote %.1fx the bytes", share),
		       share, limit);
}

static void
judge_writes(const struct phase_view *view, struct notes *notes)
{
	const struct counter *written = &view->traffic.top_written_bytes;
	double share;

	if (!written->known) {
		notes_add(notes, VERDICT_UNCHECKED, "stable-storage",
			  "no counters of the device: bytes not followed");
		return;
	}
	share = (double)written->value / (double)view->total->bytes;
	if (view->total->flushes == 0 && !view_is(view, VIEW_DIRECT)) {
		judge_unflushed(share, notes);
		return;
	}
	if (share < threshold(THRESHOLD_REACHED_SHARE)) {
		if (was_overwritten(view, (double)written->value))
			say_overwritten(share, notes);
		else
			judge_missing(view, share, notes);
		return;
	}
	if (view->trust->flush.state == TRUST_FAILED) {
		judge_failed(view, share, notes);
		return;
	}
	say_stable(view, share, notes);
	say_amplification(view, share, notes);
	judge_flushes(view, notes);
}

void
detect_storage(const struct phase_view *view, struct notes *notes)
{
	if (view_is(view, VIEW_COMMAND) && !view->storage->mount.memory_backed)
		return;
	if (!has_device(view, notes))
		return;
	if (view_is(view, VIEW_WRITES) && view->total->bytes > 0)
		judge_writes(view, notes);
}

/* Reads or writes that the file system sent down but the lowest device never
 * saw: a loop device's backing file, a hypervisor's or a controller's cache
 * that shows as a layer. */
static void
judge_below(const char *verb, struct counter top, struct counter leaf,
	    struct notes *notes)
{
	double share, limit = threshold(THRESHOLD_BELOW_SHARE);
	struct note *note;

	if (!top.known || !leaf.known || top.value < UNITS_MIB)
		return;
	share = (double)leaf.value / (double)top.value;
	if (share >= limit)
		return;
	note = notes_add(notes, VERDICT_CACHED, "cached-below",
			 "%.0f%% %s a cache below the file system",
			 100 * (1 - share), verb);
	finish(note, share, limit);
}

/* What was read above: by the uppermost device, or by our own account where
 * that device was not found. */
static struct counter
read_above(const struct phase_view *view)
{
	struct counter own = counter_since(view->before->own_read_bytes,
					   view->after->own_read_bytes);
	struct counter top = view->traffic.top_read_bytes;

	if (own.known && trust_is(&view->trust->accounting) &&
	    own.value > top.value)
		return own;
	return top;
}

void
detect_below(const struct phase_view *view, struct notes *notes)
{
	const struct traffic *traffic = &view->traffic;

	if (view_is(view, VIEW_READS))
		judge_below("read from", read_above(view),
			    traffic->leaf_read_bytes, notes);
	else if (view_is(view, VIEW_WRITES))
		judge_below("written into", traffic->top_written_bytes,
			    traffic->leaf_written_bytes, notes);
}

/* What reached the device. Others may use it, too: where nothing is changed our
 * own account of reads knows better. */
static struct counter
moved_for_files(const struct phase_view *view)
{
	const struct traffic *traffic = &view->traffic;
	struct counter moved = counter_since(view->before->own_read_bytes,
					     view->after->own_read_bytes);

	if (view_is(view, VIEW_LOOKS) && moved.known &&
	    trust_is(&view->trust->accounting))
		return moved;
	moved = traffic->top_written_bytes;
	moved.value += traffic->top_read_bytes.value;
	return moved;
}

/* Names, inodes and small files are made in memory first; whether the device
 * saw anything of them decides what the figure measures. */
void
detect_files(const struct phase_view *view, struct notes *notes)
{
	struct counter moved;
	struct note *note;
	double bytes, limit = threshold(THRESHOLD_FILE_BYTES);

	if (!view_is(view, VIEW_FILES) || view->total->operations == 0)
		return;
	moved = moved_for_files(view);
	if (!moved.known)
		return;
	bytes = (double)moved.value / (double)view->total->operations;
	if (bytes < limit)
		note = notes_add(notes, VERDICT_CACHED, "files-in-memory",
				 moved.value ? "done in memory: the device saw "
					       "little of it"
					     : "done in memory: the device saw "
					       "none of it");
	else
		note = notes_add(notes, VERDICT_OK, "files-in-memory",
				 "the device moved %.0f bytes a file", bytes);
	finish(note, bytes, limit);
}
