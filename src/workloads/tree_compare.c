#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "io/calls.h"
#include "workloads/job.h"
#include "workloads/tree_file.h"
#include "workloads/tree_walk.h"

enum { TARGET_BYTES = 4096, MODE_BITS = 07777 };

static bool
same_time(struct timespec a, struct timespec b)
{
	/* File systems may keep times in coarser steps than the other one. */
	return a.tv_sec == b.tv_sec;
}

static bool
same_status(const struct job *job, const struct stat *tree,
	    const struct stat *copy)
{
	bool owners = !job->tree_counts.owners;

	if ((tree->st_mode & S_IFMT) != (copy->st_mode & S_IFMT) ||
	    !same_time(tree->st_mtim, copy->st_mtim))
		return false;
	if (owners &&
	    (tree->st_uid != copy->st_uid || tree->st_gid != copy->st_gid))
		return false;
	if (S_ISLNK(tree->st_mode))
		return true;
	return (tree->st_mode & MODE_BITS) == (copy->st_mode & MODE_BITS) &&
	       tree->st_size == copy->st_size;
}

/* As many bytes as there are, up to `length`. */
static ssize_t
read_piece(struct job *job, int fd, char *piece, size_t length)
{
	const struct io_calls *calls = job->calls;
	size_t have = 0;

	while (have < length) {
		ssize_t got = calls->read(calls->self, fd, piece + have,
					  length - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* 1: the same, 0: not; -1: one cannot be read. */
static int
same_bytes(struct job *job, int tree, int copy)
{
	const size_t length = job->buffer_bytes / 2;
	char *one = job->buffer, *other = one + length;

	for (;;) {
		ssize_t got = read_piece(job, tree, one, length);
		ssize_t want = read_piece(job, copy, other, length);

		if (got < 0 || want < 0)
			return -1;
		if (got != want || memcmp(one, other, (size_t)got) != 0)
			return 0;
		if (got == 0)
			return 1;
	}
}

static int
same_contents(struct job *job, const struct tree_pair *pair, const char *name)
{
	const struct io_calls *calls = job->calls;
	const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	int tree = calls->open_at(calls->self, pair->from, name, flags, 0);
	int copy = calls->open_at(calls->self, pair->to, name, flags, 0);
	int same = -1, code;

	if (tree >= 0 && copy >= 0)
		same = same_bytes(job, tree, copy);
	code = errno;
	if (tree >= 0)
		calls->close(calls->self, tree);
	if (copy >= 0)
		calls->close(calls->self, copy);
	errno = code;
	return same;
}

static int
same_targets(struct job *job, const struct tree_pair *pair, const char *name)
{
	const struct io_calls *calls = job->calls;
	char tree[TARGET_BYTES], copy[TARGET_BYTES];
	ssize_t length = calls->read_link_at(calls->self, pair->from, name,
					     tree, sizeof tree);

	if (length < 0)
		return -1;
	return calls->read_link_at(calls->self, pair->to, name, copy,
				   sizeof copy) == length &&
	       memcmp(tree, copy, (size_t)length) == 0;
}

static enum tree_likeness
likeness_of(struct job *job, int same, const char *name)
{
	if (same >= 0)
		return same ? TREE_SAME : TREE_DIFFERS;
	/* Gone or locked meanwhile. */
	if (tree_excuses(job, errno))
		return TREE_SAME;
	error_set_errno(job->error, errno, "cannot compare '%s'", name);
	return TREE_UNKNOWN;
}

enum tree_likeness
tree_compare(struct job *job, const struct tree_pair *pair, const char *name,
	     bool contents, struct stat *status)
{
	const struct io_calls *calls = job->calls;
	struct stat copy;
	int same;

	if (calls->stat_at(calls->self, pair->from, name, status,
			   AT_SYMLINK_NOFOLLOW) < 0)
		return likeness_of(job, -1, name);
	if (calls->stat_at(calls->self, pair->to, name, &copy,
			   AT_SYMLINK_NOFOLLOW) < 0) {
		if (errno == ENOENT)
			return TREE_MISSING;
		error_set_errno(job->error, errno, "cannot look at copy '%s'",
				name);
		return TREE_UNKNOWN;
	}
	job->tree_counts.looked_at++;
	same = same_status(job, status, &copy);
	if (same && S_ISLNK(status->st_mode)) {
		same = same_targets(job, pair, name);
	} else if (same && contents && S_ISREG(status->st_mode)) {
		job->tree_counts.compared++;
		same = same_contents(job, pair, name);
	}
	return likeness_of(job, same, name);
}
