#ifndef OBSERVE_OBSERVER_H
#define OBSERVE_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "observe/glance.h"
#include "observe/hiccup.h"
#include "observe/storage.h"
#include "observe/trust.h"
#include "platform/counters.h"

struct error;
struct phase_result;
struct phase_view;

/* Watches the phases of a run on one file system, one after the other. */
enum { OBSERVER_LIMITS = 16 };

struct observer {
	struct trust trust;
	struct storage storage;
	struct io_limit limits[OBSERVER_LIMITS];
	size_t limit_count;
	unsigned cpus;
	struct counters before;
	struct counters after;
	struct hiccup_watch hiccup;
	bool start_known; /* of the data file, before the phase */
	struct residency start;
	struct glance_watch glance;
};

/* Tests what the counters of the place (directory, file, device) are worth, and finds
 * out what lies below it. When that cannot be done, everything that needs it
 * will be judged "unchecked": never a reason not to run. */
void observer_init(struct observer *observer, int place_fd);
void observer_release(struct observer *observer);

/* Take the counters; called as near to the timed part as can be, and outside
 * it. Some milliseconds each. In between a thread watches for hiccups, and has
 * an eye on `direct_fd`, a data file of a phase that is to pass the page cache
 * by (-1: none): what of it is cached already, and meanwhile. It has to stay
 * open until after observer_after(). */
void observer_before(struct observer *observer, int direct_fd);
void observer_after(struct observer *observer);

/* Looks at the data file of the phase after it: what of it is in the page
 * cache, and how it lies on the disk. */
void observer_look_at(struct phase_view *view, int fd);

/* Completes `view`, of which the caller has filled in what he knows of the
 * phase (key to rates, and start to extents), lets all detectors look
 * at it, and adds what they found to the phase. */
void observer_judge(const struct observer *observer, struct phase_view *view,
		    struct phase_result *phase);

#endif
