#include "formats/scan_reader.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/bonniepp.h"

/* bonnie++'s CSV rows as posts have them: broken into lines in the middle of a
 * value, cut at the end, with blanks behind the commas, in quotation marks. */

enum {
	ROW_BYTES = 2000,
	ROW_WORDS = 70,
	TRIGGER_COMMAS = 3,
	FIELDS_10 = 27,
	FIELDS_10_IO = 14,
	FIELDS_190 = 45,
	FIELDS_191 = 46,
	FIELDS_192B = 48,
	FIELDS_198 = 50,
	WRAP_COLUMN = 60, /* lines are not wrapped before this one */
};

static size_t
count_commas(const char *text)
{
	size_t commas = 0;

	for (; *text; text++)
		commas += *text == ',';
	return commas;
}

static bool
begins_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* How many fields a row should have that begins so. */
static size_t
fields_wanted(const char *row)
{
	if (begins_with(row, "1.98,") || begins_with(row, "1.99") ||
	    begins_with(row, "2.0"))
		return FIELDS_198;
	if (begins_with(row, "1.91") || begins_with(row, "1.92,"))
		return FIELDS_191;
	if (begins_with(row, "1.9"))
		return FIELDS_192B;
	if (begins_with(row, "2,1.9"))
		return FIELDS_190;
	return FIELDS_10;
}

static const char *
last_field(const char *row)
{
	const char *comma = strrchr(row, ',');

	return comma ? comma + 1 : row;
}

/* A latency without its unit, or pluses that are too few. */
static bool
is_incomplete(const char *field, size_t wanted)
{
	size_t length = strlen(field);

	if (!length)
		return false;
	if (wanted == FIELDS_10)
		return *field == '+' && length < 3;
	return field[length - 1] != 's';
}

/* Nothing in it but what figures are made of. */
static bool
is_figures(const char *text)
{
	return *text &&
	       strspn(text, "0123456789+.,:/kmgusMGlinyx") == strlen(text);
}

/* Whether `text` is the row's last figure, or what a break left over of it.
 * Behind an empty field there is none. */
static bool
ends_figure(const char *text, const char *row)
{
	enum cell_kind kind = cell_parse(text).kind;
	const char *begun = last_field(row);
	double seconds;

	if (*begun)
		return kind == CELL_NUMBER && strlen(text) <= 2;
	if (begun - row > 1 && begun[-2] == ',')
		return false;
	return cell_latency(text, &seconds) ||
	       (strlen(text) <= 3 &&
		(kind == CELL_NUMBER || kind == CELL_OVER));
}

/* Whether the row goes on with word `next` of the window. */
static bool
goes_on(const struct scan_window *window, size_t next, const char *row)
{
	const struct scan_word *word = &window->words[next];
	const struct scan_word *before = &window->words[next - 1];
	size_t wanted = fields_wanted(row);
	size_t fields = count_commas(row) + 1;
	bool short_of =
		fields < wanted || is_incomplete(last_field(row), wanted);

	if (!is_figures(word->text) || word->after_gap)
		return false;
	if (row[strlen(row) - 1] == 's')
		return fields < wanted && *word->text == ',';
	if (!word->starts && fields == wanted)
		return *last_field(row) == '\0' && ends_figure(word->text, row);
	if (!word->starts)
		return fields < wanted && (*last_field(row) == '\0' ||
					   count_commas(word->text) > 1);
	if (short_of)
		return word->ends || count_commas(word->text);
	/* The last figure or its last digits, alone on a line. */
	return word->ends && before->column >= WRAP_COLUMN &&
	       fields == wanted && ends_figure(word->text, row);
}

/* Spreadsheets put each field in quotation marks. */
static void
take_quotes_off(struct strbuf *row)
{
	size_t kept = 0;

	for (size_t i = 0; i < row->length; i++)
		if (row->text[i] != '"')
			row->text[kept++] = row->text[i];
	row->length = kept;
	row->text[kept] = '\0';
}

/* Puts the row together; returns the words it takes. */
static size_t
assemble(const struct scan_window *window, size_t at, struct strbuf *row)
{
	size_t words = 1;

	strbuf_add(row, window->words[at].text +
				strspn(window->words[at].text, "\"'`(<*#"));
	while (words < ROW_WORDS && row->length < ROW_BYTES &&
	       at + words < window->count &&
	       goes_on(window, at + words, row->text)) {
		strbuf_add(row, window->words[at + words].text);
		words++;
	}
	take_quotes_off(row);
	while (row->length && strchr("'`)>*;.", row->text[row->length - 1]))
		row->text[--row->length] = '\0';
	return words;
}

/* Makes a row that was cut a whole one: what may be half a figure goes, what
 * is missing becomes empty. */
static bool
complete(struct strbuf *row)
{
	size_t wanted = fields_wanted(row->text);
	size_t fields = count_commas(row->text) + 1;
	const char *last = last_field(row->text);
	double seconds;

	if (fields < FIELDS_10_IO || fields >= wanted)
		return false;
	if (!(wanted != FIELDS_10 && cell_latency(last, &seconds))) {
		row->length = (size_t)(last - row->text);
		row->text[row->length] = '\0';
	}
	for (; fields < wanted; fields++)
		strbuf_add_char(row, ',');
	return true;
}

/* A row that was cut must have more than one to be a row at all. */
static bool
has_figures(const struct result *result, size_t at_least)
{
	return result->phase_count >= at_least;
}

static bool
parse_row(const struct strbuf *row, size_t length, size_t figures,
	  struct result *result)
{
	result_init(result);
	if (bonniepp_read_row(row->text, length, result) == 0 &&
	    has_figures(result, figures))
		return true;
	result_release(result);
	return false;
}

/* A comma at the end may be one too many, or the name has one. */
static bool
parse(struct strbuf *row, struct result *result)
{
	bool surplus = row->length && row->text[row->length - 1] == ',' &&
		       count_commas(row->text) == fields_wanted(row->text);

	if (surplus && parse_row(row, row->length - 1, 1, result))
		return true;
	return parse_row(row, row->length, 1, result) ||
	       (complete(row) && parse_row(row, row->length, 2, result));
}

/* Enough commas, or `name,` with a size and a comma behind it. */
static bool
may_begin_row(const struct scan_window *window, size_t at)
{
	const char *text = window->words[at].text;
	size_t commas = count_commas(text);
	const char *next = scan_word_text(window, at + 1);
	size_t length = strlen(next);

	if (commas >= TRIGGER_COMMAS)
		return true;
	return commas && text[strlen(text) - 1] == ',' && length > 1 &&
	       next[length - 1] == ',' && next[0] >= '0' && next[0] <= '9';
}

static size_t
read_row(struct scan *scan, size_t at)
{
	struct result result;
	struct strbuf row;
	size_t words = 0;

	if (!may_begin_row(&scan->window, at))
		return 0;
	strbuf_init(&row);
	words = assemble(&scan->window, at, &row);
	if (parse(&row, &result)) {
		result.tool =
			result.tool ? result.tool : mem_strdup("bonnie++");
		result.line = scan->window.words[at].line;
		scan_runs_add(&scan->runs, &result, RUN_CSV, false);
	} else {
		words = 0;
	}
	strbuf_release(&row);
	return words;
}

const struct scan_reader scan_csv_readers[] = {
	{ "bonnie++ CSV row", WORD_COMMAS, NULL, read_row },
	{ NULL, 0, NULL, NULL },
};
