#include <math.h>

#include "compare/compare.h"
#include "compare/report.h"
#include "core/strbuf.h"

static void
add_number(struct strbuf *text, double number)
{
	if (isfinite(number))
		strbuf_add_number(text, number);
	strbuf_add_char(text, ',');
}

static void
add_figures(struct strbuf *text, const struct compare_sample *sample)
{
	const struct stats *stats = &sample->stats;
	bool any = sample->count > 0;

	strbuf_addf(text, "%zu,", sample->count);
	add_number(text, any ? stats->mean : NAN);
	add_number(text, any ? stats->min : NAN);
	add_number(text, any ? stats->max : NAN);
	add_number(text, sample->count > COMPARE_ALONE ? stats->sd : NAN);
	add_number(text, sample->bound > 0 ? sample->bound : NAN);
}

static void
add_cell(struct strbuf *text, const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];

	strbuf_add_csv(text, row->test);
	strbuf_addf(text, ",%s,%s,", quantity_table[row->id].key,
		    quantity_table[row->id].unit);
	add_figures(text, &cell->sample);
	add_number(text, cell->percent);
	add_number(text, cell->low_percent);
	add_number(text, cell->high_percent);
	add_number(text, cell->difference.p);
	add_number(text, cell->rank_p);
	strbuf_addf(text, "%s,%s,", cell->proven ? "yes" : "no",
		    compare_word_text(cell->word, row->id));
	strbuf_add_csv(text, cell->reason);
	strbuf_add_char(text, '\n');
}

void
report_add_long(struct strbuf *text, const struct comparison *comparison,
		const struct report_style *style)
{
	(void)style;
	strbuf_add(text, "table,side,test,quantity,unit,n,mean,min,max,sd,"
			 "above,difference_percent,low_percent,high_percent,p,"
			 "rank_p,proven,result,reason\n");
	for (size_t t = 0; t < comparison->table_count; t++) {
		const struct compare_table *table = &comparison->tables[t];

		for (size_t i = 0; i < table->row_count; i++)
			for (size_t s = 0; s < comparison->side_count; s++) {
				strbuf_add_csv(text, table->name);
				strbuf_add_char(text, ',');
				strbuf_add_csv(text, comparison->sides[s]);
				strbuf_add_char(text, ',');
				add_cell(text, &table->rows[i], s);
			}
	}
}
