#include "formats/probe_text.h"

#include <math.h>
#include <string.h>

#include "core/stats.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "formats/figures.h"
#include "results/result.h"

enum { BAR_COLUMNS = 40, ZONE_ROWS = 10, HISTOGRAM_ROWS = 16 };

static const double no_time = 1e-9;

static bool
has_figures(const struct phase_result *phase)
{
	return phase && phase->state == PHASE_COMPLETE;
}

/* ---- zones ------------------------------------------------------------------------ */

/* Zones are equally large: several are as fast as one that reads through them,
 * and a slow one takes more of its time. */
static double
rate_of_row(const struct phase_result *phase, size_t row, size_t rows)
{
	size_t from = row * phase->window_count / rows;
	size_t to = (row + 1) * phase->window_count / rows;

	return stats_harmonic_mean(phase->windows + from, to - from);
}

static double
largest_of(const double *values, size_t count)
{
	double largest = 0;

	for (size_t i = 0; i < count; i++)
		largest = fmax(largest, values[i]);
	return largest;
}

static void
add_zones(struct strbuf *text, const struct phase_result *phase,
	  enum chart_charset charset)
{
	size_t count = phase->window_count;
	size_t rows = count < ZONE_ROWS ? count : ZONE_ROWS;
	double rates[ZONE_ROWS];

	strbuf_addf(text, "Read rate by position, %zu zone%s:\n", count,
		    count == 1 ? "" : "s");
	for (size_t row = 0; row < rows; row++)
		rates[row] = rate_of_row(phase, row, rows);
	for (size_t row = 0; row < rows; row++) {
		char rate[UNITS_TEXT_BYTES];
		struct chart_bar bar = {
			.value = rates[row],
			.max = largest_of(rates, rows),
			.width = BAR_COLUMNS,
		};

		strbuf_addf(text, "  %3zu-%3zu %%  %10s  ",
			    100 * (row * count / rows) / count,
			    100 * ((row + 1) * count / rows) / count,
			    units_format_rate(rate, bar.value));
		chart_add_bar(text, &bar, charset);
		chart_end_line(text);
	}
}

/* ---- latencies -------------------------------------------------------------------- */

static double
value_of(const struct phase_result *phase, enum quantity_id id)
{
	const struct quantity *quantity = &phase->quantities[id];

	return quantity->state == QUANTITY_KNOWN ? quantity->value : 0;
}

/* To the width of a bar of the histogram. */
static double
deviation_s(const struct phase_result *phase)
{
	double mean_s = value_of(phase, QUANTITY_LATENCY_MEAN);
	double sum = 0, count = 0;

	for (size_t i = 0; i < phase->bar_count; i++) {
		const struct latency_bar *bar = &phase->bars[i];
		double distance_s = bar->upper_s - mean_s;

		sum += (double)bar->count * distance_s * distance_s;
		count += (double)bar->count;
	}
	return count > 0 ? sqrt(sum / count) : 0;
}

static double
requests_of(const struct phase_result *phase)
{
	double count = 0;

	for (size_t i = 0; i < phase->bar_count; i++)
		count += (double)phase->bars[i].count;
	return count;
}

/* ioping's last two lines. */
static void
add_summary(struct strbuf *text, const struct phase_result *phase,
	    const char *what)
{
	char wall[UNITS_TEXT_BYTES], least[UNITS_TEXT_BYTES];
	char mean[UNITS_TEXT_BYTES], most[UNITS_TEXT_BYTES];
	char spread[UNITS_TEXT_BYTES];

	strbuf_addf(text, "%.0f %s completed in %s, ", requests_of(phase), what,
		    units_format_seconds(wall, value_of(phase, QUANTITY_WALL)));
	figures_add_quantity(text, QUANTITY_OPS,
			     &phase->quantities[QUANTITY_OPS]);
	if (phase->quantities[QUANTITY_RATE].state != QUANTITY_ABSENT) {
		strbuf_add(text, ", ");
		figures_add_quantity(text, QUANTITY_RATE,
				     &phase->quantities[QUANTITY_RATE]);
	}
	units_format_seconds(least, phase->bars[0].upper_s);
	units_format_seconds(mean, value_of(phase, QUANTITY_LATENCY_MEAN));
	units_format_seconds(most, phase->latency.max_s);
	units_format_seconds(spread, deviation_s(phase));
	strbuf_addf(text, "\nmin/avg/max/mdev = %s / %s / %s / %s\n", least,
		    mean, most, spread);
}

