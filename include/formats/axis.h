#ifndef FORMATS_AXIS_H
#define FORMATS_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { AXIS_TICKS = 8 };

/* One axis of a chart. Places on it are shares of its length, 0 to 1. */
struct axis {
	double low, high; /* values at its ends, low < high */
	bool is_log;
	double ticks[AXIS_TICKS]; /* rising */
	size_t tick_count;
};

/* From 0 to `high` or, where that is no round number, a little more, with ticks
 * at round numbers, at most `steps` (1 to 5) apart. Without anything above 0:
 * to 1. */
void axis_linear(struct axis *axis, double high, size_t steps);

/* From 0 to exactly `high`, at most six ticks at round numbers within. */
void axis_linear_exact(struct axis *axis, double high);

/* Over the powers of ten that hold `low` and `high`, with at most six ticks. A
 * `low` that is not above 0 is replaced by a millionth of `high`. */
void axis_log(struct axis *axis, double low, double high);

/* Where a value lies, 0 to 1: what lies outside is at the nearer end. */
double axis_share(const struct axis *axis, double value);

#endif
