#include "formats/scan_clean.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TAG_BYTES = 1000, TAG_LINES = 3, NAME_BYTES = 12, ENTITY_BYTES = 10 };

enum tag_effect { TAG_NONE, TAG_BREAK, TAG_CELL };

struct tag {
	const char *name;
	enum tag_effect effect;
};

/* Of HTML and, in square brackets, of forums. */
static const struct tag tags[] = {
	{ "br", TAG_BREAK },         { "tr", TAG_BREAK },
	{ "td", TAG_CELL },          { "th", TAG_CELL },
	{ "p", TAG_BREAK },          { "div", TAG_BREAK },
	{ "pre", TAG_BREAK },        { "li", TAG_BREAK },
	{ "table", TAG_BREAK },      { "hr", TAG_BREAK },
	{ "h1", TAG_BREAK },         { "h2", TAG_BREAK },
	{ "h3", TAG_BREAK },         { "h4", TAG_BREAK },
	{ "blockquote", TAG_BREAK }, { "quote", TAG_BREAK },
	{ "list", TAG_BREAK },       { "html", TAG_BREAK },
	{ "code", TAG_NONE },        { "b", TAG_NONE },
	{ "i", TAG_NONE },           { "u", TAG_NONE },
	{ "s", TAG_NONE },           { "em", TAG_NONE },
	{ "strong", TAG_NONE },      { "font", TAG_NONE },
	{ "span", TAG_NONE },        { "color", TAG_NONE },
	{ "size", TAG_NONE },        { "url", TAG_NONE },
	{ "a", TAG_NONE },           { "tt", TAG_NONE },
	{ "php", TAG_NONE },         { "bash", TAG_NONE },
};

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static const struct tag *
find_tag(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
		if (strlen(tags[i].name) == length &&
		    !strncasecmp(tags[i].name, name, length))
			return &tags[i];
	return NULL;
}

static bool
after_cell(const struct strbuf *text)
{
	size_t end = text->length;

	while (end && text->text[end - 1] == ' ')
		end--;
	return !end || text->text[end - 1] == SCAN_CELL_END;
}

static void
apply(struct scan_clean *clean, enum tag_effect effect, bool closes)
{
	if (effect == TAG_BREAK)
		scan_clean_break(clean);
	/* An end always ends a cell, also an empty one; a start does when the
	 * end was left out. */
	if (effect == TAG_CELL && (closes || !after_cell(&clean->text)))
		strbuf_add_char(&clean->text, SCAN_CELL_END);
}

static size_t
name_bytes(const char *text, size_t length)
{
	size_t end = 0;

	while (end < length && end < NAME_BYTES &&
	       (is_letter(text[end]) || (text[end] >= '1' && text[end] <= '9')))
		end++;
	return end;
}

size_t
scan_clean_tag(struct scan_clean *clean, const char *text, size_t length)
{
	const char close = *text == '<' ? '>' : ']';
	bool closes = length > 1 && text[1] == '/';
	size_t name = closes ? 2 : 1;
	size_t limit = length < TAG_BYTES ? length : TAG_BYTES;
	const struct tag *tag;
	const char *end;

	if (name >= length || (!is_letter(text[name]) && text[name] != '!'))
		return 0;
	tag = find_tag(text + name, name_bytes(text + name, length - name));
	if (!tag && close == ']')
		return 0;
	end = memchr(text, close, limit);
	if (!end && (!tag || close == ']' || limit < length))
		return 0;
	if (tag)
		apply(clean, tag->effect, closes);
	if (!end)
		clean->tag_lines = TAG_LINES;
	return end ? (size_t)(end - text) + 1 : length;
}

static void
add_code_point(struct scan_clean *clean, unsigned long code)
{
	char c = '?';

	if (code == 0xa0)
		c = ' ';
	else if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212)
		c = '-';
	else if (code == 0x2502)
		c = '|';
	else if (code >= ' ' && code < 0x7f)
		c = (char)code;
	strbuf_add_char(&clean->text, c);
}

