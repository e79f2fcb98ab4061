#include "compare/method.h"

#include <stddef.h>
#include <string.h>

#include "results/result.h"

/* Programs that measure in one way. */
enum era {
	ERA_UNKNOWN,
	ERA_BONNIE,
	ERA_PAUSE, /* bonnie++ to 1.02b */
	ERA_PROCESSES, /* bonnie++ 1.02c to 1.04 */
	ERA_THREADS, /* bonnie++ 1.90 and later */
	ERA_OURS,
	ERAS,
};

enum way {
	WAY_CHARACTERS,
	WAY_WRITTEN,
	WAY_SEEKS,
	WAY_MADE,
	WAYS,
};

/* A bonnie++ of 1.0x ends the time with the last call, one of 1.9x when the
 * data is on the disk and, after it made or removed files, with a sync of the
 * whole system. */
static const char *const methods[ERAS][WAYS] = {
	[ERA_BONNIE] = { "through stdio", "no flush in the time", "3 seekers",
			 NULL },
	[ERA_PAUSE] = { "through stdio", "no flush in the time",
			"3 seekers, a pause of 5 s in the time",
			"no sync in the time" },
	[ERA_PROCESSES] = { "through stdio", "no flush in the time",
			    "3 seekers", "no sync in the time" },
	[ERA_THREADS] = { "3 MiB, a system call for each character",
			  "flush in the time", "5 seekers",
			  "sync in the time" },
	[ERA_OURS] = { "through stdio", "flush in the time", "5 seekers",
		       "no sync in the time" },
};

static const struct {
	const char *test;
	enum way way;
} ways[] = {
	{ "putc", WAY_CHARACTERS }, { "getc", WAY_CHARACTERS },
	{ "write", WAY_WRITTEN },   { "rewrite", WAY_WRITTEN },
	{ "seeks", WAY_SEEKS },     { "seq-create", WAY_MADE },
	{ "seq-delete", WAY_MADE }, { "ran-create", WAY_MADE },
	{ "ran-delete", WAY_MADE },
};

static enum era
era_of(const struct result *result)
{
	const char *version = result->tool_version;

	if (!result->tool)
		return ERA_UNKNOWN;
	if (strcmp(result->tool, "bonnie") == 0)
		return ERA_BONNIE;
	if (strcmp(result->tool, "diskbench") == 0)
		return ERA_OURS;
	if (strcmp(result->tool, "bonnie++") != 0 || !version)
		return ERA_UNKNOWN;
	if (strcmp(version, "1.9") >= 0)
		return ERA_THREADS;
	return strcmp(version, "1.02c") < 0 ? ERA_PAUSE : ERA_PROCESSES;
}

const char *
compare_method(const struct result *result, const char *test)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].test, test) == 0)
			return methods[era_of(result)][ways[i].way];
	return NULL;
}
