#include "cli/compare_html_figures.h"

#include <math.h>
#include <stdio.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "core/strbuf.h"
#include "formats/html_page.h"
#include "formats/label.h"

struct page {
	struct strbuf *text;
	const struct comparison *comparison;
};

static void
add_p(struct strbuf *text, double p)
{
	char number[24] = "-";

	if (isfinite(p) && p < 0.0001)
		snprintf(number, sizeof number, "< 0.0001");
	else if (isfinite(p))
		snprintf(number, sizeof number, "%.2g", p);
	html_add(text, "td class=\"number\"", number);
}

static const char *
looks_of(const struct compare_cell *cell, enum quantity_id id)
{
	bool more_is_good = quantity_table[id].better == BETTER_MORE;

	if (quantity_table[id].better == BETTER_NEITHER ||
	    (cell->word != COMPARE_MORE && cell->word != COMPARE_LESS))
		return "verdict";
	return (cell->word == COMPARE_MORE) == more_is_good ? "verdict ok"
							    : "verdict other";
}

static void
add_result(const struct page *page, const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	struct strbuf word;

	strbuf_init(&word);
	report_add_word(&word, page->comparison, row, side);
	strbuf_addf(page->text, "<td class=\"why\"><span class=\"%s\">",
		    looks_of(cell, row->id));
	html_add_text(page->text, word.text);
	strbuf_add(page->text, "</span> ");
	html_add_text(page->text, cell->reason);
	if (cell->rank_disagrees)
		html_add_text(page->text, " the rank test disagrees: outliers, "
					  "look at the runs");
	strbuf_add(page->text, "</td>");
	strbuf_release(&word);
}

static void
add_mean(const struct page *page, const struct compare_row *row, size_t side)
{
	struct compare_scale scale =
		compare_row_scale(row, page->comparison->side_count);
	char text[COMPARE_FIGURE_BYTES];

	html_add(page->text, "td class=\"number\"",
		 compare_sample_text(text, &row->cells[side].sample, scale));
}

static void
add_difference(const struct page *page, const struct compare_row *row,
	       size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	char text[COMPARE_FIGURE_BYTES];

	html_add(page->text, "td class=\"number\"",
		 compare_percent(text, cell->percent));
	html_add(page->text, "td class=\"number\"", compare_range(text, cell));
	add_p(page->text, cell->difference.p);
	add_result(page, row, side);
}

static void
begin_row(const struct page *page, const struct compare_row *row)
{
	struct strbuf unit;

	strbuf_init(&unit);
	report_add_unit(&unit, row, page->comparison->side_count);
	strbuf_add(page->text, "<tr>");
	html_add(page->text, "th scope=\"row\"", test_label(row->test));
	html_add(page->text, "td class=\"number\"", unit.text);
	strbuf_release(&unit);
}

static void
add_pair(const struct page *page, const struct compare_row *row)
{
	begin_row(page, row);
	add_mean(page, row, 0);
	add_mean(page, row, 1);
	add_difference(page, row, 1 - row->base);
	strbuf_add(page->text, "</tr>\n");
}

static void
add_side(const struct page *page, const struct compare_row *row, size_t side)
{
	char letter[COMPARE_LETTER_BYTES];

	begin_row(page, row);
	html_add(page->text, "td", compare_letter(letter, side));
	strbuf_addf(page->text, "<td class=\"number\">%zu</td>",
		    row->cells[side].sample.count);
	add_mean(page, row, side);
	add_difference(page, row, side);
	strbuf_add(page->text, "</tr>\n");
}

/* Of two sides a row has both, of more each has a row. */
void
compare_html_add_figures(struct strbuf *text,
			 const struct comparison *comparison,
			 const struct compare_table *table)
{
	const struct page at = { text, comparison };
	const struct page *page = &at;
	static const char *const pair_heads[] = {
		"Test",       "Unit",     "A", "B",
		"Difference", "Interval", "p", "Result",
	};
	static const char *const side_heads[] = {
		"Test",       "Unit",     "Side", "Runs",   "Mean",
		"Difference", "Interval", "p",    "Result",
	};
	size_t sides = page->comparison->side_count;
	char caption[80];

	snprintf(caption, sizeof caption,
		 "All figures, with the %g %% interval of the difference",
		 100 * page->comparison->settings.confidence);
	if (sides == 2)
		html_table_begin(page->text, caption, pair_heads, 8);
	else
		html_table_begin(page->text, caption, side_heads, 9);
	for (size_t i = 0; i < table->row_count; i++) {
		if (sides == 2)
			add_pair(page, &table->rows[i]);
		for (size_t s = 0; sides > 2 && s < sides; s++)
			add_side(page, &table->rows[i], s);
	}
	html_table_end(page->text);
}
