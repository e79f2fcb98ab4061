#include "observe/detect.h"

#include <math.h>

#include "core/meter.h"
#include "observe/notes.h"
#include "observe/probe.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static void
finish(struct note *note, const struct below_probe *below)
{
	note->value = below->speedup;
	note->limit = threshold(THRESHOLD_BELOW_SPEEDUP);
	note->ruler = "three direct reads";
}

/* Bytes/s of one operation after the other, however many are under way. */
static double
median_rate(const struct meter *total)
{
	double median_ns = (double)hist_quantile_ns(&total->latency, 0.5);

	if (total->operations == 0 || !(median_ns > 0))
		return 0;
	return (double)total->bytes / (double)total->operations * 1e9 /
	       median_ns;
}

/* Whether the figure shows that the cache answered. A disk that seeks is no
 * faster than one that reads on; one that reads on is closer to the first pass
 * of the probe than to the later ones. */
static bool
is_cached(const struct phase_view *view)
{
	const struct below_probe *below = view->below;
	double seconds = view_seconds(view);

	if (view_is(view, VIEW_RANDOM))
		return median_rate(view->total) > below->rates[0];
	return seconds > 0 && (double)view->total->bytes / seconds >
				      below->rates[0] * sqrt(below->speedup);
}

/* A file as a lowest device, with a cache and no counters below it. */
static const struct device_facts *
buffered_leaf(const struct storage *storage)
{
	for (size_t i = 0; i < storage->count; i++)
		if (storage->devices[i].leaf && storage->devices[i].buffered)
			return &storage->devices[i];
	return NULL;
}

/* Whether a figure that is slow shows that the cache did not answer. */
static bool
tells_disk(const struct phase_view *view)
{
	return !view_is(view, VIEW_RANDOM) && !view_is(view, VIEW_WRITES) &&
	       !buffered_leaf(view->storage);
}

static void
judge_speedup(const struct phase_view *view, struct notes *notes)
{
	const struct below_probe *below = view->below;
	struct note *note;

	if (is_cached(view))
		note = notes_add(notes, VERDICT_CACHED, "cached-below",
				 "from a cache below us: a second direct read "
				 "is %.1fx faster",
				 below->speedup);
	else if (tells_disk(view))
		note = notes_add(notes, VERDICT_OK, "cached-below",
				 "not from the cache below us, whose rate is "
				 "%.1fx the disk's",
				 below->speedup);
	else
		note = notes_add(notes, VERDICT_UNCHECKED, "cached-below",
				 "a cache below us (%.1fx) may have answered "
				 "some reads",
				 below->speedup);
	finish(note, below);
}

void
detect_reread(const struct phase_view *view, struct notes *notes)
{
	const struct below_probe *below = view->below;
	const struct device_facts *file = buffered_leaf(view->storage);
	bool ran = below && below->ran;

	if (!view_is(view, VIEW_READS) || notes_find(notes, "cached-below"))
		return;
	if (ran && below->speedup >= threshold(THRESHOLD_BELOW_SPEEDUP))
		judge_speedup(view, notes);
	else if (file)
		notes_add(notes, VERDICT_UNCHECKED, "cached-below",
			  "%s is a file, whose cache may have answered",
			  file->name);
	else if (ran)
		finish(notes_add(notes, VERDICT_OK, "cached-below",
				 "no cache below: a second direct read takes "
				 "as long"),
		       below);
}
