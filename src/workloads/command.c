#include <stdatomic.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/meter.h"
#include "io/command.h"
#include "workloads/job.h"
#include "workloads/workload.h"

static int
run_words(struct job *job, char *const *words, struct io_command_end *end)
{
	const struct io_command command = {
		.arguments = words,
		.directory_fd = job->directory_fd,
		.output_fd = job->command.output_fd,
	};

	return words ? io_command_run(job->calls, &command, end, job->error)
		     : 0;
}

static int
prepare(struct job *job)
{
	struct io_command_end end;

	return run_words(job, job->command.prepare, &end);
}

/* A command that was stopped with us has not failed. */
static int
run(struct job *job)
{
	struct meter *meter = job->meter;
	uint64_t begin_ns = clock_now_ns(), end_ns;
	int status;

	if (atomic_load_explicit(job->stop, memory_order_relaxed))
		return 0;
	window_log_start(&meter->windows, 1, begin_ns);
	status = run_words(job, job->command.arguments, &job->command.end);
	end_ns = clock_now_ns();
	if (atomic_load_explicit(job->stop, memory_order_relaxed)) {
		error_clear(job->error);
		return 0;
	}
	if (status < 0) {
		meter->errors++;
		return -1;
	}
	meter->operations++;
	hist_add(&meter->latency, end_ns - begin_ns);
	window_log_close(&meter->windows, end_ns);
	return 0;
}

static int
finish(struct job *job)
{
	struct io_command_end end;

	return run_words(job, job->command.cleanup, &end);
}

const struct workload command_workloads[] = {
	{
		.key = "command",
		.suite = "command",
		.summary = "time a command that is given after '--'",
		.progress = "Running the command",
		.turn = 1,
		.flags = WORKLOAD_COMMAND,
		.prepare = prepare,
		.run = run,
		.finish = finish,
	},
	{ 0 },
};
