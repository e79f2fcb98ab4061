#include "platform/uses.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysmacros.h>

#include "platform/linux.h"

/* The unit of sysfs, whatever the disk's sectors are. */
enum { SECTOR_BYTES = 512 };

static bool
read_sectors(const char *directory, const char *name, uint64_t *bytes)
{
	char path[PATH_MAX + 16], text[32];
	uint64_t sectors;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	if (linux_read(linux_sys_root(), path, text, sizeof text) < 0 ||
	    sscanf(text, "%" SCNu64, &sectors) != 1)
		return false;
	*bytes = sectors * SECTOR_BYTES;
	return true;
}

/* `name` is an entry of the disk's directory, which may be something else. */
static bool
read_partition(const char *disk, const char *name, struct partition *partition)
{
	char path[PATH_MAX];
	uint64_t number;

	snprintf(path, sizeof path, "%s/%s", disk, name);
	if (name[0] == '.' || !read_sectors(path, "partition", &number) ||
	    !read_sectors(path, "start", &partition->from_bytes) ||
	    !read_sectors(path, "size", &partition->size_bytes))
		return false;
	snprintf(partition->name, sizeof partition->name, "%.*s",
		 (int)sizeof partition->name - 1, name);
	return true;
}

size_t
platform_partitions(const struct stat *status,
		    struct partition partitions[PARTITIONS_MOST])
{
	char disk[64], path[PATH_MAX];
	struct dirent **entries;
	size_t found = 0;
	int count;

	if (!S_ISBLK(status->st_mode))
		return 0;
	snprintf(disk, sizeof disk, "dev/block/%u:%u", major(status->st_rdev),
		 minor(status->st_rdev));
	snprintf(path, sizeof path, "%s/%s", linux_sys_root(), disk);
	count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		if (found < PARTITIONS_MOST &&
		    read_partition(disk, entries[i]->d_name,
				   &partitions[found]))
			found++;
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return found;
}
