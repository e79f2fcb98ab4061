#ifndef CLI_OUTPUT_TEXT_H
#define CLI_OUTPUT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

struct result;
struct result_set;

/* Whether a result has a test of this suite. */
bool output_has_suite(const struct result *result, const char *suite);

/* The text for people of a set of results: each suite in the layout that is
 * usual for it. 0, or -1 after having said what is wrong. */
int output_text(const struct result_set *set, FILE *out);

/* The table and chart of a sweep. */
int output_sweep(const struct result_set *set, FILE *out);

#endif
