#include "io/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/command.h"
#include "io/uring_ring.h"
#include "platform/command.h"
#include "platform/files.h"
#include "platform/platform.h"

static int
system_open_at(void *self, int directory, const char *name, int flags,
	       mode_t mode)
{
	(void)self;
	return openat(directory, name, flags, mode);
}

static int
system_open_direct_at(void *self, int directory, const char *name, int flags,
		      mode_t mode)
{
	(void)self;
	return platform_open_direct(directory, name, flags, mode);
}

static int
system_close(void *self, int fd)
{
	(void)self;
	return close(fd);
}

static ssize_t
system_read(void *self, int fd, void *buffer, size_t length)
{
	(void)self;
	return read(fd, buffer, length);
}

static ssize_t
system_write(void *self, int fd, const void *buffer, size_t length)
{
	(void)self;
	return write(fd, buffer, length);
}

static ssize_t
system_read_at(void *self, int fd, void *buffer, size_t length, off_t offset)
{
	(void)self;
	return platform_read_at(fd, buffer, length, offset);
}

static ssize_t
system_write_at(void *self, int fd, const void *buffer, size_t length,
		off_t offset)
{
	(void)self;
	return platform_write_at(fd, buffer, length, offset);
}

static int
system_sync(void *self, int fd)
{
	(void)self;
	return fsync(fd);
}

static int
system_stat_at(void *self, int directory, const char *name, struct stat *status,
	       int flags)
{
	(void)self;
	return fstatat(directory, name, status, flags);
}

static int
system_make_directory_at(void *self, int directory, const char *name,
			 mode_t mode)
{
	(void)self;
	return mkdirat(directory, name, mode);
}

static int
system_link_at(void *self, int from_directory, const char *from,
	       int to_directory, const char *to)
{
	(void)self;
	return linkat(from_directory, from, to_directory, to, 0);
}

static int
system_symbolic_link_at(void *self, const char *target, int directory,
			const char *name)
{
	(void)self;
	return symlinkat(target, directory, name);
}

static int
system_unlink_at(void *self, int directory, const char *name, int flags)
{
	(void)self;
	return unlinkat(directory, name, flags);
}

static DIR *
system_open_directory(void *self, int directory, const char *name)
{
	int fd = openat(directory, name,
			O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	DIR *stream;

	(void)self;
	if (fd < 0)
		return NULL;
	stream = fdopendir(fd);
	if (!stream) {
		int reason = errno;

		close(fd);
		errno = reason;
	}
	return stream;
}

static struct dirent *
system_read_directory(void *self, DIR *stream)
{
	(void)self;
	return readdir(stream);
}

static int
system_close_directory(void *self, DIR *stream)
{
	(void)self;
	return closedir(stream);
}

static int
system_stat(void *self, int fd, struct stat *status)
{
	(void)self;
	return fstat(fd, status);
}

static ssize_t
system_read_link_at(void *self, int directory, const char *name, char *target,
		    size_t size)
{
	(void)self;
	return readlinkat(directory, name, target, size);
}

static int
system_truncate(void *self, int fd, off_t length)
{
	(void)self;
	return ftruncate(fd, length);
}

static int
system_set_owner(void *self, int fd, uid_t user, gid_t group)
{
	(void)self;
	return fchown(fd, user, group);
}

static int
system_set_mode(void *self, int fd, mode_t mode)
{
	(void)self;
	return fchmod(fd, mode);
}

static int
system_set_times(void *self, int fd, const struct timespec *times)
{
	(void)self;
	return futimens(fd, times);
}

static int
system_set_owner_at(void *self, int directory, const char *name, uid_t user,
		    gid_t group)
{
	(void)self;
	return fchownat(directory, name, user, group, AT_SYMLINK_NOFOLLOW);
}

static int
system_set_times_at(void *self, int directory, const char *name,
		    const struct timespec *times)
{
	(void)self;
	return utimensat(directory, name, times, AT_SYMLINK_NOFOLLOW);
}

static ssize_t
system_copy_range(void *self, int from, int to, uint64_t offset_bytes,
		  size_t length)
{
	(void)self;
	return platform_copy_range(from, to, offset_bytes, length);
}

static ssize_t
system_send_file(void *self, int from, int to, uint64_t offset_bytes,
		 size_t length)
{
	(void)self;
	return platform_send_file(from, to, offset_bytes, length);
}

static int
system_clone_file(void *self, int from, int to)
{
	(void)self;
	return platform_clone_file(from, to);
}

static int
system_next_data(void *self, int fd, uint64_t offset_bytes,
		 uint64_t *begin_bytes, uint64_t *end_bytes)
{
	(void)self;
	return platform_next_data(fd, offset_bytes, begin_bytes, end_bytes);
}

static int
system_sync_file_system(void *self, int fd)
{
	(void)self;
	return platform_sync_file_system(fd);
}

static int
system_run_command(void *self, const struct io_command *command,
		   struct io_command_end *end)
{
	const struct platform_command how = {
		.arguments = command->arguments,
		.directory_fd = command->directory_fd,
		.output_fd = command->output_fd,
	};
	struct platform_command_end what;

	(void)self;
	if (platform_command_run(&how, &what) < 0)
		return -1;
	if (WIFSIGNALED(what.wait_status))
		end->signal = WTERMSIG(what.wait_status);
	end->status =
		end->signal ? 128 + end->signal : WEXITSTATUS(what.wait_status);
	end->peak_bytes = what.peak_bytes;
	end->left_behind = what.left_behind;
	return 0;
}

const struct io_calls io_system_calls = {
	.open_at = system_open_at,
	.open_direct_at = system_open_direct_at,
	.close = system_close,
	.read = system_read,
	.write = system_write,
	.read_at = system_read_at,
	.write_at = system_write_at,
	.sync = system_sync,
	.ring_enter = uring_system_enter,
	.stat_at = system_stat_at,
	.make_directory_at = system_make_directory_at,
	.link_at = system_link_at,
	.symbolic_link_at = system_symbolic_link_at,
	.unlink_at = system_unlink_at,
	.open_directory = system_open_directory,
	.read_directory = system_read_directory,
	.close_directory = system_close_directory,
	.stat = system_stat,
	.read_link_at = system_read_link_at,
	.truncate = system_truncate,
	.set_owner = system_set_owner,
	.set_mode = system_set_mode,
	.set_times = system_set_times,
	.set_owner_at = system_set_owner_at,
	.set_times_at = system_set_times_at,
	.copy_range = system_copy_range,
	.send_file = system_send_file,
	.clone_file = system_clone_file,
	.next_data = system_next_data,
	.sync_file_system = system_sync_file_system,
	.run_command = system_run_command,
};
