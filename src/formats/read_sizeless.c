#include "formats/scan_reader.h"

#include <stdlib.h>

#include "core/mem.h"

/* Rows of bonnie and bonnie++ that have lost their size, and perhaps their
 * name: people line up several runs and write these once. They take them from
 * the row above, which stands directly above. */

enum { NEAR_WORDS = 16 };

/* The six pairs, alone on their line. */
static bool
is_row(const struct scan *scan, size_t at, struct row *row)
{
	const struct scan_bonnie *bonnie = &scan->bonnie;

	if (!row_read(&scan->window, at, bonnie->plus ? &bonnie->columns : NULL,
		      row))
		return false;
	if (!row->one_line || !row->ends_line || bonnie->mega ||
	    row_has_units(row))
		return false;
	for (size_t i = 0; i < ROW_PAIRS; i++)
		if (row->cpus[i].kind == CELL_NUMBER &&
		    row->cpus[i].fraction == bonnie->plus)
			return false;
	return row_shown(row) > 2;
}

static void
inherit(const struct scan *scan, struct result *result)
{
	const struct result *above;

	if (!scan->bonnie.has_last)
		return;
	above = &scan->runs.set->results[scan->bonnie.last_run];
	result->size_bytes = above->size_bytes;
	result->chunk_bytes = above->chunk_bytes;
	if (!result->machine)
		result->machine = mem_strdup(above->machine);
}

static size_t
read_row(struct scan *scan, size_t at)
{
	struct result result;
	struct row row;
	size_t first;

	if (scan->bonnie.section != SECTION_IO ||
	    !scan_bonnie_near(scan, at, NEAR_WORDS) || !is_row(scan, at, &row))
		return 0;
	result_init(&result);
	result.machine = scan_name_before(scan, at, &first);
	result.line = scan->window.words[first].line;
	if (!scan->window.words[first].starts ||
	    scan_position(scan, first) != scan->bonnie.touched) {
		result_release(&result);
		return 0;
	}
	inherit(scan, &result);
	scan_bonnie_add(scan, at + row.words, &row, &result,
			scan->bonnie.plus ? "bonnie++" : "bonnie");
	return row.words;
}

const struct scan_reader scan_sizeless_readers[] = {
	{ "row without a size", WORD_NUMBER, NULL, read_row },
	{ NULL, 0, NULL, NULL },
};
