#include "rig.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocations.h"
#include "base_folder.h"
#include "core/mem.h"
#include "core/meter.h"
#include "io/copy.h"

static char base[BASE_FOLDER_BYTES];
static char rig_word[] = "true";
static char *const rig_command[] = { rig_word, NULL };

/* In memory where that can be had: thousands of files come and go. */
void
rig_base_make(void)
{
	bool memory = access("/dev/shm", W_OK | X_OK) == 0;

	base_folder_make(base, memory ? "/dev/shm" : "/tmp");
}

void
rig_base_remove(void)
{
	base_folder_remove(base);
}

/* Counts a call; true when it is to fail, with errno. */
static bool
fails(struct rig *rig, bool interruptible)
{
	unsigned number = ++rig->count;
	bool here = number == rig->fault_at;

	if (rig->fault == RIG_STOPS && here)
		atomic_store(&rig->stop, true);
	if ((rig->fault == RIG_FAILS_ONCE && here) ||
	    (rig->fault == RIG_FAILS_FOR_GOOD && number >= rig->fault_at)) {
		errno = EIO;
		return true;
	}
	if (rig->fault == RIG_INTERRUPTED && here && interruptible) {
		errno = EINTR;
		return true;
	}
	return false;
}

static size_t
length_of(const struct rig *rig, size_t length)
{
	bool here = rig->count == rig->fault_at;

	if (rig->fault == RIG_CUT_SHORT && here && length > 1)
		return length / 2;
	return length;
}

static int
rig_open_at(void *self, int at, const char *name, int flags, mode_t mode)
{
	return fails(self, true) ? -1 : openat(at, name, flags, mode);
}

/* A close that fails has closed all the same. */
static int
rig_close(void *self, int fd)
{
	bool failed = fails(self, true);
	int reason = errno;

	close(fd);
	errno = reason;
	return failed ? -1 : 0;
}

static ssize_t
rig_read(void *self, int fd, void *buffer, size_t length)
{
	if (fails(self, true))
		return -1;
	return read(fd, buffer, length_of(self, length));
}

static ssize_t
rig_write(void *self, int fd, const void *buffer, size_t length)
{
	if (fails(self, true))
		return -1;
	return write(fd, buffer, length_of(self, length));
}

static ssize_t
rig_read_at(void *self, int fd, void *buffer, size_t length, off_t offset)
{
	struct rig *rig = self;

	if (fails(self, true))
		return -1;
	rig->visits = rng_mix(rig->visits ^ (uint64_t)offset) + 1;
	return pread(fd, buffer, length_of(self, length), offset);
}

static ssize_t
rig_write_at(void *self, int fd, const void *buffer, size_t length,
	     off_t offset)
{
	if (fails(self, true))
		return -1;
	return pwrite(fd, buffer, length_of(self, length), offset);
}

static int
rig_sync(void *self, int fd)
{
	if (fails(self, true))
		return -1;
	return fcntl(fd, F_GETFD) < 0 ? -1 : 0;
}

static int
rig_stat_at(void *self, int at, const char *name, struct stat *status,
	    int flags)
{
	return fails(self, false) ? -1 : fstatat(at, name, status, flags);
}

static int
rig_make_directory_at(void *self, int at, const char *name, mode_t mode)
{
	return fails(self, false) ? -1 : mkdirat(at, name, mode);
}

static int
rig_link_at(void *self, int from_at, const char *from, int to_at,
	    const char *to)
{
	return fails(self, false) ? -1 : linkat(from_at, from, to_at, to, 0);
}

static int
rig_symbolic_link_at(void *self, const char *target, int at, const char *name)
{
	return fails(self, false) ? -1 : symlinkat(target, at, name);
}

static int
rig_unlink_at(void *self, int at, const char *name, int flags)
{
	return fails(self, false) ? -1 : unlinkat(at, name, flags);
}

static DIR *
rig_open_directory(void *self, int at, const char *name)
{
	DIR *stream;

	if (fails(self, false))
		return NULL;
	allocations_pause(true); /* the buffer that libc needs for it */
	stream = io_system_calls.open_directory(NULL, at, name);
	allocations_pause(false);
	return stream;
}

static struct dirent *
rig_read_directory(void *self, DIR *stream)
{
	return fails(self, false) ? NULL : readdir(stream);
}

static int
rig_close_directory(void *self, DIR *stream)
{
	bool failed = fails(self, false);

	closedir(stream);
	if (failed)
		errno = EIO;
	return failed ? -1 : 0;
}

