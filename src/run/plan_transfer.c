#include "run/plan_transfer.h"

#include <inttypes.h>
#include <string.h>

#include "core/error.h"
#include "core/units.h"
#include "io/engine.h"
#include "run/plan.h"
#include "workloads/workload.h"

enum { SECTOR_BYTES = 512 };

/* The file of synchronous appends begins anew when it has so many bytes. */
#define LOG_MOST_BYTES (64 * UNITS_MIB)

static bool
has_flags(const struct workload *row, unsigned flags)
{
	return (row->flags & flags) == flags;
}

bool
transfer_fits(const struct workload *row, const struct target_facts *facts)
{
	return facts->directory || has_flags(row, WORKLOAD_TARGET);
}

/* RR. */
static bool
can_mix(const struct workload *row)
{
	return has_flags(row, WORKLOAD_VARIED | WORKLOAD_READS);
}

static bool
writes(const struct workload *row, const struct settings *settings)
{
	return has_flags(row, WORKLOAD_WRITES) ||
	       (settings->mix_percent && can_mix(row));
}

bool
transfer_is_allowed(const struct workload *row, const struct settings *settings,
		    const struct target_facts *facts)
{
	return facts->directory || settings->destroy || !writes(row, settings);
}

uint64_t
transfer_area(const struct settings *settings, const struct target_facts *facts,
	      struct error *error)
{
	uint64_t bytes = facts->size_bytes;

	if (settings->size_given && (!bytes || settings->size_bytes < bytes))
		bytes = settings->size_bytes;
	if (!bytes && !facts->size_bytes)
		error_set(error, ERROR_USAGE,
			  "'%s' has no size or does not tell it, want -s SIZE",
			  settings->target);
	else if (!bytes)
		error_set(error, ERROR_USAGE,
			  "-s: '0' leaves nothing of '%s' to test",
			  settings->target);
	return bytes;
}

/* Past the page cache, unless the user wants it to play a part. */
static bool
goes_direct(const struct settings *settings, const struct target_facts *facts)
{
	if (settings->direct || settings->engine->always_direct)
		return true;
	return facts->direct_possible && settings->cache == CACHE_COLD &&
	       !settings->engine->never_direct;
}

static uint64_t
count_of(const struct workload *row, const struct settings *settings)
{
	if (settings->count)
		return settings->count;
	/* So many that the time limit comes first. */
	if (settings->time_limit_ns && row->count)
		return INT64_MAX / SECTOR_BYTES / SECTOR_BYTES;
	return row->count;
}

static void
set_threads(struct phase_plan *phase, const struct settings *settings)
{
	const struct workload *row = phase->workload;
	unsigned threads = settings->threads ? settings->threads : row->threads;

	if (has_flags(row, WORKLOAD_ZONES))
		threads = 1;
	if (phase->operations && threads > phase->operations)
		threads = (unsigned)phase->operations;
	phase->workers = threads;
	if (has_flags(row, WORKLOAD_THREAD_FILES)) {
		phase->file_bytes = phase->file_bytes * phase->files / threads;
		if (phase->size_share && has_flags(row, WORKLOAD_CREATES) &&
		    threads > phase->files)
			phase->size_share = threads / phase->files;
		phase->files = threads;
	} else if (phase->files > threads) {
		phase->files = threads;
	}
}

void
transfer_fill_phase(struct phase_plan *phase, const struct settings *settings,
		    const struct target_facts *facts)
{
	const struct workload *row = phase->workload;

	phase->target = !facts->directory;
	phase->varied =
		has_flags(row, WORKLOAD_VARIED) && !settings->block_bytes;
	phase->chunk_bytes = settings->block_bytes ? settings->block_bytes
						   : row->block_bytes;
	phase->operations = count_of(row, settings);
	set_threads(phase, settings);
	if (has_flags(row, WORKLOAD_OWN_SIZE)) {
		phase->files = phase->workers;
		phase->file_bytes =
			phase->operations / phase->workers * phase->chunk_bytes;
		if (phase->file_bytes > LOG_MOST_BYTES)
			phase->file_bytes = LOG_MOST_BYTES;
		phase->size_share = 0;
	}
	phase->unit_bytes = SECTOR_BYTES;
	phase->depth = settings->depth ? settings->depth : 1;
	phase->rate = settings->rate;
	if (can_mix(row))
		phase->mix_percent = settings->mix_percent;
	phase->writes = writes(row, settings);
	if (!phase->target)
		return;
	phase->files = 1;
	phase->direct = goes_direct(settings, facts);
	if (phase->direct)
		phase->unit_bytes = facts->unit_bytes;
	if (phase->varied && phase->chunk_bytes < 2 * phase->unit_bytes)
		phase->chunk_bytes = 2 * phase->unit_bytes;
}

