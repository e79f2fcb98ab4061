#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Monotonic nanoseconds: the one clock that every duration is taken from. */
static inline uint64_t
clock_now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)now.tv_nsec;
}

/* What one read of the clock costs here, in ns: median of short series. */
double clock_cost_ns(void);

#endif
