#include "cli/option_apply.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"

enum { SECTOR_BYTES = 512 };

static const struct units_range count_range = { 1, UINT64_C(1) << 40 };
static const struct units_range rate_range = { 1, 100000000 };
static const struct units_range depth_range = { 1, PLAN_DEPTH_MOST };
static const struct units_range threads_range = { 1, PLAN_WORKERS_MOST };
static const struct units_range percent_range = { 0, 100 };

static int
take_unsigned(unsigned *number, const char *spelled, const char *value,
	      struct units_range range, struct error *error)
{
	uint64_t count;

	if (units_parse_count(spelled, value, range, &count, error) != 0)
		return -1;
	*number = (unsigned)count;
	return 0;
}

int
apply_count(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;

	return units_parse_count(spelled, value, count_range,
				 &options->settings.count, error);
}

static int
parse_block(const char *spelled, const char *value, uint64_t *block_bytes,
	    struct error *error)
{
	uint64_t bytes;

	if (units_parse_bytes(spelled, value, 1, &bytes, error) != 0)
		return -1;
	if (!bytes || bytes % SECTOR_BYTES || bytes > PLAN_CHUNK_MOST)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is no multiple of 512 up to 16m",
				 spelled, value);
	*block_bytes = bytes;
	return 0;
}

int
apply_block(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;

	return parse_block(spelled, value, &options->settings.block_bytes,
			   error);
}

static int
parse_point(enum sweep_what what, const char *spelled, const char *value,
	    uint64_t *point, struct error *error)
{
	if (what == SWEEP_CHUNK)
		return parse_block(spelled, value, point, error);
	return units_parse_count(spelled, value,
				 what == SWEEP_DEPTH ? depth_range
						     : threads_range,
				 point, error);
}

/* Two points of one value would be one row of the table. */
static bool
has_value(const struct sweep *sweep, uint64_t value)
{
	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->values[i] == value)
			return true;
	return false;
}

static int
add_point(struct sweep *sweep, const char *spelled, const char *text,
	  struct error *error)
{
	uint64_t value;

	if (sweep->count == SWEEP_POINTS_MOST)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is one value too many, "
				 "want at most %d",
				 spelled, text, SWEEP_POINTS_MOST);
	if (parse_point(sweep->what, spelled, text, &value, error) != 0)
		return -1;
	if (has_value(sweep, value))
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is there twice, want it once "
				 "(-x repeats)",
				 spelled, text);
	sweep->values[sweep->count++] = value;
	return 0;
}

static int
take_list(struct sweep *sweep, const char *spelled, const char *value,
	  struct error *error)
{
	char *list = mem_strdup(value);
	int status = 0;

	sweep->count = 0;
	for (char *at = list; status == 0 && at;) {
		char *comma = strchr(at, ',');

		if (comma)
			*comma++ = '\0';
		status = add_point(sweep, spelled, at, error);
		at = comma;
	}
	free(list);
	return status;
}

static int
refuse_second(const char *spelled, const char *value, struct error *error)
{
	return error_set(error, ERROR_USAGE,
			 "%s: '%s' is one too many, want one --sweep or "
			 "--threads",
			 spelled, value);
}

int
apply_threads(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;
	struct settings *settings = &options->settings;
	struct sweep sweep = { .what = SWEEP_THREADS };

	if (take_list(&sweep, spelled, value, error) != 0)
		return -1;
	if (settings->sweep.asked_for &&
	    (sweep.count > 1 || settings->sweep.what == SWEEP_THREADS))
		return refuse_second(spelled, value, error);
	if (settings->sweep.what == SWEEP_THREADS)
		settings->sweep.what = SWEEP_NONE;
	settings->threads = (unsigned)sweep.values[0];
	if (sweep.count > 1)
		settings->sweep = sweep;
	return 0;
}

int
apply_sweep(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	static const char *const names[] = { "chunk=", "depth=", "threads=" };
	static const enum sweep_what whats[] = { SWEEP_CHUNK, SWEEP_DEPTH,
						 SWEEP_THREADS };
	struct options *options = into;
	struct sweep *sweep = &options->settings.sweep;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t length = strlen(names[i]);

		if (strncmp(value, names[i], length) != 0)
			continue;
		if (sweep->what != SWEEP_NONE ||
		    (whats[i] == SWEEP_THREADS && options->settings.threads))
			return refuse_second(spelled, value, error);
		sweep->asked_for = true;
		sweep->what = whats[i];
		return take_list(sweep, spelled, value + length, error);
	}
	return error_set(error, ERROR_USAGE,
			 "%s: '%s' is not a sweep, want chunk=LIST, depth=LIST "
			 "or threads=LIST",
			 spelled, value);
}

int
apply_depth(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;

	return take_unsigned(&options->settings.depth, spelled, value,
			     depth_range, error);
}

int
apply_rate(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;

	return units_parse_count(spelled, value, rate_range,
				 &options->settings.rate, error);
}

int
apply_mix(void *into, const char *spelled, const char *value,
	  struct error *error)
{
	struct options *options = into;

	return take_unsigned(&options->settings.mix_percent, spelled, value,
			     percent_range, error);
}

static int
take_name(const char **name, const char *spelled, const char *value,
	  const char *wanted, struct error *error)
{
	*name = value;
	if (*value)
		return 0;
	return error_set(error, ERROR_USAGE, "%s: '' is empty, want %s",
			 spelled, wanted);
}

int
apply_destroy(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;

	return take_name(&options->settings.destroy, spelled, value,
			 "a device or file", error);
}

int
apply_destroy_signature(void *into, const char *spelled, const char *value,
			struct error *error)
{
	struct options *options = into;

	return take_name(&options->settings.destroy_signature, spelled, value,
			 "a kind of contents", error);
}
