#define _GNU_SOURCE
#include "platform/counters.h"

#include <errno.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/mem.h"

enum { BATCH = 256, BATCHES_MAX = 1024 };

static const unsigned long MAGIC_BTRFS = 0x9123683e;

static bool
addresses_are_the_devices(int fd)
{
	struct statfs status;

	return fstatfs(fd, &status) == 0 &&
	       (unsigned long)status.f_type != MAGIC_BTRFS;
}

/* Bytes of the extent that lie within the file. */
static uint64_t
inside(const struct extent_facts *facts, const struct fiemap_extent *extent)
{
	if (extent->fe_logical >= facts->file_bytes)
		return 0;
	if (extent->fe_length > facts->file_bytes - extent->fe_logical)
		return facts->file_bytes - extent->fe_logical;
	return extent->fe_length;
}

static void
add_extent(struct extent_facts *facts, const struct fiemap_extent *extent,
	   uint64_t *mapped_bytes)
{
	uint64_t bytes = inside(facts, extent);

	if (bytes == 0)
		return;
	*mapped_bytes += bytes;
	if (extent->fe_flags & FIEMAP_EXTENT_UNWRITTEN)
		facts->unwritten_bytes += bytes;
	if (extent->fe_flags & FIEMAP_EXTENT_ENCODED)
		facts->encoded_bytes += bytes;
	if (extent->fe_flags & FIEMAP_EXTENT_SHARED)
		facts->shared_bytes += bytes;
	if (extent->fe_flags &
	    (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DATA_INLINE))
		facts->position_known = false;
	if (facts->extents == 0)
		facts->first_bytes = extent->fe_physical;
	else if (extent->fe_physical != facts->last_bytes)
		facts->gaps++;
	facts->last_bytes = extent->fe_physical + extent->fe_length;
	facts->extents++;
}

/* Asks for the next extents from `from` on; returns how many came. */
static unsigned
next_batch(int fd, struct fiemap *map, uint64_t from)
{
	memset(map, 0, sizeof *map);
	map->fm_start = from;
	map->fm_length = FIEMAP_MAX_OFFSET - from;
	map->fm_extent_count = BATCH;
	if (ioctl(fd, FS_IOC_FIEMAP, map) != 0)
		return 0;
	return map->fm_mapped_extents;
}

static bool
ask_extents(int fd, struct extent_facts *facts)
{
	struct fiemap *map = mem_alloc(
		1, sizeof *map + BATCH * sizeof(struct fiemap_extent));
	uint64_t from = 0, mapped_bytes = 0;
	bool ended = false;

	errno = 0;
	for (int i = 0; i < BATCHES_MAX && !ended; i++) {
		unsigned count = next_batch(fd, map, from);

		for (unsigned k = 0; k < count; k++) {
			const struct fiemap_extent *extent =
				&map->fm_extents[k];

			add_extent(facts, extent, &mapped_bytes);
			from = extent->fe_logical + extent->fe_length;
			ended = (extent->fe_flags & FIEMAP_EXTENT_LAST) != 0;
		}
		ended |= count == 0;
	}
	free(map);
	if (errno != 0)
		return false;
	facts->flags_known = true;
	if (ended)
		facts->hole_bytes = facts->file_bytes - mapped_bytes;
	return true;
}

static bool
ask_holes(int fd, struct extent_facts *facts)
{
	off_t at = lseek(fd, 0, SEEK_CUR);
	off_t hole = 0, end = (off_t)facts->file_bytes;
	bool answered = true;

	while (hole < end) {
		off_t data = lseek(fd, hole, SEEK_DATA);

		if (data < 0 && errno != ENXIO) {
			answered = false;
			break;
		}
		if (data < 0)
			data = end;
		facts->hole_bytes += (uint64_t)(data - hole);
		facts->extents += data < end;
		hole = data < end ? lseek(fd, data, SEEK_HOLE) : end;
		if (hole < 0) {
			answered = false;
			break;
		}
	}
	lseek(fd, at, SEEK_SET);
	return answered;
}

int
platform_extents(int fd, struct extent_facts *facts)
{
	struct stat status;

	memset(facts, 0, sizeof *facts);
	if (fstat(fd, &status) != 0)
		return -1;
	if (!S_ISREG(status.st_mode)) {
		errno = ENOTSUP;
		return -1;
	}
	facts->file_bytes = (uint64_t)status.st_size;
	facts->position_known = addresses_are_the_devices(fd);
	if (ask_extents(fd, facts))
		return 0;
	memset(facts, 0, sizeof *facts);
	facts->file_bytes = (uint64_t)status.st_size;
	if (ask_holes(fd, facts))
		return 0;
	errno = ENOTSUP;
	return -1;
}
