#include <check.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/barrier.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/engine.h"
#include "run/crew.h"
#include "unit.h"
#include "workloads/course.h"
#include "workloads/job.h"
#include "workloads/workload.h"

enum { WORKERS = 3, ROUNDS = 3 };

static struct job jobs[WORKERS];
static struct meter *meters;
static struct error errors[WORKERS];
static struct io_file file;
static struct barrier line;
static atomic_uint done, flushes, too_early;
static bool last_fails;

static int
flush_watched(struct io_file *of)
{
	(void)of;
	if (atomic_load(&done) % WORKERS != 0)
		atomic_fetch_add(&too_early, 1);
	atomic_fetch_add(&flushes, 1);
	return 0;
}

static const struct engine watched_engine = {
	.name = "watched",
	.flush = flush_watched,
};

/* The last worker gives the others time to flush before it is done. */
static int
work_then_flush(struct job *job)
{
	struct course course;
	unsigned seen = atomic_load(&flushes);
	uint64_t patience_ns = clock_now_ns() + UNITS_NS_PER_S / 10;

	course_of_operations(&course, job, 0);
	if (job->worker == WORKERS - 1)
		while (atomic_load(&flushes) == seen &&
		       clock_now_ns() < patience_ns)
			continue;
	if (job->worker == WORKERS - 1 && last_fails)
		return error_set(job->error, ERROR_RUN, "broken");
	atomic_fetch_add(&done, 1);
	return course_flush(&course, job);
}

static const struct workload sharing = {
	.key = "sharing",
	.run = work_then_flush,
};

static void
tick(void *context)
{
	(void)context;
}

static int
run_crew(unsigned rounds)
{
	const struct crew_tick ticks = { .call = tick };
	struct crew crew;
	struct error error;
	int status = 0;

	atomic_store(&done, 0);
	atomic_store(&flushes, 0);
	atomic_store(&too_early, 0);
	file = (struct io_file){ .engine = &watched_engine, .name = "file" };
	meters = mem_alloc(WORKERS, sizeof *meters);
	barrier_init(&line, WORKERS);
	for (unsigned w = 0; w < WORKERS; w++) {
		meter_clear(&meters[w]);
		error_clear(&errors[w]);
		jobs[w] = (struct job){ .file = &file,
					.worker = w,
					.workers = WORKERS,
					.flush_line = &line,
					.meter = &meters[w],
					.error = &errors[w] };
	}
	ck_assert_int_eq(crew_start(&crew, &sharing, jobs, WORKERS, &error), 0);
	for (unsigned round = 0; round < rounds && status == 0; round++)
		status = crew_do(&crew, CREW_RUN, &ticks);
	crew_end(&crew);
	barrier_release(&line);
	free(meters);
	return status;
}

START_TEST(who_shares_a_file_flushes_it_when_all_are_done)
{
	last_fails = false;
	ck_assert_int_eq(run_crew(ROUNDS), 0);
	ck_assert_uint_eq(atomic_load(&flushes), WORKERS * ROUNDS);
	ck_assert_uint_eq(atomic_load(&too_early), 0);
}
END_TEST

START_TEST(who_fails_keeps_nobody_waiting)
{
	last_fails = true;
	ck_assert_int_eq(run_crew(1), -1);
	ck_assert_uint_eq(atomic_load(&done), WORKERS - 1);
	ck_assert_uint_eq(atomic_load(&flushes), 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("crew");

	tcase_add_test(tests, who_shares_a_file_flushes_it_when_all_are_done);
	tcase_add_test(tests, who_fails_keeps_nobody_waiting);
	return unit_run(tests);
}
