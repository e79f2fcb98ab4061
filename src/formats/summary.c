#include "formats/summary.h"

#include <math.h>
#include <string.h>

#include "core/stats.h"
#include "core/strbuf.h"
#include "formats/figures.h"
#include "formats/listing.h"
#include "formats/output.h"
#include "results/result.h"

enum { NAME_WIDTH = 12, FIGURE_BYTES = 24 };

/* A row of the table. The first one of a test bears its key. */
struct row {
	const char *key;
	const char *name; /* of the quantity; NULL: known by its unit */
	enum quantity_id id;
	struct figures figures;
};

/* What trees and commands have besides. */
static const struct {
	enum quantity_id id;
	const char *name;
} details[] = {
	{ QUANTITY_WALL, "  real" },
	{ QUANTITY_USER_TIME, "  user" },
	{ QUANTITY_SYS_TIME, "  system" },
	{ QUANTITY_PEAK_MEMORY, "  memory" },
	{ QUANTITY_DEVICE_READ, "  read" },
	{ QUANTITY_DEVICE_WRITTEN, "  written" },
	{ QUANTITY_DEVICE_FLUSHES, "  flushes" },
	{ QUANTITY_DISK_WAIT, "  disk wait" },
};

/* The unit that brings the mean below 1000. */
struct scale {
	double factor;
	const char *unit;
};

static struct scale
scale_in(const struct scale *steps, double mean)
{
	while (steps[1].unit && mean >= steps[1].factor)
		steps++;
	return *steps;
}

static struct scale
scale_for(enum quantity_id id, double mean)
{
	static const struct scale rates[] = {
		{ 1, "B/s" },    { 1e3, "kB/s" },  { 1e6, "MB/s" },
		{ 1e9, "GB/s" }, { 1e12, "TB/s" }, { 0, NULL },
	};
	static const struct scale bytes[] = {
		{ 1, "B" },    { 1e3, "kB" },  { 1e6, "MB" },
		{ 1e9, "GB" }, { 1e12, "TB" }, { 0, NULL },
	};
	static const struct scale times[] = {
		{ 1e-6, "us" },
		{ 1e-3, "ms" },
		{ 1, "s" },
		{ 0, NULL },
	};
	const char *unit = quantity_table[id].unit;

	if (strcmp(unit, "bytes/s") == 0)
		return scale_in(rates, mean);
	if (strcmp(unit, "bytes") == 0)
		return scale_in(bytes, mean);
	if (strcmp(unit, "s") == 0)
		return scale_in(times, mean);
	if (strcmp(unit, "1/s") == 0)
		return (struct scale){ 1, "/s" };
	if (strcmp(unit, "percent") == 0)
		return (struct scale){ 1, "%" };
	return (struct scale){ 1, "" };
}

/* Four significant digits, never with an exponent that a column of nine could
 * not hold. */
static const char *
figure(char text[FIGURE_BYTES], double value)
{
	int digits, decimals;

	if (!(value < 1e9)) {
		snprintf(text, FIGURE_BYTES, "%.3g", value);
		return text;
	}
	digits = value > 0 ? (int)floor(log10(value)) + 1 : 1;
	decimals = digits >= 4 ? 0 : digits < 1 ? 3 : 4 - digits;
	snprintf(text, FIGURE_BYTES, "%.*f", decimals, value);
	return text;
}

static const char *
row_name(const struct row *row)
{
	return row->name ? row->name : row->key;
}

