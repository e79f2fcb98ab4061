#include "platform/counters.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "core/clock.h"

static void
add_cpu(struct counter *counter, int who)
{
	struct rusage usage;

	if (getrusage(who, &usage) != 0)
		return;
	counter->value += ((uint64_t)usage.ru_utime.tv_sec +
			   (uint64_t)usage.ru_stime.tv_sec) *
				  UINT64_C(1000000000) +
			  ((uint64_t)usage.ru_utime.tv_usec +
			   (uint64_t)usage.ru_stime.tv_usec) *
				  1000;
	counter->known = true;
}

void
platform_counters(struct counters *counters, unsigned what)
{
	(void)what;
	counters_release(counters);
	counters->at_ns = clock_now_ns();
	add_cpu(&counters->own_cpu_ns, RUSAGE_SELF);
	add_cpu(&counters->own_cpu_ns, RUSAGE_CHILDREN);
}

int
platform_io_limits(struct io_limit *limits, size_t capacity)
{
	(void)limits;
	(void)capacity;
	errno = ENOTSUP;
	return -1;
}

int
platform_extents(int fd, struct extent_facts *facts)
{
	(void)fd;
	memset(facts, 0, sizeof *facts);
	errno = ENOTSUP;
	return -1;
}
