#include "workloads/tree_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/meter.h"
#include "io/calls.h"
#include "io/copy.h"
#include "workloads/job.h"
#include "workloads/tree_walk.h"

enum {
	MOVE_MOST_BYTES = 256 * 1024, /* in one call */
	STATUS_BLOCK_BYTES = 512, /* of st_blocks */
	SECTOR_BYTES = 512,
	LINK_NAME_BYTES = 48,
	TARGET_BYTES = 4096,
	MODE_BITS = 07777,
};

static int
fail(struct job *job, int code, const char *what, const char *name)
{
	return error_set_errno(job->error, code, "cannot %s '%s'", what, name);
}

/* For an entry of the tree: 0 where it is excused. */
static int
pass_over(struct job *job, int code, const char *what, const char *name)
{
	return tree_excuses(job, code) ? 0 : fail(job, code, what, name);
}

/* What is not a link any more is gone. */
static int
pass_over_link(struct job *job, const char *name)
{
	int code = errno == EINVAL ? ENOENT : errno;

	return pass_over(job, code, "read link", name);
}

/* For its copy: 0 where that is excused. */
static int
in_the_way(struct job *job, const char *what, const char *name)
{
	int code = errno;

	return tree_excuses_copy(job, code) ? 0 : fail(job, code, what, name);
}

