#ifndef CORE_CHANGE_POINT_H
#define CORE_CHANGE_POINT_H

#include <stddef.h>

/* The best split of a series into two levels of log rate. */
struct change_point {
	size_t at; /* index of the first value of the second level; 0: none */
	double before; /* geometric mean of the first level */
	double after;
	double explained; /* share of the variance of log rate, 0 to 1 */
};

/* Values of 0 and below count as a hundredth of the mean: a stall. */
struct change_point change_point_find(const double *rates, size_t count);

#endif