static void
add_figures(struct strbuf *text, const struct row *row)
{
	struct stats stats = stats_of(row->figures.values, row->figures.count);
	struct scale scale = scale_for(row->id, stats.mean);
	char mean[FIGURE_BYTES], half[FIGURE_BYTES] = "-";
	char min[FIGURE_BYTES], max[FIGURE_BYTES], cv[FIGURE_BYTES] = "-";

	if (row->figures.count > 1) {
		figure(half, stats_half_width(&stats, 0.95) / scale.factor);
		if (stats.mean > 0)
			snprintf(cv, sizeof cv, "%.1f",
				 100 * stats.sd / stats.mean);
	}
	strbuf_addf(text, "%-*.*s %-5s %9s %9s %9s %9s %7s %4zu\n", NAME_WIDTH,
		    NAME_WIDTH, row_name(row), scale.unit,
		    figure(mean, stats.mean / scale.factor), half,
		    figure(min, stats.min / scale.factor),
		    figure(max, stats.max / scale.factor), cv,
		    row->figures.count);
}

static void
add_row(struct strbuf *text, const struct row *row)
{
	if (row->figures.count)
		add_figures(text, row);
	else if (row->figures.too_fast)
		strbuf_addf(text, "%-*.*s %-5s %9s %9s %9s %9s %7s %4d\n",
			    NAME_WIDTH, NAME_WIDTH, row_name(row),
			    scale_for(row->id, 0).unit, "+++++", "-", "-", "-",
			    "-", 0);
}

/* What was left out of a row, and why. */
static void
add_note(struct strbuf *text, const struct row *row, size_t runs)
{
	if (row->figures.too_fast)
		strbuf_addf(text,
			    "%s: %zu of %zu runs too fast to be measured, "
			    "not counted\n",
			    row->key, row->figures.too_fast, runs);
	if (row->figures.incomplete)
		strbuf_addf(text,
			    "%s: %zu of %zu runs failed or unfinished, "
			    "not counted\n",
			    row->key, row->figures.incomplete, runs);
}

static void
add_details(struct strbuf *table, struct strbuf *notes,
	    const struct result_set *set, const char *key)
{
	for (size_t i = 0; i < sizeof details / sizeof *details; i++) {
		struct row row = { .key = key,
				   .name = details[i].name,
				   .id = details[i].id };

		figures_collect(&row.figures, set, key, row.id);
		add_row(table, &row);
		if (notes && row.id == QUANTITY_WALL)
			add_note(notes, &row, set->count);
		figures_release(&row.figures);
	}
}

/* A test with neither has its name on a line of its own. */
static void
add_test(struct strbuf *table, struct strbuf *notes,
	 const struct result_set *set, const char *key)
{
	static const enum quantity_id ids[] = { QUANTITY_RATE, QUANTITY_OPS };
	size_t start = table->length;

	for (size_t i = 0; i < 2; i++) {
		struct row row = { .key = key, .id = ids[i] };

		figures_collect(&row.figures, set, key, ids[i]);
		add_row(table, &row);
		add_note(notes, &row, set->count);
		figures_release(&row.figures);
	}
	if (!listing_has(key))
		return;
	if (table->length > start) {
		add_details(table, NULL, set, key);
	} else {
		strbuf_addf(table, "%s\n", key);
		add_details(table, notes, set, key);
	}
}

int
summary_emit(const struct result_set *set, FILE *out)
{
	struct strbuf table, notes;
	int status;

	strbuf_init(&table);
	strbuf_init(&notes);
	strbuf_addf(
		&table,
		"Summary of %zu run%s, with the 95 %% interval of the mean\n"
		"%-*s %-5s %9s %9s %9s %9s %7s %4s\n",
		set->count, set->count == 1 ? "" : "s", NAME_WIDTH, "Test",
		"Unit", "Mean", "+/-", "Min", "Max", "CV %", "n");
	for (size_t i = 0; i < set->count; i++) {
		const struct result *result = &set->results[i];

		for (size_t p = 0; p < result->phase_count; p++)
			if (!figures_seen(set, i, result->phases[p].key))
				add_test(&table, &notes, set,
					 result->phases[p].key);
	}
	strbuf_add(&table, notes.text);
	status = output_write(out, &table);
	strbuf_release(&notes);
	strbuf_release(&table);
	return status;
}
