#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "platform/linux.h"

/* ---- /proc/self/mountinfo ------------------------------------------------- */

static bool
is_octal(char character)
{
	return character >= '0' && character <= '7';
}

void
linux_unescape(char *text)
{
	const char *from = text;
	char *to = text;

	while (*from) {
		if (from[0] == '\\' && is_octal(from[1]) && is_octal(from[2]) &&
		    is_octal(from[3])) {
			*to++ = (char)((from[1] - '0') * 64 +
				       (from[2] - '0') * 8 + (from[3] - '0'));
			from += 4;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
}

static const char *
take_text(char **cursor)
{
	char *field = strsep(cursor, " ");

	if (field)
		linux_unescape(field);
	return field;
}

static bool
take_number(char **cursor, unsigned *number)
{
	char *field = strsep(cursor, " ");
	char *end;

	if (!field)
		return false;
	*number = (unsigned)strtoul(field, &end, 10);
	return end != field && *end == '\0';
}

static bool
take_device(char **cursor, struct linux_mount *mount)
{
	char *field = strsep(cursor, " ");

	return field &&
	       sscanf(field, "%u:%u", &mount->major, &mount->minor) == 2;
}

/* Between the options and a lone "-" stand any number of optional fields. */
static bool
skip_optional_fields(char **cursor)
{
	char *field;

	while ((field = strsep(cursor, " ")))
		if (strcmp(field, "-") == 0)
			return true;
	return false;
}

static bool
parse_line(char *line, struct linux_mount *mount)
{
	char *cursor = line;
	unsigned parent;

	if (!take_number(&cursor, &mount->id) ||
	    !take_number(&cursor, &parent) || !take_device(&cursor, mount))
		return false;
	mount->root = take_text(&cursor);
	mount->point = take_text(&cursor);
	mount->options = take_text(&cursor);
	if (!skip_optional_fields(&cursor))
		return false;
	mount->type = take_text(&cursor);
	mount->source = take_text(&cursor);
	mount->super_options = take_text(&cursor);
	return mount->super_options != NULL;
}

bool
linux_mount_next(char **cursor, struct linux_mount *mount)
{
	char *line;

	while ((line = strsep(cursor, "\n")))
		if (parse_line(line, mount))
			return true;
	return false;
}

/* ---- which mount ----------------------------------------------------------- */

/* The mount's number; 0 where the kernel does not tell (before 3.15). */
static unsigned
mount_id(int fd)
{
	char name[64], text[512];
	const char *line;

	snprintf(name, sizeof name, "self/fdinfo/%d", fd);
	if (linux_read(linux_proc_root(), name, text, sizeof text) < 0)
		return 0;
	line = strstr(text, "mnt_id:");
	return line ? (unsigned)strtoul(line + strlen("mnt_id:"), NULL, 10) : 0;
}

int
linux_mount_find(int fd, struct linux_mount *mount, char **text)
{
	unsigned id = mount_id(fd);
	struct stat status;
	char *cursor;

	*text = NULL;
	if (fstat(fd, &status) != 0)
		return -1;
	*text = linux_read_all(linux_proc_root(), "self/mountinfo");
	cursor = *text;
	while (linux_mount_next(&cursor, mount)) {
		if (id ? mount->id == id
		       : mount->major == major(status.st_dev) &&
				    mount->minor == minor(status.st_dev))
			return 0;
	}
	free(*text);
	*text = NULL;
	errno = ENOTSUP;
	return -1;
}

static bool
is_among(const char *type, const char *const *types)
{
	for (; *types; types++)
		if (strcmp(type, *types) == 0)
			return true;
	return false;
}

bool
linux_mount_in_memory(const struct linux_mount *mount)
{
	static const char *const types[] = { "tmpfs",     "ramfs",  "devtmpfs",
					     "hugetlbfs", "rootfs", NULL };

	return is_among(mount->type, types);
}

bool
linux_mount_is_remote(const struct linux_mount *mount)
{
	static const char *const types[] = {
		"nfs",      "nfs4",   "cifs", "smb3",   "smbfs",    "9p",
		"virtiofs", "ceph",   "afs",  "lustre", "pvfs2",    "fuse",
		"coda",     "beegfs", "gpfs", "ncpfs",  "orangefs", NULL
	};

	return is_among(mount->type, types) ||
	       strncmp(mount->type, "fuse.", strlen("fuse.")) == 0;
}

bool
linux_mount_option(const char *options, const char *name, char *value,
		   size_t size)
{
	size_t length = strlen(name);

	while (*options) {
		size_t end = strcspn(options, ",");

		if (end > length && strncmp(options, name, length) == 0 &&
		    options[length] == '=') {
			snprintf(value, size, "%.*s", (int)(end - length - 1),
				 options + length + 1);
			return true;
		}
		options += end;
		options += *options == ',';
	}
	return false;
}

/* ---- facts ------------------------------------------------------------------ */

static bool
has_word(const char *options, const char *word, size_t length)
{
	while (*options) {
		size_t end = strcspn(options, ",");

		if (end == length && strncmp(options, word, length) == 0)
			return true;
		options += end;
		options += *options == ',';
	}
	return false;
}

/* The mount's options, then those of the file system that add something. */
static void
join_options(const struct linux_mount *mount, char *text, size_t size)
{
	const char *option = mount->super_options;

	/* A file system that is read-only makes every mount of it so. */
	snprintf(text, size, "%s", mount->options);
	if (has_word(mount->super_options, "ro", 2) &&
	    strncmp(text, "rw", 2) == 0)
		text[1] = 'o';
	while (*option) {
		size_t end = strcspn(option, ",");
		size_t used = strlen(text);

		if (!has_word(mount->options, option, end) &&
		    !(end == 2 && option[0] == 'r'))
			snprintf(text + used, size - used, ",%.*s", (int)end,
				 option);
		option += end;
		option += *option == ',';
	}
}

static int
block_device_facts(const struct stat *status, struct mount_facts *facts)
{
	char name[64], text[512];
	const char *line;

	snprintf(name, sizeof name, "dev/block/%u:%u/uevent",
		 major(status->st_rdev), minor(status->st_rdev));
	if (linux_read(linux_sys_root(), name, text, sizeof text) < 0)
		return 0;
	line = strstr(text, "DEVNAME=");
	if (!line)
		return 0;
	line += strlen("DEVNAME=");
	snprintf(facts->source, sizeof facts->source, "/dev/%.*s",
		 (int)strcspn(line, "\n"), line);
	return 0;
}

int
platform_mount_facts(int fd, struct mount_facts *facts)
{
	struct linux_mount mount;
	struct stat status;
	char *text;

	memset(facts, 0, sizeof *facts);
	if (fstat(fd, &status) != 0)
		return -1;
	if (S_ISBLK(status.st_mode))
		return block_device_facts(&status, facts);
	if (linux_mount_find(fd, &mount, &text) != 0)
		return -1;
	snprintf(facts->file_system, sizeof facts->file_system, "%s",
		 mount.type);
	snprintf(facts->source, sizeof facts->source, "%s", mount.source);
	snprintf(facts->mount_point, sizeof facts->mount_point, "%s",
		 mount.point);
	join_options(&mount, facts->options, sizeof facts->options);
	facts->read_only = has_word(mount.options, "ro", 2) ||
			   has_word(mount.super_options, "ro", 2);
	facts->memory_backed = linux_mount_in_memory(&mount);
	facts->remote = linux_mount_is_remote(&mount);
	free(text);
	return 0;
}
