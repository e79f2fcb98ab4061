#include "io/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"

struct sweep {
	int top_fd;
	int fd; /* the directory that is being listed */
	const char *keep;
	enum sweep_mode mode;
	uint64_t moved; /* for names of moved directories */
	uint64_t progress; /* removed or moved in this pass */
	struct sweep_failure *failure; /* of this pass */
};

static int
fail(struct sweep *sweep, const char *name)
{
	struct sweep_failure *failure = sweep->failure;
	size_t length = 0;

	if (failure->errno_code)
		return 0;
	failure->errno_code = errno;
	while (name[length] && length < sizeof failure->name - 1)
		length++;
	memcpy(failure->name, name, length);
	failure->name[length] = '\0';
	return 0;
}

/* ---- listing ----------------------------------------------------------------- */

static int
list_stream(int fd, platform_entry_visitor *visit, void *context)
{
	int own_fd = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = own_fd < 0 ? NULL : fdopendir(own_fd);
	struct dirent *entry;
	int status = 0;

	if (!stream) {
		if (own_fd >= 0)
			close(own_fd);
		return -1;
	}
	errno = 0;
	while (status == 0 && (entry = readdir(stream))) {
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			status = visit(context, entry->d_name,
				       PLATFORM_ENTRY_UNKNOWN);
		errno = 0;
	}
	if (errno)
		status = -1;
	closedir(stream);
	return status ? -1 : 0;
}

static int
list(int fd, enum sweep_mode mode, platform_entry_visitor *visit, void *context)
{
	int status = platform_list_directory(fd, visit, context);

	if (status != 0 && errno == ENOTSUP && mode == SWEEP_ORDINARY)
		return list_stream(fd, visit, context);
	return status;
}

/* ---- removing ---------------------------------------------------------------- */

static bool
is_directory(int fd, const char *name, enum platform_entry_kind kind)
{
	struct stat status;

	if (kind != PLATFORM_ENTRY_UNKNOWN)
		return kind == PLATFORM_ENTRY_DIRECTORY;
	return fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISDIR(status.st_mode);
}

/* What somebody else has removed meanwhile is removed. */
static bool
remove_entry(struct sweep *sweep, int fd, const char *name, int flags)
{
	if (unlinkat(fd, name, flags) != 0)
		return errno == ENOENT;
	sweep->progress++;
	return true;
}

static bool
is_not_empty(void)
{
	return errno == ENOTEMPTY || errno == EEXIST;
}

/* ".sweep.17", without snprintf(), which a signal handler must not call. */
static void
next_name(struct sweep *sweep, char *name)
{
	static const char prefix[] = ".sweep.";
	uint64_t number = sweep->moved++;
	char digits[20];
	size_t count = 0, length = sizeof prefix - 1;

	memcpy(name, prefix, length);
	do
		digits[count++] = (char)('0' + number % 10);
	while (number /= 10);
	while (count > 0)
		name[length++] = digits[--count];
	name[length] = '\0';
}

static int
move_up(struct sweep *sweep, const char *name)
{
	char new_name[32];

	do {
		next_name(sweep, new_name);
		if (renameat(sweep->fd, name, sweep->top_fd, new_name) == 0) {
			sweep->progress++;
			return 0;
		}
	} while (is_not_empty());
	return fail(sweep, name);
}

/* An entry one level below the top. */
static int
visit_nested(void *context, const char *name, enum platform_entry_kind kind)
{
	struct sweep *sweep = context;

	if (!is_directory(sweep->fd, name, kind)) {
		if (!remove_entry(sweep, sweep->fd, name, 0))
			fail(sweep, name);
	} else if (!remove_entry(sweep, sweep->fd, name, AT_REMOVEDIR)) {
		if (is_not_empty())
			move_up(sweep, name);
		else
			fail(sweep, name);
	}
	return 0;
}

static int
empty_nested(struct sweep *sweep, const char *name)
{
	int status;

	sweep->fd = openat(sweep->top_fd, name,
			   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sweep->fd < 0)
		return fail(sweep, name);
	status = list(sweep->fd, sweep->mode, visit_nested, sweep);
	if (status != 0)
		fail(sweep, name);
	close(sweep->fd);
	if (!remove_entry(sweep, sweep->top_fd, name, AT_REMOVEDIR))
		fail(sweep, name);
	return 0;
}

static int
visit_top(void *context, const char *name, enum platform_entry_kind kind)
{
	struct sweep *sweep = context;

	if (sweep->keep && strcmp(name, sweep->keep) == 0)
		return 0;
	if (!is_directory(sweep->top_fd, name, kind)) {
		if (!remove_entry(sweep, sweep->top_fd, name, 0))
			fail(sweep, name);
	} else if (!remove_entry(sweep, sweep->top_fd, name, AT_REMOVEDIR)) {
		if (is_not_empty())
			empty_nested(sweep, name);
		else
			fail(sweep, name);
	}
	return 0;
}

/* Some file systems leave entries out of a listing while others are removed,
 * and what was moved up may not be seen: list until nothing changes. */
int
sweep_directory(int fd, const char *keep, enum sweep_mode mode,
		struct sweep_failure *failure)
{
	struct sweep sweep = {
		.top_fd = fd, .keep = keep, .mode = mode, .failure = failure
	};

	do {
		sweep.progress = 0;
		failure->errno_code = 0;
		failure->name[0] = '\0';
		if (list(fd, mode, visit_top, &sweep) != 0)
			fail(&sweep, "");
	} while (sweep.progress);
	return failure->errno_code ? -1 : 0;
}

static int
end_listing(void *context, const char *name, enum platform_entry_kind kind)
{
	(void)context;
	(void)name;
	(void)kind;
	errno = EEXIST;
	return 1;
}

bool
sweep_finds_nothing(int fd)
{
	return list(fd, SWEEP_ORDINARY, end_listing, NULL) == 0;
}
