#include "workloads/course.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/barrier.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"
#include "io/engine.h"
#include "workloads/job.h"

/* First windows of a course whose length nobody knows. */
enum { SMALL_WINDOW_OPERATIONS = 16 };

void
course_of_chunks(struct course *course, const struct job *job)
{
	uint64_t total = job->operations ? job->operations
					 : job->file_bytes / job->chunk_bytes;

	course_of_operations(course, job, total);
	course->bytes = job->chunk_bytes;
	course->work = job->chunk_bytes;
	if (job->deadline_ns)
		course->deadline_ns = job->deadline_ns;
}

void
course_of_operations(struct course *course, const struct job *job,
		     uint64_t total)
{
	*course = (struct course){
		.total = total,
		.deadline_ns = UINT64_MAX,
		.stop = job->stop,
		.meter = job->meter,
		.work = 1,
	};
}

static uint64_t
first_step(const struct course *course, const struct job *job)
{
	bool open_ended = course->total == UINT64_MAX;
	uint64_t total = open_ended ? course->expected : course->total;
	uint64_t step = total / WINDOW_MAX + (total % WINDOW_MAX != 0);

	if (course->window)
		return course->window;
	if ((open_ended && !total) || job->enough ||
	    course->deadline_ns != UINT64_MAX)
		step = course->work == 1 ? SMALL_WINDOW_OPERATIONS
					 : UNITS_MIB / course->work;
	return step ? step : 1;
}

static int
run_window(struct course *course, struct job *job, course_stretch *stretch,
	   uint64_t end)
{
	uint64_t from = course->next;
	int status = stretch(job, course, end);

	job->meter->operations += course->next - from;
	job->meter->bytes += (course->next - from) * course->bytes;
	if (status != 0)
		job->meter->errors++;
	return status;
}

int
course_run(struct course *course, struct job *job, course_stretch *stretch)
{
	struct window_log *log = &job->meter->windows;
	uint64_t step = first_step(course, job);
	uint64_t closed = course->next; /* what is in no window comes after */

	course->last_ns = clock_now_ns();
	window_log_start(log, step * course->work, course->last_ns);
	while (course_more(course, course->total)) {
		uint64_t end = course->total - course->next > step
				       ? course->next + step
				       : course->total;

		if (run_window(course, job, stretch, end) != 0)
			return -1;
		if (course->next - closed == step) {
			step = window_log_close(log, course->last_ns) /
			       course->work;
			closed = course->next;
		}
		if (job->enough && job->enough(job->enough_context, job->meter))
			break;
	}
	window_log_end(log, (course->next - closed) * course->work,
		       course->last_ns);
	return 0;
}

static void
await_others(struct course *course, struct job *job)
{
	if (!job->flush_line)
		return;
	job->at_flush_line = true;
	barrier_wait(job->flush_line);
	course_skip(course);
}

int
course_flush(struct course *course, struct job *job)
{
	struct io_file *file = job->file;
	uint64_t before_ns;

	if (job->flush_each || course_stopped(course))
		return 0;
	await_others(course, job);
	if (course_stopped(course))
		return 0;
	before_ns = course->last_ns;
	if (file->engine->flush(file) != 0)
		return error_set_errno(job->error, errno, "cannot flush '%s'",
				       file->name);
	course_skip(course);
	job->meter->flush_ns += course->last_ns - before_ns;
	job->meter->flushes++;
	return 0;
}

enum { COST_SERIES = 9, COST_OPERATIONS = 4000 };

static int
idle_stretch(struct job *job, struct course *course, uint64_t end)
{
	(void)job;
	while (course_more(course, end))
		course_step(course);
	return 0;
}

static int
by_size(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

double
course_cost_ns(void)
{
	atomic_bool stop = false;
	struct meter *meter = mem_alloc(1, sizeof *meter);
	struct job job = { .stop = &stop, .meter = meter };
	double costs[COST_SERIES];

	for (size_t i = 0; i < COST_SERIES; i++) {
		struct course course;
		uint64_t begin_ns = clock_now_ns();

		meter_clear(meter);
		course_of_operations(&course, &job, COST_OPERATIONS);
		course_run(&course, &job, idle_stretch);
		costs[i] =
			(double)(course.last_ns - begin_ns) / COST_OPERATIONS;
	}
	free(meter);
	qsort(costs, COST_SERIES, sizeof *costs, by_size);
	return costs[COST_SERIES / 2];
}
