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
try_open_copied(struct job *job, struct tree_walk *walk)
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
	return top->other_fd < 0 ? -1 : 0;
}

static int
open_copied(struct job *job, struct tree_walk *walk)
{
	if (try_open_copied(job, walk) == 0)
		return 0;
	walk->top->left_out = tree_excuses_copy(job, errno);
	if (walk->top->left_out)
		return 0;
	return error_set_errno(job->error, errno, "cannot open directory '%s'",
			       walk->depth == 1 ? tree_copy_name
						: walk->top->name);
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
	    !(errno == EEXIST && top->shared) &&
	    !(walk->depth > 1 && tree_excuses_copy(job, errno)))
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
	if (try_open_copied(job, walk) < 0 && errno == ENOENT &&
	    job->tree.path) {
		/* It was not there yet when the tree was copied. */
		job->tree_counts.changed++;
		top->left_out = true;
		return 0;
	}
	return top->other_fd < 0 ? open_copied(job, walk) : 0;
}

/* Others may have changed the tree after it was copied. */
static void
count_difference(struct job *job, const struct stat *tree)
{
	if (job->tree.path && tree->st_ctim.tv_sec >= job->tree_begin_s)
		job->tree_counts.changed++;
	else
		job->tree_counts.different++;
}

/* The latest change of a directory or of one above it: what has been moved
 * along with it has not changed itself. */
static int
note_change(struct job *job, struct tree_walk *walk)
{
	const struct io_calls *calls = job->calls;
	struct stat *status = &walk->top->status;
	const struct stat *above;

	if (calls->stat(calls->self, walk->top->fd, status) < 0)
		return error_set_errno(job->error, errno, "cannot look at '%s'",
				       walk->top->name);
	if (walk->depth == 1)
		return 0;
	above = &walk->levels[walk->depth - 2].status;
	if (above->st_ctim.tv_sec > status->st_ctim.tv_sec)
		status->st_ctim = above->st_ctim;
	return 0;
}

static int
compare_directory(struct job *job, struct tree_walk *walk)
{
	if (note_change(job, walk) < 0)
		return -1;
	if (try_open_copied(job, walk) == 0)
		return 0;
	if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
		return error_set_errno(job->error, errno,
				       "cannot open directory '%s'",
				       walk->top->name);
	walk->top->left_out = true;
	count_difference(job, &walk->top->status);
	return 0;
}

static int
compare_entry(struct job *job, struct tree_walk *walk, bool contents)
{
	const struct tree_level *top = walk->top;
	struct stat status = { 0 };

	switch (tree_compare(job, &(struct tree_pair){ top->fd, top->other_fd },
			     walk->name, contents, &status)) {
	case TREE_SAME:
		return 0;
	case TREE_DIFFERS:
		count_difference(job, &status);
		return 0;
	case TREE_MISSING:
		/* What was not to be read has no copy. */
		if (job->tree_counts.unreadable)
			return 0;
		if (top->status.st_ctim.tv_sec > status.st_ctim.tv_sec)
			status.st_ctim = top->status.st_ctim;
		count_difference(job, &status);
		return 0;
	case TREE_UNKNOWN:
		break;
	}
	return -1;
}

static int
compare_visit(struct job *job, enum tree_event event)
{
	struct tree_task *task = job->state;

	if (event == TREE_ENTER)
		return compare_directory(job, &task->walk);
	if (event != TREE_FILE && event != TREE_LINK)
		return 0;
	return compare_entry(job, &task->walk,
			     event == TREE_FILE &&
				     chunk_sampled(job, task->seen++));
}

int
tree_compare_copy(struct job *job, const char *tree)
{
	struct tree_walk *walk = &((struct tree_task *)job->state)->walk;
	uint64_t unreadable = job->tree_counts.unreadable;
	int root_fd = tree_open_root(job, tree);
	enum tree_event event = TREE_ENTER;
	int status = root_fd < 0 ? -1 : tree_walk_begin(walk, job, root_fd);

	/* What this worker has taken before. */
	walk->pass = ((struct tree_task *)job->state)->passes;
	while (status == 0 && event != TREE_END &&
	       !atomic_load_explicit(job->stop, memory_order_relaxed)) {
		status = tree_walk_next(walk, &event);
		if (status == 0 && event != TREE_END)
			status = compare_visit(job, event);
	}
	/* Counted when it was met first. */
	job->tree_counts.unreadable = unreadable;
	if (root_fd < 0)
		return -1;
	if (tree_walk_end(walk) < 0 || tree_close_root(job, root_fd, tree) < 0)
		return -1;
	return status;
}
