#include "compare/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/compare.h"

static const struct compare_scale rates[] = {
	{ 1, "B/s" },    { 1e3, "kB/s" },  { 1e6, "MB/s" },
	{ 1e9, "GB/s" }, { 1e12, "TB/s" },
};
static const struct compare_scale bytes[] = {
	{ 1, "B" }, { 1e3, "kB" }, { 1e6, "MB" }, { 1e9, "GB" }, { 1e12, "TB" },
};
static const struct compare_scale times[] = {
	{ 1e-9, "ns" },
	{ 1e-6, "us" },
	{ 1e-3, "ms" },
	{ 1, "s" },
};

struct compare_scale
compare_scale_for(enum quantity_id id, double value)
{
	double size = fabs(value);
	size_t i;

	switch (id) {
	case QUANTITY_RATE:
		for (i = 0; i < 4 && size >= rates[i].factor * 1000; i++)
			;
		return rates[i];
	case QUANTITY_OPS:
		return (struct compare_scale){ 1, "/s" };
	case QUANTITY_CPU:
	case QUANTITY_USER:
	case QUANTITY_SYS:
		return (struct compare_scale){ 1, "% CPU" };
	case QUANTITY_LATENCY_MAX:
	case QUANTITY_LATENCY_MEAN:
	case QUANTITY_WALL:
	case QUANTITY_USER_TIME:
	case QUANTITY_SYS_TIME:
	case QUANTITY_FLUSH_TIME:
		for (i = 0; i < 3 && size >= times[i].factor * 1000; i++)
			;
		return size > 0 ? times[i] : times[3];
	case QUANTITY_PEAK_MEMORY:
	case QUANTITY_DEVICE_READ:
	case QUANTITY_DEVICE_WRITTEN:
		for (i = 0; i < 4 && size >= bytes[i].factor * 1000; i++)
			;
		return bytes[i];
	case QUANTITY_DISK_WAIT:
		return (struct compare_scale){ 1, "%" };
	case QUANTITY_FILES:
	case QUANTITY_DEVICE_FLUSHES:
	case QUANTITY_COUNT:
		break;
	}
	return (struct compare_scale){ 1, "" };
}

struct compare_scale
compare_row_scale(const struct compare_row *row, size_t sides)
{
	double largest = 0;

	for (size_t i = 0; i < sides; i++) {
		const struct compare_sample *sample = &row->cells[i].sample;

		largest = fmax(largest, fabs(sample->stats.mean));
		if (!sample->count)
			largest = fmax(largest, sample->bound);
	}
	return compare_scale_for(row->id, largest);
}

const char *
compare_digits(char text[COMPARE_FIGURE_BYTES], double value)
{
	double size = fabs(value);
	int digits, decimals;

	if (!(size < 1e7 && size >= 1e-3)) {
		/* A zero has no sign. */
		snprintf(text, COMPARE_FIGURE_BYTES, "%.2g",
			 size > 0 ? value : 0);
		return text;
	}
	digits = (int)floor(log10(size)) + 1;
	decimals = digits >= 4 ? 0 : digits < 1 ? 3 : 4 - digits;
	snprintf(text, COMPARE_FIGURE_BYTES, "%.*f", decimals, value);
	return text;
}

const char *
compare_figure_text(char text[COMPARE_FIGURE_BYTES], enum quantity_id id,
		    double value)
{
	struct compare_scale scale = compare_scale_for(id, value);
	char digits[COMPARE_FIGURE_BYTES];

	compare_digits(digits, value / scale.factor);
	snprintf(text, COMPARE_FIGURE_BYTES, "%.20s %s", digits, scale.unit);
	return text;
}

const char *
compare_sample_text(char text[COMPARE_FIGURE_BYTES],
		    const struct compare_sample *sample,
		    struct compare_scale scale)
{
	char digits[COMPARE_FIGURE_BYTES];

	if (sample->count)
		return compare_digits(text, sample->stats.mean / scale.factor);
	if (sample->too_fast && sample->bound > 0)
		snprintf(text, COMPARE_FIGURE_BYTES, ">%.20s",
			 compare_digits(digits, sample->bound / scale.factor));
	else
		snprintf(text, COMPARE_FIGURE_BYTES, "%s",
			 sample->too_fast ? "+++++"
			 : sample->failed ? "failed"
					  : "-");
	return text;
}

/* As many decimals as a reader can use; never "+0.0" for what is not 0. */
static void
add_percent(char *text, size_t size, double percent)
{
	double amount = fabs(percent);

	if (percent == 0)
		snprintf(text, size, "0.0");
	else if (amount < 0.05)
		snprintf(text, size, "%+.2g", percent);
	else if (amount < 999.95)
		snprintf(text, size, "%+.1f", percent);
	else if (amount < 99999)
		snprintf(text, size, "%+.0f", percent);
	else
		snprintf(text, size, "%+.0e", percent);
}

const char *
compare_percent(char text[COMPARE_FIGURE_BYTES], double percent)
{
	char number[12];

	if (!isfinite(percent))
		return snprintf(text, COMPARE_FIGURE_BYTES, "-"), text;
	add_percent(number, sizeof number, percent);
	snprintf(text, COMPARE_FIGURE_BYTES, "%s %%", number);
	return text;
}

const char *
compare_range(char text[COMPARE_FIGURE_BYTES], const struct compare_cell *cell)
{
	char low[12], high[12];

	if (!isfinite(cell->low_percent) || !isfinite(cell->high_percent))
		return snprintf(text, COMPARE_FIGURE_BYTES, "-"), text;
	add_percent(low, sizeof low, cell->low_percent);
	add_percent(high, sizeof high, cell->high_percent);
	if (strcmp(low, high) == 0)
		snprintf(text, COMPARE_FIGURE_BYTES, "%s", low);
	else
		snprintf(text, COMPARE_FIGURE_BYTES, "%s to %s", low, high);
	return text;
}

const char *
compare_letter(char text[COMPARE_LETTER_BYTES], size_t side)
{
	if (side < 26)
		snprintf(text, COMPARE_LETTER_BYTES, "%c", 'A' + (int)side);
	else
		snprintf(text, COMPARE_LETTER_BYTES, "#%zu", side + 1);
	return text;
}
