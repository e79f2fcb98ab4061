#include "io/engine_file.h"

#include <errno.h>
#include <fcntl.h>

#include "core/error.h"
#include "io/calls.h"
#include "io/engine.h"
#include "platform/platform.h"

/* The smallest sector there is. */
enum { SECTOR_BYTES = 512 };

static int
open_by_name(const struct io_file *file, const struct io_open *how)
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

int
engine_file_open(struct io_file *file, const struct io_calls *calls,
		 const struct io_open *how, struct error *error)
{
	file->calls = calls;
	file->direct = how->direct || file->engine->always_direct;
	file->name = how->name;
	file->state = NULL;
	file->fd = how->checked_fd ? platform_reopen(*how->checked_fd,
						     how->flags, file->direct)
				   : open_by_name(file, how);
	if (file->fd < 0)
		return open_failed(file, errno, error);
	if (file->direct && !platform_is_direct(file->fd)) {
		calls->close(calls->self, file->fd);
		file->fd = -1;
		return error_set(error, ERROR_RUN,
				 "'%s' was opened for direct I/O but is not in "
				 "direct mode",
				 file->name);
	}
	if (how->random)
		platform_advise_random(file->fd);
	return 0;
}

int
engine_file_flush(struct io_file *file)
{
	const struct io_calls *calls = file->calls;
	int status;

	do
		status = calls->sync(calls->self, file->fd);
	while (status != 0 && errno == EINTR);
	return status;
}

/* Interrupted or not, the descriptor is gone. */
int
engine_file_close(struct io_file *file)
{
	int status = file->calls->close(file->calls->self, file->fd);

	file->fd = -1;
	return status != 0 && errno != EINTR ? -1 : 0;
}

bool
engine_read_ends_here(const struct io_file *file, size_t moved)
{
	return file->direct && moved % SECTOR_BYTES;
}

ssize_t
engine_read_on(struct io_file *file, void *buffer, size_t length,
	       uint64_t offset_bytes, ssize_t count)
{
	const struct io_calls *calls = file->calls;
	char *to = buffer;
	size_t moved = 0;

	for (;;) {
		if (count > 0)
			moved += (size_t)count;
		else if (count == 0)
			break;
		else if (errno != EINTR)
			return -1;
		if (moved == length || engine_read_ends_here(file, moved))
			break;
		count = calls->read_at(calls->self, file->fd, to + moved,
				       length - moved,
				       (off_t)(offset_bytes + moved));
	}
	return (ssize_t)moved;
}
