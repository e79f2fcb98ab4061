#ifndef PLATFORM_FILES_H
#define PLATFORM_FILES_H

#include <dirent.h>
#include <stdint.h>
#include <sys/types.h>

/* pread(2) and pwrite(2) at the least cost: where there are threads, a C library
 * may spend as much time on making them points of cancellation as the clock
 * takes. No thread may be cancelled in them. */
ssize_t platform_read_at(int fd, void *buffer, size_t length, off_t offset);
ssize_t platform_write_at(int fd, const void *buffer, size_t length,
			  off_t offset);

/* What only some systems can do with files, for the tests of trees. As in
 * platform.h: 0 or a count, or -1 with errno; ENOTSUP where there is none. */

/* The type bits of an entry's mode as the listing gives them; 0: not known. */
mode_t platform_entry_type(const struct dirent *entry);

/* Moves up to `length` bytes at `offset_bytes` within the kernel; the bytes
 * moved, 0 at the end of `from`. */
ssize_t platform_copy_range(int from, int to, uint64_t offset_bytes,
			    size_t length);

/* The same with sendfile(2); writes where `to` stands. */
ssize_t platform_send_file(int from, int to, uint64_t offset_bytes,
			   size_t length);

/* Lets `to` share all blocks of `from`. */
int platform_clone_file(int from, int to);

/* The next stretch of data at or after `offset_bytes`; ENXIO: only a hole, or
 * nothing, comes. */
int platform_next_data(int fd, uint64_t offset_bytes, uint64_t *begin_bytes,
		       uint64_t *end_bytes);

/* Brings the whole file system that `fd` lies on to stable storage. */
int platform_sync_file_system(int fd);

/* Drops clean pages, names and inodes of every file system from memory; EACCES
 * or EPERM for those who may not. */
int platform_drop_caches(void);

#endif
