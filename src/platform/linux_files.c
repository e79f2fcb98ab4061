#define _GNU_SOURCE
#include "platform/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/linux.h"
#include "platform/platform.h"

mode_t
platform_entry_type(const struct dirent *entry)
{
	return entry->d_type == DT_UNKNOWN ? 0 : (mode_t)DTTOIF(entry->d_type);
}

ssize_t
platform_copy_range(int from, int to, uint64_t offset_bytes, size_t length)
{
	off64_t from_offset = (off64_t)offset_bytes;
	off64_t to_offset = (off64_t)offset_bytes;

	return copy_file_range(from, &from_offset, to, &to_offset, length, 0);
}

bool
platform_take_own_table(void)
{
	return unshare(CLONE_FILES) == 0;
}

void
platform_close_own_table(void)
{
#ifdef SYS_close_range
	syscall(SYS_close_range, 0U, UINT_MAX, 0U);
#endif
}

bool
platform_is_read_only(int fd)
{
	int read_only = 0;

	return ioctl(fd, BLKROGET, &read_only) == 0 && read_only;
}

void
platform_settle(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0);
}

/* Elsewhere an offset takes two words, in an order of its own. */
#if defined(SYS_pread64) && defined(__LP64__)

ssize_t
platform_read_at(int fd, void *buffer, size_t length, off_t offset)
{
	return syscall(SYS_pread64, fd, buffer, length, offset);
}

ssize_t
platform_write_at(int fd, const void *buffer, size_t length, off_t offset)
{
	return syscall(SYS_pwrite64, fd, buffer, length, offset);
}

#else

ssize_t
platform_read_at(int fd, void *buffer, size_t length, off_t offset)
{
	return pread(fd, buffer, length, offset);
}

ssize_t
platform_write_at(int fd, const void *buffer, size_t length, off_t offset)
{
	return pwrite(fd, buffer, length, offset);
}

#endif

ssize_t
platform_send_file(int from, int to, uint64_t offset_bytes, size_t length)
{
	off_t offset = (off_t)offset_bytes;

	return sendfile(to, from, &offset, length);
}

int
platform_clone_file(int from, int to)
{
	return ioctl(to, FICLONE, from);
}

int
platform_next_data(int fd, uint64_t offset_bytes, uint64_t *begin_bytes,
		   uint64_t *end_bytes)
{
	off_t begin = lseek(fd, (off_t)offset_bytes, SEEK_DATA);
	off_t end;

	if (begin < 0)
		return -1;
	end = lseek(fd, begin, SEEK_HOLE);
	if (end < 0)
		return -1;
	*begin_bytes = (uint64_t)begin;
	*end_bytes = (uint64_t)end;
	return 0;
}

int
platform_sync_file_system(int fd)
{
	return syncfs(fd);
}

int
platform_drop_caches(void)
{
	char path[PATH_MAX];
	ssize_t written;
	int fd, code;

	snprintf(path, sizeof path, "%s/sys/vm/drop_caches", linux_proc_root());
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	written = write(fd, "3\n", 2);
	code = errno;
	close(fd);
	errno = code;
	return written == 2 ? 0 : -1;
}
