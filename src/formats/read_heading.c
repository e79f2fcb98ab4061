#include "formats/scan_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

/* Headings of bonnie and bonnie++ tables, in whatever is left of them. */

/* A version this many words before a table is the table's. */
enum { VERSION_WORDS = 3 };

uint64_t
scan_position(const struct scan *scan, size_t at)
{
	return scan->window.passed + at;
}

bool
scan_bonnie_near(const struct scan *scan, size_t at, uint64_t words)
{
	return scan->bonnie.section != SECTION_NONE &&
	       scan_position(scan, at) - scan->bonnie.touched <= words;
}

void
scan_bonnie_done(struct scan *scan, size_t end, const struct row *row,
		 size_t index)
{
	scan->bonnie.touched = scan_position(scan, end);
	scan->bonnie.last = *row;
	scan->bonnie.last_run = index;
	scan->bonnie.has_last = true;
}

void
scan_bonnie_add(struct scan *scan, size_t end, const struct row *row,
		struct result *result, const char *tool)
{
	struct scan_bonnie *bonnie = &scan->bonnie;
	size_t index;

	result->tool = mem_strdup(tool);
	if (*bonnie->version)
		result->tool_version = mem_strdup(bonnie->version);
	if (!result->workers)
		result->workers = bonnie->workers;
	scan_put_io(result, row);
	index = scan_runs_add(&scan->runs, result, RUN_TEXT,
			      row_has_units(row));
	if (bonnie->section != SECTION_IO)
		bonnie->run_count = bonnie->run_next = 0;
	bonnie->section = SECTION_IO;
	bonnie->joint = false;
	if (bonnie->run_count < SCAN_BLOCK_RUNS)
		bonnie->runs[bonnie->run_count++] = index;
	scan_bonnie_done(scan, end, row, index);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* `1.03e`, `2.00a` */
static bool
is_version(const char *text)
{
	size_t length = strlen(text);

	return length >= 3 && length < 8 && is_digit(text[0]) &&
	       text[1] == '.' && is_digit(text[2]);
}

static size_t
read_version(struct scan *scan, size_t at)
{
	const char *text = scan_word_text(&scan->window, at + 1);

	if (!scan_word_is(&scan->window, at, "Version") || !is_version(text))
		return 0;
	snprintf(scan->bonnie.version, sizeof scan->bonnie.version, "%s", text);
	scan->bonnie.version_at = scan_position(scan, at + 1);
	return 2;
}

static bool
has_version(const struct scan *scan, size_t at)
{
	return scan->bonnie.version[0] &&
	       scan_position(scan, at) - scan->bonnie.version_at <=
		       VERSION_WORDS;
}

static void
begin_io(struct scan *scan, size_t at)
{
	struct scan_bonnie *bonnie = &scan->bonnie;

	if (!has_version(scan, at))
		bonnie->version[0] = '\0';
	bonnie->section = SECTION_IO;
	bonnie->plus = bonnie->version[0];
	bonnie->mega = false;
	bonnie->workers = 0;
	bonnie->run_count = 0;
	bonnie->run_next = 0;
	bonnie->columns.count = 0;
	bonnie->has_last = false;
}

static void
begin_files(struct scan *scan, size_t at)
{
	struct scan_bonnie *bonnie = &scan->bonnie;

	bonnie->own_version = has_version(scan, at);
	if (bonnie->section == SECTION_FILES && bonnie->own_version)
		bonnie->run_count = bonnie->run_next = 0;
	bonnie->section = SECTION_FILES;
	bonnie->plus = true;
	bonnie->name[0] = '\0';
	bonnie->columns.count = 0;
	bonnie->has_last = false;
}

static size_t
read_section(struct scan *scan, size_t at)
{
	const struct scan_window *window = &scan->window;
	bool sequential = scan_word_is(window, at, "Sequential");

	if (sequential && scan_word_is(window, at + 1, "Output"))
		begin_io(scan, at);
	else if (sequential && scan_word_is(window, at + 1, "Create"))
		begin_files(scan, at);
	else if (!(sequential && scan_word_is(window, at + 1, "Input")) &&
		 !(scan_word_is(window, at, "Random") &&
		   scan_word_is(window, at + 1, "Create")))
		return 0;
	scan->bonnie.touched = scan_position(scan, at + 2);
	return 2;
}

/* The name in front of `-Create-- --Read---`. */
static size_t
read_files_name(struct scan *scan, size_t at)
{
	char *name;
	size_t first;

	if (scan->bonnie.section != SECTION_FILES ||
	    !scan_word_is(&scan->window, at, "Create") ||
	    !scan_word_is(&scan->window, at + 1, "Read") ||
	    scan_word_is(&scan->window, at - 1, "Delete"))
		return 0;
	name = scan_name_before(scan, at, &first);
	if (name)
		snprintf(scan->bonnie.name, sizeof scan->bonnie.name, "%s",
			 name);
	free(name);
	return 1;
}

static size_t
read_concurrency(struct scan *scan, size_t at)
{
	uint64_t workers;

	if (!scan_word_is(&scan->window, at, "Concurrency") ||
	    !cell_count(scan_word_text(&scan->window, at + 1), &workers))
		return 0;
	scan->bonnie.workers = workers;
	return 2;
}

static void
note_column(struct scan *scan, const struct scan_word *word)
{
	struct scan_bonnie *bonnie = &scan->bonnie;

	if (word->line != bonnie->columns_line)
		bonnie->columns.count = 0;
	bonnie->columns_line = word->line;
	if (bonnie->columns.count < ROW_PAIRS)
		bonnie->columns.ends[bonnie->columns.count] = word->column;
	bonnie->columns.count++;
}

/* The line of units: `K/sec %CP`. */
static size_t
read_units(struct scan *scan, size_t at)
{
	const char *text = scan_word_text(&scan->window, at);

	if (!strcmp(text, "%CP") || !strcmp(text, "%CPU")) {
		scan->bonnie.plus = !text[3];
		note_column(scan, &scan->window.words[at]);
	} else if (!strcmp(text, "M/sec")) {
		scan->bonnie.mega = true;
	} else if (strcmp(text, "K/sec") != 0 && strcmp(text, "/sec") != 0) {
		return 0;
	}
	scan->bonnie.touched = scan_position(scan, at + 1);
	return 1;
}

static size_t
read_heading(struct scan *scan, size_t at)
{
	const char *text = scan_word_text(&scan->window, at);

	while (*text == '-')
		text++;
	switch (*text) {
	case 'V':
		return read_version(scan, at);
	case 'S':
	case 'R':
		return read_section(scan, at);
	case 'C':
		return text[1] == 'r' ? read_files_name(scan, at)
				      : read_concurrency(scan, at);
	case '%':
	case 'K':
	case 'M':
	case '/':
		return read_units(scan, at);
	default:
		return 0;
	}
}

const struct scan_reader scan_heading_readers[] = {
	{ "heading", WORD_OTHER, "-VSRC%KM/", read_heading },
	{ NULL, 0, NULL, NULL },
};
