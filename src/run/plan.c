#include "run/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/rng.h"
#include "io/engine.h"
#include "run/plan_transfer.h"
#include "run/select.h"
#include "run/settings.h"
#include "run/space.h"
#include "workloads/workload.h"

/* How much of a size that was found the per-char tests take. */
enum { PER_CHAR_SHARE = 8 };

/* A plan in the making: what the workspace will hold at this point. */
struct builder {
	struct plan *plan;
	const struct settings *settings;
	const struct target_facts *facts;
	const struct workload *filler; /* writes the data files in full */
	const struct workload *maker; /* whose files are there; or NULL */
	bool data_there;
	bool tree_there;
	bool copy_there; /* of the tree */
	bool thread_data_there; /* a file for each thread of a test */
	bool finder_there; /* a phase of the plan finds the size */
	uint64_t file_bytes; /* of one worker's; 0: to be found */
};

static bool
has_flags(const struct workload *row, unsigned flags)
{
	return (row->flags & flags) == flags;
}

/* Makes the data files and leaves them full. Other tests that make a file
 * (stdio's, small appends) have one of their own. */
static bool
fills_data(const struct workload *row)
{
	return has_flags(row, WORKLOAD_DATA_FILE | WORKLOAD_CREATES |
				      WORKLOAD_BYTES) &&
	       !(row->flags & (WORKLOAD_BUFFERED | WORKLOAD_THREAD_FILES));
}

static const struct workload *
find_filler(void)
{
	for (size_t i = 0; workload_at(i); i++)
		if (fills_data(workload_at(i)))
			return workload_at(i);
	return NULL;
}

/* The test that makes the files which row `index` needs: the nearest before
 * it, itself included, that needs none. */
static const struct workload *
find_maker(size_t index)
{
	for (size_t i = index + 1; i-- > 0;) {
		const struct workload *row = workload_at(i);

		if (has_flags(row, WORKLOAD_DIRECTORY) &&
		    !has_flags(row, WORKLOAD_NEEDS_FILES))
			return row;
	}
	return NULL;
}

static struct phase_plan *
add_phase(struct builder *builder, const struct workload *row)
{
	struct plan *plan = builder->plan;
	struct phase_plan *phase;

	plan->phases =
		mem_grow(plan->phases, plan->phase_count, sizeof *plan->phases);
	phase = &plan->phases[plan->phase_count++];
	*phase = (struct phase_plan){
		.workload = row,
		.chunk_bytes = builder->settings->chunk_bytes,
		.workers = builder->settings->workers,
		.flush_each = builder->settings->flush_each,
		.cache = CACHE_KEEP,
	};
	if (row->flags &
	    (WORKLOAD_READS | WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY))
		phase->cache = builder->settings->cache;
	return phase;
}

static void
set_sizes(struct phase_plan *phase, const struct builder *builder)
{
	const struct settings *settings = builder->settings;
	uint64_t limit_bytes = settings->per_char_bytes / settings->workers;
	bool per_char = has_flags(phase->workload, WORKLOAD_BUFFERED);

	phase->files = settings->workers;
	phase->file_bytes = builder->file_bytes;
	if (!builder->file_bytes)
		phase->size_share = 1;
	if (!per_char)
		return;
	if (settings->per_char_bytes) {
		limit_bytes =
			plan_whole_chunks(limit_bytes, settings->chunk_bytes);
		if (!phase->file_bytes || limit_bytes < phase->file_bytes)
			phase->file_bytes = limit_bytes;
	} else if (phase->size_share) {
		phase->size_share = PER_CHAR_SHARE;
	}
}

static void
set_seekers(struct phase_plan *phase, const struct settings *settings)
{
	phase->operations = settings->seeks;
	phase->workers = settings->workers * settings_seekers(settings);
	if (phase->workers > phase->operations)
		phase->workers = (unsigned)phase->operations;
}

