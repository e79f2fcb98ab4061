#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocations.h"
#include "core/mem.h"
#include "core/meter.h"
#include "rig.h"
#include "unit.h"

/* What every test of the registry has to stand, whatever it does. */

static const struct variant {
	const char *name;
	enum file_kind kind;
	uint64_t directories;
	uint64_t max_bytes;
	bool flush_each;
} variants[] = {
	{ "plain", FILE_REGULAR, 1, 3000, false },
	{ "flushed", FILE_REGULAR, 1, 3000, true },
	{ "directories", FILE_REGULAR, 3, 3000, true },
	{ "empty", FILE_REGULAR, 2, 0, false },
	{ "hard links", FILE_HARD_LINK, 2, 0, true },
	{ "symbolic links", FILE_SYMLINK, 2, 0, false },
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* Only file tests have anything to do with the later ones. */
static bool
concerns(const struct workload *workload, const struct variant *variant)
{
	return workload->flags & WORKLOAD_DIRECTORY || variant - variants < 2;
}

static void
set_up(struct rig *rig, const struct variant *variant)
{
	rig_init(rig);
	rig->job.files.kind = variant->kind;
	rig->job.files.directories = variant->directories;
	rig->job.files.max_bytes = variant->max_bytes;
	rig->job.flush_each = variant->flush_each;
}

/* Runs the workload on a new rig with a fault; returns the number of calls. */
static unsigned
run_with_fault(struct rig *rig, const struct workload *workload,
	       const struct variant *variant, enum rig_fault fault,
	       unsigned fault_at)
{
	int status;

	set_up(rig, variant);
	rig_make_ready(rig, workload);
	rig->fault = fault;
	rig->fault_at = fault_at;
	status = rig_run(rig, workload);
	if (fault == RIG_FAILS_ONCE || fault == RIG_FAILS_FOR_GOOD) {
		ck_assert_msg(status == -1, "%s, %s: call %u failed unnoticed",
			      workload->key, variant->name, fault_at);
		ck_assert_msg(rig->error.errno_code == EIO,
			      "%s, %s: call %u: '%s'", workload->key,
			      variant->name, fault_at, rig->error.text);
		ck_assert_ptr_nonnull(strchr(rig->error.text, '\''));
	} else {
		ck_assert_msg(status == 0, "%s, %s, call %u: %s", workload->key,
			      variant->name, fault_at, rig->error.text);
	}
	return rig->count;
}

START_TEST(every_failed_call_is_noticed_and_named)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;
	unsigned calls;

	if (!concerns(workload, variant))
		return;
	calls = run_with_fault(&rig, workload, variant, RIG_SOUND, 0);
	rig_release(&rig);
	for (unsigned i = 1; i <= calls; i++) {
		run_with_fault(&rig, workload, variant, RIG_FAILS_ONCE, i);
		rig_release(&rig);
		run_with_fault(&rig, workload, variant, RIG_FAILS_FOR_GOOD, i);
		rig_release(&rig);
	}
}
END_TEST

START_TEST(interrupted_and_short_calls_change_no_count)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;
	uint64_t operations, bytes;
	unsigned calls;

	if (!concerns(workload, variant))
		return;
	calls = run_with_fault(&rig, workload, variant, RIG_SOUND, 0);
	operations = rig.meter->operations;
	bytes = rig.meter->bytes;
	rig_release(&rig);
	for (unsigned i = 1; i <= 2 * calls; i++) {
		run_with_fault(&rig, workload, variant,
			       i % 2 ? RIG_INTERRUPTED : RIG_CUT_SHORT,
			       (i + 1) / 2);
		ck_assert_uint_eq(rig.meter->operations, operations);
		ck_assert_uint_eq(rig.meter->bytes, bytes);
		ck_assert_uint_eq(rig.meter->mismatched, 0);
		rig_release(&rig);
	}
}
END_TEST

START_TEST(every_operation_has_one_latency)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;
	uint64_t operations;

	if (!concerns(workload, variant))
		return;
	run_with_fault(&rig, workload, variant, RIG_SOUND, 0);
	operations = rig.meter->operations;
	ck_assert_uint_gt(operations, 0);
	ck_assert_uint_eq(rig.meter->latency.count, operations);
	ck_assert_uint_eq(rig.meter->errors, 0);
	ck_assert_uint_eq(rig.meter->mismatched, 0);
	ck_assert_uint_gt(rig.meter->windows.count, 0);
	rig_release(&rig);
}
END_TEST

