#include "run/autosize.h"

#include <math.h>

#include "core/meter.h"
#include "core/units.h"
#include "run/plan.h"

/* The course so far is laid over this many slots of time, and the second half
 * of them is judged: five, as SNIA's rounds. */
enum { SLOTS = 10, JUDGED = SLOTS / 2, STEADY_LEAST = 3 };

static const double range_most = 0.20;
static const double slope_most = 0.10;

void
autosize_init(struct autosize *rule, uint64_t least_bytes, uint64_t most_bytes,
	      unsigned workers)
{
	*rule = (struct autosize){
		.least_bytes = least_bytes / workers,
		.most_bytes = most_bytes / workers,
		.step_bytes = PLAN_SIZE_STEP_BYTES / workers,
		.least_ns = 10 * UNITS_NS_PER_S,
		.most_ns = 60 * UNITS_NS_PER_S,
	};
}

static double
mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

/* How far the fitted line goes from the first value to the last. */
static double
excursion(const double *values, size_t count, double mean)
{
	double middle = (double)(count - 1) / 2;
	double products = 0, squares = 0;

	for (size_t i = 0; i < count; i++) {
		double x = (double)i - middle;

		products += x * (values[i] - mean);
		squares += x * x;
	}
	return products / squares * (double)(count - 1);
}

bool
autosize_steady(const double *work, size_t slots)
{
	double mean, least, most;

	if (slots < STEADY_LEAST)
		return false;
	mean = mean_of(work, slots);
	least = most = work[0];
	for (size_t i = 1; i < slots; i++) {
		least = fmin(least, work[i]);
		most = fmax(most, work[i]);
	}
	return most - least <= range_most * mean &&
	       fabs(excursion(work, slots, mean)) <= slope_most * mean;
}

bool
autosize_enough(const struct autosize *rule, const struct window_log *log,
		uint64_t bytes)
{
	uint64_t passed_ns;
	double work[SLOTS], slot_ns;

	if (bytes >= rule->most_bytes)
		return true;
	if (bytes < rule->least_bytes || !log->count)
		return false;
	passed_ns = log->end_ns[log->count - 1] - log->begin_ns;
	if (passed_ns >= rule->most_ns)
		return true;
	if (passed_ns < rule->least_ns || log->count < SLOTS ||
	    !window_log_spread(&log, 1, work, SLOTS, &slot_ns))
		return false;
	return autosize_steady(work + SLOTS - JUDGED, JUDGED);
}

uint64_t
autosize_round(const struct autosize *rule, uint64_t bytes)
{
	if (bytes < rule->step_bytes)
		return bytes;
	return bytes / rule->step_bytes * rule->step_bytes;
}

bool
autosize_watch_enough(void *watch, const struct meter *meter)
{
	struct autosize_watch *state = watch;
	const struct autosize *rule = state->rule;

	if (!state->next_bytes)
		state->next_bytes = rule->step_bytes;
	if (meter->bytes < state->next_bytes && meter->bytes < rule->most_bytes)
		return false;
	state->next_bytes =
		(meter->bytes / rule->step_bytes + 1) * rule->step_bytes;
	return autosize_enough(rule, &meter->windows, meter->bytes);
}
