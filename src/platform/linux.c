#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/mem.h"
#include "platform/linux.h"

const char *const platform_name = "linux";

/* ---- the roots of /proc and /sys ---------------------------------------- */

static const char *proc_directory = "/proc";
static const char *sys_directory = "/sys";

void
platform_set_roots(const char *proc_root, const char *sys_root)
{
	proc_directory = proc_root ? proc_root : "/proc";
	sys_directory = sys_root ? sys_root : "/sys";
}

const char *
linux_proc_root(void)
{
	return proc_directory;
}

const char *
linux_sys_root(void)
{
	return sys_directory;
}

static int
open_below(const char *root, const char *name)
{
	char path[PATH_MAX];
	int length = snprintf(path, sizeof path, "%s/%s", root, name);

	if (length < 0 || (size_t)length >= sizeof path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Reads until the buffer is full or the file ends. */
static ssize_t
read_until_full(int fd, char *text, size_t size)
{
	size_t length = 0;

	while (length < size) {
		ssize_t count = read(fd, text + length, size - length);

		if (count == 0)
			break;
		if (count > 0)
			length += (size_t)count;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)length;
}

ssize_t
linux_read(const char *root, const char *name, char *text, size_t size)
{
	int fd = open_below(root, name);
	ssize_t length;

	text[0] = '\0';
	if (fd < 0)
		return -1;
	length = read_until_full(fd, text, size - 1);
	close(fd);
	if (length < 0)
		return -1;
	if (length > 0 && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return length;
}

char *
linux_read_all(const char *root, const char *name)
{
	size_t size = 16384, length = 0;
	int fd = open_below(root, name);
	char *text;

	if (fd < 0)
		return NULL;
	text = mem_alloc(size, 1);
	for (;;) {
		size_t room = size - length - 1;
		ssize_t count = read_until_full(fd, text + length, room);

		if (count < 0) {
			free(text);
			text = NULL;
			break;
		}
		length += (size_t)count;
		text[length] = '\0';
		if ((size_t)count < room)
			break;
		size *= 2;
		text = mem_resize(text, size, 1);
	}
	close(fd);
	return text;
}

/* ---- this thread, this machine ------------------------------------------ */

static uint64_t
thread_blocks_read(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) != 0)
		return 0;
	return (uint64_t)usage.ru_inblock;
}

uint64_t (*const platform_thread_blocks_read)(void) = thread_blocks_read;

unsigned
platform_cpu_count(void)
{
	cpu_set_t usable;
	long online;

	if (sched_getaffinity(0, sizeof usable, &usable) == 0)
		return (unsigned)CPU_COUNT(&usable);
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (unsigned)online : 1;
}

void
platform_kernel(char *text, size_t size)
{
	struct utsname name;

	if (uname(&name) != 0)
		memset(&name, 0, sizeof name);
	snprintf(text, size, "%s %s %s", name.sysname, name.release,
		 name.machine);
}

void
platform_host(char *text, size_t size)
{
	struct utsname name;

	if (uname(&name) != 0)
		memset(&name, 0, sizeof name);
	name.nodename[strcspn(name.nodename, ".")] = '\0';
	snprintf(text, size, "%s", name.nodename);
}

/* ---- directories --------------------------------------------------------- */

/* As the kernel lays it out; glibc 2.36 declares it, others may not. */
struct kernel_entry {
	uint64_t inode;
	int64_t next;
	unsigned short bytes;
	unsigned char type;
	char name[];
};

enum { KERNEL_ENTRY_UNKNOWN = 0, KERNEL_ENTRY_DIRECTORY = 4 };

static enum platform_entry_kind
entry_kind(unsigned char type)
{
	if (type == KERNEL_ENTRY_UNKNOWN)
		return PLATFORM_ENTRY_UNKNOWN;
	if (type == KERNEL_ENTRY_DIRECTORY)
		return PLATFORM_ENTRY_DIRECTORY;
	return PLATFORM_ENTRY_OTHER;
}

int
platform_list_directory(int fd, platform_entry_visitor *visit, void *context)
{
	_Alignas(struct kernel_entry) char buffer[16384];

	if (lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	for (;;) {
		const struct kernel_entry *entry;
		long offset = 0;
		long filled =
			syscall(SYS_getdents64, fd, buffer, sizeof buffer);

		if (filled < 0 && errno == EINTR)
			continue;
		if (filled <= 0)
			return filled < 0 ? -1 : 0;
		for (; offset < filled; offset += entry->bytes) {
			entry = (const void *)(buffer + offset);
			if (strcmp(entry->name, ".") == 0 ||
			    strcmp(entry->name, "..") == 0)
				continue;
			if (visit(context, entry->name,
				  entry_kind(entry->type)) != 0)
				return -1;
		}
	}
}

/* ---- identity ------------------------------------------------------------ */

static int
set_own_groups(uint32_t user, const char *user_name, uint32_t *group)
{
	char space[4096];
	struct passwd record, *found = NULL;
	int status = user_name ? getpwnam_r(user_name, &record, space,
					    sizeof space, &found)
			       : getpwuid_r(user, &record, space, sizeof space,
					    &found);

	if (!found) {
		errno = status ? status : EINVAL;
		return -1;
	}
	*group = record.pw_gid;
	return initgroups(record.pw_name, record.pw_gid);
}

/* Whether there is nothing left to give up. */
static bool
is_dropped(uint32_t user, uint32_t group)
{
	uid_t real_user, effective_user, saved_user;
	gid_t real_group, effective_group, saved_group;

	if (getresuid(&real_user, &effective_user, &saved_user) != 0 ||
	    getresgid(&real_group, &effective_group, &saved_group) != 0)
		return false;
	return real_user == user && effective_user == user &&
	       saved_user == user &&
	       (group == UINT32_MAX ||
		(real_group == group && effective_group == group &&
		 saved_group == group));
}

int
platform_drop_privileges(uint32_t user, uint32_t group, const char *user_name)
{
	if (geteuid() != 0 && is_dropped(user, group))
		return 0;
	if (group == UINT32_MAX) {
		if (set_own_groups(user, user_name, &group) != 0)
			return -1;
	} else if (setgroups(1, &group) != 0) {
		return -1;
	}
	if (setresgid(group, group, group) != 0 ||
	    setresuid(user, user, user) != 0)
		return -1;
	if (!is_dropped(user, group) || (user != 0 && setuid(0) == 0)) {
		errno = EPERM;
		return -1;
	}
	/* The change made our own files in /proc root's; the counters in
	 * there are still wanted. */
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	return 0;
}

unsigned
platform_terminal_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int
platform_entropy(void *bytes, size_t length)
{
	unsigned char *next = bytes;

	while (length > 0) {
		ssize_t count = getrandom(next, length, 0);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return -1;
		next += count;
		length -= (size_t)count;
	}
	return 0;
}
