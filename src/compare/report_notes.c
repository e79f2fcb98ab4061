#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/ministat.h"
#include "compare/report.h"
#include "core/strbuf.h"

/* "write: ", and of more than two sides "write, C: ". */
static void
begin(struct strbuf *text, const struct comparison *comparison,
      const struct compare_row *row, size_t side)
{
	char name[COMPARE_LETTER_BYTES];

	report_add_clean(text, row->test, REPORT_COLUMNS / 2);
	if (!row->main)
		strbuf_addf(text, " %s", quantity_table[row->id].key);
	if (comparison->side_count > 2)
		strbuf_addf(text, ", %s", compare_letter(name, side));
	strbuf_add_char(text, ':');
}

static void
add_note(struct strbuf *text, const struct comparison *comparison,
	 const struct compare_row *row, size_t side, const char *words)
{
	strbuf_add(text, "  ");
	begin(text, comparison, row, side);
	report_wrap(text, words, 4);
}

/* ministat's words, for figures in the unit that the table shows. */
static void
add_pooled(struct strbuf *text, const struct comparison *comparison,
	   const struct compare_row *row, size_t side)
{
	struct compare_scale scale =
		compare_row_scale(row, comparison->side_count);
	struct stats sets[2] = { row->cells[row->base].sample.stats,
				 row->cells[side].sample.stats };

	if (sets[0].count < MINISTAT_RUNS || sets[1].count < MINISTAT_RUNS) {
		strbuf_addf(text, " ministat wants %d runs of each\n",
			    MINISTAT_RUNS);
		return;
	}
	for (size_t i = 0; i < 2; i++) {
		sets[i].mean /= scale.factor;
		sets[i].sd /= scale.factor;
	}
	strbuf_addf(text, " in %s\n", scale.unit);
	ministat_add(text, &sets[0], &sets[1], comparison->settings.confidence);
}

static void
add_proven(struct strbuf *text, const struct comparison *comparison,
	   const struct compare_row *row, size_t side)
{
	struct compare_scale scale =
		compare_row_scale(row, comparison->side_count);
	const struct compare_cell *cell = &row->cells[side];
	char difference[COMPARE_FIGURE_BYTES], half[COMPARE_FIGURE_BYTES];

	compare_digits(difference, cell->difference.difference / scale.factor);
	compare_digits(half, cell->difference.half_width / scale.factor);
	strbuf_addf(text, " Difference at %.1f%% confidence\n\t%s +/- %s %s",
		    100 * comparison->settings.confidence, difference, half,
		    scale.unit);
	if (isfinite(cell->percent))
		strbuf_addf(text, "    %.4g%% +/- %.3g%%", cell->percent,
			    (cell->high_percent - cell->low_percent) / 2);
	strbuf_addf(text, "    (Welch t, n=%zu+%zu)\n",
		    row->cells[row->base].sample.count, cell->sample.count);
}

static void
add_unproven(struct strbuf *text, const struct comparison *comparison,
	     const struct compare_cell *cell)
{
	const struct compare_settings *settings = &comparison->settings;

	if (cell->word == COMPARE_EQUIVALENT)
		strbuf_addf(text, " Equivalent within %g%%",
			    100 * settings->delta);
	else
		strbuf_add(text, " No difference proven");
	strbuf_addf(text, " at %.1f%% confidence", 100 * settings->confidence);
	if (isfinite(cell->low_percent))
		strbuf_addf(text, "\n\t(could be %+.1f%% to %+.1f%%)",
			    cell->low_percent, cell->high_percent);
	strbuf_add_char(text, '\n');
}

/* What is proven of a test's own figure, in words that list readers know. */
static void
add_statement(struct strbuf *text, const struct comparison *comparison,
	      const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];

	if (!isfinite(cell->difference.p))
		return;
	begin(text, comparison, row, side);
	if (comparison->settings.pooled)
		add_pooled(text, comparison, row, side);
	else if (cell->proven)
		add_proven(text, comparison, row, side);
	else
		add_unproven(text, comparison, cell);
}

/* Proven, but does it matter; not proven, but suspected. */
static void
add_weight(struct strbuf *text, const struct comparison *comparison,
	   const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	char percent[COMPARE_FIGURE_BYTES];
	struct strbuf words;

	strbuf_init(&words);
	compare_percent(percent, cell->percent);
	if (cell->proven && !cell->noticed)
		strbuf_addf(&words,
			    "%s (proven, but below the %g %% you would notice)",
			    percent,
			    100 * (comparison->settings.delta > 0
					   ? comparison->settings.delta
					   : COMPARE_NOTICED));
	else if (cell->alone && !cell->proven)
		strbuf_addf(&words,
			    "%s has p = %.2g, which would prove it alone, but "
			    "not as one of so many figures",
			    percent, cell->difference.p);
	if (words.length)
		add_note(text, comparison, row, side, words.text);
	strbuf_release(&words);
}

static void
add_doubt(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	char words[128];

	if (!cell->rank_disagrees)
		return;
	snprintf(words, sizeof words,
		 "rank test disagrees (p = %.2g): outliers, look at the runs",
		 cell->rank_p);
	add_note(text, comparison, row, side, words);
}

static bool
has_reason(const struct compare_row *row, size_t side, const char *reason)
{
	return row->main && row->cells[side].reason &&
	       strcmp(row->cells[side].reason, reason) == 0;
}

