#include "run/rounds.h"

#include "core/units.h"

#define WANTED_NS UNITS_NS_PER_S
#define ELAPSED_MOST_NS (10 * UNITS_NS_PER_S)
#define FIGURE_WITHIN_NS (60 * UNITS_NS_PER_S)

/* Work that takes no time is not repeated for ever. */
enum { COUNT_MOST = 1000 };

/* When the clock will have run long enough for a figure, if the rounds go on as
 * they have. */
static double
figure_at_ns(const struct rounds *rounds)
{
	return (double)rounds->elapsed_ns / (double)rounds->wall_ns *
	       (double)ROUNDS_TOO_FAST_NS;
}

bool
rounds_go_on(const struct rounds *rounds)
{
	if (rounds->count >= COUNT_MOST || rounds->wall_ns >= WANTED_NS)
		return false;
	if (rounds->elapsed_ns < ELAPSED_MOST_NS)
		return true;
	return rounds->wall_ns > 0 && rounds->wall_ns < ROUNDS_TOO_FAST_NS &&
	       figure_at_ns(rounds) <= (double)FIGURE_WITHIN_NS;
}
