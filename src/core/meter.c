#include "core/meter.h"

#include <assert.h>
#include <string.h>

void
meter_clear(struct meter *meter)
{
	memset(meter, 0, sizeof *meter);
	hist_clear(&meter->latency);
}

static void
add_shift(struct meter *meter, uint64_t bytes, uint64_t count)
{
	for (size_t i = 0; i < METER_SHIFTS; i++) {
		struct meter_shift *shift = &meter->shifts[i];

		if (shift->count && shift->bytes != bytes)
			continue;
		shift->bytes = bytes;
		shift->count += count;
		return;
	}
}

static void
keep_first(struct meter *meter, const struct pattern_report *report)
{
	if (meter->first_fault.fault == PATTERN_GOOD ||
	    report->offset_bytes < meter->first_fault.offset_bytes)
		meter->first_fault = *report;
}

void
meter_add_fault(struct meter *meter, const struct pattern_report *report)
{
	uint64_t at = report->offset_bytes, found = report->found_bytes;

	meter->mismatched++;
	meter->faults[report->fault]++;
	keep_first(meter, report);
	if (report->fault == PATTERN_ALIAS)
		add_shift(meter, found > at ? found - at : at - found, 1);
}

static void
merge_faults(struct meter *to, const struct meter *from)
{
	to->mismatched += from->mismatched;
	for (size_t i = 0; i < PATTERN_FAULTS; i++)
		to->faults[i] += from->faults[i];
	for (size_t i = 0; i < METER_SHIFTS && from->shifts[i].count; i++)
		add_shift(to, from->shifts[i].bytes, from->shifts[i].count);
	if (from->first_fault.fault != PATTERN_GOOD)
		keep_first(to, &from->first_fault);
}

void
meter_merge(struct meter *to, const struct meter *from)
{
	to->operations += from->operations;
	to->bytes += from->bytes;
	to->mixed_written_bytes += from->mixed_written_bytes;
	to->flush_ns += from->flush_ns;
	to->flushes += from->flushes;
	to->errors += from->errors;
	to->probed += from->probed;
	to->probed_hits += from->probed_hits;
	to->probed_miss_ns += from->probed_miss_ns;
	to->probed_misses_seen += from->probed_misses_seen;
	to->checked += from->checked;
	merge_faults(to, from);
	hist_merge(&to->latency, &from->latency);
}

static void
publish(const struct window_log *log)
{
	if (log->published)
		atomic_store_explicit(log->published, log->count * log->step,
				      memory_order_relaxed);
}

void
window_log_start(struct window_log *log, uint64_t step, uint64_t now_ns)
{
	log->step = step ? step : 1;
	log->count = 0;
	log->begin_ns = now_ns;
	log->tail_work = 0;
	publish(log);
}

uint64_t
window_log_close(struct window_log *log, uint64_t now_ns)
{
	log->end_ns[log->count++] = now_ns;
	publish(log);
	if (log->count < WINDOW_MAX)
		return log->step;
	for (size_t i = 0; i < WINDOW_MAX / 2; i++)
		log->end_ns[i] = log->end_ns[2 * i + 1];
	log->count = WINDOW_MAX / 2;
	log->step *= 2;
	return log->step;
}

void
window_log_end(struct window_log *log, uint64_t work, uint64_t now_ns)
{
	log->tail_work = work;
	log->tail_ns = now_ns;
}

void
window_log_close_place(struct window_log *log, uint64_t work, uint64_t now_ns)
{
	uint64_t total = 0;

	assert(log->count < WINDOW_MAX);
	log->place_work[log->count] = work;
	log->end_ns[log->count++] = now_ns;
	for (size_t i = 0; i < log->count; i++)
		total += log->place_work[i];
	if (log->published)
		atomic_store_explicit(log->published, total,
				      memory_order_relaxed);
}

static uint64_t
last_end_ns(const struct window_log *log)
{
	return log->tail_work ? log->tail_ns : log->end_ns[log->count - 1];
}

/* The time that all logs together cover. So that the end of one does not look
 * like a drop, it is moved to the first end of the workers that were still, or
 * almost, at work. */
static void
find_bounds(const struct window_log *const *logs, size_t log_count,
	    uint64_t *begin_ns, uint64_t *end_ns)
{
	uint64_t latest_ns = 0;

	*begin_ns = UINT64_MAX;
	for (size_t i = 0; i < log_count; i++) {
		if (!logs[i]->count)
			continue;
		if (logs[i]->begin_ns < *begin_ns)
			*begin_ns = logs[i]->begin_ns;
		if (last_end_ns(logs[i]) > latest_ns)
			latest_ns = last_end_ns(logs[i]);
	}
	*end_ns = latest_ns;
	for (size_t i = 0; i < log_count; i++) {
		uint64_t own_ns, mean_ns;

		if (!logs[i]->count)
			continue;
		own_ns = last_end_ns(logs[i]);
		mean_ns = (own_ns - logs[i]->begin_ns) / logs[i]->count;
		if (latest_ns - own_ns <= mean_ns && own_ns < *end_ns)
			*end_ns = own_ns;
	}
}

struct grid {
	double *work;
	size_t slots;
	double slot_ns;
};

/* Lays one window's work over the slots that it touches, by time. Times are
 * counted from the grid's begin. */
static void
spread_window(const struct grid *grid, double begin_ns, double end_ns,
	      double step)
{
	double from = begin_ns / grid->slot_ns;
	double to = end_ns / grid->slot_ns;
	size_t slot = (size_t)from;

	if (!(to > from)) {
		if (slot < grid->slots)
			grid->work[slot] += step;
		return;
	}
	for (; slot < grid->slots && (double)slot < to; slot++) {
		double left = (double)slot > from ? (double)slot : from;
		double right = (double)slot + 1 < to ? (double)slot + 1 : to;

		grid->work[slot] += step * (right - left) / (to - from);
	}
}

static void
spread_log(const struct grid *grid, const struct window_log *log,
	   uint64_t begin_ns)
{
	uint64_t from_ns = log->begin_ns;

	for (size_t w = 0; w < log->count; w++) {
		uint64_t to_ns = log->end_ns[w];

		spread_window(grid, (double)(from_ns - begin_ns),
			      (double)(to_ns - begin_ns), (double)log->step);
		from_ns = to_ns;
	}
	if (log->count && log->tail_work)
		spread_window(grid, (double)(from_ns - begin_ns),
			      (double)(log->tail_ns - begin_ns),
			      (double)log->tail_work);
}

size_t
window_log_spread(const struct window_log *const *logs, size_t log_count,
		  double *work, size_t slots, double *slot_ns)
{
	struct grid grid = { .work = work, .slots = slots };
	uint64_t begin_ns, end_ns;

	find_bounds(logs, log_count, &begin_ns, &end_ns);
	if (!slots || end_ns <= begin_ns)
		return 0;
	grid.slot_ns = (double)(end_ns - begin_ns) / (double)slots;
	memset(work, 0, slots * sizeof *work);
	for (size_t i = 0; i < log_count; i++)
		spread_log(&grid, logs[i], begin_ns);
	*slot_ns = grid.slot_ns;
	return slots;
}
