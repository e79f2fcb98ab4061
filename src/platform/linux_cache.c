#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "platform/linux.h"

/* Numbers and layouts of the kernel's interface, which does not change; the
 * headers of the C library may be older than the kernel. */
enum {
	CALL_CACHESTAT = 451, /* the same on all architectures */
	MASK_DIRECT_ALIGNMENT = 0x2000,
	MAGIC_OVERLAY = 0x794c7630,
	MAGIC_ECRYPTFS = 0xf15f,
	OVERFLOW_USER = 65534,
	MINCORE_PAGES = 65536,
};

static const unsigned long MAGIC_BTRFS = 0x9123683e;

struct kernel_range {
	uint64_t offset;
	uint64_t length;
};

struct kernel_cache_pages {
	uint64_t cached;
	uint64_t dirty;
	uint64_t writeback;
	uint64_t evicted;
	uint64_t recently_evicted;
};

/* struct statx, as far as it is read here. */
struct kernel_status {
	uint32_t mask;
	uint32_t ignored[37];
	uint32_t direct_memory_align;
	uint32_t direct_offset_align;
	uint32_t more[24];
};

_Static_assert(sizeof(struct kernel_status) == 256, "layout of statx");

static uint64_t
page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool
is_on(int fd, unsigned long magic)
{
	struct statfs status;

	return fstatfs(fd, &status) == 0 &&
	       (unsigned long)status.f_type == magic;
}

static int
advise(int fd, uint64_t offset_bytes, uint64_t length_bytes, int advice)
{
	int status = posix_fadvise(fd, (off_t)offset_bytes, (off_t)length_bytes,
				   advice);

	errno = status;
	return status ? -1 : 0;
}

int
platform_evict(int fd, uint64_t offset_bytes, uint64_t length_bytes)
{
	return advise(fd, offset_bytes, length_bytes, POSIX_FADV_DONTNEED);
}

int
platform_advise_random(int fd)
{
	return advise(fd, 0, 0, POSIX_FADV_RANDOM);
}

/* ---- residency ------------------------------------------------------------ */

/* Cuts a range off at the end of the file or device. */
static int
clip(int fd, const struct stat *status, uint64_t offset_bytes,
     uint64_t *length_bytes)
{
	uint64_t end_bytes = (uint64_t)status->st_size;

	if (S_ISBLK(status->st_mode) &&
	    ioctl(fd, BLKGETSIZE64, &end_bytes) != 0)
		return -1;
	if (offset_bytes >= end_bytes)
		*length_bytes = 0;
	else if (!*length_bytes || *length_bytes > end_bytes - offset_bytes)
		*length_bytes = end_bytes - offset_bytes;
	return 0;
}

static uint64_t
least(uint64_t one, uint64_t other)
{
	return one < other ? one : other;
}

static int
ask_cachestat(int fd, uint64_t offset_bytes, uint64_t length_bytes,
	      struct residency *residency)
{
	struct kernel_range range = { offset_bytes, length_bytes };
	struct kernel_cache_pages pages;

	/* A stacked file system keeps its pages in the files below. */
	if (is_on(fd, MAGIC_OVERLAY) || is_on(fd, MAGIC_ECRYPTFS))
		return -1;
	if (syscall(CALL_CACHESTAT, fd, &range, &pages, 0) != 0)
		return -1;
	residency->cached_bytes =
		least(pages.cached * page_bytes(), length_bytes);
	residency->dirty_bytes = least(
		(pages.dirty + pages.writeback) * page_bytes(), length_bytes);
	residency->ruler = RESIDENCY_CACHESTAT;
	return 0;
}

/* The kernel tells the truth to those who own a file or could write to it;
 * to others every page is resident. */
static bool
mincore_is_true(int fd, const struct stat *status)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags >= 0 && (flags & O_ACCMODE) == O_RDWR)
		return true;
	if (geteuid() == 0)
		return status->st_uid != OVERFLOW_USER;
	return status->st_uid == geteuid();
}

