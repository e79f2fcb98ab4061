#include "cli/compare_html.h"

#include <math.h>

#include "cli/compare_html_figures.h"
#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "core/strbuf.h"
#include "formats/axis.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "formats/svg.h"

enum { ROW_PX = 34, LINE_PX = 24, FOOT_PX = 26 };

/* An interval may make the axis so many times longer than the differences. */
static const double stretch_most = 3;

struct page {
	struct strbuf *text;
	const struct comparison *comparison;
	unsigned ids;
};

static void
add_sides(const struct page *page, const struct compare_table *table)
{
	char letter[COMPARE_LETTER_BYTES];
	struct strbuf words;

	strbuf_init(&words);
	strbuf_add(page->text, "<dl>\n");
	for (size_t i = 0; i < page->comparison->side_count; i++) {
		strbuf_clear(&words);
		strbuf_addf(&words, "%s, %zu run%s", page->comparison->sides[i],
			    table->runs[i], table->runs[i] == 1 ? "" : "s");
		if (table->differs[i])
			strbuf_addf(&words, "; differs from A in %s",
				    table->differs[i]);
		html_add(page->text, "dt", compare_letter(letter, i));
		html_add(page->text, "dd", words.text);
		strbuf_add_char(page->text, '\n');
	}
	strbuf_add(page->text, "</dl>\n");
	strbuf_release(&words);
}

/* ---- the differences of the tests' own figures, drawn ----------------------- */

static bool
is_drawn(const struct compare_row *row, size_t side)
{
	return row->main && side != row->base &&
	       isfinite(row->cells[side].percent);
}

static bool
has_interval(const struct compare_cell *cell)
{
	return isfinite(cell->low_percent) && isfinite(cell->high_percent);
}

/* From as much below 0 as above it. */
static size_t
choose_axis(const struct page *page, const struct compare_table *table,
	    struct axis *axis)
{
	double most = 0, ends = 0;
	size_t drawn = 0;

	for (size_t i = 0; i < table->row_count; i++)
		for (size_t s = 0; s < page->comparison->side_count; s++) {
			const struct compare_cell *cell =
				&table->rows[i].cells[s];

			if (!is_drawn(&table->rows[i], s))
				continue;
			drawn++;
			most = fmax(most, fabs(cell->percent));
			if (!has_interval(cell))
				continue;
			ends = fmax(ends, fabs(cell->low_percent));
			ends = fmax(ends, fabs(cell->high_percent));
		}
	axis_linear(axis, fmax(most, fmin(ends, stretch_most * most)), 1);
	axis->low = -axis->high;
	axis->ticks[0] = axis->low;
	axis->ticks[1] = 0;
	axis->ticks[2] = axis->high;
	axis->tick_count = 3;
	return drawn;
}

static void
draw_interval(const struct svg *svg, const struct axis *axis,
	      const struct compare_cell *cell, double y_px)
{
	double from = axis_share(axis, cell->low_percent);
	double to = axis_share(axis, cell->high_percent);

	svg_line(svg, &(struct svg_segment){ from, to, y_px, y_px },
		 "interval");
	if (cell->low_percent >= axis->low)
		svg_line(
			svg,
			&(struct svg_segment){ from, from, y_px - 4, y_px + 4 },
			"interval");
	if (cell->high_percent <= axis->high)
		svg_line(svg,
			 &(struct svg_segment){ to, to, y_px - 4, y_px + 4 },
			 "interval");
}

static void
add_name(const struct page *page, struct strbuf *words,
	 const struct compare_row *row, size_t side)
{
	char letter[COMPARE_LETTER_BYTES];

	strbuf_addf(words, "%.14s", test_label(row->test));
	if (page->comparison->side_count > 2)
		strbuf_addf(words, ", %s", compare_letter(letter, side));
}

