#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
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
look_at_group(void *context, const char *directory)
{
	static const char *const names[] = { "memory.max", "memory.high",
					     "memory.limit_in_bytes" };
	static const char inherited[] = "hierarchical_memory_limit ";
	uint64_t *limit_bytes = context;
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

static uint64_t
least_limit_bytes(void)
{
	uint64_t limit_bytes = UINT64_MAX;

	linux_groups_visit("memory", look_at_group, &limit_bytes);
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
