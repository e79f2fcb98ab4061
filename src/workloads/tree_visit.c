#include "workloads/tree_visit.h"

#include <errno.h>
#include <fcntl.h>

#include "core/error.h"
#include "io/calls.h"
#include "workloads/course.h"
#include "workloads/job.h"

int
tree_open_root(struct job *job, const char *name)
{
	const struct io_calls *calls = job->calls;
	int fd;

	do
		fd = calls->open_at(calls->self, job->directory_fd, name,
				    O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		error_set_errno(job->error, errno, "cannot open directory '%s'",
				name);
	return fd;
}

int
tree_close_root(struct job *job, int fd, const char *name)
{
	const struct io_calls *calls = job->calls;

	if (calls->close(calls->self, fd) < 0 && errno != EINTR)
		return error_set_errno(job->error, errno, "cannot close '%s'",
				       name);
	return 0;
}

static int
visit_stretch(struct job *job, struct course *course, uint64_t end)
{
	struct tree_task *task = job->state;
	enum tree_event event;

	while (course_more(course, end)) {
		int done;

		if (tree_walk_next(&task->walk, &event) < 0)
			return -1;
		if (event == TREE_END) {
			course->total = course->next;
			task->complete = true;
			return 0;
		}
		done = task->visit(job, event);
		if (done < 0)
			return -1;
		if (done)
			course_step(course);
	}
	return 0;
}

static void
course_of_tree(struct course *course, const struct job *job)
{
	course_of_operations(course, job, UINT64_MAX);
	if (!job->tree.path)
		course->expected = job->tree.files / job->workers;
}

int
tree_visit_all(struct job *job, const char *name, tree_visit *visit)
{
	struct tree_task *task = job->state;
	struct course course;
	int root_fd = tree_open_root(job, name);
	int status = -1;

	if (root_fd < 0)
		return -1;
	task->visit = visit;
	task->complete = false;
	job->tree_counts = (struct tree_counts){ 0 };
	course_of_tree(&course, job);
	if (tree_walk_begin(&task->walk, job, root_fd) == 0) {
		task->walk.pass = ++task->passes;
		status = course_run(&course, job, visit_stretch);
		if (tree_walk_end(&task->walk) < 0)
			status = -1;
	}
	if (tree_close_root(job, root_fd, name) < 0)
		return -1;
	return status;
}

int
tree_visit_rest(struct job *job, const char *name, tree_visit *visit,
		bool alone)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;
	uint64_t unreadable = job->tree_counts.unreadable;
	int root_fd = tree_open_root(job, name);
	enum tree_event event;
	int status = -1;

	if (root_fd < 0)
		return -1;
	if (tree_walk_begin(walk, job, root_fd) == 0) {
		walk->alone = alone;
		walk->shared_only = !alone;
		walk->levels[0].shared = !alone;
		do {
			status = tree_walk_next(walk, &event);
			if (status == 0 && event != TREE_END)
				status = visit(job, event) < 0 ? -1 : 0;
		} while (status == 0 && event != TREE_END);
		if (tree_walk_end(walk) < 0)
			status = -1;
	}
	/* Counted when it was met first. */
	job->tree_counts.unreadable = unreadable;
	if (tree_close_root(job, root_fd, name) < 0)
		return -1;
	return status;
}

bool
tree_is_last(const struct job *job)
{
	return !job->arrivals ||
	       (atomic_fetch_add(job->arrivals, 1) + 1) % job->workers == 0;
}
