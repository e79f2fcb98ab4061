#include "results/setup.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "results/result.h"

static bool
same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool
is_ours(const struct result *result)
{
	return same_text(result->tool, "diskbench");
}

bool
result_same_size(const struct result *a, const struct result *b)
{
	uint64_t low = a->size_bytes, high = b->size_bytes;

	if (low > high) {
		low = b->size_bytes;
		high = a->size_bytes;
	}
	return low == high ||
	       (low && is_ours(a) && is_ours(b) && high / 2 < low);
}

static double
ratio_of(const struct result *result)
{
	return result->compress_ratio > 1 ? result->compress_ratio : 1;
}

bool
result_same_data(const struct result *a, const struct result *b)
{
	return fabs(ratio_of(a) - ratio_of(b)) < 0.005 &&
	       a->dedupe_percent == b->dedupe_percent;
}

/* None named is one. */
static uint64_t
directories_of(const struct file_setup *files)
{
	return files->directories > 1 ? files->directories : 1;
}

bool
result_same_files(const struct file_setup *a, const struct file_setup *b)
{
	return a->units == b->units && a->max_bytes == b->max_bytes &&
	       a->min_bytes == b->min_bytes && a->link == b->link &&
	       a->chunk_bytes == b->chunk_bytes &&
	       directories_of(a) == directories_of(b);
}

static bool
same_tool(const struct result *a, const struct result *b)
{
	return same_text(a->tool, b->tool) &&
	       same_text(a->tool_version, b->tool_version) &&
	       same_text(a->engine, b->engine);
}

static bool
same_place(const struct result *a, const struct result *b)
{
	const struct environment *at_a = &a->environment;
	const struct environment *at_b = &b->environment;

	if (!same_text(a->machine, b->machine) ||
	    !same_text(at_a->file_system, at_b->file_system) ||
	    !same_text(at_a->mount_options, at_b->mount_options) ||
	    at_a->device_count != at_b->device_count)
		return false;
	for (size_t i = 0; i < at_a->device_count; i++)
		if (!same_text(at_a->devices[i], at_b->devices[i]))
			return false;
	return true;
}

/* bonnie++'s text shows the number of seeks and seekers only where they are
 * not the default, its CSV always. */
static bool
same_count(uint64_t a, uint64_t b)
{
	return !a || !b || a == b;
}

static uint64_t
depth_of(const struct result *result)
{
	return result->depth ? result->depth : 1;
}

bool
result_same_depth(const struct result *a, const struct result *b)
{
	return depth_of(a) == depth_of(b);
}

static bool
same_work(const struct result *a, const struct result *b)
{
	return result_same_size(a, b) && a->chunk_bytes == b->chunk_bytes &&
	       a->workers == b->workers && result_same_depth(a, b) &&
	       same_count(a->seeks, b->seeks) &&
	       same_count(a->seekers, b->seekers) &&
	       result_same_files(&a->files, &b->files) &&
	       result_same_data(a, b);
}

bool
result_same_setup(const struct result *a, const struct result *b)
{
	return same_text(a->label, b->label) && same_tool(a, b) &&
	       same_place(a, b) && same_work(a, b);
}
