#include "results/measure.h"

#include <stdlib.h>

#include "core/mem.h"
#include "core/stats.h"
#include "results/result.h"

enum { BARS_MAX = 200 };

static const double ns_per_s = 1e9;

static double
seconds(uint64_t ns)
{
	return (double)ns / ns_per_s;
}

/* A figure that is `amount` for all of the phase's time. */
static struct quantity
per_second(const struct measure *measure, double amount)
{
	uint64_t wall_ns = measure->span.wall_ns;

	if (!wall_ns || wall_ns < measure->too_fast_ns)
		return (struct quantity){ .state = QUANTITY_TOO_FAST };
	return quantity_known(amount / seconds(wall_ns));
}

static void
fill_rates(const struct measure *measure, struct quantity *quantities)
{
	double user_s = seconds(measure->span.user_ns);
	double sys_s = seconds(measure->span.sys_ns);

	if (measure->moves_bytes)
		quantities[QUANTITY_RATE] =
			per_second(measure, (double)measure->total.bytes);
	if (measure->counts_operations)
		quantities[QUANTITY_OPS] =
			per_second(measure, (double)measure->total.operations);
	quantities[QUANTITY_CPU] = per_second(measure, 100 * (user_s + sys_s));
	quantities[QUANTITY_USER] = per_second(measure, 100 * user_s);
	quantities[QUANTITY_SYS] = per_second(measure, 100 * sys_s);
}

static void
fill_times(const struct measure *measure, struct quantity *quantities)
{
	const struct span *span = &measure->span;

	quantities[QUANTITY_WALL] = quantity_known(seconds(span->wall_ns));
	quantities[QUANTITY_USER_TIME] = quantity_known(seconds(span->user_ns));
	quantities[QUANTITY_SYS_TIME] = quantity_known(seconds(span->sys_ns));
	if (measure->total.flushes)
		quantities[QUANTITY_FLUSH_TIME] =
			quantity_known(seconds(measure->total.flush_ns));
}

static void
fill_latency(const struct hist *hist, struct phase_result *phase)
{
	if (!hist->count)
		return;
	phase->latency = (struct latency_summary){
		.known = true,
		.p50_s = seconds(hist_quantile_ns(hist, 0.5)),
		.p90_s = seconds(hist_quantile_ns(hist, 0.9)),
		.p99_s = seconds(hist_quantile_ns(hist, 0.99)),
		.p999_s = seconds(hist_quantile_ns(hist, 0.999)),
		.max_s = seconds(hist->max_ns),
	};
	phase->quantities[QUANTITY_LATENCY_MAX] =
		quantity_known(phase->latency.max_s);
	phase->quantities[QUANTITY_LATENCY_MEAN] =
		quantity_known(seconds(hist->sum_ns) / (double)hist->count);
}

static size_t
count_used_buckets(const struct hist *hist)
{
	size_t used = 0;

	for (size_t i = 0; i < HIST_BUCKETS; i++)
		used += hist->buckets[i] != 0;
	return used;
}

/* A bar is one bucket with samples, or as many of them in a row as keep the
 * number of bars within BARS_MAX. */
static void
fill_bars(const struct hist *hist, struct phase_result *phase)
{
	size_t used = count_used_buckets(hist);
	size_t joined = (used + BARS_MAX - 1) / BARS_MAX;
	size_t seen = 0;

	if (!used)
		return;
	phase->bar_count = (used + joined - 1) / joined;
	phase->bars = mem_alloc(phase->bar_count, sizeof *phase->bars);
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		uint64_t upper_ns = hist_high_ns(i);
		struct latency_bar *bar;

		if (!hist->buckets[i])
			continue;
		if (upper_ns > hist->max_ns)
			upper_ns = hist->max_ns;
		bar = &phase->bars[seen++ / joined];
		bar->upper_s = seconds(upper_ns);
		bar->count += hist->buckets[i];
	}
}

/* As many slots as the most detailed log has windows: more would invent
 * detail. */
static size_t
choose_slots(const struct measure *measure)
{
	size_t slots = 0;

	for (size_t i = 0; i < measure->log_count; i++)
		if (measure->logs[i]->count > slots)
			slots = measure->logs[i]->count;
	return slots;
}

static void
fill_places(const struct window_log *log, struct phase_result *phase)
{
	uint64_t begin_ns = log->begin_ns;

	phase->window_count = log->count;
	for (size_t i = 0; i < log->count; i++) {
		uint64_t ns = log->end_ns[i] - begin_ns;

		phase->windows[i] =
			(double)log->place_work[i] / seconds(ns ? ns : 1);
		begin_ns = log->end_ns[i];
	}
}

static void
fill_windows(const struct measure *measure, struct phase_result *phase)
{
	size_t slots = choose_slots(measure);
	double slot_ns;

	phase->window_quantity =
		measure->moves_bytes && !measure->logs_operations
			? QUANTITY_RATE
			: QUANTITY_OPS;
	if (!slots)
		return;
	phase->windows = mem_alloc(slots, sizeof *phase->windows);
	if (measure->windows_are_places) {
		fill_places(measure->logs[0], phase);
		return;
	}
	phase->window_count =
		window_log_spread(measure->logs, measure->log_count,
				  phase->windows, slots, &slot_ns);
	for (size_t i = 0; i < phase->window_count; i++)
		phase->windows[i] *= ns_per_s / slot_ns;
}

void
measure_to_phase(const struct measure *measure, struct phase_result *phase)
{
	free(phase->bars);
	free(phase->windows);
	phase->bars = NULL;
	phase->windows = NULL;
	phase->bar_count = 0;
	phase->window_count = 0;
	fill_rates(measure, phase->quantities);
	fill_times(measure, phase->quantities);
	fill_latency(&measure->total.latency, phase);
	fill_bars(&measure->total.latency, phase);
	fill_windows(measure, phase);
}

double
phase_windows_s(const struct phase_result *phase)
{
	const struct quantity *rate =
		&phase->quantities[phase->window_quantity];
	const struct quantity *wall = &phase->quantities[QUANTITY_WALL];
	double mean = stats_mean(phase->windows, phase->window_count);
	double windows_s;

	if (rate->state != QUANTITY_KNOWN || wall->state != QUANTITY_KNOWN ||
	    !(mean > 0))
		return 0;
	windows_s = rate->value * wall->value / mean;
	return windows_s < wall->value ? windows_s : wall->value;
}
