#include "workloads/file_io.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/meter.h"
#include "io/calls.h"
#include "workloads/file_name.h"
#include "workloads/job.h"

static int
fail(struct job *job, const char *what, const char *name)
{
	return error_set_errno(job->error, errno, "cannot %s '%s'", what, name);
}

static int
open_again(struct job *job, const char *name, int flags)
{
	const struct io_calls *calls = job->calls;
	int fd;

	do
		fd = calls->open_at(calls->self, job->directory_fd, name,
				    flags | O_CLOEXEC, 0600);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* After EINTR the descriptor is gone on most systems, and must not be closed
 * twice on any. */
static int
close_file(struct job *job, int fd)
{
	const struct io_calls *calls = job->calls;
	int status = calls->close(calls->self, fd);

	return status != 0 && errno == EINTR ? 0 : status;
}

static int
flush_counted(struct job *job, int fd)
{
	const struct io_calls *calls = job->calls;
	uint64_t before_ns = clock_now_ns();
	int status;

	do
		status = calls->sync(calls->self, fd);
	while (status != 0 && errno == EINTR);
	job->meter->flush_ns += clock_now_ns() - before_ns;
	job->meter->flushes++;
	return status;
}

/* Flushes the directory that the entry `name` lies in. */
static int
flush_parent(struct job *job, const char *name)
{
	const char *slash = strchr(name, '/');
	char parent[FILE_NAME_BYTES];
	int fd, status;

	if (!slash)
		return flush_counted(job, job->directory_fd);
	snprintf(parent, sizeof parent, "%.*s", (int)(slash - name), name);
	fd = open_again(job, parent, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return -1;
	status = flush_counted(job, fd);
	if (close_file(job, fd) != 0)
		return -1;
	return status;
}

static int
write_all(struct job *job, int fd, const unsigned char *piece, size_t length)
{
	const struct io_calls *calls = job->calls;

	while (length > 0) {
		ssize_t moved = calls->write(calls->self, fd, piece, length);

		if (moved < 0 && errno == EINTR)
			continue;
		/* Nothing moved and no reason: it could last for ever. */
		if (moved == 0)
			errno = ENOSPC;
		if (moved <= 0)
			return -1;
		job->meter->bytes += (uint64_t)moved;
		piece += moved;
		length -= (size_t)moved;
	}
	return 0;
}

/* Stamped, so that no two files hold the same. */
static int
fill_file(struct job *job, int fd, uint64_t number)
{
	const struct file_set *files = &job->files;
	uint64_t stride_bytes = (files->max_bytes / PATTERN_SECTOR_BYTES + 1) *
				PATTERN_SECTOR_BYTES;
	uint64_t left_bytes = file_size(files, number);
	uint64_t stamp_bytes = number * stride_bytes;

	while (left_bytes > 0) {
		size_t length = (size_t)(left_bytes < files->chunk_bytes
						 ? left_bytes
						 : files->chunk_bytes);

		pattern_stamp(&job->pattern, job->buffer, length, stamp_bytes,
			      0);
		if (write_all(job, fd, job->buffer, length) != 0)
			return -1;
		left_bytes -= length;
		stamp_bytes += length;
	}
	return 0;
}

static int
make_regular(struct job *job, uint64_t number, const char *name)
{
	int fd = open_again(job, name, O_WRONLY | O_CREAT | O_EXCL);

	if (fd < 0)
		return fail(job, "create", name);
	if (job->files.max_bytes > 0 && fill_file(job, fd, number) != 0)
		goto broken;
	if (job->flush_each && flush_counted(job, fd) != 0)
		goto broken;
	if (close_file(job, fd) != 0)
		return fail(job, "close", name);
	return 0;

broken:
	fail(job, "write", name);
	close_file(job, fd);
	return -1;
}

static int
make_hard_link(struct job *job, const char *name, const char *first)
{
	const struct io_calls *calls = job->calls;

	if (calls->link_at(calls->self, job->directory_fd, first,
			   job->directory_fd, name) != 0)
		return fail(job, "make hard link", name);
	return 0;
}

/* A symbolic link is read from where it lies: one directory down if there are
 * several. */
static int
make_symbolic_link(struct job *job, const char *name, const char *first)
{
	const struct io_calls *calls = job->calls;
	char target[FILE_NAME_BYTES + 4];

	snprintf(target, sizeof target, "%s%s",
		 job->files.directories > 1 ? "../" : "", first);
	if (calls->symbolic_link_at(calls->self, target, job->directory_fd,
				    name) != 0)
		return fail(job, "make symbolic link", name);
	return 0;
}

int
file_make(struct job *job, uint64_t number, const char *name, const char *first)
{
	enum file_kind kind = number == 0 ? FILE_REGULAR : job->files.kind;
	int status = -1;

	switch (kind) {
	case FILE_REGULAR:
		status = make_regular(job, number, name);
		break;
	case FILE_HARD_LINK:
		status = make_hard_link(job, name, first);
		break;
	case FILE_SYMLINK:
		status = make_symbolic_link(job, name, first);
		break;
	}
	if (status != 0)
		return -1;
	if (job->flush_each && flush_parent(job, name) != 0)
		return fail(job, "flush the directory of", name);
	return 0;
}

static int
read_all(struct job *job, int fd, uint64_t size_bytes, const char *name)
{
	const struct io_calls *calls = job->calls;
	uint64_t left_bytes = size_bytes;

	while (left_bytes > 0) {
		size_t length = (size_t)(left_bytes < job->files.chunk_bytes
						 ? left_bytes
						 : job->files.chunk_bytes);
		ssize_t moved =
			calls->read(calls->self, fd, job->buffer, length);

		if (moved < 0 && errno == EINTR)
			continue;
		if (moved < 0)
			return fail(job, "read", name);
		if (moved == 0)
			return error_set(job->error, ERROR_RUN,
					 "'%s' ends %" PRIu64
					 " bytes early, want %" PRIu64,
					 name, left_bytes, size_bytes);
		job->meter->bytes += (uint64_t)moved;
		left_bytes -= (uint64_t)moved;
	}
	return 0;
}

static int
read_file(struct job *job, const char *name, uint64_t size_bytes)
{
	int fd = open_again(job, name, O_RDONLY);
	int status;

	if (fd < 0)
		return fail(job, "open", name);
	status = read_all(job, fd, size_bytes, name);
	if (close_file(job, fd) != 0)
		return fail(job, "close", name);
	return status;
}

int
file_stat(struct job *job, const char *name)
{
	const struct io_calls *calls = job->calls;
	struct stat status;

	if (calls->stat_at(calls->self, job->directory_fd, name, &status, 0) !=
	    0)
		return fail(job, "stat", name);
	if (status.st_size == 0)
		return 0;
	return read_file(job, name, (uint64_t)status.st_size);
}

int
file_delete(struct job *job, const char *name)
{
	const struct io_calls *calls = job->calls;

	if (calls->unlink_at(calls->self, job->directory_fd, name, 0) != 0)
		return fail(job, "delete", name);
	if (job->flush_each && flush_parent(job, name) != 0)
		return fail(job, "flush the directory of", name);
	return 0;
}

int
file_make_directories(struct job *job)
{
	const struct io_calls *calls = job->calls;
	uint64_t count = job->files.directories;
	char name[FILE_NAME_BYTES];

	for (uint64_t i = 0; count > 1 && i < count; i++) {
		file_directory(i, name);
		if (calls->make_directory_at(calls->self, job->directory_fd,
					     name, 0700) != 0)
			return fail(job, "make directory", name);
	}
	return 0;
}

int
file_delete_directories(struct job *job)
{
	const struct io_calls *calls = job->calls;
	uint64_t count = job->files.directories;
	char name[FILE_NAME_BYTES];

	for (uint64_t i = 0; count > 1 && i < count; i++) {
		file_directory(i, name);
		if (calls->unlink_at(calls->self, job->directory_fd, name,
				     AT_REMOVEDIR) != 0)
			return fail(job, "remove directory", name);
	}
	return 0;
}
