#ifndef OBSERVE_HICCUP_H
#define OBSERVE_HICCUP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A thread that does nothing but sleep knows how late it is woken: what stops
 * it stops everybody, and no disk is to blame. */
struct hiccups {
	bool known;
	uint64_t sleeps;
	uint64_t late_ns; /* in sum, of those that were really late */
	uint64_t most_ns; /* the latest of all */
};

/* Woken later than this is late; less is the timer's and the scheduler's. */
#define HICCUP_LEAST_NS UINT64_C(5000000)

/* One sleep that took so much longer than it should have. */
void hiccups_add(struct hiccups *hiccups, uint64_t late_ns);

/* All-zero: does not run. It wakes 100 times a second. */
struct hiccup_watch {
	bool running;
	void (*chore)(void *context);
	void *context;
	pthread_t thread;
	atomic_bool stop;
	struct hiccups seen; /* the thread's while it runs */
};

/* Each time it is awake the thread calls `chore`, if not NULL, which has to be
 * short. Where no thread can be had nothing is known, no more. */
void hiccup_start(struct hiccup_watch *watch, void (*chore)(void *context),
		  void *context);

/* Ends the thread, up to 10 ms later; `seen` is complete then. */
void hiccup_stop(struct hiccup_watch *watch);

#endif
