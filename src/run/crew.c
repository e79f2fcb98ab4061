#include "run/crew.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/barrier.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/engine.h"
#include "platform/platform.h"
#include "run/interrupt.h"
#include "workloads/job.h"
#include "workloads/workload.h"

#define TICK_NS (UNITS_NS_PER_S / 20)

struct seat {
	struct crew *crew;
	struct job *job;
	pthread_t thread;
	bool prepared;
	atomic_uint_least64_t work_done;
};

/* Nobody runs before everybody can: the last one to come starts the clock. */
static void
start_line(struct crew *crew)
{
	unsigned round;

	pthread_mutex_lock(&crew->lock);
	round = crew->rounds;
	if (++crew->ready == crew->count) {
		crew->ready = 0;
		crew->running = crew->count;
		crew->rounds++;
		interval_start(&crew->interval);
		/* The one who gives orders would wake, too. */
		if (crew->count > 1)
			pthread_cond_broadcast(&crew->changed);
	}
	while (crew->rounds == round)
		pthread_cond_wait(&crew->changed, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
}

static void
finish_line(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	if (--crew->running == 0)
		interval_stop(&crew->interval);
	pthread_mutex_unlock(&crew->lock);
}

static int
call(int (*step)(struct job *job), struct job *job)
{
	return step ? step(job) : 0;
}

/* Some engines serve one thread at a time. */
static int
attach_file(const struct job *job)
{
	struct io_file *file = job->file;

	if (!file || !file->engine->attach || file->engine->attach(file) == 0)
		return 0;
	return error_set_errno(job->error, errno,
			       "cannot use engine '%s' on '%s'",
			       file->engine->name, file->name);
}

static int
finish(const struct seat *seat)
{
	struct io_file *file = seat->job->file;
	int status = 0;

	if (seat->prepared)
		status = call(seat->crew->workload->finish, seat->job);
	if (file && file->engine->detach)
		file->engine->detach(file);
	return status;
}

static int
run_round(struct crew *crew, struct job *job)
{
	int status;

	start_line(crew);
	if (crew->time_limit_ns)
		job->deadline_ns = clock_now_ns() + crew->time_limit_ns;
	job->at_flush_line = false;
	status = crew->workload->run(job);
	if (status < 0)
		atomic_store(&crew->stop, true);
	if (job->flush_line && !job->at_flush_line)
		barrier_pass(job->flush_line);
	finish_line(crew);
	return status;
}

static int
carry_out(struct seat *seat, enum crew_order order)
{
	const struct workload *workload = seat->crew->workload;

	switch (order) {
	case CREW_PREPARE:
		seat->prepared = attach_file(seat->job) == 0 &&
				 call(workload->prepare, seat->job) == 0;
		return seat->prepared ? 0 : -1;
	case CREW_RUN:
		return run_round(seat->crew, seat->job);
	case CREW_BETWEEN:
		return call(workload->between, seat->job);
	case CREW_FINISH:
		return finish(seat);
	case CREW_END:
		break;
	}
	return 0;
}

static enum crew_order
await_order(struct crew *crew, unsigned orders_seen)
{
	enum crew_order order;

	pthread_mutex_lock(&crew->lock);
	while (crew->orders == orders_seen)
		pthread_cond_wait(&crew->changed, &crew->lock);
	order = crew->order;
	pthread_mutex_unlock(&crew->lock);
	return order;
}

static void
report(struct crew *crew, int status)
{
	pthread_mutex_lock(&crew->lock);
	crew->failed += status < 0;
	if (--crew->busy == 0)
		pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->lock);
}

static void *
work(void *argument)
{
	struct seat *seat = argument;
	unsigned orders_seen = 0;
	enum crew_order order;
	bool own_table = platform_take_own_table();

	while ((order = await_order(seat->crew, orders_seen)) != CREW_END) {
		orders_seen++;
		report(seat->crew, carry_out(seat, order));
	}
	if (own_table)
		platform_close_own_table();
	return NULL;
}

/* Waiting by the monotonic clock keeps ticks coming when the date is set. */
static void
init_condition(pthread_cond_t *condition)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
#if defined(_POSIX_CLOCK_SELECTION) && _POSIX_CLOCK_SELECTION > 0
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
	pthread_cond_init(condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

static struct timespec
next_tick(void)
{
	struct timespec when;
	uint64_t ns;

#if defined(_POSIX_CLOCK_SELECTION) && _POSIX_CLOCK_SELECTION > 0
	clock_gettime(CLOCK_MONOTONIC, &when);
#else
	clock_gettime(CLOCK_REALTIME, &when);
#endif
	ns = (uint64_t)when.tv_nsec + TICK_NS;
	when.tv_sec += (time_t)(ns / UNITS_NS_PER_S);
	when.tv_nsec = (long)(ns % UNITS_NS_PER_S);
	return when;
}

static int
start_threads(struct crew *crew)
{
	int code = 0;
	sigset_t old;

	interrupt_block(&old);
	while (crew->started < crew->count && !code) {
		struct seat *seat = &crew->seats[crew->started];

		seat->crew = crew;
		seat->job = &crew->jobs[crew->started];
		seat->job->stop = &crew->stop;
		seat->job->meter->windows.published = &seat->work_done;
		code = pthread_create(&seat->thread, NULL, work, seat);
		if (!code)
			crew->started++;
	}
	interrupt_unblock(&old);
	return code;
}

int
crew_start(struct crew *crew, const struct workload *workload, struct job *jobs,
	   unsigned count, struct error *error)
{
	int code;

	*crew = (struct crew){ .workload = workload,
			       .jobs = jobs,
			       .count = count };
	crew->seats = mem_alloc(count, sizeof *crew->seats);
	pthread_mutex_init(&crew->lock, NULL);
	init_condition(&crew->changed);
	code = start_threads(crew);
	if (!code)
		return 0;
	error_set_errno(error, code, "cannot start worker '%u' of %u",
			crew->started + 1, count);
	crew_end(crew);
	return -1;
}

static void
give_order(struct crew *crew, enum crew_order order)
{
	crew->order = order;
	crew->orders++;
	crew->busy = crew->started;
	pthread_cond_broadcast(&crew->changed);
}

int
crew_do(struct crew *crew, enum crew_order order, const struct crew_tick *tick)
{
	unsigned failed;

	pthread_mutex_lock(&crew->lock);
	failed = crew->failed;
	give_order(crew, order);
	while (crew->busy) {
		struct timespec when = next_tick();

		while (crew->busy &&
		       pthread_cond_timedwait(&crew->changed, &crew->lock,
					      &when) != ETIMEDOUT)
			continue;
		if (!crew->busy)
			break;
		pthread_mutex_unlock(&crew->lock);
		tick->call(tick->context);
		pthread_mutex_lock(&crew->lock);
	}
	failed = crew->failed - failed;
	pthread_mutex_unlock(&crew->lock);
	return failed ? -1 : 0;
}

uint64_t
crew_work_done(const struct crew *crew)
{
	uint64_t work_done = 0;

	for (unsigned i = 0; i < crew->started; i++)
		work_done += atomic_load_explicit(&crew->seats[i].work_done,
						  memory_order_relaxed);
	return work_done;
}

void
crew_end(struct crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	give_order(crew, CREW_END);
	pthread_mutex_unlock(&crew->lock);
	for (unsigned i = 0; i < crew->started; i++)
		pthread_join(crew->seats[i].thread, NULL);
	pthread_cond_destroy(&crew->changed);
	pthread_mutex_destroy(&crew->lock);
	free(crew->seats);
	crew->seats = NULL;
	crew->started = 0;
}
