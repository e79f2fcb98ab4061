#include "io/engine.h"

#include <errno.h>
#include <fcntl.h>

#include "core/error.h"
#include "io/calls.h"
#include "platform/platform.h"

/* The smallest sector: a direct transfer that is not a multiple of it can only
 * have ended at the end of the file. */
enum { SECTOR_BYTES = 512 };

static int
open_file(struct io_file *file, const struct io_open *how)
{
	const struct io_calls *calls = file->calls;
	int (*open_at)(void *, int, const char *, int, mode_t) =
		file->direct ? calls->open_direct_at : calls->open_at;
	int fd;

	do
		fd = open_at(calls->self, how->directory_fd, how->name,
			     how->flags | O_CLOEXEC, how->mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

static int
open_failed(const struct io_file *file, int reason, struct error *error)
{
	if (file->direct && (reason == EINVAL || reason == ENOTSUP))
		return error_set_errno(error, reason,
				       "cannot open '%s' for direct I/O, which "
				       "its file system does not offer",
				       file->name);
	return error_set_errno(error, reason, "cannot open '%s'%s", file->name,
			       file->direct ? " for direct I/O" : "");
}

/* The caller has set `engine`. */
static int
open_engine(struct io_file *file, const struct io_calls *calls,
	    const struct io_open *how, struct error *error)
{
	file->calls = calls;
	file->direct = how->direct || file->engine->always_direct;
	file->name = how->name;
	file->state = NULL;
	file->fd = open_file(file, how);
	if (file->fd < 0)
		return open_failed(file, errno, error);
	if (file->direct && !platform_is_direct(file->fd)) {
		calls->close(calls->self, file->fd);
		return error_set(error, ERROR_RUN,
				 "'%s' was opened for direct I/O but is not in "
				 "direct mode",
				 file->name);
	}
	return 0;
}

static int
sync_open(struct io_file *file, const struct io_calls *calls,
	  const struct io_open *how, struct error *error)
{
	file->engine = &engine_sync;
	return open_engine(file, calls, how, error);
}

static int
direct_open(struct io_file *file, const struct io_calls *calls,
	    const struct io_open *how, struct error *error)
{
	file->engine = &engine_direct;
	return open_engine(file, calls, how, error);
}

/* Whether a transfer that was cut short at `moved` bytes cannot go on. */
static bool
ends_here(const struct io_file *file, size_t moved)
{
	return file->direct && moved % SECTOR_BYTES;
}

static ssize_t
sync_read(struct io_file *file, void *buffer, size_t length,
	  uint64_t offset_bytes)
{
	const struct io_calls *calls = file->calls;
	char *to = buffer;
	size_t moved = 0;

	while (moved < length && !ends_here(file, moved)) {
		ssize_t count = calls->read_at(calls->self, file->fd,
					       to + moved, length - moved,
					       (off_t)(offset_bytes + moved));

		if (count > 0)
			moved += (size_t)count;
		else if (count == 0)
			break;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)moved;
}

static ssize_t
sync_write(struct io_file *file, const void *buffer, size_t length,
	   uint64_t offset_bytes)
{
	const struct io_calls *calls = file->calls;
	const char *from = buffer;
	size_t moved = 0;

	while (moved < length) {
		ssize_t count = calls->write_at(calls->self, file->fd,
						from + moved, length - moved,
						(off_t)(offset_bytes + moved));

		if (count > 0) {
			moved += (size_t)count;
		} else if (count == 0) {
			/* Nothing moved and no reason: going on could last
			 * for ever. */
			errno = ENOSPC;
			return -1;
		} else if (errno != EINTR) {
			return -1;
		}
	}
	return (ssize_t)moved;
}

static int
sync_flush(struct io_file *file)
{
	const struct io_calls *calls = file->calls;
	int status;

	do
		status = calls->sync(calls->self, file->fd);
	while (status != 0 && errno == EINTR);
	return status;
}

/* Interrupted or not, the descriptor is gone. */
static int
sync_close(struct io_file *file)
{
	int status = file->calls->close(file->calls->self, file->fd);

	file->fd = -1;
	return status != 0 && errno != EINTR ? -1 : 0;
}

const struct engine engine_sync = {
	.name = "sync",
	.summary = "read and write calls through the page cache",
	.open = sync_open,
	.read = sync_read,
	.write = sync_write,
	.flush = sync_flush,
	.close = sync_close,
};

const struct engine engine_direct = {
	.name = "direct",
	.summary = "read and write calls that bypass the page cache",
	.always_direct = true,
	.open = direct_open,
	.read = sync_read,
	.write = sync_write,
	.flush = sync_flush,
	.close = sync_close,
};
