#include "formats/scan_reader.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "formats/bonniepp.h"

/* Rows of classic bonnie: label, MB, six pairs. Also FreeBSD's without a
 * label, SuSE's with volumes*MB, and Bonnie-64's in GB and M/sec. */

/* A row stands so close to its heading or to the row above. */
enum { NEAR_WORDS = 40, NAME_WORDS = 4, LIKELY_CPU_PERCENT = 120 };

/* Bonnie-64's "GB" is this many MiB. */
enum { BONNIE64_GB_MIB = 1000 };

static bool
is_heading_word(const char *text)
{
	return *text == '%' || strstr(text, "/sec") || !strcmp(text, "MB");
}

static bool
ends_sentence(const struct scan_window *window, size_t at)
{
	const char *text = window->words[at - 1].text;

	return *text && strchr(".!?)", text[strlen(text) - 1]);
}

char *
scan_name_before(const struct scan *scan, size_t at, size_t *first)
{
	const struct scan_window *window = &scan->window;
	struct strbuf name;
	size_t from = at;

	while (from > window->taken && !window->words[from].starts &&
	       !(window->words[from - 1].kind & (WORD_PROSE | WORD_EMPTY)) &&
	       !is_heading_word(window->words[from - 1].text))
		from--;
	/* Not a name but a sentence of a post without line breaks; one word
	 * alone is a name that was cut. */
	if (at - from > NAME_WORDS ||
	    (from < at && ends_sentence(window, at) &&
	     (at - from > 1 || !window->words[from].starts)))
		from = at;
	*first = from;
	if (from == at)
		return NULL;
	strbuf_init(&name);
	for (size_t i = from; i < at; i++) {
		if (i > from)
			strbuf_add_char(&name, ' ');
		strbuf_add(&name, window->words[i].text);
	}
	return strbuf_detach(&name);
}

void
scan_put_io(struct result *result, const struct row *row)
{
	for (size_t i = 0; i < ROW_PAIRS; i++) {
		const struct cell *value = &row->values[i];
		bool seeks = i == ROW_PAIRS - 1;
		double factor = seeks ? 1 : (double)UNITS_KIB;

		if (value->unit)
			factor *= cell_unit_factor(value->unit);
		scan_put(result, bonniepp_columns[i].key,
			 seeks ? QUANTITY_OPS : QUANTITY_RATE,
			 cell_quantity(value, factor), false);
		scan_put(result, bonniepp_columns[i].key, QUANTITY_CPU,
			 cell_quantity(&row->cpus[i], 1), false);
	}
}

/* The size cell: `100`, `1*1024`, or `1*` and `512`. Returns its words. */
static size_t
read_megabytes(const struct scan_window *window, size_t at, uint64_t *megabytes)
{
	const char *text = scan_word_text(window, at);
	const char *star = strchr(text, '*');
	uint64_t volumes = 1;
	char digits[8] = "";
	size_t words = 1;

	if (star && star != text && (size_t)(star - text) < sizeof digits) {
		memcpy(digits, text, (size_t)(star - text));
		if (!cell_count(digits, &volumes) || volumes > 1000)
			return 0;
		text = star + 1;
		if (!*text) {
			text = scan_word_text(window, at + 1);
			words++;
		}
	}
	if (!cell_count(text, megabytes) || *megabytes > 1000000000)
		return 0;
	*megabytes *= volumes;
	return words;
}

/* The shape of the six pairs that the program prints: rates are whole numbers,
 * CPU shares have a decimal, seeks, too (in M/sec it is the other way). */
static bool
has_shape(const struct row *row, bool mega)
{
	for (size_t i = 0; i < ROW_PAIRS; i++) {
		const struct cell *value = &row->values[i];
		bool seeks = i == ROW_PAIRS - 1;

		if (value->unit || row->cpus[i].unit)
			return false;
		if (row->cpus[i].kind == CELL_NUMBER && !row->cpus[i].fraction)
			return false;
		if (value->kind == CELL_NUMBER &&
		    value->fraction != (mega ? !seeks : seeks))
			return false;
	}
	return true;
}

