#include "run/facts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "platform/platform.h"
#include "run/plan.h"

enum { PROBE_BYTES = 1 << 20, PROBE_LEFT_MOST = PROBE_BYTES / 50 };
enum { SECTOR_BYTES = 512 };

static void
ask_space(struct target_facts *facts, int fd)
{
	struct statvfs space;

	facts->free_inodes = UINT64_MAX;
	facts->free_bytes = UINT64_MAX;
	if (fstatvfs(fd, &space) < 0)
		return;
	facts->free_bytes = (uint64_t)space.f_frsize *
			    (geteuid() == 0 ? space.f_bfree : space.f_bavail);
	if (space.f_files)
		facts->free_inodes =
			geteuid() == 0 ? space.f_ffree : space.f_favail;
}

static void
ask_memory(struct target_facts *facts)
{
	struct platform_memory memory;

	if (platform_memory(&memory) < 0)
		return;
	facts->ram_bytes = memory.total_bytes;
	facts->cacheable_bytes = memory.available_bytes ? memory.available_bytes
							: memory.total_bytes;
	if (memory.limit_bytes < facts->cacheable_bytes)
		facts->cacheable_bytes = memory.limit_bytes;
}

static bool
goes_cold(int fd)
{
	struct residency before, after;
	char *data = mem_alloc(1, PROBE_BYTES);
	ssize_t put;

	memset(data, 'x', PROBE_BYTES);
	put = write(fd, data, PROBE_BYTES);
	free(data);
	if (put != PROBE_BYTES ||
	    platform_residency(fd, 0, PROBE_BYTES, &before) < 0 ||
	    before.ruler == RESIDENCY_UNKNOWN || fsync(fd) < 0 ||
	    platform_evict(fd, 0, 0) < 0 ||
	    platform_residency(fd, 0, PROBE_BYTES, &after) < 0)
		return false;
	return before.cached_bytes > PROBE_LEFT_MOST &&
	       after.cached_bytes <= PROBE_LEFT_MOST;
}

static bool
probe_cold(int directory_fd)
{
	char name[64];
	bool cold;
	int fd;

	snprintf(name, sizeof name, ".diskbench-probe.%ld", (long)getpid());
	fd = openat(directory_fd, name,
		    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		    S_IRUSR | S_IWUSR);
	if (fd < 0)
		return false;
	unlinkat(directory_fd, name, 0);
	cold = goes_cold(fd);
	close(fd);
	return cold;
}

static bool
guess_cold(int fd)
{
	struct mount_facts mount;

	return platform_mount_facts(fd, &mount) == 0 && !mount.memory_backed &&
	       !mount.remote;
}

static void
ask_direct(struct target_facts *facts, const char *target)
{
	struct direct_alignment alignment;
	int fd = platform_open_direct(AT_FDCWD, target,
				      O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);

	facts->unit_bytes = SECTOR_BYTES;
	if (fd < 0)
		return;
	facts->direct_possible = platform_is_direct(fd);
	if (platform_direct_alignment(fd, &alignment) == 0 &&
	    alignment.offset_bytes > facts->unit_bytes)
		facts->unit_bytes = alignment.offset_bytes;
	close(fd);
}

/* A device or a file as the target itself. */
static int
ask_target(struct target_facts *facts, const char *target, int fd,
	   const struct stat *status, struct error *error)
{
	off_t end;

	if (!S_ISBLK(status->st_mode) && !S_ISCHR(status->st_mode) &&
	    !S_ISREG(status->st_mode))
		return error_set(error, ERROR_USAGE,
				 "'%s' is neither a directory, a device nor a "
				 "regular file",
				 target);
	end = lseek(fd, 0, SEEK_END);
	facts->size_bytes = end > 0 ? (uint64_t)end : 0;
	ask_direct(facts, target);
	return 0;
}

int
facts_gather(struct target_facts *facts, const char *target, bool may_touch,
	     struct error *error)
{
	int fd = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;

	*facts = (struct target_facts){ 0 };
	if (fd < 0)
		return error_set_errno(error, errno, "cannot open '%s'",
				       target);
	if (fstat(fd, &status) < 0) {
		int code = errno;

		close(fd);
		return error_set_errno(error, code, "cannot look at '%s'",
				       target);
	}
	facts->directory = S_ISDIR(status.st_mode);
	if (!facts->directory &&
	    ask_target(facts, target, fd, &status, error) < 0) {
		close(fd);
		return -1;
	}
	facts->writable = faccessat(AT_FDCWD, target,
				    facts->directory ? W_OK | X_OK : W_OK,
				    AT_EACCESS) == 0;
	ask_space(facts, fd);
	ask_memory(facts);
	if (facts->directory && facts->writable && may_touch)
		facts->cold_provable = probe_cold(fd);
	else
		facts->cold_provable = guess_cold(fd);
	close(fd);
	return 0;
}
