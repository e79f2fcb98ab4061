#include "observe/detect.h"

#include <inttypes.h>

#include "core/interval.h"
#include "core/meter.h"
#include "observe/cpu.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

static void
finish(struct note *note, double value, double limit, const char *ruler)
{
	note->value = value;
	note->limit = limit;
	note->ruler = ruler;
}

/* Share of the workers' time that was neither CPU nor waiting for one. */
static double
blocked_share(const struct phase_view *view)
{
	const struct span *span = view->span;
	unsigned workers = view->workers ? view->workers : 1;
	double whole = (double)span->wall_ns * workers;
	double active = (double)(span->user_ns + span->sys_ns);

	if (view->run_delay_ns.known)
		active += (double)view->run_delay_ns.value;
	return whole > active ? 1 - active / whole : 0;
}

/* Why the device was idle, when anything says so. */
static const char *
reason_for_waiting(const struct phase_view *view)
{
	struct cpu_bill bill;

	for (size_t i = 0; i < view->limit_count; i++)
		for (size_t k = 0; k < view->storage->count; k++)
			if (view->limits[i].major ==
				    view->storage->devices[k].major &&
			    view->limits[i].minor ==
				    view->storage->devices[k].minor)
				return "a cgroup's I/O limit";
	cpu_bill_between(&bill, view);
	if (bill.kernel.known &&
	    bill.kernel.share >= threshold(THRESHOLD_KERNEL_SHARE))
		return "CPU time of kernel threads";
	return "a rate limit or host queue";
}

/* The share of a given rate that was not reached; 0 where there is none. */
static double
missed_share(const struct phase_view *view)
{
	double asked = (double)view->asked_rate * view_seconds(view);
	double made = (double)view->total->operations;

	return asked > made ? 1 - made / asked : 0;
}

/* A given rate that was reached is the limit, whatever the disk can do. */
static bool
is_rate_limit(const struct phase_view *view)
{
	return view->asked_rate &&
	       missed_share(view) < threshold(THRESHOLD_MISSED_SHARE);
}

static void
judge_asked_rate(const struct phase_view *view, struct notes *notes)
{
	struct note *note;

	if (!view->asked_rate || view->span->wall_ns == 0)
		return;
	if (is_rate_limit(view))
		note = notes_add(notes, VERDICT_LIMITED, "given-rate",
				 "limited by --rate %" PRIu64
				 ", which was reached",
				 view->asked_rate);
	else
		note = notes_add(notes, VERDICT_OK, "given-rate",
				 "--rate %" PRIu64
				 " was not reached: %.0f/s, %.0f%% less",
				 view->asked_rate,
				 (double)view->total->operations /
					 view_seconds(view),
				 100 * missed_share(view));
	finish(note, missed_share(view), threshold(THRESHOLD_MISSED_SHARE),
	       "clock");
}

static void
judge_waiting(const struct phase_view *view, struct notes *notes)
{
	const struct counter *busy_ns = &view->traffic.leaf_busy_ns;
	double limit = threshold(THRESHOLD_BUSY_SHARE);
	double elapsed_ns = view_elapsed_ns(view);
	double busy, blocked = blocked_share(view);
	struct note *note;

	if (!busy_ns->known || elapsed_ns <= 0)
		return;
	busy = (double)busy_ns->value / elapsed_ns;
	if (busy > 1)
		busy = 1;
	/* The kernel counts busy time in ticks: too coarse for a moment. */
	if (!is_rate_limit(view) && busy < limit &&
	    blocked > threshold(THRESHOLD_BLOCKED_SHARE) &&
	    view_seconds(view) >= threshold(THRESHOLD_SHORT_SECONDS))
		note = notes_add(notes, VERDICT_LIMITED, "device-busy",
				 "%s: device busy %.0f%%, we waited %.0f%%",
				 reason_for_waiting(view), 100 * busy,
				 100 * blocked);
	else
		note = notes_add(notes, VERDICT_OK, "device-busy",
				 "device busy %.0f%%, we waited %.0f%%",
				 100 * busy, 100 * blocked);
	finish(note, busy, limit, "diskstats");
}

static void
judge_cpu_bound(const struct phase_view *view, struct notes *notes)
{
	const struct span *span = view->span;
	double limit = threshold(THRESHOLD_CPU_BOUND);
	double cpus = view->workers ? view->workers : 1;
	double share;

	if (view->cpus && cpus > view->cpus)
		cpus = view->cpus;
	if (span->wall_ns == 0)
		return;
	share = (double)(span->user_ns + span->sys_ns) /
		((double)span->wall_ns * cpus);
	if (share < limit)
		return;
	finish(notes_add(notes, VERDICT_LIMITED, "cpu-bound",
			 "CPU-bound: measures the %s, not the disk",
			 span->user_ns > span->sys_ns ? "program" : "kernel"),
	       share, limit, "getrusage");
}

static void
judge_throttle(const struct phase_view *view, struct notes *notes)
{
	struct counter throttled = counter_since(view->before->throttled_ns,
						 view->after->throttled_ns);
	double limit = threshold(THRESHOLD_THROTTLED_SHARE);
	double elapsed_ns = view_elapsed_ns(view), share;

	if (!throttled.known || elapsed_ns <= 0)
		return;
	share = (double)throttled.value / elapsed_ns;
	if (share > limit)
		finish(notes_add(notes, VERDICT_LIMITED, "cpu-quota",
				 "CPU quota stopped us %.0f%% of the time",
				 100 * (share < 1 ? share : 1)),
		       share, limit, "cpu.stat");
}

/* A limit that is there but did not bind is worth a word. */
static void
say_io_limit(const struct phase_view *view, struct notes *notes)
{
	for (size_t i = 0; i < view->limit_count; i++) {
		const struct io_limit *limit = &view->limits[i];

		for (size_t k = 0; k < view->storage->count; k++) {
			const struct device_facts *device =
				&view->storage->devices[k];

			if (device->major != limit->major ||
			    device->minor != limit->minor)
				continue;
			notes_add(notes, VERDICT_OK, "io-limit",
				  "a control group limits I/O on %s",
				  device->name)
				->ruler = "control group";
			return;
		}
	}
}

/* What somebody else's program waits for is not known; but while the device
 * was idle it did not wait for that. */
static void
judge_command(const struct phase_view *view, struct notes *notes)
{
	double limit = threshold(THRESHOLD_BUSY_SHARE);
	double busy, elapsed_ns = view_elapsed_ns(view);
	struct note *note;

	if (!view->traffic.leaf_busy_ns.known || elapsed_ns <= 0)
		return;
	busy = (double)view->traffic.leaf_busy_ns.value / elapsed_ns;
	if (busy > 1)
		busy = 1;
	if (busy < limit)
		note = notes_add(notes, VERDICT_LIMITED, "device-busy",
				 "device busy only %.0f%% of the time: not a "
				 "disk figure",
				 100 * busy);
	else
		note = notes_add(notes, VERDICT_OK, "device-busy",
				 "device busy %.0f%% of the time", 100 * busy);
	finish(note, busy, limit, "diskstats");
}

void
detect_limit(const struct phase_view *view, struct notes *notes)
{
	if (view->storage->mount.memory_backed)
		return;
	judge_throttle(view, notes);
	if (view_is(view, VIEW_COMMAND)) {
		judge_command(view, notes);
	} else {
		judge_asked_rate(view, notes);
		judge_cpu_bound(view, notes);
		if (!view_is(view, VIEW_FILES))
			judge_waiting(view, notes);
	}
	say_io_limit(view, notes);
}
