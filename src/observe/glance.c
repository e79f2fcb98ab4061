#include "observe/glance.h"

#include <time.h>

enum { LOOKS_MOST = 1000 };

/* A look takes some microseconds, but more where much of the file is cached. */
static const uint64_t spent_most_ns = 10000000;

void
glances_add(struct glances *glances, uint64_t before_bytes,
	    uint64_t cached_bytes)
{
	glances->known = true;
	glances->looks++;
	if (cached_bytes > before_bytes)
		glances->seen++;
	if (cached_bytes > glances->most_bytes)
		glances->most_bytes = cached_bytes;
}

void
glance_begin(struct glance_watch *watch, int fd, uint64_t before_bytes)
{
	*watch = (struct glance_watch){
		.open = true,
		.fd = fd,
		.before_bytes = before_bytes,
	};
}

/* Not by the clock: while it waits for a CPU this thread costs nothing. */
static uint64_t
own_cpu_ns(void)
{
	struct timespec used = { .tv_sec = 0 };

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (uint64_t)used.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)used.tv_nsec;
}

void
glance_look(void *watch)
{
	struct glance_watch *glance = watch;
	struct residency residency;
	uint64_t begin_ns;

	if (!glance->open || glance->glances.looks >= LOOKS_MOST ||
	    glance->spent_ns > spent_most_ns)
		return;
	begin_ns = own_cpu_ns();
	if (platform_residency(glance->fd, 0, 0, &residency) == 0)
		glances_add(&glance->glances, glance->before_bytes,
			    residency.cached_bytes);
	glance->spent_ns += own_cpu_ns() - begin_ns;
}

void
glance_end(struct glance_watch *watch)
{
	watch->open = false;
}
