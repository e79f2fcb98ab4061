#include "observe/view.h"

#include <math.h>
#include <stdio.h>

#include "core/interval.h"
#include "core/meter.h"
#include "core/units.h"

double
view_seconds(const struct phase_view *view)
{
	return (double)view->span->wall_ns / (double)UNITS_NS_PER_S;
}

double
view_elapsed_ns(const struct phase_view *view)
{
	uint64_t begin_ns = view->before->at_ns, end_ns = view->after->at_ns;

	return end_ns > begin_ns ? (double)(end_ns - begin_ns) : 0;
}

uint64_t
view_read_bytes(const struct phase_view *view)
{
	return view->total->bytes - view->total->mixed_written_bytes;
}

double
view_flush_seconds(const struct phase_view *view)
{
	const struct meter *total = view->total;

	if (total->flushes == 0)
		return INFINITY;
	return (double)total->flush_ns / (double)total->flushes / 1e9;
}

double
view_flush_share(const struct phase_view *view)
{
	double workers = view->workers ? view->workers : 1;
	double wall_ns = (double)view->span->wall_ns;
	double share;

	if (wall_ns <= 0)
		return 0;
	share = (double)view->total->flush_ns / (wall_ns * workers);
	return share < 1 ? share : 1;
}

const char *
view_rate_text(char text[VIEW_TEXT_BYTES], const struct phase_view *view,
	       double rate)
{
	if (view_is(view, VIEW_BYTES))
		return units_format_rate(text, rate);
	snprintf(text, VIEW_TEXT_BYTES, rate < 10 ? "%.1f/s" : "%.0f/s", rate);
	return text;
}
