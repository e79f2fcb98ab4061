#ifndef RUN_TICKER_H
#define RUN_TICKER_H

#include <stdint.h>

#include "run/runner.h"

struct crew;
struct run;
struct team;

/* Tells the progress hook how a phase gets on, from ticks of the crew, and
 * carries the user's stop over to the crew. */
struct ticker {
	const struct run *run;
	const struct team *team;
	struct crew *crew;
	size_t index; /* of the phase */
	uint64_t begin_ns; /* of the timed part; 0: not yet */
	unsigned round; /* under way, from 1 */
	uint64_t round_ns; /* its begin */
	uint64_t told_ns; /* of the last call of the hook */
	/* Work is seen a window at a time: when it last was, how long the
	 * longest window took, when it was last told that there is none. */
	uint64_t work_seen;
	uint64_t work_ns;
	uint64_t longest_ns;
	uint64_t stuck_told_ns;
};

/* A crew_tick's call; `ticker` is one of these. */
void ticker_tick(void *ticker);

/* Tells the hook at once. */
void ticker_tell(struct ticker *ticker, enum progress_event event);

#endif
