#include "workloads/tree_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/error.h"
#include "io/calls.h"
#include "workloads/chunk.h"
#include "workloads/job.h"
#include "workloads/tree_file.h"

const char tree_copy_name[] = "copy";

/* The copy of the directory that a walk has entered, and where it lies. */
static const char *
name_in_copy(const struct job *job, const struct tree_walk *walk, int *parent)
{
	if (walk->depth == 1) {
		*parent = job->directory_fd;
		return tree_copy_name;
	}
	*parent = walk->levels[walk->depth - 2].other_fd;
	return walk->top->name;
}

static int
open_copied(struct job *job, struct tree_walk *walk)
{
	const struct io_calls *calls = job->calls;
	struct tree_level *top = walk->top;
	int parent;
	const char *name = name_in_copy(job, walk, &parent);

	do
		top->other_fd = calls->open_at(
			calls->self, parent, name,
			O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0);
	while (top->other_fd < 0 && errno == EINTR);
	if (top->other_fd < 0)
		return error_set_errno(job->error, errno,
				       "cannot open directory '%s'", name);
	return 0;
}

static int
enter_copy(struct job *job, struct tree_walk *walk)
{
	const struct io_calls *calls = job->calls;
	struct tree_level *top = walk->top;
	int parent;
	const char *name = name_in_copy(job, walk, &parent);

	if (calls->stat(calls->self, top->fd, &top->status) < 0)
		return error_set_errno(job->error, errno, "cannot look at '%s'",
				       name);
	if (calls->make_directory_at(calls->self, parent, name, S_IRWXU) < 0 &&
	    !(errno == EEXIST && top->shared))
		return error_set_errno(job->error, errno,
				       "cannot make directory '%s'", name);
	return open_copied(job, walk);
}

int
tree_copy_visit(struct job *job, enum tree_event event)
{
	struct tree_task *task = job->state;
	struct tree_walk *walk = &task->walk;
	struct tree_level *top = walk->top;

	switch (event) {
	case TREE_ENTER:
		return enter_copy(job, walk);
	case TREE_FILE:
		return tree_copy_file(
			job, top->fd,
			&(struct tree_place){ top->other_fd, task->links_fd },
			walk->name);
	case TREE_LINK:
		return tree_copy_link(job, top->fd, top->other_fd, walk->name);
	case TREE_LEAVE:
		return top->shared ? 0
				   : tree_give_status(job, top->other_fd,
						      &top->status, top->name);
	case TREE_SPECIAL:
		job->tree_counts.special++;
		break;
	case TREE_END:
		break;
	}
	return 0;
}

int
tree_settle_visit(struct job *job, enum tree_event event)
{
	const struct io_calls *calls = job->calls;
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;
	struct tree_level *top = walk->top;

	if (event == TREE_LEAVE)
		return tree_give_status(job, top->other_fd, &top->status,
					top->name);
	if (event != TREE_ENTER)
		return 0;
	if (calls->stat(calls->self, top->fd, &top->status) < 0)
		return error_set_errno(job->error, errno, "cannot look at '%s'",
				       top->name);
	return open_copied(job, walk);
}

static int
compare_visit(struct job *job, enum tree_event event)
{
	struct tree_task *task = job->state;
	struct tree_walk *walk = &task->walk;
	struct tree_level *top = walk->top;
	bool contents;

	if (event == TREE_ENTER)
		return open_copied(job, walk);
	if (event != TREE_FILE && event != TREE_LINK)
		return 0;
	contents = event == TREE_FILE && chunk_sampled(job, task->seen++);
	return tree_compare(job, top->fd, top->other_fd, walk->name, contents);
}

int
tree_compare_copy(struct job *job, const char *tree)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;
	int root_fd = tree_open_root(job, tree);
	enum tree_event event = TREE_ENTER;
	int status = root_fd < 0 ? -1 : tree_walk_begin(walk, job, root_fd);

	while (status == 0 && event != TREE_END &&
	       !atomic_load_explicit(job->stop, memory_order_relaxed)) {
		status = tree_walk_next(walk, &event);
		if (status == 0 && event != TREE_END)
			status = compare_visit(job, event);
	}
	if (root_fd < 0)
		return -1;
	if (tree_walk_end(walk) < 0 || tree_close_root(job, root_fd, tree) < 0)
		return -1;
	return status;
}