/* A reason with all the tests that it holds for. */
static void
add_reason(struct strbuf *text, const struct comparison *comparison,
	   const struct compare_table *table, size_t from, size_t side)
{
	const char *reason = table->rows[from].cells[side].reason;
	char name[COMPARE_LETTER_BYTES];
	struct strbuf words;

	for (size_t i = 0; i < from; i++)
		if (has_reason(&table->rows[i], side, reason))
			return;
	strbuf_init(&words);
	for (size_t i = from; i < table->row_count; i++)
		if (has_reason(&table->rows[i], side, reason))
			strbuf_addf(&words, "%s%s", words.length ? ", " : "",
				    table->rows[i].test);
	if (comparison->side_count > 2)
		strbuf_addf(&words, ", %s", compare_letter(name, side));
	strbuf_addf(&words, ": %s", reason);
	strbuf_add(text, "  ");
	report_wrap(text, words.text, 4);
	strbuf_release(&words);
}

static void
add_reasons(struct strbuf *text, const struct comparison *comparison,
	    const struct compare_table *table)
{
	bool unproven = false;

	for (size_t i = 0; i < table->row_count; i++)
		for (size_t s = 0; s < comparison->side_count; s++) {
			const struct compare_row *row = &table->rows[i];

			unproven |= row->cells[s].word == COMPARE_UNPROVEN;
			if (row->main && row->cells[s].reason)
				add_reason(text, comparison, table, i, s);
		}
	if (unproven)
		strbuf_add(text, "  unproven: one run proves nothing, want at "
				 "least two of each (-x 5)\n");
}

/* "run 2 of putc": where the runs of a side look odd. */
static void
add_flag(struct strbuf *words, const struct compare_row *row, size_t side)
{
	const struct compare_sample *sample = &row->cells[side].sample;

	if (!row->main || (!sample->trend && !sample->outliers))
		return;
	if (words->length)
		strbuf_add(words, ", ");
	if (sample->trend)
		strbuf_addf(words, "all of %s (each is %s than the one before)",
			    row->test, sample->trend > 0 ? "higher" : "lower");
	else
		strbuf_addf(words, "run %zu of %s", sample->outlier_run,
			    row->test);
	if (!sample->trend && sample->outliers > 1)
		strbuf_addf(words, " (and %zu more)", sample->outliers - 1);
}

static void
add_flags(struct strbuf *text, const struct compare_table *table, size_t side)
{
	char name[COMPARE_LETTER_BYTES];
	struct strbuf words;

	strbuf_init(&words);
	for (size_t i = 0; i < table->row_count; i++)
		add_flag(&words, &table->rows[i], side);
	if (words.length) {
		strbuf_addf(text, "  %s: runs unlike the others:",
			    compare_letter(name, side));
		report_wrap(text, words.text, 4);
	}
	strbuf_release(&words);
}

static void
add_remarks(struct strbuf *text, const struct comparison *comparison,
	    const struct compare_table *table)
{
	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_row *row = &table->rows[i];

		for (size_t s = 0; s < comparison->side_count; s++) {
			add_weight(text, comparison, row, s);
			add_doubt(text, comparison, row, s);
		}
	}
	add_reasons(text, comparison, table);
	for (size_t s = 0; s < comparison->side_count; s++)
		add_flags(text, table, s);
}

/* The test whose spread asks for most runs. */
static void
add_runs_wanted(struct strbuf *text, const struct compare_table *table,
		size_t side)
{
	const struct compare_row *most = NULL;
	char name[COMPARE_LETTER_BYTES];

	for (size_t i = 0; i < table->row_count; i++) {
		const struct compare_row *row = &table->rows[i];
		const struct compare_sample *sample = &row->cells[side].sample;

		if (row->main && sample->runs_wanted > sample->count &&
		    (!most || sample->runs_wanted >
				      most->cells[side].sample.runs_wanted))
			most = row;
	}
	if (!most)
		return;
	strbuf_addf(text, "  %s: to get +/- 2 %% at this spread: %zu runs (",
		    compare_letter(name, side),
		    most->cells[side].sample.runs_wanted);
	report_add_clean(text, most->test, REPORT_COLUMNS / 4);
	strbuf_add(text, ")\n");
}

static void
add_statements(struct strbuf *text, const struct comparison *comparison,
	       const struct compare_table *table)
{
	for (size_t i = 0; i < table->row_count; i++)
		for (size_t s = 0; s < comparison->side_count; s++)
			if (table->rows[i].main)
				add_statement(text, comparison, &table->rows[i],
					      s);
}

void
report_add_notes(struct strbuf *text, const struct comparison *comparison,
		 const struct compare_table *table)
{
	struct strbuf notes;

	strbuf_init(&notes);
	if (comparison->side_count == 2 || comparison->settings.pooled)
		add_statements(&notes, comparison, table);
	if (notes.length)
		strbuf_addf(text, "\n%s", notes.text);
	strbuf_clear(&notes);
	add_remarks(&notes, comparison, table);
	for (size_t s = 0; s < comparison->side_count; s++)
		add_runs_wanted(&notes, table, s);
	if (notes.length)
		strbuf_addf(text, "\nRemarks:\n%s", notes.text);
	strbuf_release(&notes);
}
