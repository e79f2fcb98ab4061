#include "run/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/calls.h"
#include "io/engine.h"
#include "io/workspace.h"
#include "platform/platform.h"
#include "run/buffers.h"
#include "run/phase.h"
#include "run/plan.h"
#include "workloads/job.h"
#include "workloads/workload.h"

enum { STREAMS_A_PHASE = 1 << 16 };

static unsigned
flags_of(const struct team *team)
{
	return team->phase->workload->flags;
}

/* stdio needs a descriptor that it can write single bytes through. */
static const struct engine *
engine_of(const struct team *team)
{
	if (flags_of(team) & WORKLOAD_BUFFERED)
		return engine_find("sync");
	return team->run->settings->engine;
}

static uint64_t
choose_file_bytes(const struct team *team)
{
	const struct phase_plan *phase = team->phase;
	const struct run *run = team->run;
	uint64_t bytes;

	if (phase->finds_size)
		return phase_plan_bytes(phase, run->plan->most_size_bytes /
						       phase->files);
	if ((flags_of(team) & WORKLOAD_CREATES) && run->found_bytes)
		bytes = phase_plan_bytes(phase, run->found_bytes);
	else
		bytes = phase_plan_bytes(phase, run->file_bytes);
	if (phase->target)
		return bytes;
	if (!(flags_of(team) & WORKLOAD_CREATES) && run->file_bytes < bytes)
		return run->file_bytes;
	return bytes;
}

/* A time limit alone ends a phase that finds the size: then it is not asked
 * whether the rate is steady. */
static void
fill_watch(struct team *team, struct job *job, unsigned worker)
{
	const struct plan *plan = team->run->plan;

	if (!team->phase->finds_size)
		return;
	autosize_init(&team->rule, plan->least_size_bytes,
		      plan->most_size_bytes, team->count);
	if (team->phase->time_limit_ns)
		team->rule.least_ns = team->rule.most_ns = UINT64_MAX;
	team->watches[worker].rule = &team->rule;
	job->enough = autosize_watch_enough;
	job->enough_context = &team->watches[worker];
}

static uint64_t
nth_due_ns(const struct phase_plan *phase, uint64_t number)
{
	return (uint64_t)((double)number * (double)UNITS_NS_PER_S /
			  (double)phase->rate);
}

static void
fill_transfer(const struct team *team, struct job *job)
{
	const struct phase_plan *phase = team->phase;

	if (!(flags_of(team) & WORKLOAD_TRANSFERS))
		return;
	job->transfer = (struct transfer_setup){
		.unit_bytes = phase->unit_bytes,
		.varied = phase->varied,
		.foreign = phase->target,
		.depth = phase->depth,
		.mix_percent = phase->mix_percent,
		.lane = job->worker / phase->files,
		.lanes = (team->count - job->worker % phase->files +
			  phase->files - 1) /
			 phase->files,
	};
	if (!phase->rate)
		return;
	job->transfer.interval_ns = nth_due_ns(phase, team->count);
	job->transfer.offset_ns = nth_due_ns(phase, job->worker);
}

static void
fill_job(struct team *team, unsigned worker, unsigned index)
{
	const struct phase_plan *phase = team->phase;
	const struct run *run = team->run;
	struct job *job = &team->jobs[worker];

	*job = (struct job){
		.directory_fd = -1,
		.calls = &io_system_calls,
		.file_bytes = team->file_bytes,
		.chunk_bytes = phase->chunk_bytes,
		.operations =
			plan_share(phase->operations, worker, team->count),
		.files = phase->file_set,
		.tree = phase->tree,
		.copy_method = run->settings->copy_method,
		.command = run->settings->command,
		.arrivals = team->count > 1 ? &team->arrivals : NULL,
		.flush_line = team->phase->files < team->count
				      ? &team->flush_line
				      : NULL,
		.claims = team->claims,
		.flush_each = phase->flush_each,
		.generation = run->oldest,
		.generation_newest = run->newest,
		.check_every = run->settings->check_every,
		.rng = rng_stream(&run->rng,
				  (uint64_t)index * STREAMS_A_PHASE + worker),
		.worker = worker,
		.workers = team->count,
		.meter = &team->meters[worker],
		.error = &team->errors[worker],
	};
	job->files.count =
		plan_share(phase->file_set.count, worker, team->count);
	if ((flags_of(team) & WORKLOAD_SEEKERS) && !run->settings->unobserved)
		job->blocks_read = platform_thread_blocks_read;
	if (flags_of(team) & WORKLOAD_CREATES)
		job->generation = job->generation_newest = 0;
	meter_clear(job->meter);
	fill_watch(team, job, worker);
	fill_transfer(team, job);
}

