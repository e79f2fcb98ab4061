#ifndef FORMATS_SCAN_RUNS_H
#define FORMATS_SCAN_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/result.h"

/* Last stage of reading a post: which rows are of one run. bonnie++ prints
 * each run twice, as text and as CSV; people quote each other. */

enum run_origin { RUN_TEXT, RUN_CSV, RUN_ORIGINS };

struct run_note {
	size_t index; /* in the set */
	bool rounded; /* figures were shown with few digits: 1.4g */
};

enum { RUN_NOTES = 1024 };

/* What was read lately, a ring. */
struct scan_runs {
	struct result_set *set;
	const char *source;
	struct run_note notes[RUN_NOTES];
	/* What the rows of each looked like: numbers that stand for all their
	 * figures, 0 when there was no such row, 1 when it has no number. */
	uint64_t marks[RUN_ORIGINS][RUN_NOTES];
	size_t count; /* of all, also of those that were overwritten */
};

void scan_runs_init(struct scan_runs *runs, const char *source,
		    struct result_set *set);

/* Takes `result` over (it is empty afterwards): adds it to the set, or where
 * it repeats a run that was read lately, adds to that run what is new; figures
 * from CSV replace those from text. Returns the index in the set. */
size_t scan_runs_add(struct scan_runs *runs, struct result *result,
		     enum run_origin origin, bool rounded);

/* Puts a figure into a phase, which is added where it is missing. A figure
 * that is there is kept, unless `replace`. ABSENT does nothing. */
void scan_put(struct result *result, const char *phase, enum quantity_id id,
	      struct quantity quantity, bool replace);

#endif
