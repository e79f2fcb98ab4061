#ifndef COMPARE_PAIR_H
#define COMPARE_PAIR_H

#include <stdbool.h>
#include <stddef.h>

struct result;

/* What is to be compared with what. */

/* The results of one file. */
struct compare_input {
	const char *name;
	const struct result *results;
	size_t count;
};

/* Repeats of one configuration, in the order of their runs: one sample. */
struct compare_group {
	const struct result **runs;
	size_t count;
	size_t input; /* which one they come from */
	bool matched;
};

/* One group of each side, side by side; NULL: that side has none. */
struct compare_match {
	/* Label or machine of the first group, with its set-up where others
	 * are called the same; may be NULL. */
	char *name;
	struct compare_group **groups; /* side_count */
};

/* Results belong to one group when they come from the same input and agree in
 * label, machine, tool, version and set-up. Each input is a side; its groups
 * are matched with those of the first one by label, else by machine, else in
 * their order. A single input with several groups has each as a side. */
struct compare_pairing {
	struct compare_group *groups;
	size_t group_count;
	char **sides; /* names */
	size_t side_count;
	struct compare_match *matches;
	size_t match_count;
};

/* The inputs are kept by the caller. With fewer than two sides there are no
 * matches. */
void compare_pairing_make(struct compare_pairing *pairing,
			  const struct compare_input *inputs, size_t count);
void compare_pairing_release(struct compare_pairing *pairing);

#endif
