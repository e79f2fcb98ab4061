#include "io/engine.h"

#include <errno.h>

#include "io/calls.h"
#include "io/engine_file.h"

static int
sync_open(struct io_file *file, const struct io_calls *calls,
	  const struct io_open *how, struct error *error)
{
	file->engine = &engine_sync;
	return engine_file_open(file, calls, how, error);
}

static int
direct_open(struct io_file *file, const struct io_calls *calls,
	    const struct io_open *how, struct error *error)
{
	file->engine = &engine_direct;
	return engine_file_open(file, calls, how, error);
}

/* That one call moves all is the rule, and has the shortest way: the rest is
 * elsewhere, where no compiler makes it part of this. */
static ssize_t
sync_read(struct io_file *file, void *buffer, size_t length,
	  uint64_t offset_bytes)
{
	const struct io_calls *calls = file->calls;
	ssize_t count = calls->read_at(calls->self, file->fd, buffer, length,
				       (off_t)offset_bytes);

	if (count == (ssize_t)length)
		return count;
	return engine_read_on(file, buffer, length, offset_bytes, count);
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

const struct engine engine_sync = {
	.name = "sync",
	.summary = "read and write calls through the page cache",
	.open = sync_open,
	.read = sync_read,
	.write = sync_write,
	.flush = engine_file_flush,
	.close = engine_file_close,
};

const struct engine engine_direct = {
	.name = "direct",
	.summary = "read and write calls that bypass the page cache",
	.always_direct = true,
	.open = direct_open,
	.read = sync_read,
	.write = sync_write,
	.flush = engine_file_flush,
	.close = engine_file_close,
};