static struct phase_plan *
add_data_phase(struct builder *builder, const struct workload *row)
{
	const struct settings *settings = builder->settings;
	struct phase_plan *phase = add_phase(builder, row);

	set_sizes(phase, builder);
	if (has_flags(row, WORKLOAD_SEEKERS))
		set_seekers(phase, settings);
	if (!has_flags(row, WORKLOAD_BUFFERED)) {
		phase->direct =
			settings->direct ||
			(settings->engine && settings->engine->always_direct);
		phase->time_limit_ns = settings->time_limit_ns;
	}
	if (has_flags(row, WORKLOAD_TRANSFERS))
		transfer_fill_phase(phase, settings, builder->facts);
	phase->own_file = has_flags(row, WORKLOAD_CREATES) && !fills_data(row);
	phase->fresh = builder->maker || builder->tree_there ||
		       builder->thread_data_there ||
		       builder->plan->phase_count == 1;
	builder->maker = NULL;
	builder->tree_there = false;
	builder->thread_data_there = false;
	if (phase->fresh)
		builder->data_there = false;
	if (fills_data(row))
		builder->data_there = true;
	return phase;
}

/* Puts the filler in where there is no data yet, or no size. It is a result
 * when it was asked for too. */
static void
add_filler(struct builder *builder, bool wanted)
{
	struct phase_plan *phase = add_data_phase(builder, builder->filler);

	phase->finds_size = !builder->file_bytes && !builder->finder_there;
	builder->finder_there |= phase->finds_size;
	phase->unrecorded = !wanted;
	if (!wanted) {
		phase->time_limit_ns = 0;
		phase->flush_each = false;
	}
}

static void
set_files(struct phase_plan *phase, const struct settings *settings)
{
	const struct file_setup *files = &settings->files;
	struct file_set *set = &phase->file_set;

	set->count = files->units * PLAN_FILES_A_UNIT;
	set->directories = files->directories ? files->directories : 1;
	set->chunk_bytes =
		files->chunk_bytes ? files->chunk_bytes : settings->chunk_bytes;
	set->seed = rng_mix(settings->seed);
	if (files->link == LINK_NONE) {
		set->max_bytes = files->max_bytes;
		set->min_bytes = files->min_bytes;
	} else {
		set->kind = files->link == LINK_HARD ? FILE_HARD_LINK
						     : FILE_SYMLINK;
	}
	if (phase->workers > set->count)
		phase->workers = (unsigned)set->count;
}

static void
add_file_phase(struct builder *builder, size_t index)
{
	const struct workload *row = workload_at(index);
	const struct workload *maker = find_maker(index);
	struct phase_plan *phase;

	if (builder->maker != maker && row != maker && maker) {
		phase = add_phase(builder, maker);
		set_files(phase, builder->settings);
		phase->fresh = true;
		phase->unrecorded = true;
		builder->maker = maker;
	}
	phase = add_phase(builder, row);
	set_files(phase, builder->settings);
	phase->fresh = builder->maker != maker || row == maker;
	builder->maker = maker;
	builder->data_there = false;
	builder->tree_there = false;
	builder->thread_data_there = false;
}

static bool
makes_tree(const struct workload *row)
{
	return has_flags(row, WORKLOAD_TREE) &&
	       !(row->flags & (WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY));
}

static void
add_tree_phase(struct builder *builder, const struct workload *row,
	       bool recorded)
{
	const struct settings *settings = builder->settings;
	struct phase_plan *phase = add_phase(builder, row);

	phase->tree = settings->tree;
	phase->tree.seed = rng_mix(settings->seed);
	phase->unrecorded = !recorded;
	phase->fresh = !builder->tree_there;
	if (makes_tree(row))
		phase->workers = 1;
	builder->tree_there = true;
	if (makes_tree(row) || has_flags(row, WORKLOAD_NEEDS_COPY))
		builder->copy_there = false;
	if (strcmp(row->key, "tree-copy") == 0)
		builder->copy_there = true;
	builder->data_there = false;
	builder->thread_data_there = false;
	builder->maker = NULL;
}

