#include "observe/detect.h"

#include "core/interval.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/steady.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* How much was done before slot `at`, as text: bytes, or else seconds. */
static const char *
work_before(char text[UNITS_TEXT_BYTES], const struct phase_view *view,
	    size_t at)
{
	double slot_s = view_seconds(view) / (double)view->rate_count;
	double work = 0;

	if (!view_is(view, VIEW_BYTES))
		return units_format_seconds(text, slot_s * (double)at);
	for (size_t i = 0; i < at; i++)
		work += view->rates[i] * slot_s;
	return units_format_bytes(text, (uint64_t)work);
}

static void
say_two_regimes(const struct phase_view *view, struct notes *notes,
		const struct change_point *point)
{
	char first[VIEW_TEXT_BYTES], then[VIEW_TEXT_BYTES];
	char amount[UNITS_TEXT_BYTES];
	struct note *note;

	note = notes_add(notes, VERDICT_UNSTEADY, "two-regimes",
			 "%s for the first %s, then %s",
			 view_rate_text(first, view, point->before),
			 work_before(amount, view, point->at),
			 view_rate_text(then, view, point->after));
	note->value = point->before > point->after
			      ? point->before / point->after
			      : point->after / point->before;
	note->limit = threshold(THRESHOLD_SPLIT_RATIO);
	note->ruler = "change point";
}

/* SNIA's rule sees no change in the first half, so that the change point goes
 * first and this one judges what comes after it. */
static void
judge_tail(const struct phase_view *view, struct notes *notes, size_t from)
{
	struct steadiness tail =
		steadiness_of(view->rates + from, view->rate_count - from);
	struct note *note;

	if (!tail.known)
		return;
	if (steadiness_holds(&tail))
		note = notes_add(notes, VERDICT_OK, "steady",
				 "steady: the last half spans %.0f%%",
				 100 * tail.range);
	else
		note = notes_add(notes, VERDICT_UNSTEADY, "steady",
				 "not steady: the last half spans %.0f%%, "
				 "drifts %.0f%%",
				 100 * tail.range, 100 * tail.slope);
	note->value = tail.range;
	note->limit = threshold(THRESHOLD_STEADY_RANGE);
	note->ruler = "SNIA 20/10";
}

void
detect_steady(const struct phase_view *view, struct notes *notes)
{
	struct change_point point;
	size_t tail = 0;

	/* File tests repeat in rounds, with untimed work between them. */
	if (view_is(view, VIEW_COMMAND) || view_is(view, VIEW_FILES) ||
	    (double)view->rate_count < threshold(THRESHOLD_STEADY_WINDOWS) ||
	    view_seconds(view) < threshold(THRESHOLD_SHORT_SECONDS))
		return;
	point = change_point_find(view->rates, view->rate_count);
	if (change_point_proven(&point, view->rate_count)) {
		say_two_regimes(view, notes, &point);
		tail = point.at;
	}
	judge_tail(view, notes, tail);
}
