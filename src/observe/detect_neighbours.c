#include "observe/detect.h"

#include "core/interval.h"
#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static uint64_t
above(uint64_t whole, uint64_t part)
{
	return whole > part ? whole - part : 0;
}

/* Bytes on the lowest device that cannot have been ours. While we only read,
 * that is every write and every read beyond our own. While we write, the file
 * system's own bookkeeping cannot be told from a stranger's writes on the same
 * file system, so only what did not come through our file system counts. */
static uint64_t
foreign_bytes(const struct phase_view *view, uint64_t own_read)
{
	const struct traffic *traffic = &view->traffic;
	uint64_t foreign = above(traffic->leaf_read_bytes.value, own_read);

	if (view->flags & (VIEW_WRITES | VIEW_WRITES_BACK | VIEW_FILES))
		return foreign + above(traffic->leaf_written_bytes.value,
				       traffic->top_written_bytes.value);
	return foreign + traffic->leaf_written_bytes.value;
}

/* With several lowest devices a mirror or a checksum doubles what is ours. */
static void
judge_foreign(const struct phase_view *view, struct notes *notes)
{
	const struct traffic *traffic = &view->traffic;
	struct counter own = counter_since(view->before->own_read_bytes,
					   view->after->own_read_bytes);
	uint64_t all;
	double share;
	struct note *note;

	if (!own.known || !trust_is(&view->trust->accounting) ||
	    traffic->leaf_count != 1)
		return;
	all = traffic->leaf_read_bytes.value +
	      traffic->leaf_written_bytes.value;
	if (all < UNITS_MIB)
		return;
	share = (double)foreign_bytes(view, own.value) / (double)all;
	if (share <= threshold(THRESHOLD_FOREIGN_NOTE))
		return;
	note = notes_add(
		notes,
		share > threshold(THRESHOLD_FOREIGN_SHARE) ? VERDICT_SHARED
							   : VERDICT_OK,
		"foreign-traffic", "%.0f%% of the disk's traffic was not ours",
		100 * share);
	note->value = share;
	note->limit = threshold(THRESHOLD_FOREIGN_SHARE);
	note->ruler = "diskstats";
}

static void
judge_run_delay(const struct phase_view *view, struct notes *notes)
{
	unsigned workers = view->workers ? view->workers : 1;
	double limit = threshold(THRESHOLD_RUN_DELAY_SHARE);
	double elapsed_ns = view_elapsed_ns(view), share;
	struct note *note;

	if (!view->run_delay_ns.known || elapsed_ns <= 0)
		return;
	share = (double)view->run_delay_ns.value / (elapsed_ns * workers);
	if (share > 1)
		share = 1;
	if (share <= limit)
		return;
	note = notes_add(notes, VERDICT_SHARED, "run-delay",
			 "waited %.0f%% of the time for a CPU", 100 * share);
	note->value = share;
	note->limit = limit;
	note->ruler = "schedstat";
}

static void
judge_steal(const struct phase_view *view, struct notes *notes)
{
	struct counter steal =
		counter_since(view->before->steal_ns, view->after->steal_ns);
	double limit = threshold(THRESHOLD_STEAL_SHARE);
	double elapsed_ns = view_elapsed_ns(view), share;
	struct note *note;

	if (!steal.known || elapsed_ns <= 0)
		return;
	share = (double)steal.value /
		(elapsed_ns * (view->cpus ? view->cpus : 1));
	if (share <= limit)
		return;
	note = notes_add(notes, VERDICT_LIMITED, "steal",
			 "the host took %.0f%% of the CPUs' time", 100 * share);
	note->value = share;
	note->limit = limit;
	note->ruler = "steal time";
}

void
detect_neighbours(const struct phase_view *view, struct notes *notes)
{
	judge_steal(view, notes);
	judge_run_delay(view, notes);
	if (!view_is(view, VIEW_COMMAND))
		judge_foreign(view, notes);
}
