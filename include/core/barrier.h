#ifndef CORE_BARRIER_H
#define CORE_BARRIER_H

#include <pthread.h>

/* A line where workers wait for each other (macOS has no pthread_barrier_t).
 * Reusable. */
struct barrier {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned parties;
	unsigned waiting;
	unsigned round;
};

void barrier_init(struct barrier *barrier, unsigned parties);
void barrier_release(struct barrier *barrier);

/* Blocks until `parties` threads have come. */
void barrier_wait(struct barrier *barrier);

/* Comes, but waits for nobody. */
void barrier_pass(struct barrier *barrier);

#endif
