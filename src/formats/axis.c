#include "formats/axis.h"

#include <math.h>
#include <string.h>

enum { STEPS_MOST = 5 };

/* The smallest of 1, 2, 2.5 and 5 times a power of ten that needs at most
 * `steps` steps to `high`. */
static double
nice_step(double high, size_t steps)
{
	static const double nice[] = { 1, 2, 2.5, 5 };
	double least = high / (double)steps;
	double power = pow(10, floor(log10(least)));

	for (size_t i = 0; i < sizeof nice / sizeof *nice; i++)
		if (nice[i] * power >= least * (1 - 1e-9))
			return nice[i] * power;
	return 10 * power;
}

static void
add_ticks(struct axis *axis, double step)
{
	for (size_t i = 0; i <= STEPS_MOST; i++) {
		double tick = (double)i * step;

		if (tick <= axis->high * (1 + 1e-9))
			axis->ticks[axis->tick_count++] = tick;
	}
}

static double
usable(double high)
{
	return high > 1e-300 && high < 1e300 ? high : 1;
}

void
axis_linear(struct axis *axis, double high, size_t steps)
{
	double step = nice_step(usable(high), steps);

	memset(axis, 0, sizeof *axis);
	axis->high = step * ceil(usable(high) / step * (1 - 1e-9));
	add_ticks(axis, step);
}

void
axis_linear_exact(struct axis *axis, double high)
{
	memset(axis, 0, sizeof *axis);
	axis->high = usable(high);
	add_ticks(axis, nice_step(axis->high, STEPS_MOST));
}

void
axis_log(struct axis *axis, double low, double high)
{
	int first, last, step;

	memset(axis, 0, sizeof *axis);
	axis->is_log = true;
	high = usable(high);
	if (!(low > 1e-300 && low <= high))
		low = high / 1e6;
	first = (int)floor(log10(low) + 1e-9);
	last = (int)ceil(log10(high) - 1e-9);
	if (last <= first)
		last = first + 1;
	step = (last - first + STEPS_MOST - 1) / STEPS_MOST;
	axis->low = pow(10, first);
	axis->high = pow(10, last);
	for (int i = first; i <= last; i += step)
		axis->ticks[axis->tick_count++] = pow(10, i);
}

double
axis_share(const struct axis *axis, double value)
{
	double share;

	if (axis->is_log)
		share = value > 0 ? log(value / axis->low) /
					    log(axis->high / axis->low)
				  : 0;
	else
		share = (value - axis->low) / (axis->high - axis->low);
	return share > 0 ? fmin(share, 1) : 0;
}
