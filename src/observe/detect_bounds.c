#include "observe/detect.h"

#include "core/hist.h"
#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* Speed alone proves nothing: a fast array may come near memory. So it counts
 * only where no counter could say whether the device took part. */
static void
judge_memory(const struct phase_view *view, struct notes *notes)
{
	double share, limit = threshold(THRESHOLD_MEMORY_SHARE);
	bool proven = trust_is(&view->trust->accounting) &&
		      trust_is(&view->trust->flush);
	struct note *note;

	if (view->memory_rate <= 0 || !view_is(view, VIEW_BYTES) ||
	    view->storage->mount.memory_backed)
		return;
	share = view->rate / view->memory_rate;
	if (share <= limit)
		return;
	note = notes_add(notes, proven ? VERDICT_OK : VERDICT_CACHED,
			 "memory-speed", "%.0f%% of the speed of memory",
			 100 * share);
	note->value = share;
	note->limit = limit;
	note->ruler = "memcpy";
}

/* A virtual disk says that it rotates when nobody told it otherwise. */
static void
judge_rotation(const struct phase_view *view, struct notes *notes)
{
	const struct hist *hist = &view->total->latency;
	double limit = threshold(THRESHOLD_ROTATION_SECONDS);
	char text[UNITS_TEXT_BYTES];
	double median_s;
	struct note *note;

	if (!view_is(view, VIEW_RANDOM | VIEW_READS) || hist->count == 0 ||
	    view->total->probed_hits * 10 > view->total->probed)
		return;
	for (size_t i = 0; i < view->storage->count; i++)
		if (view->storage->devices[i].leaf &&
		    view->storage->devices[i].rotational != 1)
			return;
	median_s = (double)hist_quantile_ns(hist, 0.5) / 1e9;
	if (view->storage->count == 0 || median_s >= limit)
		return;
	note = notes_add(notes, VERDICT_OK, "not-rotating",
			 "says rotating, answers in %s: flash or a cache",
			 units_format_seconds(text, median_s));
	note->value = median_s;
	note->limit = limit;
	note->ruler = "latency histogram";
}

void
detect_bounds(const struct phase_view *view, struct notes *notes)
{
	if (view_is(view, VIEW_COMMAND))
		return;
	judge_memory(view, notes);
	judge_rotation(view, notes);
}
