#include "io/workspace.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "io/sweep.h"

struct workspace {
	pid_t owner; /* a forked child has the memory, but not the lock */
	int parent_fd;
	int fd;
	int lock_fd;
	char *parent; /* for messages */
	char name[64];
	dev_t device;
	ino_t inode;
};

enum { NAMES_MAX = 100 };

static const char prefix[] = "diskbench.";
static const char lock_name[] = "lock";

/* The one that a signal handler removes. */
static _Atomic(struct workspace *) current;
static atomic_bool signal_is_removing;

static struct workspace *
own_workspace(void)
{
	struct workspace *workspace = atomic_load(&current);

	return workspace && workspace->owner == getpid() ? workspace : NULL;
}

/* ---- making ------------------------------------------------------------------ */

static struct flock
whole_file(short type)
{
	return (struct flock){ .l_type = type, .l_whence = SEEK_SET };
}

/* A folder that somebody has put in the place of ours is not empty, or is not
 * owned by the one to whom the file system gives what we make. Modes are not
 * looked at: some file systems have but one for all. */
static int
make_lock(struct workspace *workspace, const struct stat *folder)
{
	struct flock lock = whole_file(F_WRLCK);
	struct stat status;

	if (!sweep_finds_nothing(workspace->fd)) {
		errno = EEXIST;
		return -1;
	}
	workspace->lock_fd =
		openat(workspace->fd, lock_name,
		       O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		       S_IRUSR | S_IWUSR);
	if (workspace->lock_fd < 0 || fstat(workspace->lock_fd, &status) != 0)
		return -1;
	/* The numbers of their devices may differ: files of an overlay have
	 * those of its layers. */
	if (status.st_uid != folder->st_uid) {
		errno = EPERM;
		return -1;
	}
	/* Where the file system has no locks, leftovers cannot be told from
	 * runs that are still at work; nothing else is lost. */
	(void)fcntl(workspace->lock_fd, F_SETLK, &lock);
	return 0;
}