static int
rig_stat(void *self, int fd, struct stat *status)
{
	return fails(self, false) ? -1 : fstat(fd, status);
}

static ssize_t
rig_read_link_at(void *self, int at, const char *name, char *target,
		 size_t size)
{
	return fails(self, false) ? -1 : readlinkat(at, name, target, size);
}

static int
rig_truncate(void *self, int fd, off_t length)
{
	return fails(self, false) ? -1 : ftruncate(fd, length);
}

static int
rig_set_owner(void *self, int fd, uid_t user, gid_t group)
{
	return fails(self, false) ? -1 : fchown(fd, user, group);
}

static int
rig_set_mode(void *self, int fd, mode_t mode)
{
	return fails(self, false) ? -1 : fchmod(fd, mode);
}

static int
rig_set_times(void *self, int fd, const struct timespec *times)
{
	return fails(self, false) ? -1 : futimens(fd, times);
}

static int
rig_set_owner_at(void *self, int at, const char *name, uid_t user, gid_t group)
{
	if (fails(self, false))
		return -1;
	return fchownat(at, name, user, group, AT_SYMLINK_NOFOLLOW);
}

static int
rig_set_times_at(void *self, int at, const char *name,
		 const struct timespec *times)
{
	if (fails(self, false))
		return -1;
	return utimensat(at, name, times, AT_SYMLINK_NOFOLLOW);
}

static ssize_t
rig_copy_range(void *self, int from, int to, uint64_t offset_bytes,
	       size_t length)
{
	if (fails(self, true))
		return -1;
	return io_system_calls.copy_range(NULL, from, to, offset_bytes,
					  length_of(self, length));
}

static ssize_t
rig_send_file(void *self, int from, int to, uint64_t offset_bytes,
	      size_t length)
{
	if (fails(self, true))
		return -1;
	return io_system_calls.send_file(NULL, from, to, offset_bytes,
					 length_of(self, length));
}

static int
rig_clone_file(void *self, int from, int to)
{
	if (fails(self, true))
		return -1;
	return io_system_calls.clone_file(NULL, from, to);
}

static int
rig_next_data(void *self, int fd, uint64_t offset_bytes, uint64_t *begin_bytes,
	      uint64_t *end_bytes)
{
	if (fails(self, false))
		return -1;
	return io_system_calls.next_data(NULL, fd, offset_bytes, begin_bytes,
					 end_bytes);
}

static int
rig_sync_file_system(void *self, int fd)
{
	(void)fd;
	return fails(self, true) ? -1 : 0;
}

static int
rig_run_command(void *self, const struct io_command *command,
		struct io_command_end *end)
{
	(void)command;
	(void)end;
	return fails(self, false) ? -1 : 0;
}

static const struct io_calls rig_calls = {
	.open_at = rig_open_at,
	.open_direct_at = rig_open_at,
	.close = rig_close,
	.read = rig_read,
	.write = rig_write,
	.read_at = rig_read_at,
	.write_at = rig_write_at,
	.sync = rig_sync,
	.stat_at = rig_stat_at,
	.make_directory_at = rig_make_directory_at,
	.link_at = rig_link_at,
	.symbolic_link_at = rig_symbolic_link_at,
	.unlink_at = rig_unlink_at,
	.open_directory = rig_open_directory,
	.read_directory = rig_read_directory,
	.close_directory = rig_close_directory,
	.stat = rig_stat,
	.read_link_at = rig_read_link_at,
	.truncate = rig_truncate,
	.set_owner = rig_set_owner,
	.set_mode = rig_set_mode,
	.set_times = rig_set_times,
	.set_owner_at = rig_set_owner_at,
	.set_times_at = rig_set_times_at,
	.copy_range = rig_copy_range,
	.send_file = rig_send_file,
	.clone_file = rig_clone_file,
	.next_data = rig_next_data,
	.sync_file_system = rig_sync_file_system,
	.run_command = rig_run_command,
};

