#ifndef OBSERVE_STEADY_H
#define OBSERVE_STEADY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/change_point.h"

/* Whether the split is one to report: enough of the variance explained, the
 * levels far enough apart for so many windows. */
bool change_point_proven(const struct change_point *point, size_t count);

enum { STEADY_ROUNDS_OF_ALL = 10 };

/* Steady state as SNIA's Performance Test Specification has it: of ten equal
 * segments the last five span at most 20 % of their mean, and their fitted line
 * moves at most 10 % of it. */
struct steadiness {
	bool known; /* enough values to tell */
	double range; /* of the mean */
	double slope; /* excursion of the fitted line, of the mean */
};

struct steadiness steadiness_of(const double *rates, size_t count);
bool steadiness_holds(const struct steadiness *steadiness);

#endif