static int
check_depth(const struct phase_plan *phase, const struct settings *settings,
	    struct error *error)
{
	const char *key = phase->workload->key;
	unsigned depth = settings->depth ? settings->depth : 1;

	if (depth == 1)
		return 0;
	if (!(phase->workload->flags & WORKLOAD_TRANSFERS) ||
	    (phase->workload->flags & WORKLOAD_OWN_SIZE))
		return error_set(error, ERROR_USAGE,
				 "--depth: test '%s' makes one request after "
				 "the other, want --depth 1",
				 key);
	if (!settings->engine->has_queue)
		return error_set(error, ERROR_USAGE,
				 "--depth: '%u' requests at once are more than "
				 "engine '%s' can do, want --engine uring",
				 depth, settings->engine->name);
	if (phase->flush_each && phase->writes)
		return error_set(
			error, ERROR_USAGE,
			"-b: a flush after each write leaves no '%u' "
			"requests at once to test '%s', want --depth 1",
			depth, key);
	return 0;
}

static int
check_phase(const struct phase_plan *phase, const struct settings *settings,
	    struct error *error)
{
	char there[UNITS_TEXT_BYTES], block[UNITS_TEXT_BYTES];

	if (!phase->unrecorded && check_depth(phase, settings, error) < 0)
		return -1;
	if (!phase->target)
		return 0;
	if (phase->chunk_bytes % phase->unit_bytes)
		return error_set(error, ERROR_USAGE,
				 "--block: '%" PRIu64 "' bytes cannot be moved "
				 "directly from or to '%s', want a multiple of "
				 "%" PRIu64,
				 phase->chunk_bytes, settings->target,
				 phase->unit_bytes);
	if (phase->file_bytes >= phase->chunk_bytes)
		return 0;
	return error_set(error, ERROR_RUN,
			 "'%s' has %s to test, which is less than one transfer "
			 "of %s for test '%s'",
			 settings->target,
			 units_format_bytes(there, phase->file_bytes),
			 units_format_bytes(block, phase->chunk_bytes),
			 phase->workload->key);
}

static bool
any_phase(const struct plan *plan, bool (*wanted)(const struct workload *row))
{
	for (size_t i = 0; i < plan->phase_count; i++)
		if (!plan->phases[i].unrecorded &&
		    wanted(plan->phases[i].workload))
			return true;
	return false;
}

static bool
makes_transfers(const struct workload *row)
{
	return has_flags(row, WORKLOAD_TRANSFERS);
}

/* Zones are as many as fit, read one after the other. */
static bool
makes_counted_transfers(const struct workload *row)
{
	return makes_transfers(row) && !has_flags(row, WORKLOAD_ZONES);
}

static int
check_use(const struct plan *plan, const struct settings *settings,
	  struct error *error)
{
	const struct {
		const char *option;
		uint64_t value;
		bool (*wanted)(const struct workload *row);
		const char *tests;
	} options[] = {
		{ "--rate", settings->rate, makes_transfers,
		  "raw, tio or probe" },
		{ "--count", settings->count, makes_counted_transfers,
		  "raw, tio or probe" },
		{ "--block", settings->block_bytes, makes_transfers,
		  "raw, tio or probe" },
		{ "--threads", settings->threads, makes_counted_transfers,
		  "raw, tio or probe" },
		{ "--mix", settings->mix_percent, can_mix, "RR" },
	};

	/* What a sweep varies is spelled in the options of every test. */
	if (settings->point)
		return 0;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (options[i].value && !any_phase(plan, options[i].wanted))
			return error_set(error, ERROR_USAGE,
					 "%s: '%" PRIu64 "' means nothing to "
					 "the tests of this run, want -t %s",
					 options[i].option, options[i].value,
					 options[i].tests);
	if (settings->destroy_signature && !settings->destroy)
		return error_set(error, ERROR_USAGE,
				 "--destroy-signature: '%s' means nothing "
				 "without --destroy=DEVICE",
				 settings->destroy_signature);
	return 0;
}

int
transfer_check_plan(const struct plan *plan, const struct settings *settings,
		    struct error *error)
{
	for (size_t i = 0; i < plan->phase_count; i++)
		if (check_phase(&plan->phases[i], settings, error) < 0)
			return -1;
	return check_use(plan, settings, error);
}
