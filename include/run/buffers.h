#ifndef RUN_BUFFERS_H
#define RUN_BUFFERS_H

#include <stddef.h>

struct team;

/* The memory that the buffers of all workers lie in. It serves one phase of a
 * run after the other: taken and given back each time it would leave holes that
 * the next phase's does not fit into. */
struct buffers {
	unsigned char *memory;
	size_t bytes;
};

/* Gives each job of the team its pattern and a buffer of zeros, large enough
 * for what its phase does. What the team had before is overwritten. */
void buffers_give(struct buffers *buffers, struct team *team);

void buffers_release(struct buffers *buffers);

#endif
