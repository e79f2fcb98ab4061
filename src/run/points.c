#include "run/points.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"
#include "run/select.h"
#include "workloads/workload.h"

/* tiobench's own. */
static const uint64_t thread_counts[] = { 1, 2, 4, 8 };

enum { THREAD_COUNTS = sizeof thread_counts / sizeof *thread_counts };

static const char *const names[] = {
	[SWEEP_NONE] = "",
	[SWEEP_CHUNK] = "chunk",
	[SWEEP_DEPTH] = "depth",
	[SWEEP_THREADS] = "threads",
};

/* Whether a test with, or with `without` one that lacks, these flags was asked
 * for by its name or its suite's. */
static bool
asks_for(const struct settings *settings, unsigned flags, bool without)
{
	bool *wanted = mem_alloc(select_row_count(), sizeof *wanted);
	bool found = false;
	struct error unused = { 0 };

	select_tests(settings->tests, settings->test_count, wanted, &unused);
	for (size_t i = 0; workload_at(i); i++) {
		bool has = (workload_at(i)->flags & flags) == flags;

		found |= wanted[i] && has != without;
	}
	free(wanted);
	return found;
}

static bool
takes_thread_counts(const struct settings *settings)
{
	return settings->sweep.what == SWEEP_NONE && !settings->threads &&
	       asks_for(settings, WORKLOAD_THREAD_FILES, false);
}

size_t
points_count(const struct settings *settings)
{
	if (settings->sweep.what != SWEEP_NONE)
		return settings->sweep.count;
	return takes_thread_counts(settings) ? THREAD_COUNTS : 1;
}

/* "64k", where that is exact. */
static void
add_label(char label[POINT_LABEL_BYTES], enum sweep_what what, uint64_t value)
{
	const char *unit = "";

	if (what == SWEEP_CHUNK && value % UNITS_MIB == 0) {
		value /= UNITS_MIB;
		unit = "m";
	} else if (what == SWEEP_CHUNK && value % UNITS_KIB == 0) {
		value /= UNITS_KIB;
		unit = "k";
	}
	snprintf(label, POINT_LABEL_BYTES, "%s=%" PRIu64 "%s", names[what],
		 value, unit);
}

static void
set_threads(struct settings *point, unsigned threads)
{
	bool others =
		!point->test_count || asks_for(point, WORKLOAD_TRANSFERS, true);

	point->threads = threads;
	if (others)
		point->workers = threads;
}

void
points_settings(const struct settings *settings, size_t index,
		struct settings *point, char label[POINT_LABEL_BYTES])
{
	const struct sweep *sweep = &settings->sweep;

	*point = *settings;
	label[0] = '\0';
	if (takes_thread_counts(settings)) {
		point->threads = index ? (unsigned)thread_counts[index] : 0;
		point->only_thread_files = index > 0;
		return;
	}
	if (sweep->what == SWEEP_NONE)
		return;
	add_label(label, sweep->what, sweep->values[index]);
	point->point = label;
	if (sweep->what == SWEEP_CHUNK)
		point->block_bytes = point->chunk_bytes = sweep->values[index];
	else if (sweep->what == SWEEP_DEPTH)
		point->depth = (unsigned)sweep->values[index];
	else
		set_threads(point, (unsigned)sweep->values[index]);
}
