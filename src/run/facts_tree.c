#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "run/facts.h"
#include "run/interrupt.h"
#include "run/plan.h"
#include "workloads/job.h"
#include "workloads/tree_walk.h"

enum { STATUS_BLOCK_BYTES = 512 };

/* Inodes are counted in these parts: each of n names has a share of an nth. */
#define INODE_PARTS (UINT64_C(1) << 32)

struct count {
	struct tree_walk walk;
	struct job job;
	uint64_t bytes;
	uint64_t inodes;
	uint64_t parts; /* of inodes with several names */
};

static uint64_t
smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* What a copy takes at least: holes stay holes. */
static void
count_file(struct count *count, const struct stat *status)
{
	uint64_t names = status->st_nlink > 1 ? (uint64_t)status->st_nlink : 1;
	uint64_t bytes =
		smaller((uint64_t)status->st_size,
			(uint64_t)status->st_blocks * STATUS_BLOCK_BYTES);

	count->bytes += bytes / names;
	count->parts += INODE_PARTS / names;
	count->inodes += count->parts / INODE_PARTS;
	count->parts %= INODE_PARTS;
}

static void
count_event(struct count *count, enum tree_event event)
{
	const struct io_calls *calls = count->job.calls;
	struct stat status;

	if (event == TREE_ENTER || event == TREE_LINK)
		count->inodes++;
	if (event == TREE_FILE &&
	    calls->stat_at(calls->self, count->walk.top->fd, count->walk.name,
			   &status, AT_SYMLINK_NOFOLLOW) == 0)
		count_file(count, &status);
}

static int
count_tree(struct count *count, int tree_fd)
{
	enum tree_event event = TREE_ENTER;
	int status = tree_walk_begin(&count->walk, &count->job, tree_fd);

	while (status == 0 && event != TREE_END &&
	       !atomic_load(&interrupt_stop)) {
		status = tree_walk_next(&count->walk, &event);
		if (status == 0)
			count_event(count, event);
	}
	if (tree_walk_end(&count->walk) < 0)
		return -1;
	return status;
}

static bool
same_place(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Goes up from `place`, an open directory, which it closes. */
static bool
lies_in(int place, const struct stat *tree)
{
	struct stat here, above = { 0 };
	bool found = false;

	if (fstat(place, &here) < 0) {
		close(place);
		return false;
	}
	while (!(found = same_place(&here, tree))) {
		int parent =
			openat(place, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		close(place);
		place = parent;
		if (parent < 0 || fstat(parent, &above) < 0 ||
		    same_place(&here, &above))
			break;
		here = above;
	}
	if (place >= 0)
		close(place);
	return found;
}

static bool
holds(int tree_fd, const char *target)
{
	int place = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat tree;

	if (place < 0)
		return false;
	if (fstat(tree_fd, &tree) < 0) {
		close(place);
		return false;
	}
	return lies_in(place, &tree);
}

int
facts_gather_tree(struct target_facts *facts, const char *tree,
		  const char *target, struct error *error)
{
	int tree_fd = open(tree, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct count *count;
	int status;

	if (tree_fd < 0)
		return error_set_errno(error, errno,
				       "--tree-from: cannot open directory "
				       "'%s'",
				       tree);
	count = mem_alloc(1, sizeof *count);
	count->job = (struct job){ .tree = { .path = tree },
				   .calls = &io_system_calls,
				   .workers = 1,
				   .error = error };
	status = count_tree(count, tree_fd);
	facts->tree_bytes = count->bytes;
	facts->tree_inodes = count->inodes;
	facts->tree_holds_target = holds(tree_fd, target);
	free(count);
	close(tree_fd);
	return status;
}
