#ifndef RUN_TURNS_H
#define RUN_TURNS_H

#include <stdatomic.h>

struct error;

/* bonnie++'s -p and -y s: several processes start each test together. -p N
 * makes a set of System V semaphores, each at N; a process with -y s takes one
 * off the next semaphore before each test and waits until it is 0. With
 * bonnie++'s key the set can be shared with bonnie++ itself. */
enum { TURNS_KEY = 4711, TURNS_MOST = 60 };

struct turns {
	int id;
	unsigned next; /* the semaphore to wait at */
	unsigned count;
};

/* Makes the set for `processes` (1 to 30000). -1 when it exists already. */
int turns_create(int key, unsigned processes, struct error *error);

/* Removes the set: -p -1. */
int turns_delete(int key, struct error *error);

/* Takes part in a set that exists. */
int turns_open(struct turns *turns, int key, struct error *error);

/* Waits until all have come to the next test. A signal that sets *stop ends
 * the wait: then 0 is returned too, and the caller looks at *stop. -1 when the
 * set is gone, used up, or more processes have come than it was made for. */
int turns_wait(struct turns *turns, const atomic_bool *stop,
	       struct error *error);

#endif
