#include "core/interval.h"

#include <sys/resource.h>
#include <sys/time.h>

#include "core/clock.h"

static uint64_t
timeval_ns(struct timeval time)
{
	return (uint64_t)time.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)time.tv_usec * 1000;
}

/* getrusage() of either of these cannot fail. */
static void
read_cpu(struct span *now)
{
	struct rusage self, children;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	now->user_ns =
		timeval_ns(self.ru_utime) + timeval_ns(children.ru_utime);
	now->sys_ns = timeval_ns(self.ru_stime) + timeval_ns(children.ru_stime);
}

/* Clocks of CPU time may step back by a tick when the split is estimated. */
static uint64_t
elapsed(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* The wall clock is read last here and first in interval_stop(), so that it
 * does not count what reading the others costs. */
void
interval_start(struct interval *interval)
{
	read_cpu(&interval->started);
	interval->started.wall_ns = clock_now_ns();
	if (!interval->begin_ns)
		interval->begin_ns = interval->started.wall_ns;
}

void
interval_stop(struct interval *interval)
{
	const struct span *started = &interval->started;
	struct span now;

	now.wall_ns = clock_now_ns();
	read_cpu(&now);
	interval->end_ns = now.wall_ns;
	interval->total.wall_ns += elapsed(started->wall_ns, now.wall_ns);
	interval->total.user_ns += elapsed(started->user_ns, now.user_ns);
	interval->total.sys_ns += elapsed(started->sys_ns, now.sys_ns);
}
