#include "run/ticker.h"

#include "core/clock.h"
#include "core/units.h"
#include "platform/command.h"
#include "run/crew.h"
#include "run/phase.h"
#include "run/plan.h"
#include "run/team.h"
#include "workloads/transfer.h"
#include "workloads/workload.h"

#define TELL_EVERY_NS (UNITS_NS_PER_S / 4)

/* Without a time limit no more of a device is read zone by zone. */
#define ZONES_MOST_BYTES \
	(UINT64_C(1) * TRANSFER_ZONES_MOST * TRANSFER_ZONE_BYTES)

enum { WINDOWS_STUCK = 4 };

/* The work of the whole phase in the unit of its windows; 0: not known. */
static double
total_work(const struct ticker *ticker)
{
	const struct phase_plan *phase = ticker->team->phase;
	uint64_t file_bytes = ticker->team->file_bytes;

	if (phase->finds_size)
		return 0;
	if (phase->operations)
		return (double)phase->operations;
	if (phase->workload->flags & WORKLOAD_DIRECTORY)
		return (double)phase->file_set.count;
	if (phase->workload->flags & WORKLOAD_COMMAND)
		return 0;
	if (phase->workload->flags & WORKLOAD_TREE)
		return phase->tree.path ? 0 : (double)phase->tree.files;
	if ((phase->workload->flags & WORKLOAD_ZONES) &&
	    !phase->time_limit_ns && file_bytes > ZONES_MOST_BYTES)
		return ZONES_MOST_BYTES;
	return (double)file_bytes * ticker->team->count;
}

/* For a display alone: figures of a result come from measure_to_phase(). */
static void
fill_course(const struct ticker *ticker, struct progress *progress)
{
	uint64_t limit_ns = ticker->team->phase->time_limit_ns;
	double done = (double)crew_work_done(ticker->crew);
	double elapsed_ns = (double)(ticker->told_ns - ticker->round_ns);
	double total = total_work(ticker);

	if (elapsed_ns > 0)
		progress->rate = done / (elapsed_ns / UNITS_NS_PER_S);
	if (total > 0 && done > 0 && done <= total) {
		progress->done = done / total;
		progress->left_ns =
			(uint64_t)(elapsed_ns * (total - done) / done);
	}
	if (limit_ns > progress->elapsed_ns &&
	    limit_ns - progress->elapsed_ns < progress->left_ns) {
		progress->left_ns = limit_ns - progress->elapsed_ns;
		progress->done = elapsed_ns / (double)limit_ns;
	}
}

void
ticker_tell(struct ticker *ticker, enum progress_event event)
{
	const struct run *run = ticker->run;
	const struct workload *workload = ticker->team->phase->workload;
	struct progress progress = {
		.event = event,
		.key = workload->key,
		.text = workload->progress,
		.phase = ticker->index,
		.phases = run->plan->phase_count,
		.round = ticker->round,
		.done = -1,
		.rate_in_bytes = (workload->flags & WORKLOAD_BYTES) &&
				 !workload_logs_operations(workload),
		.left_ns = UINT64_MAX,
		.stuck_ns = clock_now_ns() - ticker->work_ns,
		.stopping = atomic_load(run->stop),
	};

	ticker->told_ns = clock_now_ns();
	if (!run->hooks || !run->hooks->progress)
		return;
	if (ticker->begin_ns) {
		progress.elapsed_ns = ticker->told_ns - ticker->begin_ns;
		fill_course(ticker, &progress);
	}
	run->hooks->progress(run->hooks->context, &progress);
}

/* Tells of workers that have come nowhere for so long as must be told, and for
 * longer than any window before took to a fourth of that. */
static void
watch_work(struct ticker *ticker)
{
	uint64_t done = crew_work_done(ticker->crew);
	uint64_t limit_ns = ticker->run->settings->stuck_after_ns;
	uint64_t now_ns = clock_now_ns();

	/* Of a command nobody knows how it gets on. */
	if (!ticker->begin_ns ||
	    (ticker->team->phase->workload->flags & WORKLOAD_COMMAND))
		return;
	if (ticker->work_ns < ticker->begin_ns)
		ticker->work_ns = ticker->stuck_told_ns = ticker->begin_ns;
	if (done != ticker->work_seen) {
		if (now_ns - ticker->work_ns > ticker->longest_ns)
			ticker->longest_ns = now_ns - ticker->work_ns;
		ticker->work_seen = done;
		ticker->work_ns = ticker->stuck_told_ns = now_ns;
	}
	if (limit_ns < WINDOWS_STUCK * ticker->longest_ns)
		limit_ns = WINDOWS_STUCK * ticker->longest_ns;
	if (now_ns - ticker->stuck_told_ns < limit_ns)
		return;
	ticker_tell(ticker, PROGRESS_STUCK);
	ticker->stuck_told_ns = now_ns;
}

void
ticker_tick(void *context)
{
	struct ticker *ticker = context;

	if (atomic_load(ticker->run->stop))
		atomic_store(&ticker->crew->stop, true);
	watch_work(ticker);
	platform_command_tick(atomic_load(ticker->run->stop));
	if (clock_now_ns() - ticker->told_ns >= TELL_EVERY_NS)
		ticker_tell(ticker, PROGRESS_TICK);
}
