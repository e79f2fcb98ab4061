#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/uses.h"

const char *const platform_name = "generic";

static int
not_supported(void)
{
	errno = ENOTSUP;
	return -1;
}

void
platform_set_roots(const char *proc_root, const char *sys_root)
{
	(void)proc_root;
	(void)sys_root;
}

/* ---- the page cache and direct I/O -------------------------------------- */

int
platform_evict(int fd, uint64_t offset_bytes, uint64_t length_bytes)
{
#ifdef POSIX_FADV_DONTNEED
	int status = posix_fadvise(fd, (off_t)offset_bytes, (off_t)length_bytes,
				   POSIX_FADV_DONTNEED);

	errno = status;
	return status ? -1 : 0;
#else
	(void)fd;
	(void)offset_bytes;
	(void)length_bytes;
	return not_supported();
#endif
}

int
platform_residency(int fd, uint64_t offset_bytes, uint64_t length_bytes,
		   struct residency *residency)
{
	(void)fd;
	(void)offset_bytes;
	(void)length_bytes;
	memset(residency, 0, sizeof *residency);
	return not_supported();
}

int
platform_open_direct(int directory_fd, const char *name, int flags, mode_t mode)
{
	(void)directory_fd;
	(void)name;
	(void)flags;
	(void)mode;
	return not_supported();
}

bool
platform_is_direct(int fd)
{
	(void)fd;
	return false;
}

int
platform_reopen(int fd, int flags, bool direct)
{
	(void)flags;
	if (direct)
		return not_supported();
	return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* The device is POSIX's only in practice. */
int
platform_map_zeros(void *address, size_t length_bytes)
{
	int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
	void *mapped;

	if (fd < 0)
		return not_supported();
	mapped = mmap(address, length_bytes, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_FIXED, fd, 0);
	close(fd);
	return mapped == MAP_FAILED ? -1 : 0;
}

int
platform_direct_alignment(int fd, struct direct_alignment *alignment)
{
	(void)fd;
	memset(alignment, 0, sizeof *alignment);
	return not_supported();
}

int
platform_advise_random(int fd)
{
#ifdef POSIX_FADV_RANDOM
	int status = posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);

	errno = status;
	return status ? -1 : 0;
#else
	(void)fd;
	return not_supported();
#endif
}

/* ---- this thread, this machine ------------------------------------------ */

uint64_t (*const platform_thread_blocks_read)(void) = NULL;

int
platform_memory(struct platform_memory *memory)
{
	memset(memory, 0, sizeof *memory);
	memory->limit_bytes = UINT64_MAX;
#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES);
	long page_bytes = sysconf(_SC_PAGESIZE);

	if (pages > 0 && page_bytes > 0) {
		memory->total_bytes = (uint64_t)pages * (uint64_t)page_bytes;
		return 0;
	}
#endif
	return not_supported();
}

unsigned
platform_cpu_count(void)
{
#ifdef _SC_NPROCESSORS_ONLN
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	if (online > 0)
		return (unsigned)online;
#endif
	return 1;
}

void
platform_kernel(char *text, size_t size)
{
	struct utsname name;

	if (uname(&name) < 0)
		memset(&name, 0, sizeof name);
	snprintf(text, size, "%s %s %s", name.sysname, name.release,
		 name.machine);
}

void
platform_host(char *text, size_t size)
{
	struct utsname name;

	if (uname(&name) < 0)
		memset(&name, 0, sizeof name);
	name.nodename[strcspn(name.nodename, ".")] = '\0';
	snprintf(text, size, "%s", name.nodename);
}

/* ---- what lies under a path ---------------------------------------------- */

int
platform_mount_facts(int fd, struct mount_facts *facts)
{
	struct statvfs status;

	memset(facts, 0, sizeof *facts);
	if (fstatvfs(fd, &status) != 0)
		return -1;
	facts->read_only = (status.f_flag & ST_RDONLY) != 0;
	return 0;
}

int
platform_device_stack(int fd, struct device_facts *devices, size_t capacity)
{
	(void)fd;
	(void)devices;
	(void)capacity;
	return not_supported();
}

int
platform_list_directory(int fd, platform_entry_visitor *visit, void *context)
{
	(void)fd;
	(void)visit;
	(void)context;
	return not_supported();
}

int
platform_uses(const struct stat *status, struct use *uses, size_t capacity)
{
	(void)status;
	(void)uses;
	(void)capacity;
	return not_supported();
}

size_t
platform_partitions(const struct stat *status,
		    struct partition partitions[PARTITIONS_MOST])
{
	(void)status;
	(void)partitions;
	return 0;
}

/* ---- the terminal --------------------------------------------------------- */

unsigned
platform_terminal_columns(int fd)
{
	(void)fd;
	return 0;
}

/* ---- identity ------------------------------------------------------------ */

/* POSIX cannot give up supplementary groups, and half a drop is none. */
int
platform_drop_privileges(uint32_t user, uint32_t group, const char *user_name)
{
	(void)user_name;
	if (user != 0 && getuid() == user && geteuid() == user &&
	    (group == UINT32_MAX || (getgid() == group && getegid() == group)))
		return 0;
	return not_supported();
}

int
platform_entropy(void *bytes, size_t length)
{
	unsigned char *next = bytes;
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	while (length > 0) {
		ssize_t count = read(fd, next, length);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			break;
		next += count;
		length -= (size_t)count;
	}
	close(fd);
	return length ? -1 : 0;
}
