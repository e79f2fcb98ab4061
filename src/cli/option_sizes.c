#include "cli/option_apply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"

enum { PARTS_MAX = 5, CHUNK_LEAST = 512 };
enum { NAME_BYTES = 64 };
enum { DIRECTORIES_MOST = 100000, TREE_DIRECTORIES_MOST = 10000000 };
#define TREE_FILES_MOST UINT64_C(1000000000)
#define TREE_MEAN_MOST_BYTES (UINT64_C(1) << 40)

static const struct units_range seekers_range = { 1, PLAN_WORKERS_MOST };

/* One text with colons, taken apart. */
struct parts {
	char *text;
	const char *at[PARTS_MAX];
	size_t count;
};

static int
parts_split(struct parts *parts, const char *spelled, const char *value,
	    const char *shape, struct error *error)
{
	size_t most = 1;
	char *next;

	for (const char *colon = shape; (colon = strchr(colon, ':')); colon++)
		most++;
	parts->count = 0;
	parts->text = mem_strdup(value);
	for (next = parts->text; next; parts->count++) {
		if (parts->count == most) {
			free(parts->text);
			return error_set(error, ERROR_USAGE,
					 "%s: '%s' has too many parts, want %s",
					 spelled, value, shape);
		}
		parts->at[parts->count] = next;
		next = strchr(next, ':');
		if (next)
			*next++ = '\0';
	}
	return 0;
}

/* "-s" and "chunk": the name of one part in messages. */
static const char *
part_name(char name[NAME_BYTES], const char *spelled, const char *part)
{
	snprintf(name, NAME_BYTES, "%s %s", spelled, part);
	return name;
}

static int
parse_chunk(const char *spelled, const char *text, uint64_t *chunk_bytes,
	    struct error *error)
{
	char name[NAME_BYTES];

	part_name(name, spelled, "chunk");
	if (units_parse_bytes(name, text, 1, chunk_bytes, error) != 0)
		return -1;
	if (*chunk_bytes % CHUNK_LEAST || *chunk_bytes < CHUNK_LEAST ||
	    *chunk_bytes > PLAN_CHUNK_MOST)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is no multiple of 512 up to 16m",
				 name, text);
	return 0;
}

/* A count that may end in `letter` (k or m) for a power of 1024. */
static int
parse_scaled(const char *name, const char *text, char letter, uint64_t most,
	     uint64_t *count)
{
	struct error unused = { ERROR_NONE, 0, 0, "" };
	char digits[24];
	size_t length = strlen(text);
	uint64_t scale = 1;

	if (length && (text[length - 1] | 0x20) == letter) {
		scale = UNITS_KIB;
		length--;
	}
	if (!length || length >= sizeof digits)
		return -1;
	memcpy(digits, text, length);
	digits[length] = '\0';
	if (units_parse_count(name, digits,
			      (struct units_range){ 0, most / scale }, count,
			      &unused) != 0)
		return -1;
	*count *= scale;
	return 0;
}

static int
parse_seeks(const char *spelled, const char *text, uint64_t *seeks,
	    struct error *error)
{
	const uint64_t most = UINT64_C(1) << 40;

	if (parse_scaled(spelled, text, 'k', most, seeks) == 0)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "%s seeks: '%s' is not a count, want digits, or "
			 "digits and k",
			 spelled, text);
}

static int
take_size(struct settings *settings, const struct parts *parts,
	  const char *spelled, struct error *error)
{
	char name[NAME_BYTES];
	uint64_t seekers;

	if (units_parse_bytes(spelled, parts->at[0], UNITS_MIB,
			      &settings->size_bytes, error) != 0)
		return -1;
	if (parts->count > 1 && parse_chunk(spelled, parts->at[1],
					    &settings->chunk_bytes, error) != 0)
		return -1;
	if (parts->count > 2 &&
	    parse_seeks(spelled, parts->at[2], &settings->seeks, error) != 0)
		return -1;
	if (parts->count > 3) {
		part_name(name, spelled, "seekers");
		if (units_parse_count(name, parts->at[3], seekers_range,
				      &seekers, error) != 0)
			return -1;
		settings->seekers = (unsigned)seekers;
	}
	settings->size_given = true;
	return 0;
}

int
apply_size(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;
	struct settings defaults;
	struct parts parts;
	int status;

	if (parts_split(&parts, spelled, value, "SIZE:CHUNK:SEEKS:SEEKERS",
			error) != 0)
		return -1;
	settings_init(&defaults);
	options->settings.chunk_bytes = defaults.chunk_bytes;
	options->settings.seeks = defaults.seeks;
	options->settings.seekers = defaults.seekers;
	status = take_size(&options->settings, &parts, spelled, error);
	free(parts.text);
	return status;
}

/* MAX: a size, or bonnie++'s -1 for hard links and -2 for symbolic ones. */
static int
parse_max(struct file_setup *files, const char *spelled, const char *text,
	  struct error *error)
{
	char name[NAME_BYTES];

