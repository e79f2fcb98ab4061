#ifndef PLATFORM_LINUX_H
#define PLATFORM_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct counters;
struct device_facts;
struct strbuf;

/* What the files of the Linux platform share. Nothing outside src/platform
 * includes this. */

/* The directories that platform_set_roots() chose. */
const char *linux_proc_root(void);
const char *linux_sys_root(void);

/* Reads a small file of a root, `name` relative to it, into `text` with a
 * terminator and without the last newline. Returns the length, or -1. */
ssize_t linux_read(const char *root, const char *name, char *text, size_t size);

/* The same for a file of any length; freed by the caller. NULL on failure. */
char *linux_read_all(const char *root, const char *name);

/* One line of mountinfo. The strings point into the text it was read from. */
struct linux_mount {
	unsigned id;
	unsigned major, minor;
	const char *root; /* of the mount within its file system */
	const char *point;
	const char *options; /* of this mount */
	const char *type;
	const char *source;
	const char *super_options; /* of the file system */
};

/* Blank, tab, newline and backslash are written as \040 and so on in mountinfo
 * and swaps; makes them what they stand for. */
void linux_unescape(char *text);

/* Takes the next line off `*cursor`, which it changes in place; lines that
 * make no sense are left out. False at the end. */
bool linux_mount_next(char **cursor, struct linux_mount *mount);

/* Finds the mount that a descriptor lies on. `*text` holds the strings, and is
 * freed by the caller. 0, or -1. */
int linux_mount_find(int fd, struct linux_mount *mount, char **text);

/* Whether a file system keeps its data in memory, or where it cannot be seen
 * from here. */
bool linux_mount_in_memory(const struct linux_mount *mount);
bool linux_mount_is_remote(const struct linux_mount *mount);

/* An attribute of a device in sysfs, as linux_read() reads it. */
ssize_t linux_device_read(const struct device_facts *device, const char *name,
			  char *text, size_t size);
bool linux_device_has(const struct device_facts *device, const char *name);

/* Fill in what sysfs says of a device whose number is known; and the line of
 * text, with `what` it is. */
void linux_device_facts(struct device_facts *device);
void linux_device_describe(struct device_facts *device,
			   const struct strbuf *what);

/* Called with the directory of a control group. */
typedef void linux_group_visitor(void *context, const char *directory);

/* Visits the control groups that govern this process for `controller`
 * ("memory", "cpu", "blkio"; version 2 governs whatever it has files for):
 * its own and each one above it that can be seen, in every hierarchy. */
void linux_groups_visit(const char *controller, linux_group_visitor *visit,
			void *context);

/* Fills in the processes and whether they are all that there are. */
void linux_processes_read(struct counters *counters);

/* Copies the value of `name=` out of an option list; false without one. */
bool linux_mount_option(const char *options, const char *name, char *value,
			size_t size);

#endif
