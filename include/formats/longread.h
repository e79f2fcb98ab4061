#ifndef FORMATS_LONGREAD_H
#define FORMATS_LONGREAD_H

#include <stddef.h>

#include "results/quantity.h"

struct error;
struct result_set;

/* The first line, and how a state is spelled (absent has no row). */
extern const char long_heading[];
extern const char long_depth[]; /* in a label, before its number */
enum { LONG_DEPTH_BYTES = 32 };
extern const char *const long_states[QUANTITY_FAILED + 1];

/* As a format's parse. Rows with the same source and run are one result. */
int long_parse(const char *source, const char *text, size_t length,
	       struct result_set *set, struct error *error);

#endif
