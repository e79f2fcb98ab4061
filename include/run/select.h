#ifndef RUN_SELECT_H
#define RUN_SELECT_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct settings;
struct target_facts;
struct workload;

/* Marks in `wanted` (one entry a row of the registry, all false at first) the
 * tests that `words` name: keys of tests, names of suites, "all". A word that
 * is neither is refused: ERROR_USAGE with the nearest right ones. */
int select_tests(const char *const *words, size_t word_count, bool *wanted,
		 struct error *error);

/* Marks what is to run on this target: the tests that were asked for, or its
 * default. What "all" names and does not fit is left out, as is, with a text
 * for people in `left_out`, what a suite names and would destroy data that may
 * not go; both are refused where a test was asked for by its name. */
int select_for_target(const struct settings *settings,
		      const struct target_facts *facts, bool *wanted,
		      char **left_out, struct error *error);

/* Number of rows in the registry. */
size_t select_row_count(void);

/* Edits (insert, delete, replace, swap of neighbours) from one word to the
 * other. Words beyond 31 characters count as far away. */
unsigned select_distance(const char *one, const char *other);

#endif
