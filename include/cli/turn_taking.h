#ifndef CLI_TURN_TAKING_H
#define CLI_TURN_TAKING_H

#include <stddef.h>

struct options;
struct session;

/* Several targets that are measured in turns, A B B A and so on: what drifts
 * with time (a disk that fills, a neighbour, the temperature) falls on all of
 * them alike. */
struct turn_taking {
	const struct options *options; /* of all */
	struct options *own; /* of each: its target */
	struct session *sessions;
	size_t count;
};

/* One session a target of `options`, which is kept, and may not change any
 * more; the caller makes the sessions' plans. */
void turn_taking_init(struct turn_taking *turns, const struct options *options,
		      const char *command);
void turn_taking_release(struct turn_taking *turns);

/* Runs every plan as often as it says, prints each run, a comparison of the
 * targets, and all outputs. Returns the exit status. */
int turn_taking_run(struct turn_taking *turns);

#endif