size_t
scan_clean_entity(struct scan_clean *clean, const char *text, size_t length)
{
	static const struct {
		const char *name;
		unsigned long code;
	} named[] = { { "lt", '<' },       { "gt", '>' },      { "amp", '&' },
		      { "quot", '"' },     { "apos", '\'' },   { "nbsp", 0xa0 },
		      { "ndash", 0x2013 }, { "mdash", 0x2014 } };
	size_t limit = length < ENTITY_BYTES ? length : ENTITY_BYTES;
	const char *end = memchr(text, ';', limit);
	size_t bytes;

	if (!end || end == text + 1)
		return 0;
	bytes = (size_t)(end - text);
	if (text[1] == '#') {
		bool hex = text[2] == 'x' || text[2] == 'X';

		add_code_point(clean, strtoul(text + (hex ? 3 : 2), NULL,
					      hex ? 16 : 10));
		return bytes + 1;
	}
	for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
		if (strlen(named[i].name) == bytes - 1 &&
		    !memcmp(named[i].name, text + 1, bytes - 1)) {
			add_code_point(clean, named[i].code);
			return bytes + 1;
		}
	return 0;
}

/* What quoted-printable makes of the characters that results have. */
static size_t
clean_quoted(struct scan_clean *clean, const char *text, size_t length)
{
	static const struct {
		const char code[3];
		const char *text;
	} codes[] = { { "3D", "=" }, { "20", " " }, { "2B", "+" },
		      { "2D", "-" }, { "2E", "." }, { "2C", "," },
		      { "09", " " }, { "A0", " " }, { "C2", "" },
		      { "0D", "" } };

	if (length < 3)
		return 0;
	for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
		if (!memcmp(codes[i].code, text + 1, 2)) {
			strbuf_add(&clean->text, codes[i].text);
			return 3;
		}
	return 0;
}

size_t
scan_clean_escape(struct scan_clean *clean, const char *text, size_t length)
{
	if (*text == '=')
		return clean_quoted(clean, text, length);
	if (length == 1 || text[1] == ' ') {
		strbuf_add_char(&clean->text, ' ');
		return 1;
	}
	/* Escaped for a forum. */
	return strchr("+*_-|#>.", text[1]) ? 1 : 0;
}

size_t
scan_clean_terminal(const char *text, size_t length)
{
	size_t at = 2;

	if (length < 3 || text[1] != '[')
		return 0;
	while (at < length &&
	       (text[at] == ';' || (text[at] >= '0' && text[at] <= '9')))
		at++;
	return at < length && is_letter(text[at]) ? at + 1 : 0;
}

/* A no-break space of Latin-1; in UTF-8 the same byte ends a letter. */
static bool
is_latin1_blank(const struct scan_clean *clean, unsigned char byte)
{
	const struct strbuf *text = &clean->text;

	return byte == 0xa0 &&
	       !(text->length &&
		 (unsigned char)text->text[text->length - 1] >= 0x80);
}

/* Spaces of every width are blanks. */
static bool
is_space(unsigned long code)
{
	return (code >= 0x2000 && code <= 0x200a) || code == 0x202f ||
	       code == 0x205f;
}

size_t
scan_clean_utf8(struct scan_clean *clean, const char *text, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)text;
	unsigned long code;

	if (is_latin1_blank(clean, bytes[0])) {
		strbuf_add_char(&clean->text, ' ');
		return 1;
	}
	if (length > 1 && bytes[0] == 0xc2 && bytes[1] == 0xa0) {
		strbuf_add_char(&clean->text, ' ');
		return 2;
	}
	if (length > 2 && !memcmp(text, "\xef\xbb\xbf", 3))
		return 3;
	if (length < 3 || bytes[0] != 0xe2)
		return 0;
	code = 0x2000UL | (bytes[1] & 0x3fUL) << 6 | (bytes[2] & 0x3fUL);
	if (code == 0x2028 || code == 0x2029)
		scan_clean_break(clean);
	else if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212 ||
		 code == 0x2502)
		add_code_point(clean, code);
	else if (is_space(code))
		strbuf_add_char(&clean->text, ' ');
	else if (code != 0x200b)
		return 0;
	return 3;
}