START_TEST(nothing_is_allocated_while_the_clock_runs)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;

	if (!allocations_can_count() || !concerns(workload, variant))
		return;
	allocations_start();
	free(mem_alloc(1, 1));
	ck_assert_uint_eq(allocations_stop(), 1);
	run_with_fault(&rig, workload, variant, RIG_SOUND, 0);
	ck_assert_msg(rig.allocations == 0, "%s, %s: %u allocations",
		      workload->key, variant->name, rig.allocations);
	rig_release(&rig);
}
END_TEST

/* How requests are made, on each engine that is to be had here. */
static const struct manner {
	unsigned depth;
	uint64_t interval_ns;
	unsigned mix_percent;
} manners[] = {
	{ .depth = 1 },
	{ .depth = 1, .interval_ns = 1000 },
	{ .depth = 1, .mix_percent = 50 },
	{ .depth = 4 },
	{ .depth = 4, .interval_ns = 1000 },
	{ .depth = 4, .mix_percent = 50 },
};

enum { MANNERS = sizeof manners / sizeof *manners };

/* Gives the rig's data file to another engine; false where there is none. */
static bool
change_engine(struct rig *rig, const struct engine *engine, unsigned depth)
{
	struct job *job = &rig->job;
	struct io_open how = {
		.name = "data",
		.flags = O_RDWR,
		.direct = engine->always_direct,
		.depth = depth,
		.size_bytes = job->file_bytes,
		.buffer = job->buffer,
		.buffer_bytes = job->buffer_bytes,
	};
	bool opened;

	close(rig->file.fd);
	how.directory_fd = open(rig->path, O_RDONLY | O_DIRECTORY);
	opened = engine->open(&rig->file, &io_system_calls, &how,
			      &rig->error) == 0;
	close(how.directory_fd);
	return opened;
}

static void
run_in_manner(struct rig *rig, const struct workload *workload,
	      const struct engine *engine, const struct manner *manner)
{
	struct job *job = &rig->job;

	job->buffer_bytes += (manner->depth + 1) * (size_t)job->chunk_bytes;
	free(job->buffer);
	job->buffer = mem_aligned(4096, job->buffer_bytes);
	rig_make_ready(rig, workload);
	if (!change_engine(rig, engine, manner->depth))
		return;
	job->transfer.depth = manner->depth;
	job->transfer.interval_ns = manner->interval_ns;
	if (!(workload->flags & WORKLOAD_WRITES))
		job->transfer.mix_percent = manner->mix_percent;
	ck_assert_msg(rig_run(rig, workload) == 0, "%s, engine %s: %s",
		      workload->key, engine->name, rig->error.text);
	ck_assert_uint_gt(rig->meter->operations, 0);
	ck_assert_msg(rig->allocations == 0, "%s, engine %s: %u allocations",
		      workload->key, engine->name, rig->allocations);
	engine->close(&rig->file);
}

START_TEST(no_engine_allocates_while_the_clock_runs)
{
	const struct workload *workload = workload_at((size_t)_i / MANNERS);
	const struct manner *manner = &manners[_i % MANNERS];

	if (!allocations_can_count() ||
	    !(workload->flags & WORKLOAD_TRANSFERS) ||
	    (manner->depth > 1 && workload->flags & WORKLOAD_OWN_SIZE))
		return;
	for (size_t i = 0; engines[i]; i++) {
		struct rig rig;

		if (manner->depth > 1 && !engines[i]->has_queue)
			continue;
		rig_init(&rig);
		run_in_manner(&rig, workload, engines[i], manner);
		rig.file.fd = -1;
		rig_release(&rig);
	}
}
END_TEST

