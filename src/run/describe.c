#include <inttypes.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "run/plan.h"
#include "workloads/workload.h"

enum { COLUMN_DETAIL = 16, COLUMNS = 79 };

static const char *const cache_names[] = {
	[CACHE_COLD] = "cold",
	[CACHE_WARM] = "warm",
	[CACHE_KEEP] = NULL,
};

static const char *
plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* "4 KiB", or "4 KiB to 1 MiB" where that reads differently. */
static void
describe_range(uint64_t low_bytes, uint64_t high_bytes, struct strbuf *text)
{
	char low[UNITS_TEXT_BYTES], high[UNITS_TEXT_BYTES];

	units_format_bytes(low, low_bytes);
	units_format_bytes(high, high_bytes);
	strbuf_add(text, low);
	if (strcmp(low, high) != 0)
		strbuf_addf(text, " to %s", high);
}

static void
describe_bytes(const struct phase_plan *phase, struct strbuf *text)
{
	char bytes[UNITS_TEXT_BYTES];

	if (phase->finds_size)
		strbuf_add(text, "a size to be found");
	else if (!phase->size_share)
		strbuf_add(text, units_format_bytes(bytes, phase->file_bytes));
	else if (phase->size_share == 1)
		strbuf_add(text, "the size that was found");
	else
		strbuf_addf(text, "1/%u of the size that was found",
			    phase->size_share);
	if (phase->size_share && phase->file_bytes)
		strbuf_addf(text, ", at most %s",
			    units_format_bytes(bytes, phase->file_bytes));
}

static void
describe_transfers(const struct phase_plan *phase, struct strbuf *text)
{
	char bytes[UNITS_TEXT_BYTES];

	units_format_bytes(bytes, phase->chunk_bytes);
	strbuf_addf(text, phase->varied ? ", lengths below %s" : ", block %s",
		    bytes);
	if (phase->operations && !phase->time_limit_ns)
		strbuf_addf(text, ", %" PRIu64 " transfers", phase->operations);
	if (phase->depth > 1)
		strbuf_addf(text, ", depth %u", phase->depth);
	if (phase->rate)
		strbuf_addf(text, ", %" PRIu64 "/s", phase->rate);
	if (phase->mix_percent)
		strbuf_addf(text, ", %u %% writes", phase->mix_percent);
	if (phase->target && phase->writes)
		strbuf_add(text, ", DESTROYS what is there");
}

static void
describe_data(const struct phase_plan *phase, struct strbuf *text)
{
	char bytes[UNITS_TEXT_BYTES];

	if (phase->target)
		strbuf_add(text, ", ");
	else
		strbuf_addf(text, ", %u file%s of ", phase->files,
			    plural(phase->files));
	describe_bytes(phase, text);
	if (phase->workload->flags & WORKLOAD_TRANSFERS) {
		describe_transfers(phase, text);
		return;
	}
	if (!(phase->workload->flags & WORKLOAD_BUFFERED))
		strbuf_addf(text, ", chunk %s",
			    units_format_bytes(bytes, phase->chunk_bytes));
	if (phase->operations)
		strbuf_addf(text, ", %" PRIu64 " operations",
			    phase->operations);
}

static void
describe_files(const struct phase_plan *phase, struct strbuf *text)
{
	static const char *const kinds[] = {
		[FILE_REGULAR] = "file",
		[FILE_HARD_LINK] = "hard link",
		[FILE_SYMLINK] = "symbolic link",
	};
	const struct file_set *set = &phase->file_set;

	strbuf_addf(text, ", %" PRIu64 " %s%s", set->count, kinds[set->kind],
		    plural(set->count));
	if (set->max_bytes) {
		strbuf_add(text, " of ");
		describe_range(set->min_bytes, set->max_bytes, text);
	}
	strbuf_addf(text, " in %" PRIu64 " director%s a worker",
		    set->directories, set->directories == 1 ? "y" : "ies");
}

static void
describe_tree(const struct phase_plan *phase, struct strbuf *text)
{
	const struct tree_setup *tree = &phase->tree;
	char mean[UNITS_TEXT_BYTES];

	if (tree->path)
		strbuf_addf(text, ", the tree '%s'", tree->path);
	else
		strbuf_addf(text,
			    ", %" PRIu64 " file%s of %s on average in %" PRIu64
			    " director%s, %u deep",
			    tree->files, plural(tree->files),
			    units_format_bytes(mean, tree->mean_bytes),
			    tree->directories,
			    tree->directories == 1 ? "y" : "ies", tree->depth);
}

static void
describe_details(const struct phase_plan *phase, struct strbuf *text)
{
	strbuf_addf(text, "%u worker%s", phase->workers,
		    plural(phase->workers));
	if (phase->workload->flags & WORKLOAD_DATA_FILE)
		describe_data(phase, text);
	if (phase->workload->flags & WORKLOAD_DIRECTORY)
		describe_files(phase, text);
	if (phase->workload->flags & WORKLOAD_TREE)
		describe_tree(phase, text);
	if (phase->time_limit_ns)
		strbuf_addf(text, ", at most %" PRIu64 " s",
			    phase->time_limit_ns / UNITS_NS_PER_S);
	if (phase->direct)
		strbuf_add(text, ", direct");
	if (phase->flush_each)
		strbuf_add(text, ", flushed after every write");
	if (cache_names[phase->cache])
		strbuf_addf(text, ", %s cache", cache_names[phase->cache]);
	if (phase->unrecorded)
		strbuf_add(text, ", only to prepare: not a result");
}

static void
describe_phase(const struct phase_plan *phase, struct strbuf *text)
{
	struct strbuf details;

	strbuf_init(&details);
	describe_details(phase, &details);
	strbuf_add(text, phase->workload->key);
	strbuf_pad(text, COLUMN_DETAIL);
	strbuf_add_wrapped(text, details.text, COLUMN_DETAIL, COLUMNS);
	strbuf_add_char(text, '\n');
	strbuf_release(&details);
}

static void
describe_pattern(const struct plan *plan, struct strbuf *text)
{
	double ratio = plan->data.compress_ratio;
	unsigned percent = plan->data.dedupe_percent;

	if (ratio > 1)
		strbuf_addf(text, "data: compresses %g times\n", ratio);
	if (percent)
		strbuf_addf(text, "data: %u %% of the 4 KiB blocks repeat\n",
			    percent);
	if (plan->checks_all)
		strbuf_add(text, "data: all that was written is checked when "
				 "it is read\n");
}

void
plan_describe(const struct plan *plan, struct strbuf *text)
{
	char needed[UNITS_TEXT_BYTES];

	for (size_t i = 0; i < plan->phase_count; i++)
		describe_phase(&plan->phases[i], text);
	if (plan->most_size_bytes) {
		strbuf_add(text, "size: to be found, ");
		describe_range(plan->least_size_bytes, plan->most_size_bytes,
			       text);
		strbuf_add(text, " in all\n");
	}
	if (plan->size_reason)
		strbuf_addf(text, "size: %s\n", plan->size_reason);
	describe_pattern(plan, text);
	if (plan->warning)
		strbuf_addf(text, "warning: %s\n", plan->warning);
	strbuf_addf(text, "needs: %s and %" PRIu64 " inodes\n",
		    units_format_bytes(needed, plan->needed_bytes),
		    plan->needed_inodes);
	if (plan->runs > 1)
		strbuf_addf(text, "runs: %u\n", plan->runs);
}