static void
draw_cell(const struct page *page, const struct svg *svg,
	  const struct axis *axis, const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	double top_px = svg->height_px, y_px = top_px + LINE_PX;
	double zero = axis_share(axis, 0), at = axis_share(axis, cell->percent);
	char percent[COMPARE_FIGURE_BYTES];
	struct strbuf words;

	strbuf_init(&words);
	add_name(page, &words, row, side);
	svg_text(svg, &(struct svg_place){ .y_px = top_px + 13 }, "name",
		 words.text);
	strbuf_clear(&words);
	strbuf_addf(&words, "%s ", compare_percent(percent, cell->percent));
	report_add_word(&words, page->comparison, row, side);
	svg_text(svg, &(struct svg_place){ .x = 1, .y_px = top_px + 13 },
		 "figure end", words.text);
	strbuf_release(&words);
	/* Not where the words stand. */
	svg_line(svg, &(struct svg_segment){ zero, zero, y_px - 8, y_px + 8 },
		 "axis");
	svg_rect(svg,
		 &(struct svg_box){
			 .x = fmin(zero, at),
			 .width = fabs(at - zero),
			 .y_px = y_px - 3,
			 .height_px = 6,
		 },
		 cell->proven ? "bar" : "bar unchecked");
	if (has_interval(cell))
		draw_interval(svg, axis, cell, y_px);
	if (fabs(cell->percent) <= axis->high)
		svg_dot(svg, at, y_px, "run");
}

static void
describe(const struct page *page, const struct compare_table *table,
	 struct strbuf *words)
{
	for (size_t i = 0; i < table->row_count; i++)
		for (size_t s = 0; s < page->comparison->side_count; s++) {
			const struct compare_row *row = &table->rows[i];
			char percent[COMPARE_FIGURE_BYTES];

			if (!is_drawn(row, s))
				continue;
			strbuf_add(words, words->length ? "; " : "");
			add_name(page, words, row, s);
			strbuf_addf(words, " %s, ",
				    compare_percent(percent,
						    row->cells[s].percent));
			report_add_word(words, page->comparison, row, s);
		}
}

static void
draw_rows(const struct page *page, const struct compare_table *table,
	  const struct axis *axis, const struct svg *svg)
{
	struct svg row = *svg;

	row.height_px = 0; /* of what is above */
	for (size_t i = 0; i < table->row_count; i++)
		for (size_t s = 0; s < page->comparison->side_count; s++) {
			if (!is_drawn(&table->rows[i], s))
				continue;
			draw_cell(page, &row, axis, &table->rows[i], s);
			row.height_px += ROW_PX;
		}
}

static void
draw(struct page *page, const struct compare_table *table)
{
	struct axis axis;
	size_t drawn = choose_axis(page, table, &axis);
	double foot_px = (double)(drawn * ROW_PX) + 4;
	struct svg svg = { page->text, ++page->ids, foot_px + FOOT_PX };
	struct strbuf words;

	if (!drawn)
		return;
	strbuf_init(&words);
	describe(page, table, &words);
	strbuf_add(page->text,
		   "<figure>\n<figcaption><h3>Differences</h3>"
		   "<p>In percent of what each is held against, with the "
		   "interval of the difference. A pale bar is not proven.</p>"
		   "</figcaption>\n");
	svg_begin(&svg, "bars", "Differences", words.text);
	strbuf_release(&words);
	svg_frame(&svg, &(struct svg_frame){ .x = &axis,
					     .x_id = QUANTITY_CPU,
					     .height_px = foot_px });
	draw_rows(page, table, &axis, &svg);
	svg_end(&svg);
	strbuf_add(page->text, "</figure>\n");
}

/* ---- the page ------------------------------------------------------------- */

/* What is written for a terminal. */
static void
add_plain(const struct page *page, const char *title, const char *words)
{
	if (!*words)
		return;
	html_details_begin(page->text, title);
	html_add(page->text, "pre class=\"scroll\" tabindex=\"0\"", words);
	html_details_end(page->text);
}

static void
add_table(struct page *page, const struct compare_table *table)
{
	struct strbuf notes;

	html_add(page->text, "h2", table->name ? table->name : "Results");
	add_sides(page, table);
	draw(page, table);
	compare_html_add_figures(page->text, page->comparison, table);
	strbuf_init(&notes);
	report_add_notes(&notes, page->comparison, table);
	add_plain(page, "Remarks", notes.text);
	strbuf_release(&notes);
}

void
report_add_html(struct strbuf *text, const struct comparison *comparison,
		const struct report_style *style)
{
	struct page page = { text, comparison, 0 };
	struct strbuf words;

	html_begin(text, "Comparison of disk benchmarks");
	html_add(text, "h1", "Comparison of disk benchmarks");
	strbuf_add_char(text, '\n');
	for (size_t i = 0; i < comparison->table_count; i++)
		add_table(&page, &comparison->tables[i]);
	if (style->explain) {
		strbuf_init(&words);
		report_add_explanation(&words, comparison);
		add_plain(&page, "What the figures mean", words.text);
		strbuf_release(&words);
	}
	html_add(text, "footer", "Written by diskbench " DISKBENCH_VERSION);
	html_end(text);
}
