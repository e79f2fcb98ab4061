#ifndef PLATFORM_USES_H
#define PLATFORM_USES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* What a device or a file serves for at this moment, so that nobody writes
 * over it. */
enum use_kind {
	USE_MOUNTED, /* `by` is the mount point */
	USE_SWAP, /* `by` is the swap device or file */
	USE_HELD, /* `by` is a device that lies on it: dm-0, md0, loop3 */
};

struct use {
	enum use_kind kind;
	/* The kernel's name of what is in use: the device itself, one of its
	 * partitions, its disk, or a device that lies on one of these; "" for
	 * a file. */
	char device[64];
	char by[256];
};

/* Looks at a block device with its partitions, its disk and all that lies on
 * them, or at a regular file and the loop devices that lie on it; where the
 * device is itself a loop device, also at what lies below. Puts the
 * most telling uses first (mounted, swap, held) and returns how many there are
 * in `uses`; 0 when nothing is known to use it: another mount namespace or
 * program may all the same, which opening exclusively finds out. -1 with
 * ENOTSUP where the platform cannot tell. */
int platform_uses(const struct stat *status, struct use *uses, size_t capacity);

/* A part of a disk that the system has a device for. */
struct partition {
	char name[64]; /* the kernel's: sda1 */
	uint64_t from_bytes, size_bytes;
};

/* No disk has more. */
enum { PARTITIONS_MOST = 256 };

/* Fills in the partitions of a disk; returns how many there are, 0 for what
 * is no disk, and where the platform cannot tell. */
size_t platform_partitions(const struct stat *status,
			   struct partition partitions[PARTITIONS_MOST]);

#endif
