#include "run/watch.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "core/hist.h"
#include "core/interval.h"
#include "core/meter.h"
#include "io/workspace.h"
#include "observe/observer.h"
#include "observe/probe.h"
#include "observe/view.h"
#include "results/result.h"
#include "run/cold.h"
#include "run/phase.h"
#include "run/plan.h"
#include "run/team.h"
#include "workloads/workload.h"

void
watch_begin(struct run *run, int place_fd)
{
	if (!run->settings->unobserved)
		observer_init(&run->observer, place_fd);
}

/* The first data file of the phase, opened for a look; -1 where it has none. */
static int
open_data_file(const struct run *run, const struct team *team)
{
	const struct phase_plan *phase = team->phase;

	if (team->count == 0 || !(phase->workload->flags & WORKLOAD_DATA_FILE))
		return -1;
	if (phase->target)
		return fcntl(run->target_fd, F_DUPFD_CLOEXEC, 0);
	return openat(workspace_fd(run->workspace), team->names[0],
		      O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

void
watch_before(struct run *run, const struct team *team)
{
	run->seen_fd = -1;
	if (run->settings->unobserved)
		return;
	if (team->phase->direct)
		run->seen_fd = open_data_file(run, team);
	observer_before(&run->observer, run->seen_fd);
}

void
watch_after(struct run *run)
{
	if (run->settings->unobserved)
		return;
	observer_after(&run->observer);
	if (run->seen_fd >= 0)
		close(run->seen_fd);
}

static bool
wants_probe(const struct run *run, const struct phase_plan *phase,
	    const struct team *team)
{
	unsigned flags = phase->workload->flags;

	return !run->settings->unobserved && !run->below_tried &&
	       (flags & WORKLOAD_DATA_FILE) && (flags & WORKLOAD_READS) &&
	       !(flags & WORKLOAD_CREATES) && !phase->target &&
	       !phase->unrecorded && team->count > 0 &&
	       phase->cache == CACHE_COLD &&
	       team->file_bytes >= PROBE_BELOW_FILE_LEAST &&
	       !run->observer.storage.mount.memory_backed;
}

/* What has not been flushed would slow the first pass down. That nothing can be
 * found out is no error: the test itself will say what is wrong. */
void
watch_probe(struct run *run, const struct phase_plan *phase,
	    const struct team *team)
{
	struct cold_start cold = { .policy = CACHE_COLD };
	int directory_fd;

	if (!wants_probe(run, phase, team))
		return;
	run->below_tried = true;
	directory_fd = workspace_fd(run->workspace);
	if (cold_start_file(&cold, directory_fd, team->names[0],
			    team->file_bytes, NULL) == 0)
		probe_below(&run->below, directory_fd, team->names[0],
			    team->file_bytes, NULL);
}

static bool
wants_zeros(const struct run *run, const struct phase_plan *phase,
	    const struct team *team)
{
	unsigned flags = phase->workload->flags;

	return !run->settings->unobserved && !run->zeros_tried &&
	       (flags & WORKLOAD_DATA_FILE) && (flags & WORKLOAD_WRITES) &&
	       !phase->target && !phase->unrecorded && team->count > 0 &&
	       team->meters[0].bytes >= PROBE_ZEROS_FILE_LEAST &&
	       !run->observer.storage.mount.memory_backed &&
	       run->observer.trust.flush.state != TRUST_FAILED;
}

/* After the test and not before it: what is written here may fill a cache, and
 * should not be found in the figure. */
void
watch_zeros(struct run *run, const struct phase_plan *phase,
	    const struct team *team)
{
	uint64_t bytes;

	if (!wants_zeros(run, phase, team))
		return;
	run->zeros_tried = true;
	bytes = team->meters[0].bytes / PROBE_ZEROS_FILE_SHARE;
	if (bytes > PROBE_ZEROS_MOST)
		bytes = PROBE_ZEROS_MOST;
	if (probe_zeros(&run->zeros, workspace_fd(run->workspace), bytes,
			NULL) < 0)
		run->zeros = (struct zeros_probe){ .least_ratio = 0 };
}

void
watch_look_at(struct phase_view *view, const struct run *run,
	      const struct team *team)
{
	int fd;

	if (run->settings->unobserved)
		return;
	fd = open_data_file(run, team);
	if (fd < 0)
		return;
	observer_look_at(view, fd);
	close(fd);
}

/* Seeks write one chunk in ten back; their figure is that of the reads. */
static unsigned
view_flags_of(const struct phase_plan *phase)
{
	unsigned flags = phase->workload->flags;
	unsigned view_flags = 0;

	if (flags & WORKLOAD_READS)
		view_flags |= VIEW_READS;
	if (flags & (WORKLOAD_SEEKERS | WORKLOAD_RANDOM))
		view_flags |= VIEW_RANDOM;
	if (flags & WORKLOAD_WRITES)
		view_flags |= flags & WORKLOAD_SEEKERS ? VIEW_WRITES_BACK
						       : VIEW_WRITES;
	if (phase->mix_percent)
		view_flags |= VIEW_WRITES_BACK;
	if (flags & (WORKLOAD_DIRECTORY | WORKLOAD_TREE))
		view_flags |= VIEW_FILES;
	else if (!(flags & (WORKLOAD_DATA_FILE | WORKLOAD_BYTES)))
		view_flags |= VIEW_COMMAND;
	if ((flags & WORKLOAD_BYTES) &&
	    !((flags & WORKLOAD_TRANSFERS) && (flags & WORKLOAD_OPERATIONS)))
		view_flags |= VIEW_BYTES;
	if (flags & WORKLOAD_LOOKS)
		view_flags |= VIEW_LOOKS;
	if (phase->direct)
		view_flags |= VIEW_DIRECT;
	if (phase->flush_each || (flags & WORKLOAD_OWN_SIZE))
		view_flags |= VIEW_FLUSHES;
	return view_flags;
}

static void
fill_start(struct phase_view *view, const struct cold_start *cold)
{
	view->start_known = cold->ruler && *cold->ruler;
	if (!view->start_known)
		return;
	view->start.cached_bytes = cold->cached_bytes;
	view->start.ruler = strcmp(cold->ruler, "mincore") == 0
				    ? RESIDENCY_MINCORE
				    : RESIDENCY_CACHESTAT;
}

static void
say_unobserved(struct phase_result *result)
{
	char code[] = "observation", ruler[] = "";
	char text[] = "nobody looked: observation was switched off";
	struct finding finding = { .code = code,
				   .value = NAN,
				   .limit = NAN,
				   .ruler = ruler,
				   .text = text,
				   .verdict = VERDICT_UNCHECKED };

	phase_add_finding(result, &finding);
}

/* A later test may have to know whether the disk turns. */
static void
note_seeks(struct run *run, const struct phase_view *view)
{
	const struct meter *total = view->total;

	if (view_is(view, VIEW_READS | VIEW_RANDOM) &&
	    !view_is(view, VIEW_WRITES) && total->latency.count > 0 &&
	    total->probed_hits * 10 <= total->probed)
		run->seek_seconds =
			(double)hist_quantile_ns(&total->latency, 0.5) / 1e9;
}

void
watch_judge(struct phase_view *view, struct run *run,
	    const struct watched *watched, struct phase_result *result)
{
	const struct quantity *figure;

	if (run->settings->unobserved) {
		say_unobserved(result);
		return;
	}
	view->key = watched->phase->workload->key;
	view->flags = view_flags_of(watched->phase);
	view->workers = watched->team->count;
	view->asked_rate = watched->phase->rate;
	view->area_bytes = watched->team->file_bytes * watched->phase->files;
	view->span = watched->span;
	view->total = watched->total;
	figure = &result->quantities[view_is(view, VIEW_BYTES) ? QUANTITY_RATE
							       : QUANTITY_OPS];
	view->rate = figure->state == QUANTITY_KNOWN ? figure->value : 0;
	view->rates = result->windows;
	view->rate_count = result->window_count;
	if (!watched->phase->target)
		view->below = &run->below;
	fill_start(view, watched->cold);
	view->zeros = &run->zeros;
	view->seek_seconds = run->seek_seconds;
	note_seeks(run, view);
	observer_judge(&run->observer, view, result);
}
