#ifndef IO_CALLS_H
#define IO_CALLS_H

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

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
	int (*ring_enter)(void *self, int fd, unsigned submit, unsigned least,
			  unsigned flags);
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
};

/* The real ones. */
extern const struct io_calls io_system_calls;

#endif
