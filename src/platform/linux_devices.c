#define _GNU_SOURCE
#include "platform/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/btrfs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/strbuf.h"
#include "platform/linux.h"

/* Overlays and loop devices lie on files again; nobody stacks more. */
enum { HOPS_MAX = 32 };

/* The devices found so far are also the queue of those still to look at, so
 * that they come out level by level. */
struct walk {
	struct device_facts *devices;
	size_t count;
	size_t capacity;
	unsigned hops; /* from a device or an overlay to a file below */
};

/* ---- sysfs ------------------------------------------------------------------ */

/* The kernel's name; false when sysfs does not know the device. */
static bool
read_name(struct device_facts *device)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *name;
	ssize_t length;

	snprintf(path, sizeof path, "%s/dev/block/%u:%u", linux_sys_root(),
		 device->major, device->minor);
	length = readlink(path, target, sizeof target - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	name = strrchr(target, '/');
	snprintf(device->name, sizeof device->name, "%.63s",
		 name ? name + 1 : target);
	return true;
}

/* ---- the queue -------------------------------------------------------------- */

/* Adds a device once; its name goes to `names`, if any. 1, or 0 when it is not
 * in sysfs. */
static int
push(struct walk *walk, dev_t number, unsigned depth, struct strbuf *names)
{
	struct device_facts found = { .major = major(number),
				      .minor = minor(number),
				      .depth = depth };
	size_t i;

	if (!read_name(&found))
		return 0;
	if (names)
		strbuf_addf(names, "%s%s", names->length ? " " : "",
			    found.name);
	for (i = 0; i < walk->count; i++)
		if (walk->devices[i].major == found.major &&
		    walk->devices[i].minor == found.minor)
			return 1;
	if (walk->count < walk->capacity)
		walk->devices[walk->count++] = found;
	return 1;
}

/* A "dev" file holds "major:minor". */
static int
push_named(struct walk *walk, const char *path, unsigned depth,
	   struct strbuf *names)
{
	char text[32];
	unsigned major_number, minor_number;

	if (linux_read(linux_sys_root(), path, text, sizeof text) < 0 ||
	    sscanf(text, "%u:%u", &major_number, &minor_number) != 2)
		return 0;
	return push(walk, makedev(major_number, minor_number), depth, names);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Every device that a directory of sysfs links to, in the order of names. */
static int
push_directory(struct walk *walk, const char *directory, unsigned depth,
	       struct strbuf *names)
{
	char path[PATH_MAX];
	struct dirent **entries;
	int found = 0, count;

	snprintf(path, sizeof path, "%s/%s", linux_sys_root(), directory);
	count = scandir(path, &entries, is_visible, alphasort);
	if (count < 0)
		return 0;
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof path, "%s/%s/dev", directory,
			 entries[i]->d_name);
		found += push_named(walk, path, depth, names);
		free(entries[i]);
	}
	free(entries);
	return found;
}

/* ---- from a file to devices ------------------------------------------------- */

static int push_below_file(struct walk *walk, int fd, unsigned depth,
			   struct strbuf *names);

static int
not_known(void)
{
	errno = ENOTSUP;
	return -1;
}

static int
push_below_path(struct walk *walk, const char *path, unsigned depth,
		struct strbuf *names)
{
	int fd, found;

	if (path[0] != '/' || walk->hops++ > HOPS_MAX)
		return not_known();
	/* Enough to ask for facts, and needs no permission to read. */
	fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return not_known();
	found = push_below_file(walk, fd, depth, names);
	close(fd);
	return found;
}

/* The kernel lists a btrfs' devices under its UUID. */
static int
push_btrfs(struct walk *walk, const struct linux_mount *mount, unsigned depth,
	   struct strbuf *names)
{
	struct btrfs_ioctl_fs_info_args info;
	char path[128];
	size_t used;
	int fd = open(mount->point, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status, found;

	if (fd < 0)
		return not_known();
	memset(&info, 0, sizeof info);
	status = ioctl(fd, BTRFS_IOC_FS_INFO, &info);
	close(fd);
	if (status != 0)
		return not_known();
	used = (size_t)snprintf(path, sizeof path, "fs/btrfs/");
	for (size_t i = 0; i < sizeof info.fsid; i++)
		used += (size_t)snprintf(
			path + used, sizeof path - used, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			(unsigned)info.fsid[i]);
	snprintf(path + used, sizeof path - used, "/devices");
	found = push_directory(walk, path, depth, names);
	return found ? found : not_known();
}

/* An overlay writes to its upper directory; without one it only reads. */
static int
push_overlay(struct walk *walk, const struct linux_mount *mount, unsigned depth,
	     struct strbuf *names)
{
	char path[PATH_MAX];

	if (linux_mount_option(mount->super_options, "upperdir", path,
			       sizeof path))
		return push_below_path(walk, path, depth, names);
	if (!linux_mount_option(mount->super_options, "lowerdir", path,
				sizeof path))
		return not_known();
	path[strcspn(path, ":")] = '\0';
	return push_below_path(walk, path, depth, names);
}

/* Some file systems name their devices as "/dev/sda:/dev/sdb". */
static int
push_source(struct walk *walk, const struct linux_mount *mount, unsigned depth,
	    struct strbuf *names)
{
	const char *source = mount->source;
	int found = 0;