START_TEST(the_stop_flag_ends_a_run_early_without_an_error)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;
	uint64_t operations;
	unsigned calls;

	if (!concerns(workload, variant))
		return;
	calls = run_with_fault(&rig, workload, variant, RIG_SOUND, 0);
	operations = rig.meter->operations;
	rig_release(&rig);

	run_with_fault(&rig, workload, variant, RIG_STOPS, calls / 2);
	if (workload->flags & (WORKLOAD_BUFFERED | WORKLOAD_COMMAND))
		ck_assert_uint_le(rig.meter->operations, operations);
	else
		ck_assert_uint_lt(rig.meter->operations, operations);
	ck_assert_uint_eq(rig.meter->latency.count, rig.meter->operations);
	rig_release(&rig);

	set_up(&rig, variant);
	rig_make_ready(&rig, workload);
	atomic_store(&rig.stop, true);
	ck_assert_int_eq(rig_run(&rig, workload), 0);
	ck_assert_uint_eq(rig.meter->operations, 0);
	rig_release(&rig);
}
END_TEST

START_TEST(rounds_can_be_repeated)
{
	const struct workload *workload = workload_at((size_t)_i / VARIANTS);
	const struct variant *variant = &variants[_i % VARIANTS];
	struct rig rig;
	struct job *job = &rig.job;
	unsigned files;

	if (!(workload->flags & WORKLOAD_ROUNDS))
		return;
	set_up(&rig, variant);
	rig_make_ready(&rig, workload);
	if (workload->prepare)
		ck_assert_int_eq(workload->prepare(job), 0);
	files = rig_count_files(&rig);
	for (int round = 1; round <= 3; round++) {
		ck_assert_int_eq(workload->run(job), 0);
		ck_assert_uint_eq(rig.meter->operations,
				  (unsigned)round * job->files.count);
		if (workload->between)
			ck_assert_int_eq(workload->between(job), 0);
		ck_assert_uint_eq(rig_count_files(&rig), files);
		ck_assert_uint_eq(rig.meter->operations,
				  (unsigned)round * job->files.count);
	}
	if (workload->finish)
		ck_assert_int_eq(workload->finish(job), 0);
	rig_release(&rig);
}
END_TEST

START_TEST(the_bonnie_suite_runs_in_its_own_order)
{
	static const char *const keys[] = {
		"putc",       "write",      "rewrite",    "getc",
		"read",       "seeks",      "seq-create", "seq-stat",
		"seq-delete", "ran-create", "ran-stat",   "ran-delete",
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		ck_assert_ptr_nonnull(workload_at(i));
		ck_assert_str_eq(workload_at(i)->key, keys[i]);
		ck_assert_str_eq(workload_at(i)->suite, "bonnie");
	}
}
END_TEST

START_TEST(every_row_is_complete_and_found_by_its_key)
{
	const struct workload *row;

	for (size_t i = 0; (row = workload_at(i)) != NULL; i++) {
		bool known = false;

		ck_assert_ptr_eq(workload_find(row->key), row);
		ck_assert_ptr_nonnull(row->summary);
		ck_assert_ptr_nonnull(row->progress);
		ck_assert(row->run != NULL);
		for (size_t s = 0; workload_suites[s]; s++)
			known |= strcmp(workload_suites[s], row->suite) == 0;
		ck_assert_msg(known, "%s: suite '%s'", row->key, row->suite);
	}
	ck_assert_ptr_null(workload_find("no-such-test"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("workloads");
	int rows = 0;

	while (workload_at((size_t)rows))
		rows++;
	rows *= VARIANTS;
	tcase_set_timeout(tests, 120);
	tcase_add_unchecked_fixture(tests, rig_base_make, rig_base_remove);
	tcase_add_test(tests, the_bonnie_suite_runs_in_its_own_order);
	tcase_add_test(tests, every_row_is_complete_and_found_by_its_key);
	tcase_add_loop_test(tests, every_failed_call_is_noticed_and_named, 0,
			    rows);
	tcase_add_loop_test(tests, interrupted_and_short_calls_change_no_count,
			    0, rows);
	tcase_add_loop_test(tests, every_operation_has_one_latency, 0, rows);
	tcase_add_loop_test(tests,
			    the_stop_flag_ends_a_run_early_without_an_error, 0,
			    rows);
	tcase_add_loop_test(tests, nothing_is_allocated_while_the_clock_runs, 0,
			    rows);
	tcase_add_loop_test(tests, rounds_can_be_repeated, 0, rows);
	tcase_add_loop_test(tests, no_engine_allocates_while_the_clock_runs, 0,
			    rows / VARIANTS * MANNERS);
	return unit_run(tests);
}