static void
open_places(struct rig *rig)
{
	struct io_open how = {
		.name = "data",
		.flags = O_RDWR | O_CREAT,
		.mode = 0600,
		.depth = 1,
	};
	int at;

	snprintf(rig->path, sizeof rig->path, "%s/XXXXXX", base);
	ck_assert_ptr_nonnull(mkdtemp(rig->path));
	at = open(rig->path, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(at, 0);
	how.directory_fd = at;
	ck_assert_int_eq(engine_find("sync")->open(&rig->file, &rig->calls,
						   &how, &rig->error),
			 0);
	ck_assert_int_eq(mkdirat(at, "files", 0700), 0);
	rig->job.directory_fd = openat(at, "files", O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(rig->job.directory_fd, 0);
	close(at);
}

void
rig_init(struct rig *rig)
{
	memset(rig, 0, sizeof *rig);
	rig->calls = rig_calls;
	rig->calls.self = rig;
	rig->meter = mem_alloc(1, sizeof *rig->meter);
	meter_clear(rig->meter);
	rig->job = (struct job){
		.calls = &rig->calls,
		.file = &rig->file,
		.file_bytes = 20 * 4096,
		.chunk_bytes = 4096,
		.files = {
			.count = 6,
			.max_bytes = 3000,
			.chunk_bytes = 1000,
			.directories = 1,
			.seed = 5,
		},
		.tree = {
			.files = 6,
			.mean_bytes = 2000,
			.depth = 2,
			.directories = 3,
			.seed = 5,
		},
		.copy_method = copy_methods,
		.command = { .arguments = rig_command },
		.check_every = 1,
		.workers = 1,
		.stop = &rig->stop,
		.meter = rig->meter,
		.error = &rig->error,
	};
	pattern_init(&rig->job.pattern, 11, 12, rig->job.chunk_bytes);
	rig->job.pattern.pool_bytes = 4 * rig->job.chunk_bytes;
	rig->job.buffer_bytes = (size_t)rig->job.pattern.pool_bytes;
	rig->job.buffer = mem_aligned(4096, rig->job.buffer_bytes);
	rng_init(&rig->job.rng, 7);
	open_places(rig);
}

void
rig_release(struct rig *rig)
{
	close(rig->file.fd);
	close(rig->job.directory_fd);
	free(rig->job.buffer);
	free(rig->meter);
}

/* The create test that made the files which `workload` needs. */
static const struct workload *
creator_of(const struct workload *workload)
{
	const struct workload *creator = NULL;
	const struct workload *row;

	for (size_t i = 0; (row = workload_at(i)) != workload; i++) {
		ck_assert_ptr_nonnull(row);
		if ((row->flags & WORKLOAD_DIRECTORY) &&
		    !(row->flags & WORKLOAD_NEEDS_FILES))
			creator = row;
	}
	return creator;
}

void
rig_make_ready(struct rig *rig, const struct workload *workload)
{
	enum rig_fault fault = rig->fault;

	rig->fault = RIG_SOUND;
	if (workload->flags & WORKLOAD_READS)
		rig_must_run(rig, "write");
	if (workload->flags & WORKLOAD_NEEDS_FILES)
		rig_must_run(rig, creator_of(workload)->key);
	if (workload->flags & (WORKLOAD_NEEDS_TREE | WORKLOAD_NEEDS_COPY))
		rig_must_run(rig, "tree-make");
	if (workload->flags & WORKLOAD_NEEDS_COPY)
		rig_must_run(rig, "tree-copy");
	meter_clear(rig->meter);
	rig->fault = fault;
}

int
rig_run(struct rig *rig, const struct workload *workload)
{
	enum rig_fault fault = rig->fault;
	unsigned count;
	int status;

	rig->fault = RIG_SOUND;
	if (workload->prepare && workload->prepare(&rig->job) != 0)
		return -1;
	rig->fault = fault;
	rig->count = 0;
	rig->visits = 0;
	allocations_start();
	status = workload->run(&rig->job);
	rig->allocations = allocations_stop();
	rig->fault = RIG_SOUND;
	count = rig->count;
	if (workload->finish && workload->finish(&rig->job) != 0)
		status = -1;
	rig->count = count;
	rig->fault = fault;
	return status;
}

void
rig_must_run(struct rig *rig, const char *key)
{
	const struct workload *workload = workload_find(key);
	int status;

	ck_assert_ptr_nonnull(workload);
	status = rig_run(rig, workload);
	ck_assert_msg(status == 0, "%s: %s", key, rig->error.text);
}

static unsigned counted;

static int
count_entry(const char *path, const struct stat *status, int kind,
	    struct FTW *place)
{
	(void)path;
	(void)status;
	(void)kind;
	counted += place->level > 0;
	return 0;
}

unsigned
rig_count_files(const struct rig *rig)
{
	char path[PATH_MAX + 8];

	snprintf(path, sizeof path, "%s/files", rig->path);
	counted = 0;
	ck_assert_int_eq(nftw(path, count_entry, 8, FTW_PHYS), 0);
	return counted;
}
