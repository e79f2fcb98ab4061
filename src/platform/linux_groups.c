#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/linux.h"

struct visit {
	linux_group_visitor *visit;
	void *context;
};

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
climb(const struct linux_mount *mount, const char *group,
      const struct visit *visit)
{
	char path[PATH_MAX];
	const char *rest = below_root(mount->root, group);
	size_t top, used;

	place(path, sizeof path, mount->point);
	top = strlen(path);
	if (!strstr(rest, "/.."))
		snprintf(path + top, sizeof path - top, "%s", rest);
	for (;;) {
		visit->visit(visit->context, path);
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
 * hierarchy does not govern the controller. `groups` is changed. */
static const char *
group_in(const struct linux_mount *mount, const char *controller, char *groups)
{
	bool unified = strcmp(mount->type, "cgroup2") == 0;
	const char *controllers, *path;
	char *line;

	if (!unified && (strcmp(mount->type, "cgroup") != 0 ||
			 !lists(mount->super_options, controller)))
		return NULL;
	while ((line = strsep(&groups, "\n")))
		if (parse_group(line, &controllers, &path) &&
		    (unified ? *controllers == '\0'
			     : lists(controllers, controller)))
			return path;
	return NULL;
}

void
linux_groups_visit(const char *controller, linux_group_visitor *visitor,
		   void *context)
{
	struct visit visit = { visitor, context };
	char *mounts = linux_read_all(linux_proc_root(), "self/mountinfo");
	char *cursor = mounts;
	struct linux_mount mount;

	while (linux_mount_next(&cursor, &mount)) {
		char *groups;

		if (strncmp(mount.type, "cgroup", 6) != 0)
			continue;
		groups = linux_read_all(linux_proc_root(), "self/cgroup");
		if (groups) {
			const char *group =
				group_in(&mount, controller, groups);

			if (group)
				climb(&mount, group, &visit);
		}
		free(groups);
	}
	free(mounts);
}
