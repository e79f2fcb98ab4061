#ifndef RUN_CREW_H
#define RUN_CREW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/interval.h"

struct error;
struct job;
struct workload;
struct seat;

/* The workers of one phase: one thread a job, which take orders. Threads are
 * there before the clock starts; all that run are at work at the same time. */
enum crew_order { CREW_PREPARE, CREW_RUN, CREW_BETWEEN, CREW_FINISH, CREW_END };

struct crew {
	const struct workload *workload;
	struct job *jobs; /* the caller's; `stop` of each is set here */
	unsigned count;
	uint64_t time_limit_ns; /* of one round; 0: none */
	struct interval interval; /* of all rounds, read when nobody runs */
	atomic_bool stop; /* tells the workers to end early */
	/* Its own. */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct seat *seats;
	unsigned started;
	enum crew_order order;
	unsigned orders; /* given so far */
	unsigned busy; /* workers that have not carried out the last one */
	unsigned ready; /* at the start line of this round */
	unsigned running;
	unsigned rounds;
	unsigned failed;
};

/* Called about twenty times a second from the thread that gave an order. */
struct crew_tick {
	void *context;
	void (*call)(void *context);
};

/* Starts the threads. -1 when they cannot be had; then nothing is left. */
int crew_start(struct crew *crew, const struct workload *workload,
	       struct job *jobs, unsigned count, struct error *error);

/* Lets every worker carry out `order` and waits for all. CREW_RUN is timed:
 * from the moment when all have come to the start line until the last one has
 * finished. A worker that fails tells the others to stop. -1 when any failed
 * (its job's error says why). */
int crew_do(struct crew *crew, enum crew_order order,
	    const struct crew_tick *tick);

/* Work done in closed windows by all workers together, in the unit of their
 * windows: for a display while they run. */
uint64_t crew_work_done(const struct crew *crew);

/* Ends the threads. */
void crew_end(struct crew *crew);

#endif