static int
enter_folder(struct workspace *workspace)
{
	struct stat status;

	workspace->fd = openat(workspace->parent_fd, workspace->name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (workspace->fd < 0 || fstat(workspace->fd, &status) != 0)
		return -1;
	workspace->device = status.st_dev;
	workspace->inode = status.st_ino;
	return make_lock(workspace, &status);
}

/* A name that is taken (another host or another container may have our process
 * number) is left alone, whatever it is. */
static int
make_folder(struct workspace *workspace)
{
	for (int i = 0; i < NAMES_MAX; i++) {
		size_t used = (size_t)snprintf(workspace->name,
					       sizeof workspace->name, "%s%ld",
					       prefix, (long)getpid());

		if (i)
			snprintf(workspace->name + used,
				 sizeof workspace->name - used, ".%d", i);
		if (mkdirat(workspace->parent_fd, workspace->name, S_IRWXU) ==
		    0)
			return 0;
		if (errno != EEXIST)
			break;
	}
	return -1;
}

static void
close_if_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void
workspace_free(struct workspace *workspace)
{
	close_if_open(workspace->lock_fd);
	close_if_open(workspace->fd);
	close_if_open(workspace->parent_fd);
	free(workspace->parent);
	free(workspace);
}

static int
fill_workspace(struct workspace *workspace, struct error *error)
{
	workspace->parent_fd =
		open(workspace->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (workspace->parent_fd < 0)
		return error_set_errno(error, errno,
				       "cannot open directory '%s'",
				       workspace->parent);
	if (make_folder(workspace) != 0)
		return error_set_errno(error, errno,
				       "cannot make a folder in '%s'",
				       workspace->parent);
	if (enter_folder(workspace) == 0)
		return 0;
	error_set_errno(error, errno, "cannot use folder '%s/%s'",
			workspace->parent, workspace->name);
	if (workspace->lock_fd >= 0)
		unlinkat(workspace->fd, lock_name, 0);
	unlinkat(workspace->parent_fd, workspace->name, AT_REMOVEDIR);
	return -1;
}

struct workspace *
workspace_create(const char *parent, struct error *error)
{
	struct workspace *workspace = mem_alloc(1, sizeof *workspace);
	sigset_t all, before;
	int status;

	assert(!own_workspace());
	workspace->owner = getpid();
	workspace->parent_fd = workspace->fd = workspace->lock_fd = -1;
	workspace->parent = mem_strdup(parent);
	/* No signal may find a folder that the handler does not know. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	status = fill_workspace(workspace, error);
	if (status == 0) {
		atomic_store(&signal_is_removing, false);
		atomic_store(&current, workspace);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (status == 0)
		return workspace;
	workspace_free(workspace);
	return NULL;
}

int
workspace_fd(const struct workspace *workspace)
{
	return workspace->fd;
}

const char *
workspace_name(const struct workspace *workspace)
{
	return workspace->name;
}

/* ---- removing ---------------------------------------------------------------- */

int
workspace_empty(struct workspace *workspace, struct error *error)
{
	struct sweep_failure failure;

	if (sweep_directory(workspace->fd, lock_name, SWEEP_ORDINARY,
			    &failure) == 0)
		return 0;
	if (*failure.name)
		return error_set_errno(error, failure.errno_code,
				       "cannot remove '%s' in '%s/%s'",
				       failure.name, workspace->parent,
				       workspace->name);
	if (failure.errno_code == ENOENT)
		return error_set_errno(error, ENOENT,
				       "folder '%s/%s' has gone meanwhile",
				       workspace->parent, workspace->name);
	return error_set_errno(error, failure.errno_code,
			       "cannot list folder '%s/%s'", workspace->parent,
			       workspace->name);
}

/* Whether the name in the parent still stands for our folder. */
static bool
is_in_place(const struct workspace *workspace)
{
	struct stat status;

	return fstatat(workspace->parent_fd, workspace->name, &status,
		       AT_SYMLINK_NOFOLLOW) == 0 &&
	       status.st_dev == workspace->device &&
	       status.st_ino == workspace->inode;
}

/* The lock is closed before the folder goes: on NFS a file that is open when
 * it is removed lives on under another name, and the folder with it. */
static int
remove_folder(struct workspace *workspace)
{
	if (unlinkat(workspace->fd, lock_name, 0) != 0 && errno != ENOENT)
		return -1;
	close(workspace->lock_fd);
	workspace->lock_fd = -1;
	if (!is_in_place(workspace)) {
		errno = ENOENT;
		return -1;
	}
	return unlinkat(workspace->parent_fd, workspace->name, AT_REMOVEDIR);
}

int
workspace_remove(struct workspace *workspace, struct error *error)
{
	int status = workspace_empty(workspace, error);

	if (status == 0 && remove_folder(workspace) != 0)
		status = error_set_errno(error, errno,
					 "cannot remove folder '%s/%s'",
					 workspace->parent, workspace->name);
	atomic_store(&current, NULL);
	/* A handler in another thread may still be at it; then the program is
	 * about to end. */
	if (!atomic_load(&signal_is_removing))
		workspace_free(workspace);
	return status;
}

/* Workers may go on making files for a moment: more than one attempt. */
void
workspace_remove_in_signal(void)
{
	int reason = errno;
	struct sweep_failure failure;
	struct workspace *workspace;

	atomic_store(&signal_is_removing, true);
	workspace = own_workspace();
	for (int attempt = 0; workspace && attempt < 10; attempt++) {
		sweep_directory(workspace->fd, lock_name, SWEEP_IN_SIGNAL,
				&failure);
		if (remove_folder(workspace) == 0)
			break;
	}
	errno = reason;
}

/* ---- leftovers --------------------------------------------------------------- */

/* "diskbench.<pid>" or "diskbench.<pid>.<n>": the pid, or 0. */
static long
pid_of(const char *name)
{
	const char *from = name + sizeof prefix - 1;
	char *end;
	long pid;

	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return 0;
	if (strspn(from, "0123456789.") != strlen(from) || *from == '.')
		return 0;
	errno = 0;
	pid = strtol(from, &end, 10);
	return errno || end == from ? 0 : pid;
}

static bool
is_ours(const struct stat *status)
{
	const struct workspace *workspace = own_workspace();

	return workspace && status->st_dev == workspace->device &&
	       status->st_ino == workspace->inode;
}

/* Only reads: another run may be at work in there. Without a lock it died
 * before it had one, or is just about to take it. */
static bool
is_dead(int folder_fd, long pid)
{
	struct flock lock = whole_file(F_WRLCK);
	struct stat status;
	int lock_fd, asked;

	/* Closing any descriptor of our own lock would give it up. */
	if (fstat(folder_fd, &status) != 0 || is_ours(&status))
		return false;
	lock_fd = openat(folder_fd, lock_name,
			 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (lock_fd < 0)
		return errno == ENOENT && kill((pid_t)pid, 0) != 0 &&
		       errno == ESRCH;
	asked = fcntl(lock_fd, F_GETLK, &lock);
	close(lock_fd);
	return asked == 0 && lock.l_type == F_UNLCK;
}

static int
add_leftovers(DIR *stream, struct strbuf *names)
{
	struct dirent *entry;
	int count = 0;

	while ((errno = 0, entry = readdir(stream))) {
		long pid = pid_of(entry->d_name);
		int folder_fd;

		if (!pid)
			continue;
		folder_fd =
			openat(dirfd(stream), entry->d_name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (folder_fd < 0)
			continue;
		if (is_dead(folder_fd, pid)) {
			strbuf_addf(names, "%s\n", entry->d_name);
			count++;
		}
		close(folder_fd);
	}
	return errno ? -1 : count;
}

int
workspace_leftovers(const char *parent, struct strbuf *names,
		    struct error *error)
{
	DIR *stream = opendir(parent);
	int count;

	if (!stream)
		return error_set_errno(error, errno,
				       "cannot list directory '%s'", parent);
	count = add_leftovers(stream, names);
	if (count < 0)
		error_set_errno(error, errno, "cannot list directory '%s'",
				parent);
	closedir(stream);
	return count;
}
