#include "observe/detect.h"

#include "core/interval.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/steady.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* A flush at the end is in no slot. */
static double
slot_seconds(const struct phase_view *view)
{
	double outside =
		view_is(view, VIEW_FLUSHES) ? 0 : view_flush_share(view);

	return view_seconds(view) * (1 - outside) / (double)view->rate_count;
}

static double
work_between(const struct phase_view *view, size_t from, size_t to)
{
	double work = 0;

	for (size_t i = from; i < to; i++)
		work += view->rates[i] * slot_seconds(view);
	return work;
}

/* How much was done before slot `at`, as text: bytes, or else seconds. */
static const char *
work_before(char text[UNITS_TEXT_BYTES], const struct phase_view *view,
	    size_t at)
{
	if (!view_is(view, VIEW_BYTES))
		return units_format_seconds(text,
					    slot_seconds(view) * (double)at);
	return units_format_bytes(text, (uint64_t)work_between(view, 0, at));
}

/* What is short and moved little is a stall or a start, not a regime. */
static bool
is_regime(const struct phase_view *view, size_t from, size_t to)
{
	double least = threshold(THRESHOLD_REGIME_SHARE);
	double all = work_between(view, 0, view->rate_count);

	return (double)(to - from) >= least * (double)view->rate_count ||
	       work_between(view, from, to) >= least * all;
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

/* What the kernel reads ahead comes in pieces: few of them in a round, and the
 * rounds differ though the disk is steady. */
static bool
rounds_are_pieces(const struct phase_view *view, size_t from)
{
	double round_bytes;

	if (!view_is(view, VIEW_READS | VIEW_BYTES) ||
	    view_is(view, VIEW_DIRECT))
		return false;
	round_bytes = work_between(view, from, view->rate_count) /
		      STEADY_ROUNDS_OF_ALL;
	return round_bytes < threshold(THRESHOLD_STEADY_ROUND_BYTES);
}

/* SNIA's rule sees no change in the first half, so that the change point goes
 * first and this one judges what comes after it. */
static void
judge_tail(const struct phase_view *view, struct notes *notes, size_t from)
{
	struct steadiness tail =
		steadiness_of(view->rates + from, view->rate_count - from);
	struct note *note;

	if (!tail.known || rounds_are_pieces(view, from))
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

/* Slots show how fast memory took the bytes when the disk got most of them
 * only in the flush. */
static bool
hidden_by_flush(const struct phase_view *view, struct notes *notes)
{
	double share = view_flush_share(view);
	double limit = threshold(THRESHOLD_FLUSH_SHARE);
	struct note *note;

	if (!view_is(view, VIEW_WRITES) || view_is(view, VIEW_FLUSHES) ||
	    share <= limit)
		return false;
	note = notes_add(notes, VERDICT_OK, "steady-hidden",
			 "%.0f%% of the time was the flush: -D shows whether "
			 "it was steady",
			 100 * share);
	note->value = share;
	note->limit = limit;
	note->ruler = "clock";
	return true;
}

void
detect_steady(const struct phase_view *view, struct notes *notes)
{
	struct change_point point;
	size_t tail = 0;

	if (view_is(view, VIEW_COMMAND) ||
	    (double)view->rate_count < threshold(THRESHOLD_STEADY_WINDOWS) ||
	    view_seconds(view) < threshold(THRESHOLD_SHORT_SECONDS) ||
	    hidden_by_flush(view, notes))
		return;
	point = change_point_find(view->rates, view->rate_count);
	if (change_point_proven(&point, view->rate_count) &&
	    is_regime(view, 0, point.at) &&
	    is_regime(view, point.at, view->rate_count)) {
		say_two_regimes(view, notes, &point);
		tail = point.at;
	}
	judge_tail(view, notes, tail);
}
