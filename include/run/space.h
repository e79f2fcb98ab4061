#ifndef RUN_SPACE_H
#define RUN_SPACE_H

struct error;
struct plan;
struct settings;
struct target_facts;

/* What bounds a size that is to be found: fills least_size_bytes,
 * most_size_bytes, size_reason and warning. -1 where a quarter of the free
 * space is less than the least size. */
int space_bound_size(struct plan *plan, const struct settings *settings,
		     const struct target_facts *facts, struct error *error);

/* A given size that memory could hold, where cold reads cannot be proven:
 * fills `warning`. */
void space_warn_size(struct plan *plan, const struct settings *settings,
		     const struct target_facts *facts);

/* Fills needed_bytes and needed_inodes: the most that exists at any moment of
 * the plan. Sums that overflow become UINT64_MAX. */
void space_count(struct plan *plan, const struct settings *settings,
		 const struct target_facts *facts);

/* Whether the target can hold it. */
int space_check(const struct plan *plan, const struct settings *settings,
		const struct target_facts *facts, struct error *error);

#endif