	while (*source == '/') {
		char path[PATH_MAX];
		size_t end = strcspn(source, ":");
		struct stat status;

		snprintf(path, sizeof path, "%.*s", (int)end, source);
		if (stat(path, &status) == 0 && S_ISBLK(status.st_mode))
			found += push(walk, status.st_rdev, depth, names);
		source += end;
		source += *source == ':';
	}
	return found ? found : not_known();
}

static int
push_below_mount(struct walk *walk, const struct linux_mount *mount,
		 unsigned depth, struct strbuf *names)
{
	if (linux_mount_in_memory(mount) || linux_mount_is_remote(mount))
		return 0;
	if (strcmp(mount->type, "btrfs") == 0 &&
	    push_btrfs(walk, mount, depth, names) > 0)
		return 1;
	if (strcmp(mount->type, "overlay") == 0)
		return push_overlay(walk, mount, depth, names);
	return push_source(walk, mount, depth, names);
}

/* How many devices lie directly below a file; 0: none, -1: not known. */
static int
push_below_file(struct walk *walk, int fd, unsigned depth, struct strbuf *names)
{
	struct linux_mount mount;
	struct stat status;
	char *text;
	int found;

	if (fstat(fd, &status) != 0)
		return -1;
	if (S_ISBLK(status.st_mode))
		return push(walk, status.st_rdev, depth, names) ? 1
								: not_known();
	if (push(walk, status.st_dev, depth, names))
		return 1;
	if (linux_mount_find(fd, &mount, &text) != 0)
		return -1;
	found = push_below_mount(walk, &mount, depth, names);
	free(text);
	return found;
}

/* ---- what a device is ------------------------------------------------------- */

static const char *
on(const struct strbuf *below)
{
	return below->length ? " on " : "";
}

static bool
look_at_loop(struct walk *walk, const struct device_facts *device,
	     struct strbuf *below, struct strbuf *what)
{
	char path[PATH_MAX], direct[8];
	const char *name;
	int found;

	if (linux_device_read(device, "loop/backing_file", path, sizeof path) <
	    0)
		return false;
	found = push_below_path(walk, path, device->depth + 1, below);
	name = strrchr(path, '/');
	strbuf_addf(what, "%s%s%s", name ? name + 1 : path, on(below),
		    below->text);
	if (found == 0)
		strbuf_add(what, " on memory or network");
	if (linux_device_read(device, "loop/dio", direct, sizeof direct) > 0)
		strbuf_add(what, direct[0] == '1' ? ", direct" : ", buffered");
	return true;
}

static bool
look_at_partition(struct walk *walk, const struct device_facts *device,
		  struct strbuf *below, struct strbuf *what)
{
	char path[128];

	if (!linux_device_has(device, "partition"))
		return false;
	snprintf(path, sizeof path, "dev/block/%u:%u/../dev", device->major,
		 device->minor);
	push_named(walk, path, device->depth + 1, below);
	strbuf_addf(what, "partition%s%s", on(below), below->text);
	return true;
}

/* Device mapper and md, and whatever else has slaves. */
static bool
look_at_slaves(struct walk *walk, const struct device_facts *device,
	       struct strbuf *below, struct strbuf *what)
{
	char path[128], text[128];

	snprintf(path, sizeof path, "dev/block/%u:%u/slaves", device->major,
		 device->minor);
	if (!push_directory(walk, path, device->depth + 1, below))
		return false;
	if (linux_device_read(device, "md/level", text, sizeof text) > 0) {
		strbuf_add(what, text);
	} else if (linux_device_read(device, "dm/name", text, sizeof text) >
		   0) {
		strbuf_add(what, text);
		if (linux_device_read(device, "dm/uuid", text, sizeof text) > 0)
			strbuf_addf(what, " %.*s", (int)strcspn(text, "-"),
				    text);
	}
	strbuf_addf(what, "%s%s", what->length ? " on " : "on ", below->text);
	return true;
}

static bool
look_at_memory(struct walk *walk, const struct device_facts *device,
	       struct strbuf *below, struct strbuf *what)
{
	(void)walk;
	(void)below;
	if (linux_device_has(device, "mm_stat"))
		strbuf_add(what, "compressed memory");
	else if (strncmp(device->name, "ram", 3) == 0)
		strbuf_add(what, "memory");
	return what->length > 0;
}

static bool
look_at_model(struct walk *walk, const struct device_facts *device,
	      struct strbuf *below, struct strbuf *what)
{
	char text[64];
	size_t length;

	(void)walk;
	(void)below;
	if (linux_device_read(device, "device/model", text, sizeof text) <= 0)
		return false;
	length = strlen(text);
	while (length > 0 && text[length - 1] == ' ')
		text[--length] = '\0';
	strbuf_add(what, text);
	return true;
}

static void
look_at(struct walk *walk, struct device_facts *device)
{
	static bool (*const looks[])(struct walk *, const struct device_facts *,
				     struct strbuf *, struct strbuf *) = {
		look_at_loop,   look_at_partition, look_at_slaves,
		look_at_memory, look_at_model,
	};
	struct strbuf below, what;

	strbuf_init(&below);
	strbuf_init(&what);
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
		if (looks[i](walk, device, &below, &what))
			break;
	device->leaf = below.length == 0;
	linux_device_facts(device);
	linux_device_describe(device, &what);
	strbuf_release(&what);
	strbuf_release(&below);
}

int
platform_device_stack(int fd, struct device_facts *devices, size_t capacity)
{
	struct walk walk = { .devices = devices, .capacity = capacity };

	if (push_below_file(&walk, fd, 0, NULL) < 0)
		return -1;
	for (size_t i = 0; i < walk.count; i++)
		look_at(&walk, &devices[i]);
	return (int)walk.count;
}
