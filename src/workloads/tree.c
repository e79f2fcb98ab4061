#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "io/calls.h"
#include "workloads/course.h"
#include "workloads/job.h"
#include "workloads/tree_copy.h"
#include "workloads/tree_file.h"
#include "workloads/tree_visit.h"
#include "workloads/workload.h"

static const char made_name[] = "tree";
static const char links_name[] = "links"; /* names of copies with several */

static const char *
tree_name(const struct job *job)
{
	return job->tree.path ? job->tree.path : made_name;
}

static bool
was_stopped(const struct job *job)
{
	return atomic_load_explicit(job->stop, memory_order_relaxed);
}

/* Brings what all workers have changed to stable storage: part of the time. The
 * last one does it alone, for one call flushes all. */
static int
flush(struct job *job)
{
	const struct io_calls *calls = job->calls;
	uint64_t before_ns = clock_now_ns();

	if (was_stopped(job) || !((struct tree_task *)job->state)->last)
		return 0;
	while (calls->sync_file_system(calls->self, job->directory_fd) < 0)
		if (errno != EINTR)
			return error_set_errno(job->error, errno,
					       "cannot flush the file system "
					       "of '%s'",
					       tree_copy_name);
	job->meter->flush_ns += clock_now_ns() - before_ns;
	job->meter->flushes++;
	return 0;
}

/* The opposite test brings back the state before; its counts are nobody's. */
static int
run_uncounted(struct job *job, int (*run)(struct job *job))
{
	struct meter *meter = job->meter;
	struct meter *aside = mem_alloc(1, sizeof *aside);
	struct tree_counts counts = job->tree_counts;
	int status;

	meter_clear(aside);
	job->meter = aside;
	status = run(job);
	job->meter = meter;
	job->tree_counts = counts;
	free(aside);
	return status;
}

/* ---- make ---------------------------------------------------------------- */

static int
make_stretch(struct job *job, struct course *course, uint64_t end)
{
	struct tree_task *task = job->state;
	bool done;

	while (course_more(course, end)) {
		if (tree_make_next(&task->maker, &done) < 0)
			return -1;
		if (!done)
			course_step(course);
	}
	return 0;
}

static int
make_run(struct job *job)
{
	struct tree_task *task = job->state;
	struct course course;
	bool done = false;
	int status = tree_make_begin(&task->maker, job, made_name);

	course_of_operations(&course, job, job->tree.files);
	if (status == 0)
		status = course_run(&course, job, make_stretch);
	task->last = true;
	/* Directories that are to stay empty come last. */
	while (status == 0 && !done && !was_stopped(job))
		status = tree_make_next(&task->maker, &done);
	if (tree_make_end(&task->maker) < 0 || status < 0)
		return -1;
	return flush(job);
}

/* ---- delete --------------------------------------------------------------- */

static int
delete_entry(struct job *job, int directory, const char *name, int flags)
{
	const struct io_calls *calls = job->calls;

	if (calls->unlink_at(calls->self, directory, name, flags) == 0)
		return 1;
	return error_set_errno(job->error, errno, "cannot delete '%s'", name);
}

static int
delete_visit(struct job *job, enum tree_event event)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;
	struct tree_level *top = walk->top;

	if (event == TREE_ENTER)
		return 0;
	if (event != TREE_LEAVE)
		return delete_entry(job, top->fd, walk->name, 0);
	if (top->shared || walk->depth == 1)
		return 0;
	if (delete_entry(job, walk->levels[walk->depth - 2].fd, top->name,
			 AT_REMOVEDIR) < 0)
		return -1;
	return 0;
}

/* All workers delete what is theirs; the last one the rest. */
static int
delete_tree(struct job *job, const char *name)
{
	struct tree_task *task = job->state;

	if (tree_visit_all(job, name, delete_visit) < 0)
		return -1;
	task->last = tree_is_last(job);
	if (!task->complete || !task->last)
		return 0;
	if (job->workers > 1 &&
	    tree_visit_rest(job, name, delete_visit, true) < 0)
		return -1;
	return delete_entry(job, job->directory_fd, name, AT_REMOVEDIR) < 0 ? -1
									    : 0;
}

static int
delete_run(struct job *job)
{
	return delete_tree(job, tree_copy_name) < 0 ? -1 : flush(job);
}

static int
delete_made(struct job *job)
{
	return delete_tree(job, made_name);
}

static int
make_between(struct job *job)
{
	return run_uncounted(job, delete_made);
}

/* ---- copy ----------------------------------------------------------------- */

/* The copies keep their other names. */
static int
empty_links(struct job *job)
{
	return tree_visit_rest(job, links_name, delete_visit, true);
}

static int
copy_run(struct job *job)
{
	struct tree_task *task = job->state;

	if (tree_visit_all(job, tree_name(job), tree_copy_visit) < 0)
		return -1;
	task->last = tree_is_last(job);
	if (task->complete && task->last &&
	    ((job->workers > 1 &&
	      tree_visit_rest(job, tree_name(job), tree_settle_visit, false) <
		      0) ||
	     empty_links(job) < 0))
		return -1;
	return flush(job);
}

static int
delete_copy(struct job *job)
{
	return delete_tree(job, tree_copy_name);
}

