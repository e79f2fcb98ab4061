#ifndef IO_CALLS_H
#define IO_CALLS_H

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

struct io_command;
struct io_command_end;
struct uring_enter;

/* The system calls that workloads make, as a table, so that a test can count
 * them and let any one of them fail. All of them behave as POSIX says; `self`
 * is the table's own state. Workloads make no other call on files. */
struct io_calls {
	void *self;
	int (*open_at)(void *self, int directory, const char *name, int flags,
		       mode_t mode);
	/* The same with the page cache bypassed. */
	int (*open_direct_at)(void *self, int directory, const char *name,
			      int flags, mode_t mode);
	int (*close)(void *self, int fd);
	ssize_t (*read)(void *self, int fd, void *buffer, size_t length);
	ssize_t (*write)(void *self, int fd, const void *buffer, size_t length);
	ssize_t (*read_at)(void *self, int fd, void *buffer, size_t length,
			   off_t offset);
	ssize_t (*write_at)(void *self, int fd, const void *buffer,
			    size_t length, off_t offset);
	int (*sync)(void *self, int fd);
	/* io_uring_enter(2), for the uring engine alone. */
	int (*ring_enter)(void *self, const struct uring_enter *enter);
	int (*stat_at)(void *self, int directory, const char *name,
		       struct stat *status, int flags);
	int (*make_directory_at)(void *self, int directory, const char *name,
				 mode_t mode);
	int (*link_at)(void *self, int from_directory, const char *from,
		       int to_directory, const char *to);
	int (*symbolic_link_at)(void *self, const char *target, int directory,
				const char *name);
	int (*unlink_at)(void *self, int directory, const char *name,
			 int flags);
	DIR *(*open_directory)(void *self, int directory, const char *name);
	struct dirent *(*read_directory)(void *self, DIR *stream);
	int (*close_directory)(void *self, DIR *stream);

	/* For trees. */
	int (*stat)(void *self, int fd, struct stat *status);
	ssize_t (*read_link_at)(void *self, int directory, const char *name,
				char *target, size_t size);
	int (*truncate)(void *self, int fd, off_t length);
	int (*set_owner)(void *self, int fd, uid_t user, gid_t group);
	int (*set_mode)(void *self, int fd, mode_t mode);
	int (*set_times)(void *self, int fd, const struct timespec *times);
	/* Of a link itself. */
	int (*set_owner_at)(void *self, int directory, const char *name,
			    uid_t user, gid_t group);
	int (*set_times_at)(void *self, int directory, const char *name,
			    const struct timespec *times);
	/* See platform/files.h. */
	ssize_t (*copy_range)(void *self, int from, int to,
			      uint64_t offset_bytes, size_t length);
	ssize_t (*send_file)(void *self, int from, int to,
			     uint64_t offset_bytes, size_t length);
	int (*clone_file)(void *self, int from, int to);
	int (*next_data)(void *self, int fd, uint64_t offset_bytes,
			 uint64_t *begin_bytes, uint64_t *end_bytes);
	int (*sync_file_system)(void *self, int fd);

	/* See io/command.h: 0 whatever it did, -1 when it did not start. */
	int (*run_command)(void *self, const struct io_command *command,
			   struct io_command_end *end);
};

/* The real ones. */
extern const struct io_calls io_system_calls;

#endif
