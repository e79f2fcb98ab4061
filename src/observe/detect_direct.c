#include "observe/detect.h"

#include <inttypes.h>

#include "core/meter.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* Fewer may be chance. */
enum { SEEN_LEAST = 3 };

/* The bytes that must have gone through the device while the phase ran. */
static struct counter
device_bytes(const struct phase_view *view)
{
	const struct traffic *traffic = &view->traffic;
	struct counter moved = traffic->top_read_bytes;

	if (view_is(view, VIEW_WRITES))
		return traffic->top_written_bytes;
	if (!view->total->mixed_written_bytes)
		return moved;
	moved.known &= traffic->top_written_bytes.known;
	moved.value += traffic->top_written_bytes.value;
	return moved;
}

static void
finish(struct note *note, double share, double limit, const char *ruler)
{
	note->value = share;
	note->limit = limit;
	note->ruler = ruler;
}

static void
say_buffered(struct notes *notes, double share, double limit, const char *ruler)
{
	finish(notes_add(notes, VERDICT_CACHED, "direct",
			 "O_DIRECT was silently buffered"),
	       share, limit, ruler);
}

/* What the phase itself left in the page cache. */
static double
pages_left(const struct phase_view *view)
{
	uint64_t before = view->earlier_known ? view->earlier.cached_bytes : 0;

	return view->end.cached_bytes > before
		       ? (double)(view->end.cached_bytes - before)
		       : 0;
}

/* Pages that were there before, or are left, are no sign of it: others may have
 * read the file. Those that came and went were the phase's own. */
static bool
was_seen_passing(const struct phase_view *view)
{
	const struct glances *glances = &view->glances;
	double limit = threshold(THRESHOLD_DIRECT_SEEN_SHARE);

	return glances->known && glances->seen >= SEEN_LEAST &&
	       (double)glances->seen > limit * (double)glances->looks &&
	       view->end_known && glances->most_bytes > view->end.cached_bytes;
}

/* The device has got all by the end of each call, which is how slow a disk is;
 * but who counts its bytes must be known. */
static void
say_passing(const struct phase_view *view, bool reached, struct notes *notes)
{
	const struct glances *glances = &view->glances;

	finish(notes_add(
		       notes, reached ? VERDICT_PARTLY : VERDICT_CACHED,
		       "direct",
		       "O_DIRECT went through the page cache (seen in %" PRIu64
		       " of %" PRIu64 " looks)",
		       glances->seen, glances->looks),
	       (double)glances->seen / (double)glances->looks,
	       threshold(THRESHOLD_DIRECT_SEEN_SHARE), "cachestat");
}

void
detect_direct(const struct phase_view *view, struct notes *notes)
{
	double bytes = (double)view->total->bytes;
	struct counter moved = device_bytes(view);
	bool pages = view->end_known && trust_is(&view->trust->residency);
	double left, limit;

	if (!view_is(view, VIEW_DIRECT) || bytes <= 0 ||
	    view->storage->mount.memory_backed)
		return;
	limit = threshold(THRESHOLD_DIRECT_CACHED_SHARE);
	left = pages_left(view) / bytes;
	if (pages && left > limit) {
		say_buffered(notes, left, limit, "cachestat");
		return;
	}
	limit = threshold(THRESHOLD_REACHED_SHARE);
	if (moved.known && (double)moved.value / bytes < limit) {
		say_buffered(notes, (double)moved.value / bytes, limit,
			     "diskstats");
		return;
	}
	if (was_seen_passing(view))
		say_passing(view, moved.known, notes);
	else if (!pages && !moved.known)
		notes_add(notes, VERDICT_UNCHECKED, "direct",
			  "O_DIRECT accepted, but not proven here");
	else if (pages)
		finish(notes_add(notes, VERDICT_OK, "direct",
				 "O_DIRECT left nothing in the page cache"),
		       left, threshold(THRESHOLD_DIRECT_CACHED_SHARE),
		       "cachestat");
	else
		finish(notes_add(notes, VERDICT_OK, "direct",
				 "O_DIRECT: the device moved all of it"),
		       (double)moved.value / bytes, limit, "diskstats");
}
