#include <assert.h>
#include <dirent.h>
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
#include "workloads/file_name.h"
#include "workloads/job.h"
#include "workloads/workload.h"

typedef int file_visit(struct job *job, int directory, const char *name);

struct files {
	bool number_last; /* the "random" set */
	char first[FILE_NAME_BYTES]; /* what links lead to */
	struct permute order;
	file_visit *visit;
	/* Where the listing stands. */
	DIR *stream;
	uint64_t directory; /* that is opened next */
	char name[FILE_NAME_BYTES]; /* of the one that is open */
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
	files->name[0] = '.';
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
	free(job->state);
	job->state = NULL;
	return 0;
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
open_listing(struct job *job, struct files *files)
{
	const struct io_calls *calls = job->calls;

	if (files->directory == job->files.directories)
		return error_set(job->error, ERROR_RUN,
				 "files are missing from '%s', want %" PRIu64
				 " in all",
				 files->name, job->files.count);
	if (job->files.directories > 1)
		file_directory(files->directory, files->name);
	files->stream = calls->open_directory(calls->self, job->directory_fd,
					      files->name);
	if (!files->stream)
		return error_set_errno(job->error, errno,
				       "cannot open directory '%s'",
				       files->name);
	files->directory++;
	return 0;
}

static int
close_listing(struct job *job, struct files *files)
{
	const struct io_calls *calls = job->calls;
	DIR *stream = files->stream;

	files->stream = NULL;
	if (stream && calls->close_directory(calls->self, stream) != 0)
		return error_set_errno(job->error, errno,
				       "cannot close directory '%s'",
				       files->name);
	return 0;
}

/* The next file of ours in the order in which the file system lists them;
 * NULL with job->error when there is none. */
static const char *
next_listed(struct job *job, struct files *files)
{
	const struct io_calls *calls = job->calls;

	for (;;) {
		struct dirent *entry;

		if (!files->stream && open_listing(job, files) != 0)
			return NULL;
		errno = 0;
		entry = calls->read_directory(calls->self, files->stream);
		if (entry && file_name_is_ours(entry->d_name))
			return entry->d_name;
		if (entry)
			continue;
		if (errno != 0) {
			error_set_errno(job->error, errno,
					"cannot read directory '%s'",
					files->name);
			return NULL;
		}
		if (close_listing(job, files) != 0)
			return NULL;
	}
}

static int
listed_stretch(struct job *job, struct course *course, uint64_t end)
{
	struct files *files = job->state;

	while (course_more(course, end)) {
		const char *name = next_listed(job, files);

		if (!name || files->visit(job, dirfd(files->stream), name) != 0)
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
		if (files->visit(job, job->directory_fd, path) != 0)
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
	int status;

	files->visit = visit;
	files->directory = 0;
	course_of_operations(&course, job, job->files.count);
	status = course_run(&course, job,
			    files->number_last ? shuffled_stretch
					       : listed_stretch);
	if (close_listing(job, files) != 0)
		return -1;
	return status;
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
	struct meter aside;
	int status;

	meter_clear(&aside);
	job->meter = &aside;
	status = run(job);
	job->meter = meter;
	return status;
}

static int
create_between(struct job *job)
{
	return run_uncounted(job, delete_run);
}

static int
delete_between(struct job *job)
{
	return run_uncounted(job, create_run);
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
		.flags = TAKES,
		.prepare = seq_prepare,
		.run = stat_run,
		.finish = finish,
	},
	{
		.key = "seq-delete",
		.suite = "bonnie",
		.summary = "delete the files as they are listed",
		.progress = "Delete files in sequential order",
		.turn = 7,
		.flags = TAKES,
		.prepare = seq_prepare,
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
		.flags = TAKES,
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
