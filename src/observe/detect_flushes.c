#include "observe/detect.h"

#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* Whether the device counted them. */
static bool
were_counted(const struct notes *notes)
{
	const struct note *note = notes_find(notes, "flush");

	return note && note->verdict == VERDICT_OK;
}

/* The last resort where no device can be asked: a call that takes no longer
 * than a call takes did nothing. */
static void
judge_time(double mean_s, struct notes *notes)
{
	double limit = threshold(THRESHOLD_FLUSH_SECONDS);
	char text[UNITS_TEXT_BYTES];
	struct note *note;

	if (mean_s >= limit || were_counted(notes))
		return;
	note = notes_add(notes, VERDICT_INVALID, "flush-time",
			 "an fsync took %s: no device answers so fast",
			 units_format_seconds(text, mean_s));
	note->value = mean_s;
	note->limit = limit;
	note->ruler = "clock";
}

static bool
says_rotating(const struct storage *storage)
{
	bool found = false;

	for (size_t i = 0; i < storage->count; i++) {
		const struct device_facts *device = &storage->devices[i];

		if (!device->leaf)
			continue;
		if (device->rotational != 1 || device->buffered ||
		    device->memory_backed)
			return false;
		found = true;
	}
	return found;
}

/* A flush waits for the place of the data to come round. That a disk says that
 * it turns is no proof, a virtual one does by default; random reads that took
 * as long as turning takes are one. */
static void
judge_rate(const struct phase_view *view, double mean_s, struct notes *notes)
{
	double limit = threshold(THRESHOLD_FLUSH_RATE);
	bool turns = view->seek_seconds >= threshold(THRESHOLD_TURN_SECONDS);
	double rate = 1 / mean_s;
	struct note *note;

	if (rate <= limit || !says_rotating(view->storage))
		return;
	if (turns)
		note = notes_add(notes, VERDICT_CACHED, "flush-rate",
				 "%.0f fsyncs/s on a disk that turns: a cache "
				 "kept them",
				 rate);
	else
		note = notes_add(notes, VERDICT_OK, "flush-rate",
				 "%.0f fsyncs/s: more than a disk could that "
				 "turns",
				 rate);
	note->value = rate;
	note->limit = limit;
	note->ruler = "clock";
}

void
detect_flushes(const struct phase_view *view, struct notes *notes)
{
	const struct meter *total = view->total;
	double mean_s;

	if (!view_is(view, VIEW_FLUSHES) || total->flush_ns == 0 ||
	    (double)total->flushes < threshold(THRESHOLD_SHORT_OPERATIONS) ||
	    view->storage->mount.memory_backed)
		return;
	mean_s = view_flush_seconds(view);
	judge_time(mean_s, notes);
	judge_rate(view, mean_s, notes);
}
