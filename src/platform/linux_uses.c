#define _GNU_SOURCE
#include "platform/uses.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/loop.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "platform/linux.h"

/* ---- the family: the device, and all that would be hurt with it ---------- */

enum { FAMILY_MAX = 256, FILES_MAX = 16 };

struct relative {
	dev_t number;
	char name[64];
	bool lies_on_it; /* dm, md, loop or the like */
};

struct file {
	dev_t device;
	ino_t inode;
};

struct family {
	const struct stat *status; /* what it is about */
	size_t file_count;
	struct file files[FILES_MAX]; /* it, or what it is a loop device of */
	size_t count;
	struct relative members[FAMILY_MAX];
};

static struct relative *
find_member(struct family *family, dev_t number)
{
	for (size_t i = 0; i < family->count; i++)
		if (family->members[i].number == number)
			return &family->members[i];
	return NULL;
}

/* What does not fit is cut: names of devices are short, paths of sysfs too. */
static void
add_text(char *to, size_t size, const char *text)
{
	size_t used = strlen(to);
	size_t more = strnlen(text, size - 1 - used);

	memcpy(to + used, text, more);
	to[used + more] = '\0';
}

static void
copy_text(char *to, size_t size, const char *text)
{
	to[0] = '\0';
	add_text(to, size, text);
}

static void
join(char *path, size_t size, const char *directory, const char *name)
{
	copy_text(path, size, directory);
	add_text(path, size, "/");
	add_text(path, size, name);
}

static void
add_member(struct family *family, dev_t number, const char *name,
	   bool lies_on_it)
{
	struct relative *member;

	if (family->count == FAMILY_MAX || find_member(family, number))
		return;
	member = &family->members[family->count++];
	member->number = number;
	member->lies_on_it = lies_on_it;
	copy_text(member->name, sizeof member->name, name);
}

/* `path` names a directory of sysfs that has a "dev" file. */
static bool
read_number(const char *path, dev_t *number)
{
	char name[PATH_MAX], text[32];
	unsigned major_number, minor_number;

	join(name, sizeof name, path, "dev");
	if (linux_read(linux_sys_root(), name, text, sizeof text) < 0 ||
	    sscanf(text, "%u:%u", &major_number, &minor_number) != 2)
		return false;
	*number = makedev(major_number, minor_number);
	return true;
}

static bool
has_file(const char *path, const char *file)
{
	char name[PATH_MAX], text[8];

	join(name, sizeof name, path, file);
	return linux_read(linux_sys_root(), name, text, sizeof text) >= 0;
}

/* The name that sysfs gives a device; false when it does not know it. */
static bool
read_name(dev_t number, char *name, size_t size)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *last;
	ssize_t length;

	snprintf(path, sizeof path, "%s/dev/block/%u:%u", linux_sys_root(),
		 major(number), minor(number));
	length = readlink(path, target, sizeof target - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	last = strrchr(target, '/');
	copy_text(name, size, last ? last + 1 : target);
	return true;
}

/* Called with the path of an entry, relative to the root of sysfs. */
typedef void visitor(struct family *family, const char *path, const char *name);

