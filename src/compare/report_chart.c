#include <math.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "compare/sample.h"
#include "core/strbuf.h"

enum { LABEL_WIDTH = 10, PLOT_WIDTH = 61, BAR_WIDTH = 50 };

/* A difference beyond this leaves the chart. */
static const double most_percent = 100;

/* What the chart shows, in percent. */
struct extent {
	double low, high;
};

/* The marks that a plot is made of. */
enum mark { MARK_NOTHING, MARK_ZERO, MARK_RANGE, MARK_MEAN, MARK_BEYOND };

static const char *const ascii_marks[] = { " ", "|", "-", "o", ">" };
static const char *const utf8_marks[] = {
	" ", "\xe2\x94\x82", "\xe2\x94\x80", "\xe2\x97\x8f", "\xe2\x96\xb6",
};

static double
clip(double percent)
{
	return fmax(-most_percent, fmin(most_percent, percent));
}

static const struct compare_cell *
drawn_cell(const struct compare_row *row)
{
	const struct compare_cell *cell = &row->cells[1 - row->base];

	return row->main && isfinite(cell->percent) ? cell : NULL;
}

static struct extent
extent_of(const struct compare_table *table)
{
	struct extent extent = { 0, 0 };

	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_cell *cell = drawn_cell(&table->rows[i]);

		if (!cell)
			continue;
		extent.low = fmin(extent.low, clip(cell->percent));
		extent.high = fmax(extent.high, clip(cell->percent));
		if (!isfinite(cell->low_percent))
			continue;
		extent.low = fmin(extent.low, clip(cell->low_percent));
		extent.high = fmax(extent.high, clip(cell->high_percent));
	}
	return extent;
}

static size_t
column_of(const struct extent *extent, double percent)
{
	double share =
		(clip(percent) - extent->low) / (extent->high - extent->low);

	return (size_t)lround(share * (PLOT_WIDTH - 1));
}

static void
draw_line(struct strbuf *text, const struct extent *extent,
	  const struct compare_cell *cell, const struct report_style *style)
{
	const char *const *marks = style->utf8 ? utf8_marks : ascii_marks;
	enum mark plot[PLOT_WIDTH] = { MARK_NOTHING };
	size_t mean = column_of(extent, cell->percent), last = mean;
	size_t zero = column_of(extent, 0);

	if (isfinite(cell->low_percent)) {
		size_t from = column_of(extent, cell->low_percent);

		last = column_of(extent, cell->high_percent);
		for (size_t i = from; i <= last; i++)
			plot[i] = MARK_RANGE;
	}
	plot[zero] = MARK_ZERO;
	plot[mean] =
		fabs(cell->percent) > most_percent ? MARK_BEYOND : MARK_MEAN;
	last = last > zero ? last : zero;
	for (size_t i = 0; i <= last; i++)
		strbuf_add(text, marks[plot[i]]);
	strbuf_add_char(text, '\n');
}

static void
add_axis(struct strbuf *text, const struct extent *extent)
{
	char low[COMPARE_FIGURE_BYTES], high[COMPARE_FIGURE_BYTES];
	size_t begin = LABEL_WIDTH + 1, zero = column_of(extent, 0);

	strbuf_add_char(text, '\n');
	strbuf_pad(text, begin);
	if (zero > 10)
		strbuf_add(text, compare_percent(low, extent->low));
	strbuf_pad(text, begin + zero);
	strbuf_add_char(text, '0');
	if (zero < PLOT_WIDTH - 10) {
		compare_percent(high, extent->high);
		strbuf_pad(text, begin + PLOT_WIDTH - strlen(high));
		strbuf_add(text, high);
	}
	strbuf_add_char(text, '\n');
}

void
report_add_forest(struct strbuf *text, const struct compare_table *table,
		  const struct report_style *style)
{
	struct extent extent = extent_of(table);

	if (!(extent.high > extent.low))
		return;
	add_axis(text, &extent);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_cell *cell = drawn_cell(&table->rows[i]);
		struct strbuf label;

		if (!cell)
			continue;
		strbuf_init(&label);
		report_add_clean(&label, table->rows[i].test, LABEL_WIDTH);
		strbuf_pad(&label, LABEL_WIDTH + 1);
		strbuf_add(text, label.text);
		strbuf_release(&label);
		draw_line(text, &extent, cell, style);
	}
}

static void
add_bar(struct strbuf *text, double share, const struct report_style *style)
{
	long cells = lround(share * BAR_WIDTH);

	for (long i = 0; i < cells; i++)
		strbuf_add(text, style->utf8 ? "\xe2\x96\x88" : "#");
}

static void
add_bar_row(struct strbuf *text, const struct compare_row *row, size_t sides,
	    const struct report_style *style)
{
	struct compare_scale scale = compare_row_scale(row, sides);
	double largest = 0;
	bool first = true;

	for (size_t i = 0; i < sides; i++)
		largest = fmax(largest, row->cells[i].sample.stats.mean);
	for (size_t i = 0; i < sides && largest > 0; i++) {
		const struct compare_sample *sample = &row->cells[i].sample;
		char name[COMPARE_LETTER_BYTES], value[COMPARE_FIGURE_BYTES];
		struct strbuf line;

		if (!compare_sample_there(sample))
			continue;
		strbuf_init(&line);
		if (first)
			report_add_clean(&line, row->test, LABEL_WIDTH);
		first = false;
		strbuf_pad(&line, LABEL_WIDTH + 1);
		strbuf_addf(&line, "%-4s", compare_letter(name, i));
		add_bar(&line, fmax(sample->stats.mean, 0) / largest, style);
		strbuf_addf(&line, " %s\n",
			    compare_sample_text(value, sample, scale));
		strbuf_add(text, line.text);
		strbuf_release(&line);
	}
}

void
report_add_bars(struct strbuf *text, const struct comparison *comparison,
		const struct compare_table *table,
		const struct report_style *style)
{
	strbuf_add_char(text, '\n');
	for (size_t i = 0; i < table->row_count; i++)
		if (table->rows[i].main)
			add_bar_row(text, &table->rows[i],
				    comparison->side_count, style);
}
