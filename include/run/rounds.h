#ifndef RUN_ROUNDS_H
#define RUN_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* What is over in less time has no figure. */
#define ROUNDS_TOO_FAST_NS (UINT64_C(1000000000) / 2)

/* The rounds of a phase so far. */
struct rounds {
	unsigned count;
	uint64_t wall_ns; /* that the clock has run */
	uint64_t elapsed_ns; /* with what lies between */
};

/* Whether a phase that may be repeated should be: until its clock has run for
 * a second. What takes long beside the clock (deleting is repeated only by
 * creating) ends it after ten seconds in all; but while it would have no figure,
 * it goes on for as long as a figure can be had within a minute, as the rounds
 * so far foretell. */
bool rounds_go_on(const struct rounds *rounds);

#endif
