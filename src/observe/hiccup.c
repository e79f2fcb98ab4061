#include "observe/hiccup.h"

#include <signal.h>
#include <time.h>

#include "core/clock.h"

enum { SLEEP_NS = 10000000 };

void
hiccups_add(struct hiccups *hiccups, uint64_t late_ns)
{
	hiccups->sleeps++;
	if (late_ns > hiccups->most_ns)
		hiccups->most_ns = late_ns;
	if (late_ns > HICCUP_LEAST_NS)
		hiccups->late_ns += late_ns;
}

static void *
sleep_on(void *argument)
{
	const struct timespec moment = { .tv_nsec = SLEEP_NS };
	struct hiccup_watch *watch = argument;

	while (!atomic_load(&watch->stop)) {
		uint64_t begin_ns = clock_now_ns(), took_ns;

		nanosleep(&moment, NULL);
		took_ns = clock_now_ns() - begin_ns;
		hiccups_add(&watch->seen,
			    took_ns > SLEEP_NS ? took_ns - SLEEP_NS : 0);
		if (watch->chore)
			watch->chore(watch->context);
	}
	return NULL;
}

/* Signals are for the thread that waits for them. */
void
hiccup_start(struct hiccup_watch *watch, void (*chore)(void *context),
	     void *context)
{
	sigset_t all, old;

	watch->chore = chore;
	watch->context = context;
	watch->seen = (struct hiccups){ .known = false };
	atomic_store(&watch->stop, false);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	watch->running =
		pthread_create(&watch->thread, NULL, sleep_on, watch) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void
hiccup_stop(struct hiccup_watch *watch)
{
	if (!watch->running)
		return;
	atomic_store(&watch->stop, true);
	pthread_join(watch->thread, NULL);
	watch->running = false;
	watch->seen.known = true;
}
