#include "run/settings.h"

#include <inttypes.h>
#include <unistd.h>

#include "core/error.h"
#include "core/units.h"
#include "io/copy.h"
#include "io/engine.h"
#include "run/plan.h"

enum { SECTOR_BYTES = 512, DEFAULT_SEEKERS = 5 };

void
settings_init(struct settings *settings)
{
	*settings = (struct settings){
		.target = ".",
		.chunk_bytes = 8 * UNITS_KIB,
		.seeks = 8192,
		.files = { .units = 16 },
		.tree = { .files = 20000,
			  .mean_bytes = 9500,
			  .depth = 4,
			  .directories = 20000 / TREE_FILES_A_DIRECTORY },
		.copy_method = copy_methods,
		.command = { .output_fd = STDERR_FILENO },
		.workers = 1,
		.data = { .compress_ratio = 1 },
		.runs = 1,
		.engine = engine_find("sync"),
		.cache = CACHE_COLD,
		.stuck_after_ns = 60 * UNITS_NS_PER_S,
	};
}

unsigned
settings_seekers(const struct settings *settings)
{
	unsigned most = PLAN_WORKERS_MOST / settings->workers;

	if (settings->seekers)
		return settings->seekers;
	return most < DEFAULT_SEEKERS ? most : DEFAULT_SEEKERS;
}

static int
check_chunk(uint64_t chunk_bytes, struct error *error)
{
	if (chunk_bytes && chunk_bytes % SECTOR_BYTES == 0 &&
	    chunk_bytes <= PLAN_CHUNK_MOST)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "-s: chunk '%" PRIu64
			 "' is not usable, want a multiple of %d up to 16M",
			 chunk_bytes, SECTOR_BYTES);
}

static int
check_workers(const struct settings *settings, struct error *error)
{
	unsigned workers = settings->workers;

	if (!workers || workers > PLAN_WORKERS_MOST)
		return error_set(error, ERROR_USAGE,
				 "-c: '%u' workers cannot be run, "
				 "want 1 to %d",
				 workers, PLAN_WORKERS_MOST);
	if (settings->seekers > PLAN_WORKERS_MOST / workers)
		return error_set(error, ERROR_USAGE,
				 "-s: '%u' seekers cannot share each of %u "
				 "files, want 1 to %u",
				 settings->seekers, workers,
				 PLAN_WORKERS_MOST / workers);
	if (!settings->runs)
		return error_set(error, ERROR_USAGE,
				 "-x: '0' runs, want 1 or more");
	return 0;
}

static int
check_size(const struct settings *settings, struct error *error)
{
	char size[UNITS_TEXT_BYTES], least[UNITS_TEXT_BYTES];
	uint64_t needed = settings->chunk_bytes * settings->workers;

	if (!settings->size_given || !settings->size_bytes)
		return 0;
	if (settings->size_bytes > INT64_MAX)
		return error_set(error, ERROR_USAGE,
				 "-s: '%" PRIu64 "' bytes are more than a file "
				 "can have",
				 settings->size_bytes);
	if (settings->size_bytes >= needed)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "-s: '%s' is less than a chunk a worker, want at "
			 "least %s",
			 units_format_bytes(size, settings->size_bytes),
			 units_format_argument(least, needed));
}

static int
check_files(const struct settings *settings, struct error *error)
{
	const struct file_setup *files = &settings->files;

	if (files->units > INT64_MAX / PLAN_FILES_A_UNIT)
		return error_set(error, ERROR_USAGE,
				 "-n: '%" PRIu64 "' times 1024 files are more "
				 "than can be counted",
				 files->units);
	if (files->min_bytes > files->max_bytes)
		return error_set(error, ERROR_USAGE,
				 "-n: least size '%" PRIu64 "' is above the "
				 "largest, %" PRIu64,
				 files->min_bytes, files->max_bytes);
	return 0;
}

static int
check_transfers(const struct settings *settings, struct error *error)
{
	uint64_t block_bytes = settings->block_bytes;

	if (block_bytes % SECTOR_BYTES || block_bytes > PLAN_CHUNK_MOST)
		return error_set(error, ERROR_USAGE,
				 "--block: '%" PRIu64
				 "' is not usable, want a multiple of %d up to "
				 "16M",
				 block_bytes, SECTOR_BYTES);
	if (settings->threads > PLAN_WORKERS_MOST)
		return error_set(error, ERROR_USAGE,
				 "--threads: '%u' cannot be run, want 1 to %d",
				 settings->threads, PLAN_WORKERS_MOST);
	if (settings->depth > PLAN_DEPTH_MOST)
		return error_set(error, ERROR_USAGE,
				 "--depth: '%u' is too much, want 1 to %d",
				 settings->depth, PLAN_DEPTH_MOST);
	if (settings->mix_percent > 100)
		return error_set(error, ERROR_USAGE,
				 "--mix: '%u' is not a percentage, want 0 to "
				 "100",
				 settings->mix_percent);
	return 0;
}

static int
check_data(const struct pattern_shape *data, struct error *error)
{
	if (data->compress_ratio > PATTERN_RATIO_MOST)
		return error_set(error, ERROR_USAGE,
				 "--compress: '%g' is more than can be made, "
				 "want 1 to %d",
				 data->compress_ratio, PATTERN_RATIO_MOST);
	if (data->dedupe_percent > 100)
		return error_set(error, ERROR_USAGE,
				 "--dedupe: '%u' is not a percentage, want 0 "
				 "to 100",
				 data->dedupe_percent);
	return 0;
}

static int
check_command(const struct job_command *command, struct error *error)
{
	if (command->arguments || (!command->prepare && !command->cleanup))
		return 0;
	return error_set(error, ERROR_USAGE,
			 "%s: there is no command to time, want '-- COMMAND' "
			 "as the last words",
			 command->prepare ? "--prepare" : "--cleanup");
}

int
settings_check(const struct settings *settings, struct error *error)
{
	if (check_chunk(settings->chunk_bytes, error) < 0 ||
	    check_workers(settings, error) < 0 ||
	    check_size(settings, error) < 0 ||
	    check_files(settings, error) < 0 ||
	    check_transfers(settings, error) < 0 ||
	    check_command(&settings->command, error) < 0 ||
	    check_data(&settings->data, error) < 0)
		return -1;
	return 0;
}
