#include "observe/view.h"

#include <stdio.h>

#include "core/interval.h"
#include "core/units.h"

double
view_seconds(const struct phase_view *view)
{
	return (double)view->span->wall_ns / (double)UNITS_NS_PER_S;
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
