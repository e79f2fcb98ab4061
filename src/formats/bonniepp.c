#include "formats/bonniepp.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/output.h"
#include "results/result.h"

enum { DEFAULT_CHUNK_BYTES = 8192 };

const struct bonniepp_column bonniepp_columns[BONNIEPP_COLUMNS] = {
	{ "putc", QUANTITY_RATE, 1024 },    { "write", QUANTITY_RATE, 1024 },
	{ "rewrite", QUANTITY_RATE, 1024 }, { "getc", QUANTITY_RATE, 1024 },
	{ "read", QUANTITY_RATE, 1024 },    { "seeks", QUANTITY_OPS, 1 },
	{ "seq-create", QUANTITY_OPS, 1 },  { "seq-stat", QUANTITY_OPS, 1 },
	{ "seq-delete", QUANTITY_OPS, 1 },  { "ran-create", QUANTITY_OPS, 1 },
	{ "ran-stat", QUANTITY_OPS, 1 },    { "ran-delete", QUANTITY_OPS, 1 },
};

/* A figure that the layouts can print: real, and not so long that a cell
 * could not hold it. */
static bool
printable(const struct quantity *quantity)
{
	return quantity->state == QUANTITY_KNOWN && quantity->value >= 0 &&
	       quantity->value < 1e18;
}

/* As 2.00 does it, from whole K/sec so that text and CSV cannot disagree. */
static void
print_suffixed(char text[BONNIEPP_CELL_BYTES], double kib_per_s)
{
	double mib_per_s = kib_per_s / 1024;

	if (kib_per_s < 10000)
		snprintf(text, BONNIEPP_CELL_BYTES, "%4.0fk", kib_per_s);
	else if (mib_per_s < 100)
		snprintf(text, BONNIEPP_CELL_BYTES, "%4.1fm", mib_per_s);
	else if (mib_per_s < 1000)
		snprintf(text, BONNIEPP_CELL_BYTES, "%4.0fm",
			 floor(mib_per_s + 0.5));
	else
		snprintf(text, BONNIEPP_CELL_BYTES, "%4.1fg", mib_per_s / 1024);
}

static void
print_value(char text[BONNIEPP_CELL_BYTES], double value, size_t column,
	    enum bonniepp_style style)
{
	if (column == BONNIEPP_SEEKS)
		snprintf(text, BONNIEPP_CELL_BYTES, "%.*f",
			 style == BONNIEPP_TENTHS || value < 1000 ? 1 : 0,
			 value);
	else if (style == BONNIEPP_SUFFIXED && column < BONNIEPP_IO)
		print_suffixed(text, floor(value));
	else
		snprintf(text, BONNIEPP_CELL_BYTES, "%.0f", floor(value));
}

/* Whole microseconds up to 99999, then milliseconds, then seconds. Rounding to
 * nanoseconds first undoes what the division by 1e6 took from a figure that was
 * read. */
static void
print_latency(char text[BONNIEPP_CELL_BYTES], double seconds)
{
	double us = floor(nearbyint(seconds * 1e9) / 1000);
	double ms = floor(us / 1000);

	if (us < 100000)
		snprintf(text, BONNIEPP_CELL_BYTES, "%.0fus", us);
	else if (ms < 100000)
		snprintf(text, BONNIEPP_CELL_BYTES, "%.0fms", ms);
	else
		snprintf(text, BONNIEPP_CELL_BYTES, "%.0fs", floor(ms / 1000));
}

void
bonniepp_cell(struct bonniepp_cell *cell, const struct result *result,
	      size_t column, enum bonniepp_style style)
{
	const struct bonniepp_column *spec = &bonniepp_columns[column];
	struct quantity value = result_quantity(result, spec->key, spec->id);
	struct quantity cpu = result_quantity(result, spec->key, QUANTITY_CPU);
	struct quantity latency =
		result_quantity(result, spec->key, QUANTITY_LATENCY_MAX);

	memset(cell, 0, sizeof *cell);
	if (printable(&latency))
		print_latency(cell->latency, latency.value);
	if (value.state == QUANTITY_TOO_FAST)
		snprintf(cell->value, sizeof cell->value, "+++++");
	else if (printable(&value))
		print_value(cell->value, value.value / spec->unit, column,
			    style);
	else
		return;
	if (value.state == QUANTITY_TOO_FAST || cpu.state == QUANTITY_TOO_FAST)
		snprintf(cell->cpu, sizeof cell->cpu, "+++");
	else if (printable(&cpu))
		snprintf(cell->cpu, sizeof cell->cpu, "%.0f", floor(cpu.value));
}