/* One process that reads and writes hardly takes more than a CPU. */
static bool
has_likely_shares(const struct row *row)
{
	for (size_t i = 0; i < ROW_PAIRS; i++)
		if (row->cpus[i].number > LIKELY_CPU_PERCENT)
			return false;
	return true;
}

/* The same shape, more or less: somebody rounded some of the figures. */
static bool
looks_shaped(const struct row *row)
{
	size_t shaped = 0;

	for (size_t i = 0; i < ROW_PAIRS; i++)
		shaped += row->cpus[i].fraction && !row->values[i].fraction;
	return shaped >= ROW_PAIRS / 2;
}

static bool
begins_with_letter(const char *name)
{
	return (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
}

/* Whether the row behind a size at `at` and a name at `first` is one. Away from
 * a heading only the exact shape will do; near one it may have been edited. */
static bool
is_row(const struct scan *scan, size_t at, size_t first, const struct row *row)
{
	const struct scan_word *start = &scan->window.words[first];
	bool near = scan_bonnie_near(scan, at, NEAR_WORDS) &&
		    scan->bonnie.section == SECTION_IO;

	if (near && scan->bonnie.mega)
		return has_shape(row, true);
	if (has_shape(row, false))
		return near || has_likely_shares(row);
	if (!near || scan->bonnie.plus)
		return false;
	return looks_shaped(row) ||
	       (start->starts && row->one_line && row->ends_line &&
		(first == at || begins_with_letter(start->text)));
}

/* The label may end with a number: then the row is the one that ends the
 * line. */
static bool
fits_better_later(const struct scan *scan, size_t at, const struct row *row)
{
	struct row later;

	return !row->ends_line &&
	       row_read(&scan->window, at + 1, NULL, &later) &&
	       later.ends_line && later.one_line &&
	       has_shape(&later, scan->bonnie.mega);
}

static bool
has_decimals_or_stars(const struct scan_window *window, size_t at)
{
	const char *text = scan_word_text(window, at);

	return strchr(text, '.') || strchr(text, '*');
}

/* A look at the first share of CPU, because rows of mere numbers are common. */
static bool
may_be_row(const struct scan *scan, size_t at)
{
	return scan_bonnie_near(scan, at, NEAR_WORDS) ||
	       has_decimals_or_stars(&scan->window, at + 2) ||
	       has_decimals_or_stars(&scan->window, at + 3);
}

static size_t
read_row(struct scan *scan, size_t at)
{
	struct result result;
	struct row row;
	uint64_t megabytes;
	size_t words = read_megabytes(&scan->window, at, &megabytes);
	size_t first;
	char *name;

	if (!words || !may_be_row(scan, at) ||
	    !row_read(&scan->window, at + words, NULL, &row))
		return 0;
	name = scan_name_before(scan, at, &first);
	if (!is_row(scan, at, first, &row) ||
	    fits_better_later(scan, at + words, &row)) {
		free(name);
		return 0;
	}
	result_init(&result);
	result.machine = name;
	result.line = scan->window.words[first].line;
	if (scan->bonnie.mega && scan_bonnie_near(scan, at, NEAR_WORDS)) {
		megabytes *= BONNIE64_GB_MIB;
		for (size_t i = 0; i < ROW_PAIRS - 1; i++)
			row.values[i].unit = 'm';
	}
	result.size_bytes = megabytes * UNITS_MIB;
	scan_bonnie_add(scan, at + words + row.words, &row, &result, "bonnie");
	return words + row.words;
}

const struct scan_reader scan_bonnie_readers[] = {
	{ "bonnie row", WORD_NUMBER, NULL, read_row },
	{ NULL, 0, NULL, NULL },
};