/* A tree that was not given is made first, and copied before the copy is
 * deleted. */
static void
add_tree_row(struct builder *builder, const struct workload *row)
{
	if (!makes_tree(row) && !builder->tree_there &&
	    !builder->settings->tree.path)
		add_tree_phase(builder, workload_find("tree-make"), false);
	if (has_flags(row, WORKLOAD_NEEDS_COPY) && !builder->copy_there)
		add_tree_phase(builder, workload_find("tree-copy"), false);
	add_tree_phase(builder, row, true);
}

/* What the settings leave out of what was asked for. */
static bool
left_out(const struct workload *row, const struct settings *settings)
{
	bool no_data = settings->size_given && !settings->size_bytes;

	return (has_flags(row, WORKLOAD_DATA_FILE) && no_data) ||
	       (has_flags(row, WORKLOAD_DIRECTORY) && !settings->files.units) ||
	       (has_flags(row, WORKLOAD_BUFFERED) && settings->skip_per_char) ||
	       (makes_tree(row) && settings->tree.path) ||
	       (has_flags(row, WORKLOAD_COMMAND) &&
		!settings->command.arguments) ||
	       (has_flags(row, WORKLOAD_SEEKERS) && !settings->seeks);
}

static size_t
row_index(const struct workload *row)
{
	size_t index = 0;

	while (workload_at(index) != row)
		index++;
	return index;
}

/* The row that makes the files of threads which `row` needs. */
static const struct workload *
find_thread_maker(const struct workload *row)
{
	const unsigned flags = WORKLOAD_THREAD_FILES | WORKLOAD_CREATES;

	for (size_t i = 0; workload_at(i); i++)
		if (has_flags(workload_at(i), flags))
			return workload_at(i);
	return row;
}

static void
add_thread_phase(struct builder *builder, const struct workload *row)
{
	bool creates = has_flags(row, WORKLOAD_CREATES);
	struct phase_plan *phase;

	if (!creates && !builder->thread_data_there) {
		add_thread_phase(builder, find_thread_maker(row));
		phase = &builder->plan->phases[builder->plan->phase_count - 1];
		phase->unrecorded = true;
		phase->time_limit_ns = 0;
	}
	phase = add_data_phase(builder, row);
	phase->own_file = false;
	phase->fresh = creates;
	builder->data_there = false;
	builder->thread_data_there = true;
}

/* A row that needs data which nobody has written, or is the first while the
 * size is still to be found, has the filler put before it. */
static void
add_data_row(struct builder *builder, const struct workload *row, bool *wanted)
{
	const struct workload *filler = builder->filler;
	bool own_size = has_flags(row, WORKLOAD_OWN_SIZE);
	bool threads = has_flags(row, WORKLOAD_THREAD_FILES);
	bool finds =
		!own_size && !builder->file_bytes && !builder->finder_there;
	bool lacks_data = !threads && !builder->data_there &&
			  !has_flags(row, WORKLOAD_CREATES);

	assert(filler);
	if (row != filler && (finds || lacks_data)) {
		size_t index = row_index(filler);

		add_filler(builder, finds && wanted[index]);
		if (finds)
			wanted[index] = false;
	}
	if (row == filler)
		add_filler(builder, true);
	else if (threads)
		add_thread_phase(builder, row);
	else
		add_data_phase(builder, row);
}

static void
add_target_phase(struct builder *builder, const struct workload *row)
{
	struct phase_plan *phase = add_phase(builder, row);

	phase->files = 1;
	phase->file_bytes = builder->file_bytes;
	phase->time_limit_ns = builder->settings->time_limit_ns;
	transfer_fill_phase(phase, builder->settings, builder->facts);
	builder->plan->writes_target |= phase->writes;
}

static void
add_command_phase(struct builder *builder, const struct workload *row)
{
	struct phase_plan *phase = add_phase(builder, row);

	builder->plan->target = builder->plan->phase_count == 1;
	phase->workers = 1;
	phase->cache = builder->settings->cache;
}

