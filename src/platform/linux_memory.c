#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/linux.h"

/* ---- /proc/meminfo ---------------------------------------------------------- */

static uint64_t
meminfo_bytes(const char *text, const char *name)
{
	const char *line = strstr(text, name);

	return line ? (uint64_t)strtoull(line + strlen(name), NULL, 10) * 1024
		    : 0;
}

/* ---- control groups --------------------------------------------------------- */

/* Version 1 writes "no limit" as the largest multiple of a page. */
static const uint64_t LARGEST_LIMIT = UINT64_C(1) << 62;

static void
lower(uint64_t *limit_bytes, const char *number)
{
	char *end;
	uint64_t bytes;

	errno = 0;
	bytes = strtoull(number, &end, 10);
	if (end != number && errno == 0 && bytes < LARGEST_LIMIT &&
	    bytes < *limit_bytes)
		*limit_bytes = bytes;
}

static void
look_at_group(const char *directory, uint64_t *limit_bytes)
{
	static const char *const names[] = { "memory.max", "memory.high",
					     "memory.limit_in_bytes" };
	static const char inherited[] = "hierarchical_memory_limit ";
	char text[8192];
	const char *line;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (linux_read(directory, names[i], text, sizeof text) > 0)
			lower(limit_bytes, text);
	/* It also tells of ancestors that cannot be seen from here. */
	if (linux_read(directory, "memory.stat", text, sizeof text) > 0 &&
	    (line = strstr(text, inherited)))
		lower(limit_bytes, line + strlen(inherited));
}

/* Where a mount point below /sys lies when the roots are elsewhere. */
static void
place(char *path, size_t size, const char *mount_point)
{
	if (strncmp(mount_point, "/sys/", 5) == 0)
		snprintf(path, size, "%s%s", linux_sys_root(), mount_point + 4);
	else
		snprintf(path, size, "%s", mount_point);
}

/* The group's path below the mount's own root. What is not below it (another
 * namespace) is answered from the mount's root. */
static const char *
below_root(const char *root, const char *group)
{
	size_t length = strlen(root);

	if (strcmp(root, "/") == 0)
		return group;
	if (strncmp(root, group, length) == 0 &&
	    (group[length] == '/' || group[length] == '\0'))
		return group + length;
	return "";
}

/* Looks at the group and at each one above it up to the mount point. */
static void
climb(const struct linux_mount *mount, const char *group, uint64_t *limit_bytes)
{
	char path[PATH_MAX];
	const char *rest = below_root(mount->root, group);
	size_t top, used;

	place(path, sizeof path, mount->point);
	top = strlen(path);
	if (!strstr(rest, "/.."))
		snprintf(path + top, sizeof path - top, "%s", rest);
	for (;;) {
		look_at_group(path, limit_bytes);
		used = strlen(path);
		if (used <= top)
			break;
		while (used > top && path[used - 1] != '/')
			used--;
		path[used > top ? used - 1 : used] = '\0';
	}
}

static bool
lists(const char *words, const char *word)
{
	size_t length = strlen(word);

	while (*words) {
		size_t end = strcspn(words, ",");

		if (end == length && strncmp(words, word, length) == 0)
			return true;
		words += end;
		words += *words == ',';
	}
	return false;
}

/* A line of /proc/self/cgroup: "4:memory:/a/b" or, of version 2, "0::/a/b". */
static bool
parse_group(char *line, const char **controllers, const char **path)
{
	if (!strsep(&line, ":"))
		return false;
	*controllers = strsep(&line, ":");
	*path = line;
	return *controllers && *path;
}

/* The path of our group in the hierarchy that a mount shows; NULL when that
 * hierarchy does not govern memory. `groups` is changed. */
static const char *
group_in(const struct linux_mount *mount, char *groups)
{
	bool unified = strcmp(mount->type, "cgroup2") == 0;
	const char *controllers, *path;
	char *line;

	if (!unified && (strcmp(mount->type, "cgroup") != 0 ||
			 !lists(mount->super_options, "memory")))
		return NULL;
	while ((line = strsep(&groups, "\n")))
		if (parse_group(line, &controllers, &path) &&
		    (unified ? *controllers == '\0'
			     : lists(controllers, "memory")))
			return path;
	return NULL;
}

static uint64_t
least_limit_bytes(void)
{
	uint64_t limit_bytes = UINT64_MAX;
	char *mounts = linux_read_all(linux_proc_root(), "self/mountinfo");
	char *cursor = mounts;
	struct linux_mount mount;

	while (linux_mount_next(&cursor, &mount)) {
		char *groups;

		if (strncmp(mount.type, "cgroup", 6) != 0)
			continue;
		groups = linux_read_all(linux_proc_root(), "self/cgroup");
		if (groups) {
			const char *group = group_in(&mount, groups);

			if (group)
				climb(&mount, group, &limit_bytes);
		}
		free(groups);
	}
	free(mounts);
	return limit_bytes;
}

int
platform_memory(struct platform_memory *memory)
{
	char text[8192];

	memset(memory, 0, sizeof *memory);
	memory->limit_bytes = least_limit_bytes();
	if (linux_read(linux_proc_root(), "meminfo", text, sizeof text) < 0)
		return -1;
	memory->total_bytes = meminfo_bytes(text, "MemTotal:");
	memory->available_bytes = meminfo_bytes(text, "MemAvailable:");
	if (!memory->total_bytes) {
		errno = ENOTSUP;
		return -1;
	}
	return 0;
}
