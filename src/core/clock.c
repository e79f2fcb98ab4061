#include "core/clock.h"

#include <stdlib.h>

enum { SERIES = 15, READS = 1000 };

static int
by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

double
clock_cost_ns(void)
{
	double costs[SERIES];

	for (size_t i = 0; i < SERIES; i++) {
		uint64_t begin_ns = clock_now_ns(), end_ns = begin_ns;

		for (int read = 0; read < READS; read++)
			end_ns = clock_now_ns();
		costs[i] = (double)(end_ns - begin_ns) / READS;
	}
	qsort(costs, SERIES, sizeof *costs, by_size);
	return costs[SERIES / 2];
}