static int
count_resident(int fd, uint64_t offset_bytes, uint64_t length_bytes,
	       uint64_t *pages)
{
	unsigned char present[MINCORE_PAGES];
	size_t count =
		(size_t)((length_bytes + page_bytes() - 1) / page_bytes());
	void *map = mmap(NULL, (size_t)length_bytes, PROT_READ, MAP_SHARED, fd,
			 (off_t)offset_bytes);
	int status;

	if (map == MAP_FAILED)
		return -1;
	status = mincore(map, (size_t)length_bytes, present);
	munmap(map, (size_t)length_bytes);
	if (status != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		*pages += present[i] & 1;
	return 0;
}

/* A window at a time, so that a file larger than the address space or than
 * what may be mapped is no obstacle. */
static int
ask_mincore(int fd, uint64_t offset_bytes, uint64_t length_bytes,
	    struct residency *residency)
{
	uint64_t window_bytes = MINCORE_PAGES * page_bytes();
	uint64_t end_bytes = offset_bytes + length_bytes;
	uint64_t at = offset_bytes - offset_bytes % page_bytes();
	uint64_t pages = 0;

	for (; at < end_bytes; at += window_bytes)
		if (count_resident(fd, at, least(window_bytes, end_bytes - at),
				   &pages) != 0)
			return -1;
	residency->cached_bytes = least(pages * page_bytes(), length_bytes);
	residency->dirty_bytes = 0;
	residency->ruler = RESIDENCY_MINCORE;
	return 0;
}

int
platform_residency(int fd, uint64_t offset_bytes, uint64_t length_bytes,
		   struct residency *residency)
{
	struct stat status;

	memset(residency, 0, sizeof *residency);
	if (fstat(fd, &status) != 0 ||
	    clip(fd, &status, offset_bytes, &length_bytes) != 0)
		return -1;
	if (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) {
		errno = ENOTSUP;
		return -1;
	}
	/* To cachestat a length of 0 means all the rest. */
	if (length_bytes &&
	    ask_cachestat(fd, offset_bytes, length_bytes, residency) == 0)
		return 0;
	if (mincore_is_true(fd, &status) &&
	    ask_mincore(fd, offset_bytes, length_bytes, residency) == 0)
		return 0;
	errno = ENOTSUP;
	return -1;
}

/* ---- direct I/O ----------------------------------------------------------- */

int
platform_open_direct(int directory_fd, const char *name, int flags, mode_t mode)
{
	return openat(directory_fd, name, flags | O_DIRECT, mode);
}

bool
platform_is_direct(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && (flags & O_DIRECT) != 0;
}

/* The link of /proc leads to the very file, not to its name: one more opening
 * has flags and read-ahead of its own. It asks for permission again, which a
 * user who was given the descriptor may not have. */
int
platform_reopen(int fd, int flags, bool direct)
{
	char path[64];
	int copy;

	flags &= ~(O_CREAT | O_EXCL | O_TRUNC | O_NOFOLLOW);
	flags |= O_CLOEXEC | (direct ? O_DIRECT : 0);
	snprintf(path, sizeof path, "/proc/thread-self/fd/%d", fd);
	copy = open(path, flags);
	if (copy >= 0 || (errno != ENOENT && errno != EACCES && errno != EPERM))
		return copy;
	copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (copy >= 0 && direct && !platform_is_direct(copy))
		fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_DIRECT);
	return copy;
}

int
platform_map_zeros(void *address, size_t length_bytes)
{
	void *mapped = mmap(address, length_bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	return mapped == MAP_FAILED ? -1 : 0;
}

/* Before Linux 6.1 nobody said; then the sector of the device decides. */
static unsigned
sector_bytes(int fd, const struct stat *status)
{
	char name[64], text[32];
	int bytes = 0;

	if (S_ISBLK(status->st_mode))
		return ioctl(fd, BLKSSZGET, &bytes) == 0 ? (unsigned)bytes : 0;
	snprintf(name, sizeof name, "dev/block/%u:%u/queue/logical_block_size",
		 major(status->st_dev), minor(status->st_dev));
	if (linux_read(linux_sys_root(), name, text, sizeof text) > 0)
		return (unsigned)strtoul(text, NULL, 10);
	snprintf(name, sizeof name,
		 "dev/block/%u:%u/../queue/logical_block_size",
		 major(status->st_dev), minor(status->st_dev));
	if (linux_read(linux_sys_root(), name, text, sizeof text) > 0)
		return (unsigned)strtoul(text, NULL, 10);
	return 0;
}

int
platform_direct_alignment(int fd, struct direct_alignment *alignment)
{
	struct kernel_status answer;
	struct stat status;
	unsigned bytes;

	memset(alignment, 0, sizeof *alignment);
	memset(&answer, 0, sizeof answer);
	if (syscall(SYS_statx, fd, "", AT_EMPTY_PATH, MASK_DIRECT_ALIGNMENT,
		    &answer) == 0 &&
	    (answer.mask & MASK_DIRECT_ALIGNMENT)) {
		alignment->memory_bytes = answer.direct_memory_align;
		alignment->offset_bytes = answer.direct_offset_align;
		errno = ENOTSUP; /* 0 says that this file has no direct mode */
		return answer.direct_offset_align ? 0 : -1;
	}
	if (fstat(fd, &status) != 0)
		return -1;
	/* btrfs takes anything, but what is not in whole sectors of its own
	 * it moves through the page cache without a word. */
	bytes = is_on(fd, MAGIC_BTRFS) ? (unsigned)status.st_blksize
				       : sector_bytes(fd, &status);
	if (!bytes) {
		errno = ENOTSUP;
		return -1;
	}
	alignment->memory_bytes = bytes;
	alignment->offset_bytes = bytes;
	return 0;
}
