#include "formats/scan_cells.h"

#include <string.h>

#include "core/utf8.h"

enum {
	FULL_WORDS = 2 * ROW_PAIRS,
	SHORT_WORDS = FULL_WORDS - 4, /* without the per-char tests */
	COLUMN_SLACK = 2,
	RATE_COLUMNS = 5,
	SHARE_COLUMNS = 3,
	BLANKS_KEPT = 2,
};

/* Cells as they come, before anything is decided. */
struct cell_run {
	struct cell cells[FULL_WORDS];
	size_t words[FULL_WORDS]; /* where the word after each cell is */
	size_t count;
	size_t first_line; /* cells on the first line */
};

/* A unit that stands alone: `47.9 M`. */
static char
lone_unit(const struct scan_window *window, size_t at)
{
	char text[16] = "1";
	const char *unit = scan_word_text(window, at);

	if (!*unit || strlen(unit) > sizeof text - 2)
		return 0;
	memcpy(text + 1, unit, strlen(unit) + 1);
	return cell_parse(text).unit;
}

/* Rates that were too fast are five signs, shares of CPU three. */
static bool
is_value(const struct cell *cell)
{
	return cell->kind != CELL_NONE && cell->unit != '%' && cell->signs != 3;
}

static bool
is_cpu(const struct cell *cell)
{
	return cell->kind != CELL_NONE && (!cell->unit || cell->unit == '%') &&
	       cell->number < 100000 && cell->signs != 5;
}

static void
gather(const struct scan_window *window, size_t at, struct cell_run *run)
{
	run->count = 0;
	run->first_line = 0;
	for (size_t i = at; i < window->count && run->count < FULL_WORDS;) {
		const struct scan_word *word = &window->words[i];
		struct cell cell = cell_parse(word->text);
		bool cpu = run->count % 2;
		char unit;

		if (!(word->kind & (WORD_NUMBER | WORD_EMPTY)) ||
		    (i > at && word->after_gap))
			break;
		if (i > at && word->starts && !run->first_line)
			run->first_line = run->count;
		unit = scan_words_on_line(window, i, i + 1) && !cell.unit
			       ? lone_unit(window, i + 1)
			       : 0;
		if (unit && (unit == '%') == cpu) {
			cell.unit = unit;
			i++;
		}
		if (cpu ? !is_cpu(&cell) : !is_value(&cell))
			break;
		run->cells[run->count] = cell;
		run->words[run->count++] = ++i;
	}
	if (!run->first_line)
		run->first_line = run->count;
}

static bool
line_ends_behind(const struct scan_window *window, const struct cell_run *run,
		 size_t cells)
{
	return window->words[run->words[cells - 1] - 1].ends;
}

/* How many of the cells are the row. A row of eight, without the per-char
 * tests, is complete; one of another number that goes on in the next line was
 * broken. */
static size_t
choose(const struct scan_window *window, const struct cell_run *run,
       bool may_be_short)
{
	if (run->first_line == FULL_WORDS)
		return FULL_WORDS;
	if (run->count == FULL_WORDS &&
	    (!may_be_short || run->first_line != SHORT_WORDS ||
	     line_ends_behind(window, run, FULL_WORDS)))
		return FULL_WORDS;
	if (!may_be_short)
		return 0;
	if (run->first_line == SHORT_WORDS ||
	    (run->count >= SHORT_WORDS && run->first_line < SHORT_WORDS &&
	     line_ends_behind(window, run, SHORT_WORDS)))
		return SHORT_WORDS;
	return run->first_line & ~(size_t)1;
}

/* What word `at` has more than its column is wide. */
static uint32_t
surplus(const struct scan_window *window, size_t at, size_t width)
{
	size_t length = strlen(window->words[at].text);

	return length > width ? (uint32_t)(length - width) : 0;
}

/* By the ends of the CPU columns; false when they do not fit. Figures too wide
 * for their columns have `pushed` what follows to the right, or not. */
