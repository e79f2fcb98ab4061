#ifndef CORE_INTERVAL_H
#define CORE_INTERVAL_H

#include <stdint.h>

/* How long something took: wall clock and the CPU time of this process and of
 * its waited children. Intervals add up: a phase of several rounds keeps one
 * span and starts and stops it for each round. All-zero is empty. */
struct span {
	uint64_t wall_ns;
	uint64_t user_ns;
	uint64_t sys_ns;
};

struct interval {
	struct span total; /* of all closed intervals so far */
	struct span started; /* clocks at the last start */
	uint64_t begin_ns; /* monotonic time of the first start */
	uint64_t end_ns; /* of the last stop */
};

void interval_start(struct interval *interval);
void interval_stop(struct interval *interval);

#endif
