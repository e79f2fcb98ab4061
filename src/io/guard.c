#include "io/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "io/signature.h"
#include "platform/platform.h"
#include "platform/uses.h"

struct guard {
	const struct guard_request *request;
	struct stat status;
	int access; /* O_RDWR, or O_RDONLY to look alone */
	int fd;
	struct error *error;
};

static bool
is_device(const struct stat *status)
{
	return S_ISBLK(status->st_mode) || S_ISCHR(status->st_mode);
}

/* Two paths may lead to one device through nodes of their own. */
static bool
is_same(const struct stat *one, const struct stat *other)
{
	if ((one->st_mode & S_IFMT) != (other->st_mode & S_IFMT))
		return false;
	if (is_device(one))
		return one->st_rdev == other->st_rdev;
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* ---- what was said -------------------------------------------------------------- */

static int
check_kind(const struct guard *guard)
{
	if (is_device(&guard->status) || S_ISREG(guard->status.st_mode))
		return 0;
	return error_set(guard->error, ERROR_USAGE,
			 "'%s' is neither a device nor a regular file",
			 guard->request->path);
}

static int
check_consent(const struct guard *guard)
{
	const struct guard_request *request = guard->request;
	struct stat named;

	if (!request->destroy)
		return error_set(guard->error, ERROR_USAGE,
				 "writing would destroy what is on '%s', want "
				 "--destroy=%s if it may go",
				 request->path, request->path);
	if (stat(request->destroy, &named) != 0)
		return error_set_errno(guard->error, errno,
				       "cannot find '--destroy=%s'",
				       request->destroy);
	if (!is_same(&named, &guard->status))
		return error_set(guard->error, ERROR_USAGE,
				 "'--destroy=%s' is not '%s', so that is not "
				 "written to",
				 request->destroy, request->path);
	return 0;
}

static int
check_allowed_kind(const struct guard *guard)
{
	const char *allowed = guard->request->destroy_signature;
	const char *kind;
	struct strbuf kinds;

	if (!allowed)
		return 0;
	strbuf_init(&kinds);
	for (size_t i = 0; (kind = signature_kind(i)); i++) {
		if (strcmp(kind, allowed) == 0)
			break;
		strbuf_addf(&kinds, " %s", kind);
	}
	if (!kind)
		error_set(guard->error, ERROR_USAGE,
			  "'--destroy-signature=%s' is no kind of signature, "
			  "want one of:%s",
			  allowed, kinds.text);
	strbuf_release(&kinds);
	return kind ? 0 : -1;
}

/* ---- who uses it ------------------------------------------------------------------ */

static int
refuse_use(const struct guard *guard, const struct use *use)
{
	static const char *const how[] = {
		[USE_MOUNTED] = "mounted at",
		[USE_SWAP] = "swapped to as",
		[USE_HELD] = "held by",
	};
	const char *path = guard->request->path;
	const char *base = strrchr(path, '/');
	bool other = use->device[0] &&
		     strcmp(base ? base + 1 : path, use->device) != 0;

	return error_set(guard->error, ERROR_RUN,
			 "'%s' is not written to: %s is %s '%s'", path,
			 other ? use->device : "it", how[use->kind], use->by);
}

static int
check_uses(const struct guard *guard)
{
	struct use first;
	int count = platform_uses(&guard->status, &first, 1);

	if (count > 0)
		return refuse_use(guard, &first);
	if (count < 0 && is_device(&guard->status))
		return error_set(guard->error, ERROR_RUN,
				 "'%s' is not written to: nobody can tell on "
				 "this system whether it is in use",
				 guard->request->path);
	return 0;
}

/* Whoever it is, a descriptor that is open exclusively, a mount or a swap area
 * is in the way, perhaps in a container. */
static int
open_failed(const struct guard *guard, int reason)
{
	const char *path = guard->request->path;

	if (reason != EBUSY && reason != ETXTBSY)
		return error_set_errno(guard->error, reason,
				       "cannot open '%s' for writing", path);
	if (check_uses(guard) != 0)
		return -1;
	return error_set_errno(guard->error, reason,
			       "'%s' is not written to: another program or "
			       "mount has it to itself",
			       path);
}

static int
open_target(struct guard *guard)
{
	const struct guard_request *request = guard->request;
	int flags = guard->access | O_CLOEXEC | O_NOCTTY;
	struct stat opened;

	if (S_ISBLK(guard->status.st_mode))
		flags |= O_EXCL;
	do
		guard->fd = request->direct
				    ? platform_open_direct(
					      AT_FDCWD, request->path, flags, 0)
				    : open(request->path, flags);
	while (guard->fd < 0 && errno == EINTR);
	if (guard->fd < 0)
		return open_failed(guard, errno);
	if (fstat(guard->fd, &opened) == 0 && is_same(&opened, &guard->status))
		return 0;
	return error_set(guard->error, ERROR_RUN,
			 "'%s' became something else while it was opened",
			 request->path);
}

/* ---- what is on it ---------------------------------------------------------------- */

static int
check_names(const struct guard *guard)
{
	if (is_device(&guard->status) || guard->status.st_nlink <= 1)
		return 0;
	return error_set(guard->error, ERROR_RUN,
			 "'%s' is not written to: the file has %lu names, want "
			 "one that nothing else refers to",
			 guard->request->path,
			 (unsigned long)guard->status.st_nlink);
}

/* The target, or a partition of it. */
struct area {
	const struct guard *guard;
	uint64_t from_bytes;
};

static ssize_t
read_area(void *context, void *buffer, size_t length, uint64_t offset_bytes)
{
	const struct area *area = context;

	return pread(area->guard->fd, buffer, length,
		     (off_t)(area->from_bytes + offset_bytes));
}

/* `partition` is NULL for the whole target. */
static int
refuse_signature(const struct guard *guard, const struct partition *partition,
		 const char *kind)
{
	const struct guard_request *request = guard->request;
	bool allowed = request->destroy_signature != NULL;

	return error_set(guard->error, ERROR_RUN,
			 "'%s' is not written to: %s carries '%s'%s%s",
			 request->path, partition ? partition->name : "it",
			 kind,
			 allowed ? " as well" : ", want --destroy-signature=",
			 allowed ? "" : kind);
}

static int
check_area(const struct guard *guard, const struct partition *partition,
	   uint64_t size_bytes)
{
	struct area area = { guard, partition ? partition->from_bytes : 0 };
	struct signature_source source = {
		.read = read_area,
		.context = &area,
		.size_bytes = size_bytes,
		.name = guard->request->path,
	};
	const char *kind;

	if (signature_find(&source, guard->request->destroy_signature, &kind,
			   guard->error) != 0)
		return -1;
	return kind ? refuse_signature(guard, partition, kind) : 0;
}

/* Whoever lets a partition table go may not know what is in its partitions. */
static int
check_partitions(const struct guard *guard)
{
	struct partition partitions[PARTITIONS_MOST];
	size_t count = platform_partitions(&guard->status, partitions);

	for (size_t i = 0; i < count; i++)
		if (check_area(guard, &partitions[i],
			       partitions[i].size_bytes) != 0)
			return -1;
	return 0;
}

static int
check_signatures(const struct guard *guard)
{
	off_t end = lseek(guard->fd, 0, SEEK_END);

	if (end <= 0)
		return error_set(guard->error, ERROR_RUN,
				 "'%s' has no size, want a disk or a file with "
				 "room for data",
				 guard->request->path);
	if (check_area(guard, NULL, (uint64_t)end) != 0)
		return -1;
	return check_partitions(guard);
}

/* ---- all together ------------------------------------------------------------------- */

static int
check_writable(const struct guard *guard)
{
	if (!platform_is_read_only(guard->fd))
		return 0;
	return error_set(guard->error, ERROR_RUN,
			 "'%s' is read-only, want a device that can be written",
			 guard->request->path);
}

static int
check_open(struct guard *guard)
{
	if (check_writable(guard) != 0)
		return -1;
	if (check_names(guard) != 0 || check_uses(guard) != 0 ||
	    check_signatures(guard) != 0)
		return -1;
	return 0;
}

/* 0 with guard->fd open, or -1 with nothing open. */
static int
open_checked(struct guard *guard)
{
	if (stat(guard->request->path, &guard->status) != 0)
		return error_set_errno(guard->error, errno, "cannot find '%s'",
				       guard->request->path);
	if (check_kind(guard) != 0 || check_consent(guard) != 0 ||
	    check_allowed_kind(guard) != 0)
		return -1;
	if (open_target(guard) == 0 && check_open(guard) == 0)
		return 0;
	if (guard->fd >= 0)
		close(guard->fd);
	return -1;
}

int
guard_open_for_writing(const struct guard_request *request, struct error *error)
{
	struct guard guard = {
		.request = request, .access = O_RDWR, .fd = -1, .error = error
	};

	return open_checked(&guard) == 0 ? guard.fd : -1;
}

int
guard_check(const struct guard_request *request, struct error *error)
{
	struct guard guard = {
		.request = request, .access = O_RDONLY, .fd = -1, .error = error
	};

	if (open_checked(&guard) != 0)
		return -1;
	close(guard.fd);
	if (faccessat(AT_FDCWD, request->path, W_OK, AT_EACCESS) != 0)
		return open_failed(&guard, errno);
	return 0;
}
