#ifndef OBSERVE_GLANCE_H
#define OBSERVE_GLANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/platform.h"

/* Looks from outside at a data file while a phase runs that is to pass the page
 * cache by. A transfer that goes through it all the same, and waits until the
 * pages have been written out and dropped, leaves nothing to be seen later. */
struct glances {
	bool known; /* it was looked at all */
	uint64_t looks;
	uint64_t seen; /* of them, with more pages than before the phase */
	uint64_t most_bytes; /* the most that was cached at a look */
};

/* One look; `before_bytes` were cached before the phase. */
void glances_add(struct glances *glances, uint64_t before_bytes,
		 uint64_t cached_bytes);

/* All-zero: nothing is looked at. */
struct glance_watch {
	bool open;
	int fd;
	uint64_t before_bytes;
	uint64_t spent_ns; /* CPU time, on looks */
	struct glances glances;
};

/* Looks at `fd`, which has to stay open up to glance_end(), for as long as
 * glance_look() is called. */
void glance_begin(struct glance_watch *watch, int fd, uint64_t before_bytes);

/* Takes a look, a thousand times or for ten milliseconds in all at most. For a
 * thread that has nothing else to do. */
void glance_look(void *watch);

void glance_end(struct glance_watch *watch);

#endif
