#include "observe/detect.h"

#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static void
finish(struct note *note, double share)
{
	note->value = share;
	note->limit = threshold(THRESHOLD_PARTLY_SHARE);
	note->ruler = "extents";
}

/* A read of a hole, or of space that was reserved but never written, is a
 * memset: no device takes part. */
static void
judge_unwritten(const struct extent_facts *extents, struct notes *notes)
{
	double share =
		(double)(extents->hole_bytes + extents->unwritten_bytes) /
		(double)extents->file_bytes;
	enum verdict verdict = VERDICT_PARTLY;

	if (share <= threshold(THRESHOLD_PARTLY_SHARE))
		return;
	if (share > threshold(THRESHOLD_CACHED_SHARE))
		verdict = VERDICT_INVALID;
	finish(notes_add(notes, verdict, "never-written",
			 "%.0f%% of the file was never written: zeros, no disk",
			 100 * share),
	       share);
}

static void
judge_encoded(const struct extent_facts *extents, struct notes *notes)
{
	double share =
		(double)extents->encoded_bytes / (double)extents->file_bytes;

	if (share > threshold(THRESHOLD_PARTLY_SHARE))
		finish(notes_add(notes, VERDICT_PARTLY, "compressed",
				 "%.0f%% of the file is stored compressed or "
				 "encrypted",
				 100 * share),
		       share);
	share = (double)extents->shared_bytes / (double)extents->file_bytes;
	if (share > threshold(THRESHOLD_PARTLY_SHARE))
		finish(notes_add(
			       notes, VERDICT_OK, "shared-extents",
			       "%.0f%% of the file is shared with other files",
			       100 * share),
		       share);
}

static void
say_layout(const struct extent_facts *extents, struct notes *notes)
{
	double bytes_each =
		(double)extents->file_bytes / (double)(extents->gaps + 1);
	struct note *note;

	if (!extents->flags_known || extents->gaps == 0 ||
	    bytes_each >= threshold(THRESHOLD_EXTENT_BYTES))
		return;
	note = notes_add(notes, VERDICT_OK, "fragmented",
			 "the file lies in %llu pieces, %.1f MiB each",
			 (unsigned long long)(extents->gaps + 1),
			 bytes_each / (double)UNITS_MIB);
	note->value = bytes_each;
	note->limit = threshold(THRESHOLD_EXTENT_BYTES);
	note->ruler = "extents";
}

/* Outer tracks are twice as fast as inner ones; on flash it only says that the
 * same place was measured again. */
static void
say_position(const struct phase_view *view, struct notes *notes)
{
	const struct extent_facts *extents = &view->extents;
	const struct device_facts *device = &view->storage->devices[0];
	double size_bytes = (double)device->size_bytes;
	struct note *note;

	if (!extents->flags_known || !extents->position_known ||
	    extents->extents == 0 || view->storage->count == 0 ||
	    size_bytes <= 0)
		return;
	note = notes_add(notes, VERDICT_OK, "position",
			 "the file begins at %.0f%% and ends at %.0f%% of %s",
			 100 * (double)extents->first_bytes / size_bytes,
			 100 * (double)extents->last_bytes / size_bytes,
			 device->name);
	note->value = (double)extents->first_bytes / size_bytes;
	note->ruler = "extents";
}

void
detect_extents(const struct phase_view *view, struct notes *notes)
{
	if (!view->extents_known || view->extents.file_bytes == 0)
		return;
	if (view_is(view, VIEW_READS))
		judge_unwritten(&view->extents, notes);
	judge_encoded(&view->extents, notes);
	say_layout(&view->extents, notes);
	say_position(view, notes);
}