void
team_init(struct team *team, struct run *run, const struct phase_plan *phase,
	  unsigned index)
{
	*team = (struct team){ .run = run,
			       .phase = phase,
			       .count = phase->workers };
	team->jobs = mem_alloc(team->count, sizeof *team->jobs);
	team->meters = mem_alloc(team->count, sizeof *team->meters);
	team->errors = mem_alloc(team->count, sizeof *team->errors);
	team->files = mem_alloc(team->count, sizeof *team->files);
	team->names = mem_alloc(team->count, sizeof *team->names);
	team->watches = mem_alloc(team->count, sizeof *team->watches);
	if (flags_of(team) & WORKLOAD_DATA_FILE)
		team->file_bytes = choose_file_bytes(team);
	if ((flags_of(team) & WORKLOAD_TREE) && team->count > 1)
		team->claims = mem_alloc(TREE_CLAIMS, sizeof *team->claims);
	barrier_init(&team->flush_line, team->count);
	for (unsigned w = 0; w < team->count; w++)
		fill_job(team, w, index);
	buffers_give(&run->buffers, team);
}

/* What the engine needs is known when the file is open. */
static int
check_open_file(struct job *job, struct error *error)
{
	struct direct_alignment needed;

	if (job->file->direct &&
	    platform_direct_alignment(job->file->fd, &needed) == 0 &&
	    needed.offset_bytes > job->transfer.unit_bytes)
		job->transfer.unit_bytes = needed.offset_bytes;
	return engine_check_alignment(job->file, job->buffer, job->chunk_bytes,
				      error);
}

static int
open_target(struct team *team, unsigned worker, struct error *error)
{
	const struct phase_plan *phase = team->phase;
	struct job *job = &team->jobs[worker];
	struct io_open how = {
		.name = team->run->settings->target,
		.flags = phase->writes ? O_RDWR : O_RDONLY,
		.direct = phase->direct,
		.random = (flags_of(team) & WORKLOAD_RANDOM) != 0,
		.checked_fd = &team->run->target_fd,
		.depth = phase->depth,
		.size_bytes = team->file_bytes,
		.buffer = job->buffer,
		.buffer_bytes = job->buffer_bytes,
	};

	team->files[worker].name = how.name;
	if (engine_of(team)->open(&team->files[worker], job->calls, &how,
				  error) < 0)
		return -1;
	job->file = &team->files[worker];
	return check_open_file(job, error);
}

static int
open_file(struct team *team, unsigned worker, struct error *error)
{
	const struct phase_plan *phase = team->phase;
	struct job *job = &team->jobs[worker];
	struct io_open how = {
		.directory_fd = workspace_fd(team->run->workspace),
		.name = team->names[worker],
		.flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW,
		.mode = S_IRUSR | S_IWUSR,
		.direct = phase->direct,
		.random = (flags_of(team) &
			   (WORKLOAD_SEEKERS | WORKLOAD_RANDOM)) != 0,
		.depth = phase->depth ? phase->depth : 1,
		.size_bytes = team->file_bytes,
		.buffer = job->buffer,
		.buffer_bytes = job->buffer_bytes,
	};

	snprintf(team->names[worker], TEAM_NAME_BYTES, "%s.%u",
		 phase->own_file ? "own" : "data", worker % phase->files);
	if ((flags_of(team) & WORKLOAD_WRITES) || phase->writes)
		how.flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
	if (flags_of(team) & WORKLOAD_CREATES)
		how.flags |= O_CREAT | O_TRUNC;
	team->files[worker].name = how.name;
	if (engine_of(team)->open(&team->files[worker], job->calls, &how,
				  error) < 0)
		return -1;
	job->file = &team->files[worker];
	return check_open_file(job, error);
}

