#ifndef RUN_POINTS_H
#define RUN_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "run/plan.h"

enum { POINT_LABEL_BYTES = 64 };

/* A run of its own for each value of a sweep, or for each number of threads
 * that tiobench uses by default. */

/* How many there are: 1 when nothing is swept. */
size_t points_count(const struct settings *settings);

/* The settings of point `index`. `label` names the point ("chunk=64k"); it is
 * kept by them. */
void points_settings(const struct settings *settings, size_t index,
		     struct settings *point, char label[POINT_LABEL_BYTES]);

#endif