	files->link = LINK_NONE;
	files->max_bytes = 0;
	files->min_bytes = 0;
	if (strcmp(text, "-1") == 0) {
		files->link = LINK_HARD;
		return 0;
	}
	if (strcmp(text, "-2") == 0) {
		files->link = LINK_SYMBOLIC;
		return 0;
	}
	if (text[0] == '-')
		return error_set(error, ERROR_USAGE,
				 "%s max: '%s' is not a size, -1 (hard links) "
				 "or -2 (symlinks)",
				 spelled, text);
	return units_parse_bytes(part_name(name, spelled, "max"), text, 1,
				 &files->max_bytes, error);
}

static int
parse_min(struct file_setup *files, const char *spelled, const char *text,
	  struct error *error)
{
	char name[NAME_BYTES];

	part_name(name, spelled, "min");
	if (units_parse_bytes(name, text, 1, &files->min_bytes, error) != 0)
		return -1;
	if (files->min_bytes > files->max_bytes)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is more than the largest size", name,
				 text);
	return 0;
}

static int
parse_units(struct file_setup *files, const char *spelled, const char *text,
	    struct error *error)
{
	const uint64_t most = UINT64_C(1) << 32; /* 2^42 files */

	if (parse_scaled(spelled, text, 'm', most, &files->units) == 0)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "%s: '%s' is not a number of files, want it in "
			 "units of 1024",
			 spelled, text);
}

static int
parse_directories(struct file_setup *files, const char *spelled,
		  const char *text, struct error *error)
{
	if (parse_scaled(spelled, text, 'k', DIRECTORIES_MOST,
			 &files->directories) == 0)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "%s directories: '%s' is not a count up to %d",
			 spelled, text, DIRECTORIES_MOST);
}

static int
take_files(struct file_setup *files, const struct parts *parts,
	   const char *spelled, struct error *error)
{
	if (parse_units(files, spelled, parts->at[0], error) != 0)
		return -1;
	if (parts->count > 1 &&
	    parse_max(files, spelled, parts->at[1], error) != 0)
		return -1;
	if (parts->count > 2 &&
	    parse_min(files, spelled, parts->at[2], error) != 0)
		return -1;
	if (parts->count > 3 &&
	    parse_directories(files, spelled, parts->at[3], error) != 0)
		return -1;
	if (parts->count > 4)
		return parse_chunk(spelled, parts->at[4], &files->chunk_bytes,
				   error);
	return 0;
}

int
apply_files(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;
	struct settings defaults;
	struct parts parts;
	int status;

	if (parts_split(&parts, spelled, value, "FILES:MAX:MIN:DIRS:CHUNK",
			error) != 0)
		return -1;
	settings_init(&defaults);
	options->settings.files = defaults.files;
	status = take_files(&options->settings.files, &parts, spelled, error);
	free(parts.text);
	return status;
}

static int
parse_count(const char *name, const char *text, uint64_t most, uint64_t *count,
	    struct error *error)
{
	const struct units_range range = { 1, most };

	return units_parse_count(name, text, range, count, error);
}

static int
take_tree(struct tree_setup *tree, const struct parts *parts,
	  const char *spelled, struct error *error)
{
	char name[NAME_BYTES];
	uint64_t depth = tree->depth;

	if (parse_count(spelled, parts->at[0], TREE_FILES_MOST, &tree->files,
			error) != 0)
		return -1;
	if (parts->count > 1 &&
	    units_parse_bytes(part_name(name, spelled, "mean"), parts->at[1], 1,
			      &tree->mean_bytes, error) != 0)
		return -1;
	if (parts->count > 2 &&
	    parse_count(part_name(name, spelled, "depth"), parts->at[2],
			TREE_DEPTH_MOST, &depth, error) != 0)
		return -1;
	tree->depth = (unsigned)depth;
	tree->directories = tree->files / TREE_FILES_A_DIRECTORY;
	if (!tree->directories)
		tree->directories = 1;
	if (tree->mean_bytes > TREE_MEAN_MOST_BYTES)
		return error_set(error, ERROR_USAGE,
				 "%s mean: '%s' is too large, want at most 1t",
				 spelled, parts->at[1]);
	if (parts->count > 3)
		return parse_count(part_name(name, spelled, "directories"),
				   parts->at[3], TREE_DIRECTORIES_MOST,
				   &tree->directories, error);
	return 0;
}

int
apply_tree(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;
	struct settings defaults;
	struct parts parts;
	int status;

	if (parts_split(&parts, spelled, value, "FILES:MEAN:DEPTH:DIRS",
			error) != 0)
		return -1;
	settings_init(&defaults);
	defaults.tree.path = options->settings.tree.path;
	options->settings.tree = defaults.tree;
	status = take_tree(&options->settings.tree, &parts, spelled, error);
	free(parts.text);
	return status;
}
