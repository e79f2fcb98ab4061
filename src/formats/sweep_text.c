#include "formats/sweep_text.h"

#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/figures.h"
#include "formats/point.h"
#include "results/result.h"

enum { BAR_COLUMNS = 24 };

/* All runs of one point, of one test. */
struct row {
	enum quantity_id id;
	double figure; /* means */
	double p50_s;
	double p99_s;
	enum verdict verdict; /* the worst */
	size_t runs;
};

static void
add_run(struct row *row, const struct phase_result *phase)
{
	const struct quantity *figure;
	double runs = (double)row->runs;

	row->id = figures_main(phase);
	figure = &phase->quantities[row->id];
	if (phase->verdict > row->verdict)
		row->verdict = phase->verdict;
	if (phase->state != PHASE_COMPLETE || figure->state != QUANTITY_KNOWN)
		return;
	row->figure = (row->figure * runs + figure->value) / (runs + 1);
	row->p50_s = (row->p50_s * runs + phase->latency.p50_s) / (runs + 1);
	row->p99_s = (row->p99_s * runs + phase->latency.p99_s) / (runs + 1);
	row->runs++;
}

static struct row
gather(const struct result_set *set, size_t index, const char *key)
{
	struct row row = { .id = QUANTITY_RATE };

	for (size_t i = index; i < set->count; i++) {
		const struct result *result = &set->results[i];
		const struct phase_result *phase =
			result_find_phase(result, key);

		if (phase && point_is_same(result, &set->results[index]))
			add_run(&row, phase);
	}
	return row;
}

static void
add_row(struct strbuf *text, const struct result *result, const struct row *row,
	double most, enum chart_charset charset)
{
	char name[POINT_NAME_BYTES], p50[UNITS_TEXT_BYTES],
		p99[UNITS_TEXT_BYTES];
	struct chart_bar bar = { row->figure, most, BAR_COLUMNS };
	struct strbuf figure;

	strbuf_init(&figure);
	if (row->runs)
		figures_add_value(&figure, row->id, row->figure);
	else
		strbuf_add(&figure, "+++++");
	units_format_seconds(p50, row->p50_s);
	units_format_seconds(p99, row->p99_s);
	strbuf_addf(text, "  %-14s %10s %9s %9s  %-9s ",
		    point_name(name, result), figure.text,
		    row->runs ? p50 : "-", row->runs ? p99 : "-",
		    row->verdict ? verdict_names[row->verdict] : "");
	strbuf_release(&figure);
	chart_add_bar(text, &bar, charset);
	chart_end_line(text);
}

static void
add_test(struct strbuf *text, const struct result_set *set, const char *key,
	 enum chart_charset charset)
{
	double most = 0;

	strbuf_addf(text, "%-16s %10s %9s %9s\n", key, "", "p50", "p99");
	for (size_t i = 0; i < set->count; i++) {
		struct row row = gather(set, i, key);

		if (row.figure > most)
			most = row.figure;
	}
	for (size_t i = 0; i < set->count; i++) {
		struct row row = gather(set, i, key);

		if (result_find_phase(&set->results[i], key) &&
		    !point_seen(set->results, i))
			add_row(text, &set->results[i], &row, most, charset);
	}
}

void
sweep_text_add(struct strbuf *text, const struct result_set *set,
	       enum chart_charset charset)
{
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++) {
			const char *key = set->results[i].phases[p].key;

			if (!figures_seen(set, i, key))
				add_test(text, set, key, charset);
		}
}
