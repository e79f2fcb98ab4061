#include "observe/observer.h"

#include <string.h>

#include "observe/detect.h"
#include "observe/notes.h"
#include "observe/selftest.h"
#include "observe/view.h"
#include "platform/platform.h"

void
observer_init(struct observer *observer, int place_fd)
{
	int count;

	memset(observer, 0, sizeof *observer);
	selftest_run(place_fd, &observer->trust, &observer->storage, NULL);
	count = platform_io_limits(observer->limits, OBSERVER_LIMITS);
	observer->limit_count = count > 0 ? (size_t)count : 0;
	observer->cpus = platform_cpu_count();
}

void
observer_release(struct observer *observer)
{
	counters_release(&observer->before);
	counters_release(&observer->after);
}

/* Only cachestat: mincore would map the file each time, and unmapping it stops
 * all threads for a moment. */
static void
look_first(struct observer *observer, int fd)
{
	const struct trust *trust = &observer->trust;

	observer->start_known =
		fd >= 0 && platform_residency(fd, 0, 0, &observer->start) == 0;
	observer->glance = (struct glance_watch){ .open = false };
	if (observer->start_known && trust_is(&trust->residency) &&
	    trust->ruler == RESIDENCY_CACHESTAT)
		glance_begin(&observer->glance, fd,
			     observer->start.cached_bytes);
}

void
observer_before(struct observer *observer, int direct_fd)
{
	look_first(observer, direct_fd);
	platform_counters(&observer->before, COUNTERS_PROCESSES_FIRST);
	hiccup_start(&observer->hiccup, glance_look, &observer->glance);
}

void
observer_after(struct observer *observer)
{
	/* Its own waiting for a CPU is not the workers': it is gone by then. */
	hiccup_stop(&observer->hiccup);
	glance_end(&observer->glance);
	platform_counters(&observer->after, COUNTERS_PROCESSES_LAST);
}

void
observer_look_at(struct phase_view *view, int fd)
{
	view->end_known = platform_residency(fd, 0, 0, &view->end) == 0;
	view->extents_known = platform_extents(fd, &view->extents) == 0;
}

void
observer_judge(const struct observer *observer, struct phase_view *view,
	       struct phase_result *phase)
{
	struct notes notes = { .count = 0 };

	view->cpus = observer->cpus;
	view->before = &observer->before;
	view->after = &observer->after;
	view->trust = &observer->trust;
	view->storage = &observer->storage;
	view->limits = observer->limits;
	view->limit_count = observer->limit_count;
	view->hiccups = observer->hiccup.seen;
	view->earlier_known = observer->start_known;
	view->earlier = observer->start;
	view->glances = observer->glance.glances;
	view->memory_rate = observer->trust.memory_rate;
	view->run_delay_ns = counter_since(observer->before.run_delay_ns,
					   observer->after.run_delay_ns);
	traffic_between(&view->traffic, &observer->storage, &observer->before,
			&observer->after);
	detect_all(view, &notes);
	notes_to_phase(&notes, phase);
}