static bool
has_columns(const struct result *result, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (result_find_phase(result, bonniepp_columns[i].key))
			return true;
	return false;
}

bool
bonniepp_has_io(const struct result *result)
{
	if (result->phase_count == 0)
		return result->size_bytes > 0;
	return has_columns(result, 0, BONNIEPP_IO);
}

bool
bonniepp_has_files(const struct result *result)
{
	if (result->phase_count == 0)
		return result->files.units > 0;
	return has_columns(result, BONNIEPP_IO, BONNIEPP_COLUMNS);
}

bool
bonniepp_fits(const struct result *result)
{
	return result->phase_count == 0 ||
	       has_columns(result, 0, BONNIEPP_COLUMNS);
}

void
bonniepp_add_size(struct strbuf *text, const struct result *result)
{
	unsigned long long bytes = result->size_bytes;

	if (bytes == 0)
		return;
	if (bytes % UNITS_GIB == 0)
		strbuf_addf(text, "%lluG", bytes / UNITS_GIB);
	else if (bytes % UNITS_MIB == 0)
		strbuf_addf(text, "%lluM", bytes / UNITS_MIB);
	else
		strbuf_addf(text, "%lluk", bytes / UNITS_KIB);
}

void
bonniepp_add_chunk(struct strbuf *text, unsigned long long chunk_bytes,
		   bool mebibytes)
{
	if (chunk_bytes == 0 || chunk_bytes == DEFAULT_CHUNK_BYTES)
		return;
	if (mebibytes && chunk_bytes % UNITS_MIB == 0)
		strbuf_addf(text, "%llum", chunk_bytes / UNITS_MIB);
	else if (chunk_bytes % UNITS_KIB == 0)
		strbuf_addf(text, "%lluk", chunk_bytes / UNITS_KIB);
	else
		strbuf_addf(text, "%llu", chunk_bytes);
}

void
bonniepp_add_files(struct strbuf *text, const struct result *result)
{
	const struct file_setup *files = &result->files;

	if (files->units == 0)
		return;
	strbuf_addf(text, "%llu", (unsigned long long)files->units);
	if (files->link == LINK_HARD)
		strbuf_add(text, ":link");
	else if (files->link == LINK_SYMBOLIC)
		strbuf_add(text, ":symlink");
	else if (files->max_bytes > 0)
		strbuf_addf(text, ":%llu:%llu",
			    (unsigned long long)files->max_bytes,
			    (unsigned long long)files->min_bytes);
	if (files->directories > 1)
		strbuf_addf(text, "/%llu",
			    (unsigned long long)files->directories);
}

void
bonniepp_add_clean(struct strbuf *text, const char *dirty, bool csv)
{
	for (; dirty && *dirty; dirty++) {
		bool breaks = (unsigned char)*dirty < ' ' || *dirty == 0x7f ||
			      (csv && strchr(",\"<>", *dirty));

		strbuf_add_char(text, breaks ? '_' : *dirty);
	}
}

void
bonniepp_add_name(struct strbuf *text, const struct result *result, bool csv)
{
	bool machine = result->machine && result->machine[0];

	bonniepp_add_clean(text, machine ? result->machine : result->label,
			   csv);
}

const char *
bonniepp_version(const struct result *result)
{
	bool known = result->tool_version && result->tool_version[0];

	return known ? result->tool_version : "1.03";
}

static bool
is_held(const char *key)
{
	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++)
		if (strcmp(bonniepp_columns[i].key, key) == 0)
			return true;
	return false;
}

const char *
bonniepp_misses(const struct result_set *set)
{
	return output_leaves_out(set, is_held)
		       ? "tests that bonnie++ does not have"
		       : NULL;
}
