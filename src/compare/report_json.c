#include <math.h>

#include "compare/compare.h"
#include "compare/report.h"
#include "core/jsonwrite.h"
#include "core/strbuf.h"

static void
add_sample(struct json_writer *writer, const struct compare_sample *sample)
{
	const struct stats *stats = &sample->stats;

	json_count(writer, "n", sample->count);
	json_open_flat(writer, "values", '[');
	for (size_t i = 0; i < sample->count; i++)
		json_number(writer, NULL, sample->values[i]);
	json_close(writer, ']');
	json_number(writer, "mean", sample->count ? stats->mean : NAN);
	json_number(writer, "median", sample->count ? stats->median : NAN);
	json_number(writer, "min", sample->count ? stats->min : NAN);
	json_number(writer, "max", sample->count ? stats->max : NAN);
	json_number(writer, "sd",
		    sample->count > COMPARE_ALONE ? stats->sd : NAN);
	json_count(writer, "too_fast", sample->too_fast);
	json_number(writer, "above", sample->bound > 0 ? sample->bound : NAN);
	json_count(writer, "failed", sample->failed);
	json_string(writer, "verdict", verdict_names[sample->verdict]);
	json_count(writer, "outliers", sample->outliers);
	json_count(writer, "outlier_run", sample->outlier_run);
	json_number(writer, "trend", sample->trend);
	json_count(writer, "runs_wanted", sample->runs_wanted);
}

static void
add_cell(struct json_writer *writer, const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	const struct stats_difference *difference = &cell->difference;

	json_open(writer, NULL, '{');
	json_count(writer, "side", side);
	add_sample(writer, &cell->sample);
	json_string(writer, "result", compare_word_text(cell->word, row->id));
	json_string(writer, "reason", cell->reason);
	json_number(writer, "difference", difference->difference);
	json_number(writer, "half_width", difference->half_width);
	json_number(writer, "df", difference->df);
	json_number(writer, "difference_percent", cell->percent);
	json_number(writer, "low_percent", cell->low_percent);
	json_number(writer, "high_percent", cell->high_percent);
	json_number(writer, "p", difference->p);
	json_number(writer, "rank_p", cell->rank_p);
	json_bool(writer, "proven", cell->proven);
	json_bool(writer, "proven_alone", cell->alone);
	json_bool(writer, "rank_disagrees", cell->rank_disagrees);
	json_bool(writer, "noticeable", cell->noticed);
	json_close(writer, '}');
}

static const char *
better_text(enum quantity_better better)
{
	return better == BETTER_MORE   ? "more"
	       : better == BETTER_LESS ? "less"
				       : "neither";
}

static void
add_row(struct json_writer *writer, const struct compare_row *row, size_t sides)
{
	const struct quantity_info *info = &quantity_table[row->id];

	json_open(writer, NULL, '{');
	json_string(writer, "test", row->test);
	json_string(writer, "quantity", info->key);
	json_string(writer, "unit", info->unit);
	json_string(writer, "better", better_text(info->better));
	json_count(writer, "base", row->base);
	json_open(writer, "sides", '[');
	for (size_t i = 0; i < sides; i++)
		add_cell(writer, row, i);
	json_close(writer, ']');
	json_close(writer, '}');
}

static void
add_table(struct json_writer *writer, const struct comparison *comparison,
	  const struct compare_table *table)
{
	size_t sides = comparison->side_count;

	json_open(writer, NULL, '{');
	json_string(writer, "name", table->name);
	json_open_flat(writer, "runs", '[');
	for (size_t i = 0; i < sides; i++)
		json_count(writer, NULL, table->runs[i]);
	json_close(writer, ']');
	json_open(writer, "differs", '[');
	for (size_t i = 0; i < sides; i++)
		json_string(writer, NULL, table->differs[i]);
	json_close(writer, ']');
	json_open(writer, "rows", '[');
	for (size_t i = 0; i < table->row_count; i++)
		add_row(writer, &table->rows[i], sides);
	json_close(writer, ']');
	json_close(writer, '}');
}

void
report_add_json(struct strbuf *text, const struct comparison *comparison,
		const struct report_style *style)
{
	const struct compare_settings *settings = &comparison->settings;
	struct json_writer writer;

	(void)style;
	json_writer_init(&writer, text, true);
	json_open(&writer, NULL, '{');
	json_string(&writer, "schema", "diskbench-compare/1");
	json_number(&writer, "confidence", settings->confidence);
	json_number(&writer, "delta", settings->delta);
	json_string(&writer, "method", settings->pooled ? "pooled" : "welch");
	json_open(&writer, "sides", '[');
	for (size_t i = 0; i < comparison->side_count; i++)
		json_string(&writer, NULL, comparison->sides[i]);
	json_close(&writer, ']');
	json_open(&writer, "tables", '[');
	for (size_t i = 0; i < comparison->table_count; i++)
		add_table(&writer, comparison, &comparison->tables[i]);
	json_close(&writer, ']');
	json_close(&writer, '}');
	strbuf_add_char(text, '\n');
}
