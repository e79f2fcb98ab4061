#include "cli/option_apply.h"

#include "core/error.h"
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

int
apply_block(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;
	uint64_t bytes;

	if (units_parse_bytes(spelled, value, 1, &bytes, error) != 0)
		return -1;
	if (!bytes || bytes % SECTOR_BYTES || bytes > PLAN_CHUNK_MOST)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not a transfer, want a multiple "
				 "of 512 bytes up to 16m",
				 spelled, value);
	options->settings.block_bytes = bytes;
	return 0;
}

int
apply_threads(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;

	return take_unsigned(&options->settings.threads, spelled, value,
			     threads_range, error);
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
