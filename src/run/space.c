#include "run/space.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "io/copy.h"
#include "run/plan.h"
#include "workloads/workload.h"

/* What the smallest file system block holds, and what lies in a workspace
 * besides the files: itself and its lock. */
enum { BLOCK_BYTES = 4096, WORKSPACE_INODES = 2 };

static uint64_t
add(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t
multiply(uint64_t a, uint64_t b)
{
	return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static void
raise_to(uint64_t *most, uint64_t value)
{
	if (value > *most)
		*most = value;
}

/* What memory can hold, as the user or the system says; 0: no check. */
static uint64_t
cacheable_bytes(const struct settings *settings,
		const struct target_facts *facts)
{
	if (settings->cache != CACHE_COLD || facts->cold_provable ||
	    settings->direct)
		return 0;
	if (settings->ram_given)
		return settings->ram_bytes;
	return facts->cacheable_bytes ? facts->cacheable_bytes
				      : facts->ram_bytes;
}

static void
warn_of_cache(struct plan *plan, uint64_t size_bytes, uint64_t cacheable)
{
	char size[UNITS_TEXT_BYTES], memory[UNITS_TEXT_BYTES];
	char enough[UNITS_TEXT_BYTES];
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text,
		    "%s may be read from memory (%s) unnoticed: want -s %s",
		    units_format_bytes(size, size_bytes),
		    units_format_bytes(memory, cacheable),
		    units_format_argument(enough, multiply(2, cacheable)));
	free(plan->warning);
	plan->warning = strbuf_detach(&text);
}

int
space_bound_size(struct plan *plan, const struct settings *settings,
		 const struct target_facts *facts, struct error *error)
{
	uint64_t cacheable = cacheable_bytes(settings, facts);
	uint64_t steps = multiply(2, cacheable) / PLAN_SIZE_STEP_BYTES;
	char there[UNITS_TEXT_BYTES];

	plan->least_size_bytes = PLAN_SIZE_STEP_BYTES;
	plan->most_size_bytes = facts->free_bytes / 4 / PLAN_SIZE_STEP_BYTES *
				PLAN_SIZE_STEP_BYTES;
	/* On a small disk the least that says something goes before modesty. */
	if (plan->most_size_bytes < plan->least_size_bytes)
		plan->most_size_bytes = plan->least_size_bytes;
	if (facts->free_bytes < plan->least_size_bytes)
		return error_set(error, ERROR_RUN,
				 "'%s' has %s free, finding a size takes "
				 "256 MiB: give -s SIZE",
				 settings->target,
				 units_format_bytes(there, facts->free_bytes));
	if (!cacheable)
		return 0;
	plan->size_reason = "cold reads cannot be proven here, so it is at "
			    "least twice what memory can hold";
	plan->least_size_bytes = multiply(steps + 1, PLAN_SIZE_STEP_BYTES);
	if (plan->least_size_bytes <= plan->most_size_bytes)
		return 0;
	plan->size_reason = "cold reads cannot be proven here, so it is a "
			    "quarter of the free space";
	plan->least_size_bytes = plan->most_size_bytes;
	warn_of_cache(plan, plan->most_size_bytes, cacheable);
	return 0;
}

void
space_warn_size(struct plan *plan, const struct settings *settings,
		const struct target_facts *facts)
{
	uint64_t cacheable = cacheable_bytes(settings, facts);

	if (plan->size_bytes && plan->size_bytes < multiply(2, cacheable))
		warn_of_cache(plan, plan->size_bytes, cacheable);
}

static void
count_data(struct plan *plan, const struct phase_plan *phase,
	   uint64_t *data_bytes)
{
	uint64_t found_bytes = plan->least_size_bytes / phase->files;
	uint64_t bytes =
		multiply(phase_plan_bytes(phase, found_bytes), phase->files);

	if (phase->fresh)
		*data_bytes = 0;
	if (!phase->own_file)
		raise_to(data_bytes, bytes);
	raise_to(&plan->needed_bytes,
		 phase->own_file ? add(*data_bytes, bytes) : *data_bytes);
	raise_to(&plan->needed_inodes,
		 WORKSPACE_INODES + UINT64_C(2) * phase->files);
}

static void
count_files(struct plan *plan, const struct phase_plan *phase)
{
	const struct file_set *set = &phase->file_set;
	uint64_t blocks = set->max_bytes / BLOCK_BYTES +
			  (set->max_bytes % BLOCK_BYTES != 0);
	uint64_t folders = multiply(add(set->directories, 1), phase->workers);
	uint64_t inodes =
		set->kind == FILE_HARD_LINK ? phase->workers : set->count;

	raise_to(&plan->needed_bytes,
		 multiply(multiply(blocks, BLOCK_BYTES), set->count));
	raise_to(&plan->needed_inodes,
		 add(add(inodes, folders), WORKSPACE_INODES));
}

/* Whether this phase, or one before it, makes a copy of the tree. */
static bool
is_copied(const struct plan *plan, const struct phase_plan *phase)
{
	for (const struct phase_plan *at = plan->phases; at <= phase; at++)
		if (strcmp(at->workload->key, "tree-copy") == 0)
			return true;
	return false;
}

/* A made tree and a copy. */
static void
count_made_tree(struct plan *plan, const struct phase_plan *phase)
{
	const struct tree_setup *tree = &phase->tree;
	uint64_t bytes =
		multiply(tree->files, add(tree->mean_bytes, BLOCK_BYTES / 2));
	uint64_t inodes = add(tree->files, tree->directories + 1);
	unsigned trees = is_copied(plan, phase) ? 2 : 1;

	raise_to(&plan->needed_bytes,
		 multiply(add(bytes, multiply(tree->directories, BLOCK_BYTES)),
			  trees));
	raise_to(&plan->needed_inodes,
		 add(multiply(inodes, trees), WORKSPACE_INODES + 2));
}

/* The copy of one that was given; a clone shares its blocks. */
static void
count_given_tree(struct plan *plan, const struct phase_plan *phase,
		 const struct settings *settings,
		 const struct target_facts *facts)
{
	if (!is_copied(plan, phase))
		return;
	if (!settings->copy_method->clone)
		raise_to(&plan->needed_bytes, facts->tree_bytes);
	raise_to(&plan->needed_inodes,
		 add(facts->tree_inodes, WORKSPACE_INODES + 2));
}

void
space_count(struct plan *plan, const struct settings *settings,
	    const struct target_facts *facts)
{
	uint64_t data_bytes = 0;

	plan->needed_bytes = 0;
	plan->needed_inodes = 0;
	for (size_t i = 0; i < plan->phase_count; i++) {
		const struct phase_plan *phase = &plan->phases[i];

		if (phase->workload->flags & WORKLOAD_DATA_FILE)
			count_data(plan, phase, &data_bytes);
		if (phase->workload->flags & WORKLOAD_DIRECTORY)
			count_files(plan, phase);
		if (!(phase->workload->flags & WORKLOAD_TREE))
			continue;
		if (phase->tree.path)
			count_given_tree(plan, phase, settings, facts);
		else
			count_made_tree(plan, phase);
	}
}

/* A copy must not become part of what is copied. */
static int
check_tree(const struct plan *plan, const struct settings *settings,
	   const struct target_facts *facts, struct error *error)
{
	const struct phase_plan *last = plan->phases + plan->phase_count - 1;

	if (!settings->tree.path || !facts->tree_holds_target ||
	    !is_copied(plan, last))
		return 0;
	return error_set(error, ERROR_USAGE,
			 "--tree-from: the target '%s' lies in the tree '%s' "
			 "itself, want one beside it",
			 settings->target, settings->tree.path);
}

/* Options that make it less. */
static const char *
smaller_by(const struct plan *plan, const struct settings *settings)
{
	bool trees = false, others = false;

	for (size_t i = 0; i < plan->phase_count; i++) {
		unsigned flags = plan->phases[i].workload->flags;

		trees = trees || (flags & WORKLOAD_TREE);
		others = others || !(flags & WORKLOAD_TREE);
	}
	if (!trees)
		return "-s or -n";
	if (others)
		return "-s, -n or --tree";
	return settings->tree.path ? "tree" : "--tree";
}

int
space_check(const struct plan *plan, const struct settings *settings,
	    const struct target_facts *facts, struct error *error)
{
	char needed[UNITS_TEXT_BYTES], there[UNITS_TEXT_BYTES];
	const char *what = smaller_by(plan, settings);

	if (check_tree(plan, settings, facts, error) < 0)
		return -1;
	if (plan->needed_bytes > facts->free_bytes)
		return error_set(error, ERROR_RUN,
				 "'%s' has %s free, this run needs %s: free "
				 "some or lower %s",
				 settings->target,
				 units_format_bytes(there, facts->free_bytes),
				 units_format_bytes(needed, plan->needed_bytes),
				 what);
	if (plan->needed_inodes > facts->free_inodes)
		return error_set(error, ERROR_RUN,
				 "'%s' has %" PRIu64 " inodes free, this run "
				 "needs %" PRIu64 ": free some or lower %s",
				 settings->target, facts->free_inodes,
				 plan->needed_inodes, what);
	return 0;
}