static bool
fits_columns(const struct scan_window *window, const struct cell_run *run,
	     const struct row_columns *columns, struct row *row, bool pushed)
{
	size_t place = 0;
	uint32_t shift = 0;

	memset(row->present, 0, sizeof row->present);
	for (size_t i = 0; i < row->pairs; i++, place++) {
		size_t share = run->words[2 * i + 1] - 1;
		uint32_t end = window->words[share].column;

		if (pushed)
			shift += surplus(window, share - 1, RATE_COLUMNS) +
				 surplus(window, share, SHARE_COLUMNS);
		while (place < ROW_PAIRS &&
		       columns->ends[place] + shift + COLUMN_SLACK < end)
			place++;
		if (place == ROW_PAIRS ||
		    end + COLUMN_SLACK < columns->ends[place] + shift)
			return false;
		row->present[place] = true;
	}
	return true;
}

static bool
place_by_columns(const struct scan_window *window, const struct cell_run *run,
		 const struct row_columns *columns, struct row *row)
{
	return columns->count == ROW_PAIRS &&
	       (fits_columns(window, run, columns, row, true) ||
		fits_columns(window, run, columns, row, false));
}

/* Two blanks somewhere between the words of the line, up to the row's end:
 * white space was not lost, and columns can be trusted. */
static bool
keeps_blanks(const struct scan_window *window, size_t at, const struct row *row)
{
	size_t i = at;

	while (i > 0 && !window->words[i].starts)
		i--;
	for (i++; i < at + row->words; i++) {
		const struct scan_word *word = &window->words[i];
		size_t start = word->column - utf8_count(word->text);

		if (start >= word[-1].column + BLANKS_KEPT)
			return true;
	}
	return false;
}

static bool
place(const struct scan_window *window, size_t at, const struct cell_run *run,
      const struct row_columns *columns, struct row *row)
{
	if (row->pairs == ROW_PAIRS) {
		memset(row->present, 1, sizeof row->present);
		return true;
	}
	if (row->one_line &&
	    (row->pairs != SHORT_WORDS / 2 || keeps_blanks(window, at, row)) &&
	    place_by_columns(window, run, columns, row)) {
		row->by_columns = true;
		return true;
	}
	memset(row->present, 0, sizeof row->present);
	if (row->pairs != SHORT_WORDS / 2)
		return false;
	row->present[1] = row->present[2] = true;
	row->present[4] = row->present[5] = true;
	return true;
}

bool
row_read(const struct scan_window *window, size_t at,
	 const struct row_columns *columns, struct row *row)
{
	struct cell_run run;
	size_t cells;
	size_t next = 0;

	memset(row, 0, sizeof *row);
	gather(window, at, &run);
	cells = run.count ? choose(window, &run, columns != NULL) : 0;
	if (!cells)
		return false;
	row->pairs = cells / 2;
	row->words = run.words[cells - 1] - at;
	row->one_line = cells <= run.first_line;
	row->ends_line = line_ends_behind(window, &run, cells);
	if (!place(window, at, &run, columns, row))
		return false;
	for (size_t i = 0; i < ROW_PAIRS; i++) {
		if (!row->present[i])
			continue;
		row->values[i] = run.cells[2 * next];
		row->cpus[i] = run.cells[2 * next + 1];
		/* bon_csv2txt 2.00 makes 0k of +++++. */
		if (row->cpus[i].kind == CELL_OVER &&
		    row->values[i].kind == CELL_NUMBER &&
		    row->values[i].number <= 0)
			row->values[i].kind = CELL_OVER;
		next++;
		row->present[i] = row->values[i].kind != CELL_EMPTY;
		if (row->present[i] != (row->cpus[i].kind != CELL_EMPTY))
			return false;
	}
	return true;
}

bool
row_has_uniform_units(const struct row *row)
{
	size_t with = 0;
	size_t without = 0;

	for (size_t i = 0; i < ROW_PAIRS - 1; i++)
		if (row->values[i].kind == CELL_NUMBER) {
			with += row->values[i].unit != 0;
			without += row->values[i].unit == 0;
		}
	return !with || !without;
}

size_t
row_shown(const struct row *row)
{
	size_t count = 0;

	for (size_t i = 0; i < ROW_PAIRS; i++)
		count += row->present[i];
	return count;
}

bool
row_has_units(const struct row *row)
{
	for (size_t i = 0; i < ROW_PAIRS; i++)
		if (row->values[i].unit)
			return true;
	return false;
}
