#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/permute.h"
#include "io/calls.h"
#include "workloads/course.h"
#include "workloads/file_io.h"
#include "workloads/file_list.h"
#include "workloads/file_name.h"
#include "workloads/job.h"
#include "workloads/workload.h"

typedef int file_visit(struct job *job, const char *path);

struct files {
	bool number_last; /* the "random" set */
	char first[FILE_NAME_BYTES]; /* what links lead to */
	struct permute order;
	file_visit *visit;
	struct file_list list; /* of the "sequential" set */
};

static int
prepare(struct job *job, bool number_last)
{
	struct files *files = mem_alloc(1, sizeof *files);

	assert(job->files.directories >= 1);
	assert(job->files.max_bytes >= job->files.min_bytes);
	if (job->files.max_bytes > 0) {
		assert(job->files.chunk_bytes > 0);
		assert(job->buffer_bytes >= job->files.chunk_bytes);
		assert(job->buffer_bytes >= job->pattern.pool_bytes);
		pattern_fill(&job->pattern, job->buffer);
	}
	files->number_last = number_last;
	file_path(&job->files, number_last, 0, files->first);
	permute_init(&files->order, job->files.count, job->files.seed);
	job->state = files;
	return 0;
}

static int
seq_prepare(struct job *job)
{
	return prepare(job, false);
}

static int
ran_prepare(struct job *job)
{
	return prepare(job, true);
}

static int
finish(struct job *job)
{
	struct files *files = job->state;
	int status = file_list_release(&files->list, job);

	free(files);
	job->state = NULL;
	return status;
}

/* Listing a directory costs a sixth of what looking its files up does, and is
 * not what the tests are about: it is done before the clock starts. */
static int
listed_prepare(struct job *job)
{
	struct files *files;

	if (prepare(job, false) != 0)
		return -1;
	files = job->state;
	if (file_list_start(&files->list, job) == 0)
		return 0;
	finish(job);
	return -1;
}

static int
create_stretch(struct job *job, struct course *course, uint64_t end)
{
	const struct files *files = job->state;
	char path[FILE_NAME_BYTES];

	while (course_more(course, end)) {
		file_path(&job->files, files->number_last, course->next, path);
		if (file_make(job, course->next, path, files->first) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

static int
create_run(struct job *job)
{
	struct course course;

	course_of_operations(&course, job, job->files.count);
	if (file_make_directories(job) != 0)
		return -1;
	return course_run(&course, job, create_stretch);
}

static int
listed_stretch(struct job *job, struct course *course, uint64_t end)
{
	struct files *files = job->state;
	char path[FILE_NAME_BYTES];

	while (course_more(course, end)) {
		uint64_t number;

		if (file_list_next(&files->list, job, &number) != 0)
			return -1;
		file_path(&job->files, false, number, path);
		if (files->visit(job, path) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

static int
shuffled_stretch(struct job *job, struct course *course, uint64_t end)
{
	struct files *files = job->state;
	char path[FILE_NAME_BYTES];

	while (course_more(course, end)) {
		uint64_t number = permute_at(&files->order, course->next);

		file_path(&job->files, files->number_last, number, path);
		if (files->visit(job, path) != 0)
			return -1;
		course_step(course);
	}
	return 0;
}

/* Sequential sets are gone through as listed, random ones shuffled. */
static int
visit_all(struct job *job, file_visit *visit)
{
	struct files *files = job->state;
	struct course course;

	files->visit = visit;
	course_of_operations(&course, job, job->files.count);
	return course_run(&course, job,
			  files->number_last ? shuffled_stretch
					     : listed_stretch);
}

static int
stat_run(struct job *job)
{
	return visit_all(job, file_stat);
}

static int
delete_run(struct job *job)
{
	if (visit_all(job, file_delete) != 0)
		return -1;
	if (atomic_load_explicit(job->stop, memory_order_relaxed))
		return 0;
	return file_delete_directories(job);
}

/* The opposite test brings back the state before; its counts are nobody's. */
static int
run_uncounted(struct job *job, int (*run)(struct job *job))
{
	struct meter *meter = job->meter;
	struct meter *aside = mem_alloc(1, sizeof *aside);
	int status;

	meter_clear(aside);
	job->meter = aside;
	status = run(job);
	job->meter = meter;
	free(aside);
	return status;
}

/* The next round goes through the listing from its start. */
static int
listed_between(struct job *job)
{
	struct files *files = job->state;

	return file_list_start(&files->list, job);
}

static int
create_between(struct job *job)
{
	const struct files *files = job->state;

	if (!files->number_last && listed_between(job) != 0)
		return -1;
	return run_uncounted(job, delete_run);
}

static int
delete_between(struct job *job)
{
	const struct files *files = job->state;

	if (run_uncounted(job, create_run) != 0)
		return -1;
	return files->number_last ? 0 : listed_between(job);
}

enum {
	MAKES = WORKLOAD_DIRECTORY | WORKLOAD_ROUNDS | WORKLOAD_OPERATIONS,
	TAKES = MAKES | WORKLOAD_NEEDS_FILES,
};

const struct workload file_workloads[] = {
	{
		.key = "seq-create",
		.suite = "bonnie",
		.summary = "create files, their number first in the name",
		.progress = "Create files in sequential order",
		.turn = 7,
		.flags = MAKES,
		.prepare = seq_prepare,
		.run = create_run,
		.between = create_between,
		.finish = finish,
	},
	{
		.key = "seq-stat",
		.suite = "bonnie",
		.summary = "stat, and read, the files as they are listed",
		.progress = "Stat files in sequential order",
		.turn = 7,
		.flags = TAKES | WORKLOAD_LOOKS,
		.prepare = listed_prepare,
		.run = stat_run,
		.between = listed_between,
		.finish = finish,
	},
	{
		.key = "seq-delete",
		.suite = "bonnie",
		.summary = "delete the files as they are listed",
		.progress = "Delete files in sequential order",
		.turn = 7,
		.flags = TAKES,
		.prepare = listed_prepare,
		.run = delete_run,
		.between = delete_between,
		.finish = finish,
	},
	{
		.key = "ran-create",
		.suite = "bonnie",
		.summary = "create files, their number last in the name",
		.progress = "Create files in random order",
		.turn = 7,
		.flags = MAKES,
		.prepare = ran_prepare,
		.run = create_run,
		.between = create_between,
		.finish = finish,
	},
	{
		.key = "ran-stat",
		.suite = "bonnie",
		.summary = "stat, and read, the files in shuffled order",
		.progress = "Stat files in random order",
		.turn = 7,
		.flags = TAKES | WORKLOAD_LOOKS,
		.prepare = ran_prepare,
		.run = stat_run,
		.finish = finish,
	},
	{
		.key = "ran-delete",
		.suite = "bonnie",
		.summary = "delete the files in shuffled order",
		.progress = "Delete files in random order",
		.turn = 7,
		.flags = TAKES,
		.prepare = ran_prepare,
		.run = delete_run,
		.between = delete_between,
		.finish = finish,
	},
	{ 0 },
};
