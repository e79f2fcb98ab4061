#include "formats/scan_reader.h"

#include <string.h>

#include "core/mem.h"

/* rawio's rows: test, ID, K/sec, /sec, %User, %Sys, %Total and, behind these,
 * the number of transfers. */

enum { RAWIO_FIGURES = 5, RAWIO_K = 1000 };

static bool
is_test(const char *text)
{
	return strlen(text) == 2 && strchr("RS", text[0]) &&
	       strchr("RW", text[1]);
}

/* Five numbers, all but the second with a decimal, then the transfers where
 * they are shown. Returns the words of the row behind the ID. */
static size_t
read_figures(const struct scan_window *window, size_t at,
	     double figures[RAWIO_FIGURES])
{
	struct cell cell;

	for (size_t i = 0; i < RAWIO_FIGURES; i++) {
		if (at + i >= window->count)
			return 0;
		cell = cell_parse(window->words[at + i].text);
		if (cell.kind != CELL_NUMBER || cell.fraction != (i != 1) ||
		    (cell.unit && cell.unit != '%'))
			return 0;
		figures[i] = cell.number;
	}
	cell = cell_parse(scan_word_text(window, at + RAWIO_FIGURES));
	return cell.kind == CELL_NUMBER && !cell.fraction ? RAWIO_FIGURES + 1
							  : RAWIO_FIGURES;
}

static size_t
read_row(struct scan *scan, size_t at)
{
	static const enum quantity_id ids[RAWIO_FIGURES] = {
		QUANTITY_RATE, QUANTITY_OPS, QUANTITY_USER, QUANTITY_SYS,
		QUANTITY_CPU
	};
	const char *test = scan_word_text(&scan->window, at);
	double figures[RAWIO_FIGURES];
	struct result result;
	size_t words;

	if (!is_test(test))
		return 0;
	words = read_figures(&scan->window, at + 2, figures);
	if (!words)
		return 0;
	figures[0] *= RAWIO_K;
	result_init(&result);
	result.tool = mem_strdup("rawio");
	result.label = mem_strdup(scan_word_text(&scan->window, at + 1));
	result.line = scan->window.words[at].line;
	for (size_t i = 0; i < RAWIO_FIGURES; i++)
		scan_put(&result, test, ids[i], quantity_known(figures[i]),
			 true);
	scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	return 2 + words;
}

const struct scan_reader scan_rawio_readers[] = {
	{ "rawio row", WORD_OTHER, "RS", read_row },
	{ NULL, 0, NULL, NULL },
};
