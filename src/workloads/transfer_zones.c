#include "core/clock.h"
#include "core/meter.h"
#include "workloads/job.h"
#include "workloads/transfer_state.h"

/* A zone, and how far into it one may read. */
struct zone {
	uint64_t first_slot;
	uint64_t slots;
	uint64_t deadline_ns;
};

static uint64_t
count_zones(const struct transfer *transfer)
{
	return transfer->slots < TRANSFER_ZONES_MOST ? transfer->slots
						     : TRANSFER_ZONES_MOST;
}

/* Zone `number` of a course that began at `begin_ns`. */
static struct zone
find_zone(const struct job *job, const struct course *course, uint64_t number,
	  uint64_t begin_ns)
{
	const struct transfer *transfer = job->state;
	uint64_t zones = count_zones(transfer);
	uint64_t left_ns = course->deadline_ns > begin_ns
				   ? course->deadline_ns - begin_ns
				   : 0;
	uint64_t most = TRANSFER_ZONE_BYTES / job->chunk_bytes;
	struct zone zone = {
		.first_slot = transfer->slots * number / zones,
		.slots = transfer->slots / zones,
		.deadline_ns = UINT64_MAX,
	};

	if (course->deadline_ns != UINT64_MAX)
		zone.deadline_ns = begin_ns + left_ns * (number + 1) / zones;
	else if (most && zone.slots > most)
		zone.slots = most;
	return zone;
}

/* A part of a zone, up to the operation `end`. */
static int
read_part(struct job *job, struct course *course, uint64_t end)
{
	struct transfer *transfer = job->state;
	uint64_t from = course->next;
	int status = transfer->stretch(job, course, end);

	job->meter->operations += course->next - from;
	return status;
}

/* Requests of a queue that are still under way are of this zone. */
static int
finish_zone(struct job *job, struct course *course)
{
	struct transfer *transfer = job->state;
	uint64_t before = job->meter->operations;

	if (!transfer->queue)
		return 0;
	if (transfer_queue_drain(job, true) != 0)
		return -1;
	course_pass(course, job->meter->operations - before, clock_now_ns());
	return 0;
}

static int
read_zone(struct job *job, struct course *course, const struct zone *zone)
{
	struct transfer *transfer = job->state;
	uint64_t end = course->next + zone->slots;

	transfer->slot = zone->first_slot;
	course->total = end;
	course->deadline_ns = UINT64_MAX;
	if (read_part(job, course, course->next + 1) != 0)
		return -1;
	course->deadline_ns = zone->deadline_ns;
	if (read_part(job, course, end) != 0)
		return -1;
	return finish_zone(job, course);
}

int
transfer_run_zones(struct job *job, struct course *course)
{
	struct meter *meter = job->meter;
	const struct course whole = *course;
	uint64_t begin_ns = clock_now_ns();
	uint64_t zones = count_zones(job->state);

	course->last_ns = begin_ns;
	window_log_start(&meter->windows, 1, begin_ns);
	for (uint64_t i = 0; i < zones && !course_stopped(course); i++) {
		struct zone zone = find_zone(job, &whole, i, begin_ns);
		uint64_t before_bytes = meter->bytes;

		if (read_zone(job, course, &zone) != 0) {
			meter->errors++;
			return -1;
		}
		window_log_close_place(&meter->windows,
				       meter->bytes - before_bytes,
				       course->last_ns);
	}
	return 0;
}