static void
visit_directory(struct family *family, const char *directory, visitor *visit)
{
	char path[PATH_MAX];
	struct dirent **entries;
	int count;

	join(path, sizeof path, linux_sys_root(), directory);
	count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;

		join(path, sizeof path, directory, name);
		if (name[0] != '.')
			visit(family, path, name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void
add_partition(struct family *family, const char *path, const char *name)
{
	dev_t number;

	if (has_file(path, "partition") && read_number(path, &number))
		add_member(family, number, name, false);
}

static void
add_holder(struct family *family, const char *path, const char *name)
{
	dev_t number;

	if (read_number(path, &number))
		add_member(family, number, name, true);
}

/* What lies below a loop device, as the kernel knows it: the name that it
 * tells may lead elsewhere by now. */
static bool
ask_loop(const char *name, struct loop_info64 *information)
{
	char path[PATH_MAX];
	int fd, status;

	snprintf(path, sizeof path, "/dev/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	status = ioctl(fd, LOOP_GET_STATUS64, information);
	close(fd);
	return status == 0;
}

static bool
is_file(const struct family *family, dev_t device, ino_t inode)
{
	for (size_t i = 0; i < family->file_count; i++)
		if (family->files[i].device == device &&
		    family->files[i].inode == inode)
			return true;
	return false;
}

static void
add_file(struct family *family, dev_t device, ino_t inode)
{
	if (family->file_count == FILES_MAX || is_file(family, device, inode))
		return;
	family->files[family->file_count++] = (struct file){ device, inode };
}

/* Whether a path leads to the file or to a member. */
static struct relative *
leads_to_member(struct family *family, const char *path, bool *to_file)
{
	struct stat status;

	*to_file = false;
	if (path[0] != '/' || stat(path, &status) != 0)
		return NULL;
	if (S_ISBLK(status.st_mode))
		return find_member(family, status.st_rdev);
	*to_file = is_file(family, status.st_dev, status.st_ino);
	return NULL;
}

static bool
lies_on_family(struct family *family, const char *path, const char *name)
{
	struct loop_info64 loop;
	char file[PATH_MAX], backing[PATH_MAX];
	bool to_file;

	join(file, sizeof file, path, "loop/backing_file");
	if (linux_read(linux_sys_root(), file, backing, sizeof backing) < 0)
		return false;
	if (leads_to_member(family, backing, &to_file) || to_file)
		return true;
	return ask_loop(name, &loop) &&
	       (is_file(family, (dev_t)loop.lo_device, (ino_t)loop.lo_inode) ||
		(loop.lo_rdevice &&
		 find_member(family, (dev_t)loop.lo_rdevice)));
}

static void
add_loop(struct family *family, const char *path, const char *name)
{
	dev_t number;

	if (strncmp(name, "loop", 4) == 0 && read_number(path, &number) &&
	    !find_member(family, number) && lies_on_family(family, path, name))
		add_member(family, number, name, true);
}

static void
add_device(struct family *family, dev_t number)
{
	char path[128], name[64];
	dev_t disk;

	if (!read_name(number, name, sizeof name))
		snprintf(name, sizeof name, "%u:%u", major(number),
			 minor(number));
	add_member(family, number, name, false);
	snprintf(path, sizeof path, "dev/block/%u:%u", major(number),
		 minor(number));
	if (!has_file(path, "partition"))
		return;
	snprintf(path, sizeof path, "dev/block/%u:%u/..", major(number),
		 minor(number));
	/* A partition's neighbours are not in danger, its disk may be in use
	 * as a whole. */
	if (read_number(path, &disk) && read_name(disk, name, sizeof name))
		add_member(family, disk, name, false);
}

static void
add_disk(struct family *family, dev_t number)
{
	char name[64];

	if (read_name(number, name, sizeof name))
		add_member(family, number, name, false);
}

/* What is written to a loop device is written to what lies below, which may be
 * in use by another way. */
static void
add_below(struct family *family, const struct relative *member)
{
	char path[128], backing[PATH_MAX];
	struct loop_info64 loop;
	struct stat status;

	snprintf(path, sizeof path, "dev/block/%u:%u/loop/backing_file",
		 major(member->number), minor(member->number));
	if (linux_read(linux_sys_root(), path, backing, sizeof backing) < 0)
		return;
	if (stat(backing, &status) == 0 && S_ISBLK(status.st_mode))
		add_disk(family, status.st_rdev);
	else if (stat(backing, &status) == 0)
		add_file(family, status.st_dev, status.st_ino);
	if (!ask_loop(member->name, &loop))
		return;
	if (loop.lo_rdevice)
		add_disk(family, (dev_t)loop.lo_rdevice);
	else
		add_file(family, (dev_t)loop.lo_device, (ino_t)loop.lo_inode);
}

static void
gather(struct family *family)
{
	bool partition = false;
	size_t seen = 0, before;
	char path[128];

	if (S_ISBLK(family->status->st_mode)) {
		add_device(family, family->status->st_rdev);
		partition = family->count > 1;
	} else {
		add_file(family, family->status->st_dev,
			 family->status->st_ino);
	}
	for (size_t i = 0; i < family->count; i++)
		add_below(family, &family->members[i]);
	do {
		before = family->count;
		visit_directory(family, "block", add_loop);
		for (; seen < family->count; seen++) {
			dev_t number = family->members[seen].number;

			snprintf(path, sizeof path, "dev/block/%u:%u",
				 major(number), minor(number));
			/* Member 1 of a partition's family is its disk. */
			if (!(partition && seen == 1))
				visit_directory(family, path, add_partition);
			snprintf(path, sizeof path, "dev/block/%u:%u/holders",
				 major(number), minor(number));
			visit_directory(family, path, add_holder);
		}
	} while (family->count > before);
}

/* ---- uses ------------------------------------------------------------------------ */

struct found {
	struct use *uses;
	size_t count, capacity;
};

static void
add_use(struct found *found, enum use_kind kind, const char *device,
	const char *by)
{
	struct use *use;

	if (found->count == found->capacity)
		return;
	use = &found->uses[found->count++];
	use->kind = kind;
	snprintf(use->device, sizeof use->device, "%s", device);
	snprintf(use->by, sizeof use->by, "%s", by);
}

static bool
find_mounts(struct found *found, struct family *family)
{
	char *text = linux_read_all(linux_proc_root(), "self/mountinfo");
	char *cursor = text;
	struct linux_mount mount;
	bool known = text != NULL;

	while (text && linux_mount_next(&cursor, &mount)) {
		struct relative *member =
			find_member(family, makedev(mount.major, mount.minor));
		bool to_file = false;

		/* Some file systems have numbers of their own. */
		if (!member)
			member =
				leads_to_member(family, mount.source, &to_file);
		if (member || to_file)
			add_use(found, USE_MOUNTED, member ? member->name : "",
				mount.point);
	}
	free(text);
	return known;
}

static void
find_swaps(struct found *found, struct family *family)
{
	char *text = linux_read_all(linux_proc_root(), "swaps");
	char *cursor = text, *line;

	while (text && (line = strsep(&cursor, "\n"))) {
		struct relative *member;
		bool to_file;

		line[strcspn(line, " \t")] = '\0';
		linux_unescape(line);
		member = leads_to_member(family, line, &to_file);
		if (member || to_file)
			add_use(found, USE_SWAP, member ? member->name : "",
				line);
	}
	free(text);
}

static void
find_holders(struct found *found, const struct family *family)
{
	for (size_t i = 0; i < family->count; i++)
		if (family->members[i].lies_on_it)
			add_use(found, USE_HELD,
				S_ISREG(family->status->st_mode)
					? ""
					: family->members[0].name,
				family->members[i].name);
}

int
platform_uses(const struct stat *status, struct use *uses, size_t capacity)
{
	struct found found = { .uses = uses, .capacity = capacity };
	struct family family = { .status = status };

	gather(&family);
	if (!find_mounts(&found, &family)) {
		errno = ENOTSUP;
		return -1;
	}
	find_swaps(&found, &family);
	find_holders(&found, &family);
	return (int)found.count;
}
