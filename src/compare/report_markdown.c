#include <math.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "core/markdown.h"
#include "core/strbuf.h"

static void
add_sides(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_table *table)
{
	char name[COMPARE_LETTER_BYTES];

	for (size_t i = 0; i < comparison->side_count; i++) {
		strbuf_addf(text, "- %s: ", compare_letter(name, i));
		markdown_add(text, comparison->sides[i]);
		strbuf_addf(text, ", %zu run%s", table->runs[i],
			    table->runs[i] == 1 ? "" : "s");
		if (table->differs[i]) {
			strbuf_add(text, ", differs from A in ");
			markdown_add(text, table->differs[i]);
		}
		strbuf_add_char(text, '\n');
	}
	strbuf_add_char(text, '\n');
}

static void
add_p(struct strbuf *text, double p)
{
	if (!isfinite(p))
		strbuf_add_char(text, '-');
	else if (p < 0.0001)
		strbuf_add(text, "< 0.0001");
	else
		strbuf_addf(text, "%.2g", p);
}

static void
begin_row(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_row *row)
{
	strbuf_add(text, "| ");
	markdown_add(text, row->test);
	strbuf_add(text, " | ");
	report_add_unit(text, row, comparison->side_count);
	strbuf_add(text, " | ");
}

static void
add_mean(struct strbuf *text, const struct comparison *comparison,
	 const struct compare_row *row, size_t side)
{
	struct compare_scale scale =
		compare_row_scale(row, comparison->side_count);
	char value[COMPARE_FIGURE_BYTES];

	markdown_add(text, compare_sample_text(value, &row->cells[side].sample,
					       scale));
	strbuf_add(text, " | ");
}

static void
add_difference(struct strbuf *text, const struct comparison *comparison,
	       const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	char percent[COMPARE_FIGURE_BYTES], range[COMPARE_FIGURE_BYTES];

	strbuf_addf(text, "%s | %s | ", compare_percent(percent, cell->percent),
		    compare_range(range, cell));
	add_p(text, cell->difference.p);
	strbuf_add(text, " | ");
	report_add_word(text, comparison, row, side);
	if (cell->reason) {
		strbuf_add(text, ": ");
		markdown_add(text, cell->reason);
	}
	if (cell->rank_disagrees)
		strbuf_add(text, " (rank test disagrees: outliers, look at the "
				 "runs)");
	strbuf_add(text, " |\n");
}

static void
add_pairs(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_table *table)
{
	strbuf_addf(text,
		    "| Test | Unit | A | B | Difference | %g %% interval | p | "
		    "Result |\n"
		    "|---|---|--:|--:|--:|--:|--:|---|\n",
		    100 * comparison->settings.confidence);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_row *row = &table->rows[i];

		begin_row(text, comparison, row);
		add_mean(text, comparison, row, 0);
		add_mean(text, comparison, row, 1);
		add_difference(text, comparison, row, 1 - row->base);
	}
}

static void
add_side_rows(struct strbuf *text, const struct comparison *comparison,
	      const struct compare_row *row)
{
	char name[COMPARE_LETTER_BYTES];

	for (size_t s = 0; s < comparison->side_count; s++) {
		begin_row(text, comparison, row);
		strbuf_addf(text, "%s | %zu | ", compare_letter(name, s),
			    row->cells[s].sample.count);
		add_mean(text, comparison, row, s);
		add_difference(text, comparison, row, s);
	}
}

static void
add_table(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_table *table)
{
	if (table->name && comparison->table_count > 1) {
		strbuf_add(text, "### ");
		markdown_add(text, table->name);
		strbuf_add(text, "\n\n");
	}
	add_sides(text, comparison, table);
	if (comparison->side_count == 2) {
		add_pairs(text, comparison, table);
		return;
	}
	strbuf_addf(text,
		    "| Test | Unit | Side | n | Mean | Difference | %g %% "
		    "interval | p | Result |\n"
		    "|---|---|---|--:|--:|--:|--:|--:|---|\n",
		    100 * comparison->settings.confidence);
	for (size_t i = 0; i < table->row_count; i++)
		add_side_rows(text, comparison, &table->rows[i]);
}

void
report_add_markdown(struct strbuf *text, const struct comparison *comparison,
		    const struct report_style *style)
{
	for (size_t i = 0; i < comparison->table_count; i++) {
		if (i > 0)
			strbuf_add_char(text, '\n');
		add_table(text, comparison, &comparison->tables[i]);
	}
	if (style->explain) {
		strbuf_add(text, "\n```\n");
		report_add_explanation(text, comparison);
		strbuf_add(text, "```\n");
	}
}