static int
copy_between(struct job *job)
{
	int status = run_uncounted(job, delete_copy);

	((struct tree_task *)job->state)->complete = false;
	return status;
}

static int
delete_between(struct job *job)
{
	return run_uncounted(job, copy_run);
}

/* ---- read and stat -------------------------------------------------------- */

static int
read_visit(struct job *job, enum tree_event event)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;

	if (event == TREE_FILE)
		return tree_read_file(job, walk->top->fd, walk->name);
	if (event == TREE_LINK)
		return tree_read_link(job, walk->top->fd, walk->name);
	job->tree_counts.special += event == TREE_SPECIAL;
	return 0;
}

static int
read_run(struct job *job)
{
	return tree_visit_all(job, tree_name(job), read_visit);
}

/* As find does it: directories too, which are no files in the figure. */
static int
stat_visit(struct job *job, enum tree_event event)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;

	switch (event) {
	case TREE_ENTER:
		return tree_stat_entry(job, walk->top->fd, ".") < 0 ? -1 : 0;
	case TREE_FILE:
	case TREE_LINK:
	case TREE_SPECIAL:
		return tree_stat_entry(job, walk->top->fd, walk->name);
	case TREE_LEAVE:
	case TREE_END:
		break;
	}
	return 0;
}

static int
stat_run(struct job *job)
{
	return tree_visit_all(job, tree_name(job), stat_visit);
}

/* ---- prepare and finish ---------------------------------------------------- */

static int
prepare(struct job *job)
{
	job->state = mem_alloc(1, sizeof(struct tree_task));
	((struct tree_task *)job->state)->links_fd = -1;
	return 0;
}

static int
make_prepare(struct job *job)
{
	pattern_fill(&job->pattern, job->buffer);
	return prepare(job);
}

static int
copy_prepare(struct job *job)
{
	const struct io_calls *calls = job->calls;
	struct tree_task *task;

	if (calls->make_directory_at(calls->self, job->directory_fd, links_name,
				     S_IRWXU) < 0 &&
	    errno != EEXIST)
		return error_set_errno(job->error, errno,
				       "cannot make directory '%s'",
				       links_name);
	prepare(job);
	task = job->state;
	task->links_fd = tree_open_root(job, links_name);
	job->tree_begin_s = (int64_t)time(NULL);
	if (task->links_fd >= 0)
		return 0;
	free(task);
	return -1;
}

static int
finish(struct job *job)
{
	struct tree_task *task = job->state;
	int status = 0;

	/* Whoever is last finds it empty. */
	if (task->links_fd >= 0) {
		status = tree_close_root(job, task->links_fd, links_name);
		job->calls->unlink_at(job->calls->self, job->directory_fd,
				      links_name, AT_REMOVEDIR);
	}
	free(task);
	job->state = NULL;
	return status;
}

static int
copy_finish(struct job *job)
{
	struct tree_task *task = job->state;
	int status = 0;

	if (task->complete && !was_stopped(job))
		status = tree_compare_copy(job, tree_name(job));
	return finish(job) < 0 ? -1 : status;
}

enum {
	FIGURES = WORKLOAD_TREE | WORKLOAD_ROUNDS | WORKLOAD_OPERATIONS,
};

const struct workload tree_workloads[] = {
	{
		.key = "tree-make",
		.suite = "tree",
		.summary = "make a tree of files of many sizes",
		.progress = "Making a tree",
		.turn = 1,
		.flags = FIGURES | WORKLOAD_BYTES,
		.prepare = make_prepare,
		.run = make_run,
		.between = make_between,
		.finish = finish,
	},
	{
		.key = "tree-copy",
		.suite = "tree",
		.summary = "copy a tree as cpio and tar do, and compare",
		.progress = "Copying the tree",
		.turn = 2,
		.flags = FIGURES | WORKLOAD_BYTES | WORKLOAD_NEEDS_TREE,
		.prepare = copy_prepare,
		.run = copy_run,
		.between = copy_between,
		.finish = copy_finish,
	},
	{
		.key = "tree-read",
		.suite = "tree",
		.summary = "read every byte of a tree",
		.progress = "Reading the tree",
		.turn = 3,
		.flags = FIGURES | WORKLOAD_BYTES | WORKLOAD_NEEDS_TREE |
			 WORKLOAD_LOOKS,
		.prepare = prepare,
		.run = read_run,
		.finish = finish,
	},
	{
		.key = "tree-stat",
		.suite = "tree",
		.summary = "ask for the status of everything in a tree",
		.progress = "Looking at the tree",
		.turn = 4,
		.flags = FIGURES | WORKLOAD_NEEDS_TREE | WORKLOAD_LOOKS,
		.prepare = prepare,
		.run = stat_run,
		.finish = finish,
	},
	{
		.key = "tree-delete",
		.suite = "tree",
		.summary = "delete the copy of a tree",
		.progress = "Deleting the copy",
		.turn = 5,
		.flags = FIGURES | WORKLOAD_NEEDS_COPY,
		.prepare = copy_prepare,
		.run = delete_run,
		.between = delete_between,
		.finish = finish,
	},
	{ 0 },
};
