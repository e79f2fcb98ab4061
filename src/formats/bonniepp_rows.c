#include "formats/bonniepp_rows.h"

#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/bonniepp.h"
#include "formats/output.h"
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

enum line_kind { LINE_OTHER, LINE_EMPTY, LINE_HEADING, LINE_ROW };

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
	return LINE_OTHER;
}

int
bonniepp_bid_rows(const char *text, size_t length, bool versioned)
{
	const char *rest = text;
	const char *end = text + length;
	size_t rows = 0;
	bool wanted = false;

	while (rest < end) {
		struct result result;
		size_t line_length;
		bool complete;
		const char *line =
			next_line(&rest, end, &line_length, &complete);
		enum line_kind kind = classify(line, line_length, &result);

		if (kind == LINE_ROW && rows++ == 0)
			wanted = (result.tool_version != NULL) == versioned;
		result_release(&result);
		if (kind == LINE_OTHER && (complete || rows == 0))
			return 0;
	}
	return rows && wanted ? 95 : 0;
}

int
bonniepp_parse_rows(const char *source, const char *text, size_t length,
		    struct result_set *set, struct error *error)
{
	const char *rest = text;
	const char *end = text + length;

	for (size_t number = 1; rest < end; number++) {
		struct result result;
		size_t line_length;
		bool complete;
		const char *line =
			next_line(&rest, end, &line_length, &complete);
		enum line_kind kind = classify(line, line_length, &result);

		if (kind == LINE_ROW) {
			result.source = mem_strdup(source);
			result.line = number;
			*result_set_add(set) = result;
			continue;
		}
		result_release(&result);
		if (kind == LINE_OTHER)
			return error_set(
				error, ERROR_RUN,
				"'%s' line %zu is no bonnie++ row: "
				"'%.*s', want 27 fields, or 48 to 50 "
				"with a version",
				source, number,
				line_length < 40 ? (int)line_length : 40, line);
	}
	return 0;
}