static void
add_row(struct builder *builder, size_t index, bool *wanted)
{
	const struct workload *row = workload_at(index);

	if (!builder->facts->directory)
		add_target_phase(builder, row);
	else if (has_flags(row, WORKLOAD_DIRECTORY))
		add_file_phase(builder, index);
	else if (has_flags(row, WORKLOAD_TREE))
		add_tree_row(builder, row);
	else if (has_flags(row, WORKLOAD_DATA_FILE))
		add_data_row(builder, row, wanted);
	else if (has_flags(row, WORKLOAD_COMMAND))
		add_command_phase(builder, row);
	else
		add_phase(builder, row);
}

static int
add_rows(struct builder *builder, bool *wanted, struct error *error)
{
	const struct settings *settings = builder->settings;

	for (size_t i = 0; workload_at(i); i++)
		wanted[i] = wanted[i] && !left_out(workload_at(i), settings);
	for (size_t i = 0; workload_at(i); i++)
		if (wanted[i])
			add_row(builder, i, wanted);
	if (builder->plan->phase_count)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "no test is left to run: -s 0, -n 0 or -f leave all "
			 "of them out");
}

static int
check_target(const struct plan *plan, const struct settings *settings,
	     const struct target_facts *facts, struct error *error)
{
	for (size_t i = 0; i < plan->phase_count; i++) {
		const struct workload *row = plan->phases[i].workload;

		if (plan->phases[i].target ||
		    !(row->flags & (WORKLOAD_DATA_FILE | WORKLOAD_DIRECTORY |
				    WORKLOAD_TREE)))
			continue;
		if (!facts->writable)
			return error_set(error, ERROR_RUN,
					 "'%s' is not writable, which test "
					 "'%s' needs",
					 settings->target, row->key);
	}
	return 0;
}

static int
fit_plan(struct plan *plan, const struct settings *settings,
	 const struct target_facts *facts, struct error *error)
{
	if (transfer_check_plan(plan, settings, error) < 0)
		return -1;
	if (plan->target)
		return 0;
	if (check_target(plan, settings, facts, error) < 0)
		return -1;
	if (plan_finds_size(plan)) {
		if (space_bound_size(plan, settings, facts, error) < 0)
			return -1;
	} else {
		space_warn_size(plan, settings, facts);
	}
	space_count(plan, settings, facts);
	return space_check(plan, settings, facts, error);
}

static int
set_size(struct builder *builder, struct error *error)
{
	const struct settings *settings = builder->settings;
	struct plan *plan = builder->plan;

	plan->target = !builder->facts->directory;
	if (plan->target) {
		builder->file_bytes =
			transfer_area(settings, builder->facts, error);
		plan->size_bytes = builder->file_bytes;
		return builder->file_bytes ? 0 : -1;
	}
	if (settings->size_given)
		builder->file_bytes = settings->size_bytes / settings->workers /
				      settings->chunk_bytes *
				      settings->chunk_bytes;
	plan->size_bytes = builder->file_bytes * settings->workers;
	return 0;
}

int
plan_make(struct plan *plan, const struct settings *settings,
	  const struct target_facts *facts, struct error *error)
{
	struct plan made = { .runs = settings->runs,
			     .seed = settings->seed,
			     .data = settings->data,
			     .checks_all = settings->check_every == 1 };
	struct builder builder = { .plan = &made,
				   .settings = settings,
				   .facts = facts };
	bool *wanted;

	if (settings_check(settings, error) < 0)
		return -1;
	builder.filler = find_filler();
	wanted = mem_alloc(select_row_count(), sizeof *wanted);
	if (set_size(&builder, error) < 0 ||
	    select_for_target(settings, facts, wanted, &made.warning, error) <
		    0 ||
	    add_rows(&builder, wanted, error) < 0 ||
	    fit_plan(&made, settings, facts, error) < 0)
		goto fail;
	free(wanted);
	*plan = made;
	return 0;
fail:
	free(wanted);
	plan_release(&made);
	return -1;
}
