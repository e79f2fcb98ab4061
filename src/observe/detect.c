#include "observe/detect.h"

#include "observe/notes.h"

void
detect_all(const struct phase_view *view, struct notes *notes)
{
	for (size_t i = 0; detectors[i].name; i++)
		detectors[i].look(view, notes);
	notes_rank(notes);
}

const struct detector detectors[] = {
	{ "storage", detect_storage },
	{ "flushes", detect_flushes },
	{ "extents", detect_extents },
	{ "cache", detect_cache },
	{ "direct", detect_direct },
	{ "below", detect_below },
	{ "reread", detect_reread },
	{ "files", detect_files },
	{ "bounds", detect_bounds },
	{ "amplification", detect_amplification },
	{ "limit", detect_limit },
	{ "neighbours", detect_neighbours },
	{ "steady", detect_steady },
	{ "tails", detect_tails },
	{ "host", detect_host },
	{ "short", detect_short },
	{ "cpu", detect_cpu },
	{ "requests", detect_requests },
	{ "place", detect_place },
	{ 0 },
};
