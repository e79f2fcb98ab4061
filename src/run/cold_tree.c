#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "platform/files.h"
#include "platform/platform.h"
#include "run/cold.h"
#include "run/plan.h"
#include "workloads/job.h"
#include "workloads/tree_walk.h"

enum { READ_BYTES = 256 * 1024 };

/* One look at a tree, by one worker whoever works on it afterwards. */
struct look {
	struct cold_start *start;
	struct job job;
	struct tree_walk walk;
	void *buffer; /* to read it with; NULL: not to be read */
	bool evicts;
};

static void
look_at_file(struct look *look, int fd)
{
	struct stat status;

	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode))
		return;
	if (look->evicts)
		platform_evict(fd, 0, 0);
	if (look->buffer)
		while (read(fd, look->buffer, READ_BYTES) > 0)
			continue;
	if (status.st_size)
		cold_start_look(look->start, fd, (uint64_t)status.st_size);
}

/* What cannot be opened is told by the test itself. */
static int
look_at_tree(struct look *look, int root_fd)
{
	enum tree_event event = TREE_ENTER;
	int status = tree_walk_begin(&look->walk, &look->job, root_fd);

	while (status == 0 && event != TREE_END) {
		int fd;

		status = tree_walk_next(&look->walk, &event);
		if (status < 0 || event != TREE_FILE)
			continue;
		fd = openat(look->walk.top->fd, look->walk.name,
			    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
		if (fd < 0)
			continue;
		look_at_file(look, fd);
		close(fd);
	}
	if (tree_walk_end(&look->walk) < 0)
		return -1;
	return status;
}

static void
drop_metadata(struct cold_start *start, int fd)
{
	struct mount_facts mount;

	if (platform_mount_facts(fd, &mount) == 0 && mount.memory_backed)
		return;
	start->metadata_dropped = platform_drop_caches() == 0;
}

static struct look *
look_new(struct cold_start *start, const struct job *job, struct error *error)
{
	struct look *look = mem_alloc(1, sizeof *look);

	look->start = start;
	look->job = *job;
	look->job.error = error;
	look->job.calls = &io_system_calls;
	look->job.worker = 0;
	look->job.workers = 1;
	look->evicts = start->policy == CACHE_COLD;
	if (start->policy == CACHE_WARM)
		look->buffer = mem_alloc(1, READ_BYTES);
	return look;
}

int
cold_start_tree(struct cold_start *start, const struct job *job, bool copy,
		struct error *error)
{
	const char *name = job->tree.path ? job->tree.path : "tree";
	struct look *look;
	int root_fd, status;

	if (start->policy == CACHE_KEEP)
		return 0;
	start->file_bytes = start->cached_bytes = 0;
	root_fd = openat(job->directory_fd, copy ? "copy" : name,
			 O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root_fd < 0)
		return error_set_errno(error, errno,
				       "cannot open directory '%s'", name);
	if (start->policy == CACHE_COLD)
		platform_sync_file_system(root_fd);
	look = look_new(start, job, error);
	status = look_at_tree(look, root_fd);
	if (status == 0 && start->policy == CACHE_COLD)
		drop_metadata(start, root_fd);
	free(look->buffer);
	free(look);
	close(root_fd);
	return status;
}

int
cold_start_target(struct cold_start *start, const struct job *job,
		  struct error *error)
{
	struct job whole = *job;

	if (start->policy == CACHE_KEEP)
		return 0;
	if (start->policy == CACHE_COLD) {
		platform_sync_file_system(job->directory_fd);
		drop_metadata(start, job->directory_fd);
		if (start->metadata_dropped)
			return 0;
	}
	whole.tree.path = ".";
	return cold_start_tree(start, &whole, false, error);
}
