#include <stdlib.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "core/mem.h"
#include "core/strbuf.h"

enum { TEST_WIDTH = 10, UNIT_WIDTH = 6 };

/* Whether side `a` comes before side `b`; sides without a figure come last. */
static bool
ranks_before(const struct compare_row *row, size_t a, size_t b)
{
	const struct compare_sample *left = &row->cells[a].sample;
	const struct compare_sample *right = &row->cells[b].sample;

	if (!left->count || !right->count)
		return left->count > 0 && !right->count;
	if (quantity_table[row->id].better == BETTER_LESS)
		return left->stats.mean < right->stats.mean;
	return left->stats.mean > right->stats.mean;
}

/* By insertion: equals stay in the order of the sides. */
static size_t *
rank(const struct compare_row *row, size_t sides)
{
	size_t *order = mem_alloc(sides, sizeof *order);

	for (size_t i = 0; i < sides; i++) {
		size_t at = i;

		while (at > 0 && ranks_before(row, i, order[at - 1])) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
	return order;
}

static void
add_head(struct strbuf *text, const struct compare_row *row, size_t sides,
	 bool first)
{
	struct strbuf head;

	strbuf_init(&head);
	if (first) {
		report_add_clean(&head, row->test, TEST_WIDTH);
		strbuf_pad(&head, TEST_WIDTH + 1);
		report_add_unit(&head, row, sides);
	}
	strbuf_pad(&head, TEST_WIDTH + 1 + UNIT_WIDTH);
	strbuf_add(text, head.text);
	strbuf_release(&head);
}

static void
add_place(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_row *row, size_t side)
{
	struct compare_scale scale =
		compare_row_scale(row, comparison->side_count);
	const struct compare_cell *cell = &row->cells[side];
	char name[COMPARE_LETTER_BYTES], value[COMPARE_FIGURE_BYTES];
	char percent[COMPARE_FIGURE_BYTES], range[COMPARE_FIGURE_BYTES];

	strbuf_addf(text, " %-4s %7s %8s %16s ", compare_letter(name, side),
		    compare_sample_text(value, &cell->sample, scale),
		    compare_percent(percent, cell->percent),
		    compare_range(range, cell));
	report_add_word(text, comparison, row, side);
	strbuf_add_char(text, '\n');
}

void
report_add_ranking(struct strbuf *text, const struct comparison *comparison,
		   const struct compare_table *table)
{
	size_t sides = comparison->side_count;
	struct strbuf interval;

	strbuf_init(&interval);
	strbuf_addf(&interval, "%g %% interval",
		    100 * comparison->settings.confidence);
	strbuf_addf(text, "%-10s %-6s %-4s %7s %8s %16s %s\n", "Test", "Unit",
		    "Side", "Mean", "from A", interval.text, "Result");
	strbuf_release(&interval);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_row *row = &table->rows[i];
		size_t *order = rank(row, sides);
		bool first = true;

		for (size_t s = 0; s < sides; s++) {
			if (row->cells[order[s]].word == COMPARE_MISSING)
				continue;
			add_head(text, row, sides, first);
			first = false;
			add_place(text, comparison, row, order[s]);
		}
		free(order);
	}
}
