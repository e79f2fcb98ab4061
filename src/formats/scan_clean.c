#include "formats/scan_clean.h"

#include <string.h>

enum { TAB_COLUMNS = 8 };

/* What a byte can mean, beside itself. */
enum byte_kind {
	BYTE_PLAIN = 0,
	BYTE_CONTROL = 1, /* becomes a blank */
	BYTE_HINT = 2, /* a result may be near */
	BYTE_DASH = 4, /* two of these are a hint, too */
	BYTE_CAPITAL = 8, /* begins a word of a heading */
	BYTE_SPECIAL = 16, /* begins something to take off */
};

static unsigned char
byte_kind(unsigned char c)
{
	switch (c) {
	case '<':
		return BYTE_SPECIAL | BYTE_HINT;
	case '&':
	case '=':
	case '\\':
	case '\t':
	case '\r':
	case '[':
	case '\033':
	case 0xa0:
	case 0xc2:
	case 0xe2:
	case 0xef:
		return BYTE_SPECIAL;
	case '+':
	case '%':
	case '|':
		return BYTE_HINT;
	case '-':
		return BYTE_DASH;
	case 'S':
	case 'R':
	case 'L':
		return BYTE_CAPITAL;
	default:
		if (c >= '0' && c <= '9')
			return BYTE_HINT;
		return c < ' ' || c == 0x7f ? BYTE_CONTROL : BYTE_PLAIN;
	}
}

void
scan_clean_init(struct scan_clean *clean, clean_line_sink *sink, void *context)
{
	memset(clean, 0, sizeof *clean);
	strbuf_init(&clean->text);
	clean->sink = sink;
	clean->context = context;
	for (unsigned c = 0; c < 256; c++)
		clean->kinds[c] = byte_kind((unsigned char)c);
}

void
scan_clean_release(struct scan_clean *clean)
{
	strbuf_release(&clean->text);
}

static bool
begins_heading(const char *text, size_t length)
{
	return length > 3 &&
	       (!memcmp(text, "Seq", 3) || !memcmp(text, "Ran", 3) ||
		!memcmp(text, "Lat", 3));
}

/* Nothing in it can belong to a result: most lines of most mail, so this
 * decides how fast the whole is. */
static bool
is_plain(const struct scan_clean *clean, const char *text, size_t length)
{
	const unsigned char mask = BYTE_HINT | BYTE_DASH | BYTE_CAPITAL;

	for (size_t i = 0; i < length; i++) {
		unsigned char kind = clean->kinds[(unsigned char)text[i]];

		if (!(kind & mask))
			continue;
		if (kind & BYTE_HINT)
			return false;
		if (kind & BYTE_DASH && i + 1 < length && text[i + 1] == '-')
			return false;
		if (kind & BYTE_CAPITAL && begins_heading(text + i, length - i))
			return false;
	}
	return true;
}

/* Takes the marks of code or bold type off a line that lies between them. */
static void
take_marks_off(struct clean_line *line)
{
	size_t marks = 0;
	char mark = line->length ? *line->text : ' ';

	if (mark != '`' && mark != '*')
		return;
	while (marks < line->length && line->text[marks] == mark)
		marks++;
	/* More stars are a figure that was too wide. */
	if (marks > 2 || line->length < 2 * marks + 1)
		return;
	for (size_t i = 1; i <= marks; i++)
		if (line->text[line->length - i] != mark)
			return;
	if (line->text[line->length - marks - 1] == mark)
		return;
	line->text += marks;
	line->length -= 2 * marks;
}

static void
give(struct scan_clean *clean, const char *text, size_t length, bool ends,
     bool plain)
{
	struct clean_line line = { .number = clean->number,
				   .starts = !clean->goes_on,
				   .ends = ends,
				   .plain = plain };
	size_t skipped = line.starts ? scan_unquote(text, length) : 0;

	line.text = text + skipped;
	line.length = length - skipped;
	if (line.starts && ends)
		take_marks_off(&line);
	/* A cell may be the name of a row that goes on. */
	if (!plain)
		line.plain = !memchr(line.text, SCAN_CELL_END, line.length) &&
			     is_plain(clean, line.text, line.length);
	clean->goes_on = !ends;
	clean->sink(clean->context, &line);
}

void
scan_clean_break(struct scan_clean *clean)
{
	if (!clean->text.length && !clean->goes_on)
		return;
	give(clean, clean->text.text, clean->text.length, true, false);
	strbuf_clear(&clean->text);
	clean->broken = true;
}

static size_t
clean_special(struct scan_clean *clean, const char *text, size_t length)
{
	switch (*text) {
	case '<':
	case '[':
		return scan_clean_tag(clean, text, length);
	case '&':
		return scan_clean_entity(clean, text, length);
	case '=':
	case '\\':
		return scan_clean_escape(clean, text, length);
	case '\t':
		strbuf_add_char(&clean->text, ' ');
		while (clean->text.length % TAB_COLUMNS)
			strbuf_add_char(&clean->text, ' ');
		return 1;
	case '\r':
		scan_clean_break(clean);
		return 1;
	case '\033':
		return scan_clean_terminal(text, length);
	default:
		return scan_clean_utf8(clean, text, length);
	}
}

static void
clean_bytes(struct scan_clean *clean, const char *text, size_t length)
{
	const unsigned char mask = BYTE_SPECIAL | BYTE_CONTROL;
	size_t at = 0;

	while (at < length) {
		size_t end = at;
		size_t taken = 1;

		while (end < length &&
		       !(clean->kinds[(unsigned char)text[end]] & mask))
			end++;
		strbuf_add_bytes(&clean->text, text + at, end - at);
		at = end;
		if (at == length)
			return;
		if (clean->kinds[(unsigned char)text[at]] & BYTE_SPECIAL)
			taken = clean_special(clean, text + at, length - at);
		else
			strbuf_add_char(&clean->text, ' ');
		if (!taken)
			strbuf_add_char(&clean->text, text[at]);
		at += taken ? taken : 1;
	}
}

/* The end of a tag that began on a line before; all of the line when it is
 * not there. */
static size_t
tag_rest(struct scan_clean *clean, const char *text, size_t length)
{
	const char *end = memchr(text, '>', length);

	clean->tag_lines = end ? 0 : clean->tag_lines - 1;
	return end ? (size_t)(end - text) + 1 : length;
}

/* The cells of a row of a table often stand on lines of their own. */
static bool
ends_with_cell(const struct strbuf *text)
{
	size_t end = text->length;

	while (end && text->text[end - 1] == ' ')
		end--;
	return end && text->text[end - 1] == SCAN_CELL_END;
}

void
scan_clean_line(struct scan_clean *clean, const struct scan_line *line)
{
	size_t at = 0;

	clean->number = line->number;
	clean->broken = false;
	if (clean->tag_lines)
		at = tag_rest(clean, line->text, line->length);
	else if (is_plain(clean, line->text, line->length) &&
		 !memchr(line->text, '\r', line->length)) {
		give(clean, line->text, line->length, line->ends, true);
		return;
	}
	clean_bytes(clean, line->text + at, line->length - at);
	if (clean->text.length || (!clean->broken && !at))
		give(clean, clean->text.text, clean->text.length,
		     line->ends && !ends_with_cell(&clean->text), false);
	strbuf_clear(&clean->text);
}
