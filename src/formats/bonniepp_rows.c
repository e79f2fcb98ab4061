#include "formats/bonniepp_rows.h"

#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/bonniepp.h"
#include "formats/csvfield.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

int
bonniepp_emit_rows(const struct result_set *set, FILE *out, const char *heading,
		   void (*add_row)(struct strbuf *, const struct result *))
{
	struct strbuf text;
	size_t rows = 0;
	int status;

	for (size_t i = 0; i < set->count; i++)
		if (bonniepp_fits(&set->results[i]))
			rows++;
	strbuf_init(&text);
	if (rows > 1)
		strbuf_add(&text, heading);
	for (size_t i = 0; i < set->count; i++)
		if (bonniepp_fits(&set->results[i]))
			add_row(&text, &set->results[i]);
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

/* The line at *rest, without its end; moves *rest past it. */
static const char *
next_line(const char **rest, const char *end, size_t *length, bool *complete)
{
	const char *line = *rest;
	const char *newline = memchr(line, '\n', (size_t)(end - line));

	*complete = newline != NULL;
	*rest = newline ? newline + 1 : end;
	*length = (size_t)((newline ? newline : end) - line);
	if (*length > 0 && line[*length - 1] == '\r')
		--*length;
	return line;
}

enum line_kind { LINE_OTHER, LINE_EMPTY, LINE_HEADING, LINE_ROW, LINE_BROKEN };

/* What a row begins with that names its version. */
static bool
begins_versioned(const char *line, size_t length)
{
	return length > 2 &&
	       (memcmp(line, "1.9", 3) == 0 || memcmp(line, "2,", 2) == 0);
}

/* Behind its name a row of 1.0x has a size: `16G`, `256M:64k`. */
static bool
has_size_second(const char *line, size_t length)
{
	const char *end = line + length;
	const char *name_end = memchr(line, ',', length);
	struct field size;
	uint64_t bytes;

	if (!name_end)
		return false;
	size.text = name_end + 1;
	name_end = memchr(size.text, ',', (size_t)(end - size.text));
	size.length = (size_t)((name_end ? name_end : end) - size.text);
	return name_end && field_take_size(&size, 0, &bytes) &&
	       (size.length == 0 || *size.text == ':');
}

/* A row, but for what it lacks, has too much, or has instead of figures. One in
 * quotation marks is whole and somebody's post. */
static bool
is_broken_row(const char *line, size_t length)
{
	return !strchr("\"'`*(<[#>", *line) && !memchr(line, ' ', length) &&
	       !memchr(line, '\t', length) &&
	       (has_size_second(line, length) ||
		(begins_versioned(line, length) && memchr(line, ',', length)));
}

/* `result` is filled for a row; it must be released in every case. */
static enum line_kind
classify(const char *line, size_t length, struct result *result)
{
	size_t blanks = 0;

	result_init(result);
	while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t'))
		blanks++;
	if (blanks == length || *line == '#')
		return LINE_EMPTY;
	if (bonniepp_is_heading(line, length))
		return LINE_HEADING;
	if (bonniepp_read_row(line, length, result) == 0)
		return LINE_ROW;
	return is_broken_row(line, length) ? LINE_BROKEN : LINE_OTHER;
}

/* A row that was broken into two lines is a matter for the reader of posts, one
 * broken line alone is a mistake that is to be named. */
int
bonniepp_bid_rows(const char *text, size_t length, bool versioned)
{
	enum line_kind kind = LINE_EMPTY;
	const char *rest = text;
	const char *end = text + length;
	size_t rows = 0;
	bool wanted = false;

	while (rest < end) {
		enum line_kind before = kind;
		struct result result;
		size_t line_length;
		bool complete;
		const char *line =
			next_line(&rest, end, &line_length, &complete);

		kind = classify(line, line_length, &result);
		result_release(&result);
		if (kind == LINE_BROKEN && before == LINE_BROKEN)
			return 0;
		if (kind == LINE_OTHER && (complete || rows == 0))
			return 0;
		if ((kind == LINE_ROW || kind == LINE_BROKEN) && rows++ == 0)
			wanted = begins_versioned(line, line_length) ==
				 versioned;
	}
	return rows && wanted ? 95 : 0;
}

/* Where a row is read from. */
struct row_place {
	const char *source;
	size_t number; /* of the line */
	const char *line;
	size_t length;
};

/* Adds what there is in a row that is not whole, and says so. */
static int
add_broken(const struct row_place *place, struct result_set *set,
	   struct error *error)
{
	size_t before = set->count;

	scan_text(place->source, place->line, place->length, set);
	for (; before < set->count; before++)
		set->results[before].line = place->number;
	if (error->kind != ERROR_NONE)
		return -1;
	return error_set(error, ERROR_RUN,
			 "'%s' line %zu is no whole bonnie++ row: '%.*s', want "
			 "27 fields, or 48 to 50 with a version",
			 place->source, place->number,
			 place->length < 40 ? (int)place->length : 40,
			 place->line);
}

/* The first line that is wrong is named, the others are read. */
int
bonniepp_parse_rows(const char *source, const char *text, size_t length,
		    struct result_set *set, struct error *error)
{
	struct error unused = { .kind = ERROR_NONE };
	const char *rest = text;
	const char *end = text + length;
	int status = 0;

	error = error ? error : &unused;
	for (size_t number = 1; rest < end; number++) {
		struct result result;
		struct row_place place = { .source = source, .number = number };
		bool complete;
		enum line_kind kind;

		place.line = next_line(&rest, end, &place.length, &complete);
		kind = classify(place.line, place.length, &result);
		if (kind == LINE_ROW) {
			result.source = mem_strdup(source);
			result.line = number;
			*result_set_add(set) = result;
			continue;
		}
		result_release(&result);
		if (kind == LINE_OTHER || kind == LINE_BROKEN)
			status = add_broken(&place, set, error);
	}
	return status;
}
