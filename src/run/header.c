#include "run/header.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/engine.h"
#include "platform/platform.h"
#include "results/result.h"
#include "run/plan.h"
#include "workloads/workload.h"

enum { TEXT_BYTES = 256 };

/* NULL for an empty text: not known. */
static char *
copy_known(const char *text)
{
	return *text ? mem_strdup(text) : NULL;
}

/* "2026-03-01T12:00:00+01:00" */
static char *
time_text(time_t now)
{
	char text[TEXT_BYTES], zone[8];
	struct tm parts;

	if (!localtime_r(&now, &parts) ||
	    !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts) ||
	    strftime(zone, sizeof zone, "%z", &parts) != 5)
		return NULL;
	snprintf(text + strlen(text), 8, "%.3s:%.2s", zone, zone + 3);
	return mem_strdup(text);
}

static void
fill_mount(struct environment *environment, int fd)
{
	struct mount_facts mount;

	if (platform_mount_facts(fd, &mount) < 0)
		return;
	environment->file_system = copy_known(mount.file_system);
	environment->mount_options = copy_known(mount.options);
}

static void
fill_devices(struct result *result, int fd)
{
	struct device_facts devices[PLATFORM_DEVICES];
	int count = platform_device_stack(fd, devices, PLATFORM_DEVICES);

	for (int i = 0; i < count; i++)
		result_add_device(result, devices[i].text);
}

static void
fill_environment(struct result *result, const char *command)
{
	struct environment *environment = &result->environment;
	struct platform_memory memory;
	char text[TEXT_BYTES];

	platform_kernel(text, sizeof text);
	environment->kernel = copy_known(text);
	if (platform_memory(&memory) == 0)
		environment->ram_bytes = memory.total_bytes;
	environment->command = mem_strdup(command);
	environment->started = time_text(time(NULL));
}

static void
fill_identity(struct result *result, const struct plan *plan,
	      const struct settings *settings)
{
	char text[TEXT_BYTES];

	result->tool = mem_strdup("diskbench");
	result->tool_version = mem_strdup(DISKBENCH_VERSION);
	platform_host(text, sizeof text);
	result->machine = settings->label ? mem_strdup(settings->label)
					  : copy_known(text);
	result->label =
		mem_strdup(settings->point ? settings->point : settings->label);
	snprintf(text, sizeof text, "%" PRIu64, plan->seed);
	result->seed =
		mem_strdup(settings->seed_text ? settings->seed_text : text);
}

/* Engines that are always direct say so by their name. */
static char *
engine_text(const struct settings *settings)
{
	const struct engine *engine = settings->engine;
	char text[TEXT_BYTES];

	if (!engine)
		return NULL;
	snprintf(text, sizeof text, "%s%s", engine->name,
		 settings->direct && !engine->always_direct ? ", direct" : "");
	return mem_strdup(text);
}

static bool
has_phase(const struct plan *plan, unsigned flags)
{
	for (size_t i = 0; i < plan->phase_count; i++)
		if (plan->phases[i].workload->flags & flags)
			return true;
	return false;
}

static bool
all_transfer(const struct plan *plan)
{
	for (size_t i = 0; i < plan->phase_count; i++)
		if (!plan->phases[i].unrecorded &&
		    !(plan->phases[i].workload->flags & WORKLOAD_TRANSFERS))
			return false;
	return true;
}

/* Where all tests are of transfers, their block and threads are those of the
 * run; where they differ, nothing is said. */
static void
fill_transfers(struct result *result, const struct plan *plan)
{
	const struct phase_plan *last = &plan->phases[plan->phase_count - 1];

	result->workers = last->workers;
	result->depth = last->depth;
	result->chunk_bytes = last->varied ? 0 : last->chunk_bytes;
	for (size_t i = 0; i < plan->phase_count; i++) {
		const struct phase_plan *phase = &plan->phases[i];

		if (phase->unrecorded)
			continue;
		if (phase->workers != result->workers)
			result->workers = 0;
		if (phase->varied || phase->chunk_bytes != result->chunk_bytes)
			result->chunk_bytes = 0;
	}
}

static void
fill_setup(struct result *result, const struct plan *plan,
	   const struct settings *settings)
{
	bool transfers = plan->phase_count && all_transfer(plan);

	result->workers = settings->workers;
	result->compress_ratio = plan->data.compress_ratio;
	result->dedupe_percent = plan->data.dedupe_percent;
	if (has_phase(plan, WORKLOAD_DATA_FILE)) {
		result->size_bytes = plan->size_bytes;
		result->chunk_bytes = settings->chunk_bytes;
	}
	if (transfers)
		fill_transfers(result, plan);
	/* A size that is to be found is not there yet. */
	if (transfers || has_phase(plan, WORKLOAD_DATA_FILE))
		result->engine = engine_text(settings);
	if (has_phase(plan, WORKLOAD_SEEKERS)) {
		result->seeks = settings->seeks;
		result->seekers = settings_seekers(settings);
	}
	if (has_phase(plan, WORKLOAD_DIRECTORY))
		result->files = settings->files;
}

int
header_fill(struct result *result, const struct plan *plan,
	    const struct settings *settings, const char *command,
	    struct error *error)
{
	int fd = open(settings->target, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return error_set_errno(error, errno, "cannot open '%s'",
				       settings->target);
	fill_identity(result, plan, settings);
	fill_environment(result, command);
	fill_mount(&result->environment, fd);
	fill_devices(result, fd);
	fill_setup(result, plan, settings);
	close(fd);
	return 0;
}
