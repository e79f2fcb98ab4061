#ifndef TESTS_ALLOCATIONS_H
#define TESTS_ALLOCATIONS_H

#include <stdbool.h>

/* Counts what the whole process allocates, libc included, between start and
 * stop. */

/* Whether that can be done in this build. */
bool allocations_can_count(void);

void allocations_start(void);

/* Returns the count since the start. */
unsigned allocations_stop(void);

/* Between pause and resume nothing is counted. */
void allocations_pause(bool pause);

#endif
