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

void
observer_before(struct observer *observer)
{
	platform_counters(&observer->before, COUNTERS_PROCESSES_FIRST);
	hiccup_start(&observer->hiccup);
}

void
observer_after(struct observer *observer)
{
	/* Its own waiting for a CPU is not the workers': it is gone by then. */
	hiccup_stop(&observer->hiccup);
	platform_counters(&observer->after, COUNTERS_PROCESSES_LAST);
}

void
observer_look_before(struct phase_view *view, int fd)
{
	view->earlier_known = platform_residency(fd, 0, 0, &view->earlier) == 0;
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
	view->memory_rate = observer->trust.memory_rate;
	view->run_delay_ns = counter_since(observer->before.run_delay_ns,
					   observer->after.run_delay_ns);
	traffic_between(&view->traffic, &observer->storage, &observer->before,
			&observer->after);
	detect_all(view, &notes);
	notes_to_phase(&notes, phase);
}