static int
open_retry(struct job *job, int directory, const char *name, int flags,
	   mode_t mode)
{
	const struct io_calls *calls = job->calls;
	int fd;

	do
		fd = calls->open_at(calls->self, directory, name, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

static int
close_file(struct job *job, int fd, const char *name)
{
	const struct io_calls *calls = job->calls;

	if (calls->close(calls->self, fd) < 0 && errno != EINTR)
		return fail(job, errno, "close", name);
	return 0;
}

int
tree_give_status(struct job *job, int fd, const struct stat *status,
		 const char *name)
{
	const struct io_calls *calls = job->calls;
	const struct timespec times[] = { status->st_atim, status->st_mtim };

	if (calls->set_owner(calls->self, fd, status->st_uid, status->st_gid) <
	    0) {
		if (errno != EPERM)
			return fail(job, errno, "give an owner to", name);
		job->tree_counts.owners++;
	}
	if (calls->set_mode(calls->self, fd, status->st_mode & MODE_BITS) < 0)
		return fail(job, errno, "set the mode of", name);
	if (calls->set_times(calls->self, fd, times) < 0)
		return fail(job, errno, "set the times of", name);
	return 0;
}

static size_t
piece_bytes(const struct job *job)
{
	return job->buffer_bytes < MOVE_MOST_BYTES ? job->buffer_bytes
						   : MOVE_MOST_BYTES;
}

static int
move_data(struct job *job, int in, int out, const struct stat *status,
	  const char *name)
{
	struct copy_pair pair = { job->calls,       in,   out, job->buffer,
				  piece_bytes(job), false };
	uint64_t file_bytes = (uint64_t)status->st_size;
	bool sparse =
		(uint64_t)status->st_blocks * STATUS_BLOCK_BYTES < file_bytes;
	int64_t copied;

	if (sparse)
		copied = copy_sparse(job->copy_method, &pair, file_bytes);
	else
		copied = copy_whole(job->copy_method, &pair, file_bytes);
	if (copied < 0 && job->copy_method != copy_methods)
		return error_set_errno(job->error, errno,
				       "engine '%s' cannot copy '%s'",
				       job->copy_method->name, name);
	if (copied < 0)
		return fail(job, errno, pair.write_failed ? "write" : "read",
			    name);
	if ((uint64_t)copied < file_bytes)
		job->tree_counts.changed++;
	job->meter->bytes += (uint64_t)copied;
	return 0;
}

/* Fills the new file `out`, which it closes. */
static int
fill_copy(struct job *job, int in, int out, const struct stat *status,
	  const char *name)
{
	int moved = move_data(job, in, out, status, name);

	if (moved == 0)
		moved = tree_give_status(job, out, status, name);
	if (close_file(job, out, name) < 0)
		return -1;
	return moved;
}

static int
make_copy(struct job *job, int directory, const char *name,
	  const struct stat *status)
{
	return open_retry(job, directory, name,
			  O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
			  status->st_mode & 0777);
}

static int
copy_linked(struct job *job, int in, const struct tree_place *place,
	    const char *name, const struct stat *status)
{
	const struct io_calls *calls = job->calls;
	char key[LINK_NAME_BYTES];
	int out;

	snprintf(key, sizeof key, "%" PRIxMAX ".%" PRIxMAX,
		 (uintmax_t)status->st_dev, (uintmax_t)status->st_ino);
	out = make_copy(job, place->links_fd, key, status);
	if (out < 0 && errno != EEXIST)
		return fail(job, errno, "make", name);
	if (out >= 0 && fill_copy(job, in, out, status, name) < 0)
		return -1;
	if (calls->link_at(calls->self, place->links_fd, key, place->to, name) <
	    0)
		return in_the_way(job, "link", name);
	return 1;
}

static int
copy_open(struct job *job, int in, const struct tree_place *place,
	  const char *name)
{
	const struct io_calls *calls = job->calls;
	struct stat status;
	int out;

	if (calls->stat(calls->self, in, &status) < 0)
		return fail(job, errno, "look at", name);
	if (!S_ISREG(status.st_mode)) {
		job->tree_counts.vanished++;
		return 0;
	}
	if (status.st_nlink > 1)
		return copy_linked(job, in, place, name, &status);
	out = make_copy(job, place->to, name, &status);
	if (out < 0)
		return in_the_way(job, "make", name);
	return fill_copy(job, in, out, &status, name) < 0 ? -1 : 1;
}

enum { READ_FLAGS = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK };

int
tree_copy_file(struct job *job, int from, const struct tree_place *place,
	       const char *name)
{
	int in = open_retry(job, from, name, READ_FLAGS, 0);
	int done;

	if (in < 0)
		return pass_over(job, errno, "open", name);
	done = copy_open(job, in, place, name);
	if (close_file(job, in, name) < 0)
		return -1;
	return done;
}

static int
give_link_status(struct job *job, int to, const struct stat *status,
		 const char *name)
{
	const struct io_calls *calls = job->calls;
	const struct timespec times[] = { status->st_atim, status->st_mtim };

	if (calls->set_owner_at(calls->self, to, name, status->st_uid,
				status->st_gid) < 0) {
		if (errno != EPERM)
			return fail(job, errno, "give an owner to", name);
		job->tree_counts.owners++;
	}
	if (calls->set_times_at(calls->self, to, name, times) < 0)
		return fail(job, errno, "set the times of", name);
	return 1;
}

int
tree_copy_link(struct job *job, int from, int to, const char *name)
{
	const struct io_calls *calls = job->calls;
	char target[TARGET_BYTES];
	struct stat status;
	ssize_t length;

	if (calls->stat_at(calls->self, from, name, &status,
			   AT_SYMLINK_NOFOLLOW) < 0)
		return pass_over(job, errno, "look at", name);
	length = calls->read_link_at(calls->self, from, name, target,
				     sizeof target - 1);
	if (length < 0)
		return pass_over_link(job, name);
	target[length] = '\0';
	if (calls->symbolic_link_at(calls->self, target, to, name) < 0)
		return in_the_way(job, "make link", name);
	return give_link_status(job, to, &status, name);
}

/* A read that was cut short by anything but the end of the file stops between
 * sectors. */
static bool
is_end(size_t got, size_t length)
{
	return got < length && got % SECTOR_BYTES != 0;
}

static int
read_to_end(struct job *job, int in, const char *name)
{
	const struct io_calls *calls = job->calls;
	const size_t length = piece_bytes(job);
	ssize_t got;

	for (;;) {
		got = calls->read(calls->self, in, job->buffer, length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EISDIR)
			return pass_over(job, errno, "read", name);
		if (got < 0)
			return fail(job, errno, "read", name);
		if (got == 0)
			return 1;
		job->meter->bytes += (uint64_t)got;
		if (is_end((size_t)got, length))
			return 1;
	}
}

int
tree_read_file(struct job *job, int from, const char *name)
{
	int in = open_retry(job, from, name, READ_FLAGS, 0);
	int done;

	if (in < 0)
		return pass_over(job, errno, "open", name);
	done = read_to_end(job, in, name);
	if (close_file(job, in, name) < 0)
		return -1;
	return done;
}

int
tree_read_link(struct job *job, int from, const char *name)
{
	const struct io_calls *calls = job->calls;
	char target[TARGET_BYTES];

	if (calls->read_link_at(calls->self, from, name, target,
				sizeof target) < 0)
		return pass_over_link(job, name);
	return 1;
}

int
tree_stat_entry(struct job *job, int from, const char *name)
{
	const struct io_calls *calls = job->calls;
	struct stat status;

	if (calls->stat_at(calls->self, from, name, &status,
			   AT_SYMLINK_NOFOLLOW) < 0)
		return pass_over(job, errno, "look at", name);
	return 1;
}
