#include "platform/files.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

static int
not_supported(void)
{
	errno = ENOTSUP;
	return -1;
}

mode_t
platform_entry_type(const struct dirent *entry)
{
	(void)entry;
	return 0;
}

ssize_t
platform_copy_range(int from, int to, uint64_t offset_bytes, size_t length)
{
	(void)from;
	(void)to;
	(void)offset_bytes;
	(void)length;
	return not_supported();
}

bool
platform_take_own_table(void)
{
	return false;
}

void
platform_close_own_table(void)
{
}

bool
platform_is_read_only(int fd)
{
	(void)fd;
	return false;
}

void
platform_settle(void)
{
}

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

ssize_t
platform_send_file(int from, int to, uint64_t offset_bytes, size_t length)
{
	return platform_copy_range(from, to, offset_bytes, length);
}

int
platform_clone_file(int from, int to)
{
	(void)from;
	(void)to;
	return not_supported();
}

int
platform_next_data(int fd, uint64_t offset_bytes, uint64_t *begin_bytes,
		   uint64_t *end_bytes)
{
	(void)fd;
	(void)offset_bytes;
	(void)begin_bytes;
	(void)end_bytes;
	return not_supported();
}

/* All of them: POSIX knows no single one. */
int
platform_sync_file_system(int fd)
{
	(void)fd;
	sync();
	return 0;
}

int
platform_drop_caches(void)
{
	return not_supported();
}
