#include <string.h>

#include "compare/compare.h"
#include "compare/figure.h"
#include "compare/report.h"
#include "core/strbuf.h"
#include "core/utf8.h"

enum { NAME_MOST = 60, TEST_WIDTH = 10 };

/* Of the character at the start; a byte that belongs to none stands alone. */
static size_t
length_of(const char *words)
{
	size_t length = utf8_length(words);

	return length ? length : 1;
}

void
report_add_clean(struct strbuf *text, const char *words, size_t most)
{
	size_t count = utf8_count(words);

	if (count > most) {
		strbuf_add(text, "...");
		words += utf8_prefix(words, count - (most - 3));
	}
	while (*words) {
		size_t length = length_of(words);
		unsigned char first = (unsigned char)*words;

		/* 0xc2 0x80 to 0x9f are control characters, too. */
		if (first < ' ' || first == 0x7f || !utf8_length(words) ||
		    (first == 0xc2 && (unsigned char)words[1] < 0xa0))
			strbuf_add_char(text, '?');
		else
			strbuf_add_bytes(text, words, length);
		words += length;
	}
}

void
report_wrap(struct strbuf *text, const char *words, size_t column)
{
	struct strbuf word, clean;

	strbuf_init(&word);
	strbuf_init(&clean);
	while (*words) {
		size_t length = strcspn(words, " ");

		strbuf_clear(&word);
		strbuf_add_bytes(&word, words, length);
		report_add_clean(&clean, word.text, REPORT_COLUMNS - column);
		words += length;
		words += strspn(words, " ");
		if (*words)
			strbuf_add_char(&clean, ' ');
	}
	strbuf_add_wrapped(text, clean.text, column, REPORT_COLUMNS);
	strbuf_add_char(text, '\n');
	strbuf_release(&clean);
	strbuf_release(&word);
}

void
report_add_unit(struct strbuf *text, const struct compare_row *row,
		size_t sides)
{
	static const struct {
		enum quantity_id id;
		const char *prefix;
	} prefixes[] = {
		{ QUANTITY_LATENCY_MAX, "max " },
		{ QUANTITY_USER_TIME, "usr " },
		{ QUANTITY_SYS_TIME, "sys " },
	};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (prefixes[i].id == row->id)
			strbuf_add(text, prefixes[i].prefix);
	strbuf_add(text, compare_row_scale(row, sides).unit);
}

void
report_add_word(struct strbuf *text, const struct comparison *comparison,
		const struct compare_row *row, size_t side)
{
	const struct compare_cell *cell = &row->cells[side];
	char name[COMPARE_LETTER_BYTES];

	if (cell->word == COMPARE_MISSING) {
		strbuf_addf(text, "not in %s", compare_letter(name, side));
		return;
	}
	strbuf_add(text, compare_word_text(cell->word, row->id));
	if ((cell->word == COMPARE_MORE || cell->word == COMPARE_LESS) &&
	    !cell->noticed)
		strbuf_addf(text, ", below %g %%",
			    100 * (comparison->settings.delta > 0
					   ? comparison->settings.delta
					   : COMPARE_NOTICED));
}

static void
add_row_head(struct strbuf *text, const struct compare_row *row, size_t sides)
{
	struct strbuf head;

	strbuf_init(&head);
	report_add_clean(&head, row->test, TEST_WIDTH);
	strbuf_pad(&head, TEST_WIDTH + 1);
	report_add_unit(&head, row, sides);
	strbuf_pad(&head, TEST_WIDTH + 1 + 6);
	strbuf_add(text, head.text);
	strbuf_release(&head);
}

static void
add_difference(struct strbuf *text, const struct comparison *comparison,
	       const struct compare_row *row)
{
	struct compare_scale scale = compare_row_scale(row, 2);
	char a[COMPARE_FIGURE_BYTES], b[COMPARE_FIGURE_BYTES];
	char percent[COMPARE_FIGURE_BYTES], range[COMPARE_FIGURE_BYTES];
	size_t other = 1 - row->base;
	const struct compare_cell *cell = &row->cells[other];

	add_row_head(text, row, 2);
	strbuf_addf(text, " %7s %7s %8s %16s ",
		    compare_sample_text(a, &row->cells[0].sample, scale),
		    compare_sample_text(b, &row->cells[1].sample, scale),
		    compare_percent(percent, cell->percent),
		    compare_range(range, cell));
	report_add_word(text, comparison, row, other);
	strbuf_add_char(text, '\n');
}

void
report_add_differences(struct strbuf *text, const struct comparison *comparison,
		       const struct compare_table *table)
{
	struct strbuf interval;

	strbuf_init(&interval);
	strbuf_addf(&interval, "%g %% interval",
		    100 * comparison->settings.confidence);
	strbuf_addf(text, "%-10s %-6s %7s %7s %8s %16s %s\n", "Test", "Unit",
		    "A", "B", "B - A", interval.text, "Result");
	strbuf_release(&interval);
	for (size_t i = 0; i < table->row_count; i++)
		add_difference(text, comparison, &table->rows[i]);
}

static void
add_sides(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_table *table)
{
	for (size_t i = 0; i < comparison->side_count; i++) {
		char name[COMPARE_LETTER_BYTES];
		struct strbuf words;

		strbuf_addf(text, "%-3s", compare_letter(name, i));
		report_add_clean(text, comparison->sides[i], NAME_MOST);
		strbuf_addf(text, ": %zu run%s\n", table->runs[i],
			    table->runs[i] == 1 ? "" : "s");
		if (!table->differs[i])
			continue;
		strbuf_init(&words);
		strbuf_addf(&words, "differs from A in %s", table->differs[i]);
		strbuf_add(text, "   ");
		report_wrap(text, words.text, 3);
		strbuf_release(&words);
	}
}

static void
add_table(struct strbuf *text, const struct comparison *comparison,
	  const struct compare_table *table, const struct report_style *style)
{
	if (table->name && comparison->table_count > 1) {
		report_add_clean(text, table->name, NAME_MOST);
		strbuf_add_char(text, '\n');
	}
	add_sides(text, comparison, table);
	strbuf_add_char(text, '\n');
	if (comparison->side_count == 2) {
		report_add_differences(text, comparison, table);
		report_add_forest(text, table, style);
	} else {
		report_add_ranking(text, comparison, table);
		report_add_bars(text, comparison, table, style);
	}
	report_add_notes(text, comparison, table);
}

void
report_add_text(struct strbuf *text, const struct comparison *comparison,
		const struct report_style *style)
{
	for (size_t i = 0; i < comparison->table_count; i++) {
		if (i > 0)
			strbuf_add_char(text, '\n');
		add_table(text, comparison, &comparison->tables[i], style);
	}
	if (style->explain) {
		strbuf_add_char(text, '\n');
		report_add_explanation(text, comparison);
	}
}
