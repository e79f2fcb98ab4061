#include "observe/detect.h"

#include "core/interval.h"
#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

void
detect_short(const struct phase_view *view, struct notes *notes)
{
	double seconds = view_seconds(view);
	bool few = !view_is(view, VIEW_BYTES) &&
		   (double)view->total->operations <
			   threshold(THRESHOLD_SHORT_OPERATIONS);
	char text[UNITS_TEXT_BYTES];
	struct note *note;

	if (view_is(view, VIEW_COMMAND))
		return;
	if (seconds >= threshold(THRESHOLD_SHORT_SECONDS) && !few)
		return;
	note = notes_add(notes, VERDICT_SHORT, "short",
			 few ? "%s and %llu operations: too few"
			     : "ran %s (%llu operations): too short",
			 units_format_seconds(text, seconds),
			 (unsigned long long)view->total->operations);
	note->value = few ? (double)view->total->operations : seconds;
	note->limit = threshold(few ? THRESHOLD_SHORT_OPERATIONS
				    : THRESHOLD_SHORT_SECONDS);
	note->ruler = few ? "count" : "clock";
}
