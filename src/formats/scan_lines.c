#include "formats/scan_lines.h"

#include <string.h>

/* Quoted-printable lines have at most 76 characters; mail programs that quote
 * them afterwards add a few. */
enum { SOFT_BREAK_BYTES = 90 };

void
scan_lines_init(struct scan_lines *lines, scan_line_sink *sink, void *context)
{
	strbuf_init(&lines->part);
	lines->number = 1;
	lines->began = 1;
	lines->line_bytes = 0;
	lines->sink = sink;
	lines->context = context;
}

void
scan_lines_release(struct scan_lines *lines)
{
	strbuf_release(&lines->part);
}

static void
give(struct scan_lines *lines, const char *text, size_t length, bool ends)
{
	struct scan_line line = { text, length, lines->began, ends };

	lines->sink(lines->context, &line);
}

/* A `=` at the end that is no ruler of `=====`. */
static bool
ends_softly(const char *text, size_t length)
{
	return length > 1 && text[length - 1] == '=' && text[length - 2] != '=';
}

/* Makes the first `length` of `bytes`, which may be those of `part`, the part
 * that waits for more. */
static void
keep(struct scan_lines *lines, const char *bytes, size_t length)
{
	if (!lines->part.length) {
		strbuf_add_bytes(&lines->part, bytes, length);
		return;
	}
	lines->part.length = length;
	lines->part.text[length] = '\0';
}

/* Gives away what is too long to wait for its end. */
static void
give_pieces(struct scan_lines *lines)
{
	const char *text = lines->part.text;
	size_t length = lines->part.length;
	size_t at = 0;
	struct strbuf rest;

	while (length - at >= SCAN_LINE_BYTES) {
		size_t cut = at + SCAN_LINE_BYTES;

		while (cut > at && text[cut - 1] != ' ')
			cut--;
		if (cut == at)
			cut = at + SCAN_LINE_BYTES;
		give(lines, text + at, cut - at, false);
		at = cut;
	}
	if (!at)
		return;
	strbuf_init(&rest);
	strbuf_add_bytes(&rest, text + at, length - at);
	strbuf_release(&lines->part);
	lines->part = rest;
}

/* Whether a line that was broken softly, and quoted afterwards, goes on. */
static bool
goes_on_quoted(const struct scan_lines *lines)
{
	return !lines->line_bytes && lines->began < lines->number &&
	       lines->part.text[0] == '>';
}

/* The `> > ` in front of a line. */
static size_t
quote_bytes(const char *text, size_t length)
{
	size_t at = 0;

	while (at < length &&
	       (text[at] == '>' || (at && text[at] == ' ' && at + 1 < length &&
				    text[at + 1] == '>')))
		at++;
	return at + (at && at < length && text[at] == ' ');
}

/* The line that is being read ends with these bytes. */
static void
end_line(struct scan_lines *lines, const char *bytes, size_t length)
{
	size_t line_bytes = lines->line_bytes + length;
	bool soft;

	if (lines->part.length) {
		size_t marks =
			goes_on_quoted(lines) ? quote_bytes(bytes, length) : 0;

		strbuf_add_bytes(&lines->part, bytes + marks, length - marks);
		bytes = lines->part.text;
		length = lines->part.length;
	}
	while (length && bytes[length - 1] == '\r')
		length--;
	soft = line_bytes <= SOFT_BREAK_BYTES && ends_softly(bytes, length);
	lines->number++;
	lines->line_bytes = 0;
	if (soft) {
		keep(lines, bytes, length - 1);
		give_pieces(lines);
		return;
	}
	give(lines, bytes, length, true);
	strbuf_clear(&lines->part);
	lines->began = lines->number;
}

void
scan_lines_feed(struct scan_lines *lines, const char *bytes, size_t length)
{
	while (length) {
		const char *newline = memchr(bytes, '\n', length);
		size_t taken;

		if (!newline) {
			strbuf_add_bytes(&lines->part, bytes, length);
			lines->line_bytes += length;
			give_pieces(lines);
			return;
		}
		taken = (size_t)(newline - bytes);
		end_line(lines, bytes, taken);
		bytes += taken + 1;
		length -= taken + 1;
	}
}

void
scan_lines_finish(struct scan_lines *lines)
{
	if (lines->part.length)
		give(lines, lines->part.text, lines->part.length, true);
	strbuf_clear(&lines->part);
}
