#include "cli/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

enum { SAVE_MODE = 0666 };

/* Other runs may append to the same file. */
static int
lock(const struct save *save, short type)
{
	struct flock whole = { .l_type = type, .l_whence = SEEK_SET };
	int status;

	do
		status = fcntl(save->fd, F_SETLKW, &whole);
	while (status != 0 && errno == EINTR);
	return status;
}

static ssize_t
write_all(int fd, const char *text, size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t count = write(fd, text + done, length - done);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return -1;
		done += (size_t)count;
	}
	return (ssize_t)done;
}

/* Whether the file ends in the middle of a line. */
static bool
is_torn(const struct save *save, off_t end)
{
	char last;

	return end > 0 && pread(save->fd, &last, 1, end - 1) == 1 &&
	       last != '\n';
}

int
save_open(struct save *save, const char *path, struct error *error)
{
	save->path = path;
	save->fd = -1;
	if (!path)
		return 0;
	save->fd =
		open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, SAVE_MODE);
	/* A pipe or a terminal may be open for writing only. */
	if (save->fd < 0)
		save->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (save->fd < 0)
		return error_set_errno(error, errno, "--save: cannot open '%s'",
				       path);
	return 0;
}

static int
append(const struct save *save, const char *line, size_t length)
{
	struct stat status;
	bool regular = fstat(save->fd, &status) == 0 && S_ISREG(status.st_mode);
	int errno_code;

	if (regular && is_torn(save, status.st_size) &&
	    write_all(save->fd, "\n", 1) < 0)
		goto undo;
	if (write_all(save->fd, line, length) < 0)
		goto undo;
	if (regular && fsync(save->fd) != 0)
		return -1;
	return 0;
undo:
	errno_code = errno;
	if (regular && ftruncate(save->fd, status.st_size) != 0)
		return -1;
	errno = errno_code;
	return -1;
}

int
save_line(struct save *save, const char *line, size_t length,
	  struct error *error)
{
	int status;

	if (save->fd < 0)
		return 0;
	lock(save, F_WRLCK);
	status = append(save, line, length);
	if (status != 0)
		error_set_errno(error, errno, "--save: cannot write to '%s'",
				save->path);
	lock(save, F_UNLCK);
	return status;
}

void
save_close(struct save *save)
{
	if (save->fd >= 0)
		close(save->fd);
	save->fd = -1;
}
