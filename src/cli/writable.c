#include "cli/writable.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/mem.h"

static int
may_write(const char *path)
{
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS);
}

static int
may_write_beside(const char *path)
{
	char *copy = mem_strdup(path);
	int status = may_write(dirname(copy));

	free(copy);
	return status;
}

/* 1: it is there, 0: it is not, but may come to be; -1 with errno: neither. */
static int
look_at(const char *path, struct stat *status)
{
	if (stat(path, status) != 0)
		return errno == ENOENT ? 0 : -1;
	if (!S_ISDIR(status->st_mode))
		return 1;
	errno = EISDIR;
	return -1;
}

char *
writable_whole(const char *path)
{
	struct stat status;

	if (stat(path, &status) == 0)
		return S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
	return mem_strdup(path);
}

int
writable_check_whole(const char *path)
{
	struct stat status;
	char *whole;
	int result;

	if (look_at(path, &status) < 0)
		return -1;
	whole = writable_whole(path);
	result = whole ? may_write_beside(whole) : may_write(path);
	free(whole);
	return result;
}

int
writable_check_append(const char *path)
{
	struct stat status;
	int there = look_at(path, &status);

	if (there < 0)
		return -1;
	return there ? may_write(path) : may_write_beside(path);
}