static void
add_quantiles(struct strbuf *text, const struct latency_summary *latency)
{
	char p50[UNITS_TEXT_BYTES], p90[UNITS_TEXT_BYTES];
	char p99[UNITS_TEXT_BYTES], p999[UNITS_TEXT_BYTES];

	units_format_seconds(p50, latency->p50_s);
	units_format_seconds(p90, latency->p90_s);
	units_format_seconds(p99, latency->p99_s);
	units_format_seconds(p999, latency->p999_s);
	strbuf_addf(text, "p50/p90/p99/p99.9 = %s / %s / %s / %s\n", p50, p90,
		    p99, p999);
}

/* One row for so many bars that they differ by the same factor, the rarest
 * times too. */
static size_t
row_of(double upper_s, double least_s, double most_s, size_t rows)
{
	double range = log(most_s / least_s);
	size_t row;

	if (!(range > 0))
		return 0;
	row = (size_t)(log(upper_s / least_s) / range * (double)rows);
	return row < rows ? row : rows - 1;
}

static void
add_histogram(struct strbuf *text, const struct phase_result *phase,
	      enum chart_charset charset)
{
	double least_s = fmax(phase->bars[0].upper_s, no_time);
	double most_s =
		fmax(phase->bars[phase->bar_count - 1].upper_s, least_s);
	double counts[HISTOGRAM_ROWS] = { 0 };
	double factor = pow(most_s / least_s, 1.0 / HISTOGRAM_ROWS);

	for (size_t i = 0; i < phase->bar_count; i++)
		counts[row_of(fmax(phase->bars[i].upper_s, least_s), least_s,
			      most_s, HISTOGRAM_ROWS)] +=
			(double)phase->bars[i].count;
	for (size_t row = 0; row < HISTOGRAM_ROWS; row++) {
		char upper[UNITS_TEXT_BYTES];
		struct chart_bar bar = {
			.value = counts[row],
			.max = largest_of(counts, HISTOGRAM_ROWS),
			.width = BAR_COLUMNS,
		};

		if (factor <= 1 && row > 0)
			break;
		units_format_seconds(upper,
				     least_s * pow(factor, (double)row + 1));
		strbuf_addf(text, "  to %10s %9.0f  ", upper, counts[row]);
		chart_add_bar(text, &bar, charset);
		chart_end_line(text);
	}
}

static void
add_latencies(struct strbuf *text, const struct phase_result *phase,
	      const char *title, enum chart_charset charset)
{
	strbuf_addf(text, "%s:\n", title);
	add_summary(text, phase,
		    strcmp(phase->key, "fsync") == 0 ? "appends" : "requests");
	add_quantiles(text, &phase->latency);
	add_histogram(text, phase, charset);
}

void
probe_text_add(struct strbuf *text, const struct result *result,
	       enum chart_charset charset)
{
	const struct phase_result *zones = result_find_phase(result, "zones");
	const struct phase_result *latency =
		result_find_phase(result, "latency");
	const struct phase_result *flushes = result_find_phase(result, "fsync");

	if (has_figures(zones) && zones->window_count)
		add_zones(text, zones, charset);
	if (has_figures(latency) && latency->bar_count)
		add_latencies(text, latency, "Single random reads", charset);
	if (has_figures(flushes) && flushes->bar_count)
		add_latencies(text, flushes, "Synchronous appends", charset);
}