static int
open_directory(struct team *team, unsigned worker, unsigned number,
	       struct error *error)
{
	struct job *job = &team->jobs[worker];
	int parent = workspace_fd(team->run->workspace);
	char *name = team->names[worker];

	snprintf(name, TEAM_NAME_BYTES, "files.%u", number);
	if (mkdirat(parent, name, S_IRWXU) < 0 && errno != EEXIST)
		return error_set_errno(error, errno,
				       "cannot make directory '%s'", name);
	job->directory_fd = openat(
		parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (job->directory_fd < 0)
		return error_set_errno(error, errno,
				       "cannot open directory '%s'", name);
	return 0;
}

/* A command runs in the target itself. */
static int
open_place(struct team *team, unsigned worker, struct error *error)
{
	const char *target = team->run->settings->target;
	int fd = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	team->jobs[worker].directory_fd = fd;
	if (fd < 0)
		return error_set_errno(error, errno,
				       "cannot open directory '%s'", target);
	return 0;
}

int
team_open(struct team *team, struct error *error)
{
	for (unsigned w = 0; w < team->count; w++) {
		if (team->phase->target && open_target(team, w, error) < 0)
			return -1;
		if ((flags_of(team) & WORKLOAD_DATA_FILE) &&
		    !team->phase->target && open_file(team, w, error) < 0)
			return -1;
		if ((flags_of(team) & WORKLOAD_DIRECTORY) &&
		    open_directory(team, w, w, error) < 0)
			return -1;
		if ((flags_of(team) & WORKLOAD_COMMAND) &&
		    open_place(team, w, error) < 0)
			return -1;
		if ((flags_of(team) & WORKLOAD_TREE) &&
		    open_directory(team, w, 0, error) < 0)
			return -1;
	}
	return 0;
}

int
team_cut_files(const struct team *team, uint64_t file_bytes,
	       struct error *error)
{
	int parent = workspace_fd(team->run->workspace);

	for (unsigned f = 0; f < team->phase->files; f++) {
		const char *name = team->names[f];
		int fd = openat(parent, name, O_WRONLY | O_CLOEXEC);
		int status;

		if (fd < 0)
			return error_set_errno(error, errno, "cannot open '%s'",
					       name);
		status = ftruncate(fd, (off_t)file_bytes);
		if (status < 0)
			error_set_errno(error, errno, "cannot cut '%s'", name);
		close(fd);
		if (status < 0)
			return -1;
	}
	return 0;
}

int
team_close(struct team *team, struct error *error)
{
	int status = 0;

	for (unsigned w = 0; w < team->count; w++) {
		struct job *job = &team->jobs[w];

		if (job->directory_fd >= 0)
			close(job->directory_fd);
		job->directory_fd = -1;
		if (job->file && job->file->engine->close(job->file) < 0)
			status = error_set_errno(error, errno,
						 "cannot close '%s'",
						 team->names[w]);
		job->file = NULL;
	}
	return status;
}

void
team_release(struct team *team)
{
	team_close(team, NULL);
	for (unsigned w = 0; w < team->count && team->phase->own_file; w++)
		unlinkat(workspace_fd(team->run->workspace), team->names[w], 0);
	barrier_release(&team->flush_line);
	free(team->jobs);
	free(team->meters);
	free(team->errors);
	free(team->files);
	free(team->names);
	free(team->watches);
	free(team->claims);
}

bool
team_is_direct(const struct team *team)
{
	for (unsigned w = 0; w < team->count; w++)
		if (!team->jobs[w].file ||
		    !platform_is_direct(team->jobs[w].file->fd))
			return false;
	return true;
}
