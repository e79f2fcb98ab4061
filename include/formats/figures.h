#ifndef FORMATS_FIGURES_H
#define FORMATS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "results/quantity.h"

struct phase_result;
struct result_set;
struct strbuf;

/* One quantity of one test over the runs of a set. */
struct figures {
	double *values; /* those that count, in the order of the runs */
	size_t count;
	size_t too_fast; /* runs that were, not counted */
	size_t incomplete; /* failed or not finished, not counted */
};

/* Gathers the quantity `id` of the test `key` of all runs. Released with
 * figures_release(). */
void figures_collect(struct figures *figures, const struct result_set *set,
		     const char *key, enum quantity_id id);
void figures_release(struct figures *figures);

/* Whether one of the runs before `index` has this test. */
bool figures_seen(const struct result_set *set, size_t index, const char *key);

/* The quantity that stands for a test: its rate, else its operations, else how
 * long it took. */
enum quantity_id figures_main(const struct phase_result *phase);

/* Appends a value with its unit, three significant digits for rates and times:
 * "329 MB/s", "34978 /s", "35.8 %", "1.34 ms". */
void figures_add_value(struct strbuf *text, enum quantity_id id, double value);

/* "329 ± 4.25 MB/s": a mean and the half width of its interval. */
void figures_add_interval(struct strbuf *text, enum quantity_id id, double mean,
			  double half_width);

/* As figures_add_value(), for any state: "+++++" when too fast, "failed", "-" when absent. */
void figures_add_quantity(struct strbuf *text, enum quantity_id id,
			  const struct quantity *quantity);

#endif
