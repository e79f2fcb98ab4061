#include "cli/option_apply.h"

#include <string.h>

#include "core/error.h"
#include "core/units.h"

static const struct units_range runs_range = { 1, 100000 };
static const struct units_range workers_range = { 1, PLAN_WORKERS_MOST };
static const struct units_range processes_range = { 1, 30000 };
static const struct units_range seed_range = { 0, UINT64_MAX };
static const struct units_span time_span_s = { 0.001, 86400.0 * 365 };

int
apply_ram(void *into, const char *spelled, const char *value,
	  struct error *error)
{
	struct options *options = into;

	options->settings.ram_given = true;
	return units_parse_bytes(spelled, value, UNITS_MIB,
				 &options->settings.ram_bytes, error);
}

int
apply_runs(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;
	uint64_t runs;

	if (units_parse_count(spelled, value, runs_range, &runs, error) != 0)
		return -1;
	options->settings.runs = (unsigned)runs;
	return 0;
}

int
apply_fast(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;

	options->settings.skip_per_char = !value;
	options->settings.per_char_bytes = 0;
	if (!value)
		return 0;
	if (units_parse_bytes(spelled, value, UNITS_MIB,
			      &options->settings.per_char_bytes, error) != 0)
		return -1;
	if (options->settings.per_char_bytes == 0)
		options->settings.skip_per_char = true;
	return 0;
}

int
apply_workers(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;
	uint64_t workers;

	if (units_parse_count(spelled, value, workers_range, &workers, error) !=
	    0)
		return -1;
	options->settings.workers = (unsigned)workers;
	return 0;
}

int
apply_seed(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;

	options->settings.seed_given = true;
	options->settings.seed_text = value;
	return units_parse_count(spelled, value, seed_range,
				 &options->settings.seed, error);
}

int
apply_processes(void *into, const char *spelled, const char *value,
		struct error *error)
{
	struct options *options = into;
	uint64_t processes = 0;

	options->semaphores = true;
	if (strcmp(value, "-1") != 0 &&
	    units_parse_count(spelled, value, processes_range, &processes,
			      error) != 0)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not a number of processes from 1 "
				 "to 30000, nor -1",
				 spelled, value);
	options->processes = (unsigned)processes;
	return 0;
}

int
apply_time(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;
	double seconds;

	if (units_parse_number(spelled, value, time_span_s, &seconds, error) !=
	    0)
		return -1;
	options->settings.time_limit_ns =
		(uint64_t)(seconds * (double)UNITS_NS_PER_S);
	return 0;
}
