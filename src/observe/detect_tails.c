#include "observe/detect.h"

#include "core/hist.h"
#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* Only where every operation waits for the device: a buffered write or a read
 * with readahead is mostly a copy, and its few real waits are no stalls. */
static bool
waits_each_time(const struct phase_view *view)
{
	return view_is(view, VIEW_RANDOM) || view_is(view, VIEW_DIRECT) ||
	       view_is(view, VIEW_FLUSHES);
}

void
detect_tails(const struct phase_view *view, struct notes *notes)
{
	const struct hist *hist = &view->total->latency;
	char text[UNITS_TEXT_BYTES];
	uint64_t median_ns, limit_ns;
	double share;
	struct note *note;

	if (!waits_each_time(view) ||
	    (double)hist->count < threshold(THRESHOLD_SHORT_OPERATIONS))
		return;
	/* With hits the median is a hit, and every miss would be a stall. */
	if (view->total->probed_hits * 10 > view->total->probed)
		return;
	median_ns = hist_quantile_ns(hist, 0.5);
	limit_ns = (uint64_t)(threshold(THRESHOLD_STALL_RATIO) *
			      (double)median_ns);
	share = hist_time_share_above(hist, limit_ns);
	if (share < threshold(THRESHOLD_STALL_SHARE))
		return;
	note = notes_add(notes, VERDICT_OK, "stalls",
			 "%llu operations took %.0f%% of the time (over %s)",
			 (unsigned long long)hist_count_above(hist, limit_ns),
			 100 * share,
			 units_format_seconds(text, (double)limit_ns / 1e9));
	note->value = share;
	note->limit = threshold(THRESHOLD_STALL_SHARE);
	note->ruler = "latency histogram";
}
