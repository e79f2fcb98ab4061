#ifndef RUN_FACTS_H
#define RUN_FACTS_H

#include <stdbool.h>

struct error;
struct target_facts;

/* Asks the platform what a plan for `target` depends on. With `may_touch` a
 * file of 1 MiB is written, evicted and removed to see whether a cold start
 * can be proven; without it that is taken from the kind of file system. -1
 * when the target cannot be looked at. */
int facts_gather(struct target_facts *facts, const char *target, bool may_touch,
		 struct error *error);

/* Adds what a copy of the directory `tree` takes at least, and whether the
 * target lies in it. Every entry is looked at; one that cannot be is left out.
 * -1 when the tree cannot be gone through. */
int facts_gather_tree(struct target_facts *facts, const char *tree,
		      const char *target, struct error *error);

#endif
