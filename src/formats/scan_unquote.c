#include "formats/scan_clean.h"

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_mark(char c)
{
	return c == '>' || c == '|' || c == '#' || c == ':' || c == ';' ||
	       c == '*' || c == '/' || c == '!';
}

/* The bytes of the mark at the start of `text`, 0 when there is none. A `>`
 * is one wherever it stands; the others only in front of white space, because
 * `#1` or `*****` may belong to a row. */
static size_t
mark_bytes(const char *text, size_t length)
{
	size_t letters = 0;

	while (letters < length && letters < 4 && is_letter(text[letters]))
		letters++;
	if (letters < length && text[letters] == '>')
		return letters + 1;
	if (length > 1 && text[0] == '+' && is_mark(text[1]))
		return 1;
	if (letters || !length || !is_mark(text[0]))
		return 0;
	if (length > 1 && text[0] == '/' && (text[1] == '/' || text[1] == '*'))
		return 2;
	if (length == 1 || text[1] == ' ' || text[1] == '>')
		return 1;
	/* A comment that begins at once; `#1` is a name. */
	return text[0] == '#' &&
	       (is_letter(text[1]) || text[1] == '-' || text[1] == '%');
}

size_t
scan_unquote(const char *text, size_t length)
{
	size_t start = 0;

	for (;;) {
		size_t at = start;
		size_t mark;

		while (at < length && text[at] == ' ')
			at++;
		mark = mark_bytes(text + at, length - at);
		if (!mark)
			break;
		start = at + mark;
		if (start < length && text[start] == ' ')
			start++;
	}
	/* A line added by a patch; pluses that end a figure have a comma
	 * behind them. */
	if (start + 1 < length && text[start] == '+' &&
	    (is_letter(text[start + 1]) || is_digit(text[start + 1]) ||
	     text[start + 1] == ' '))
		start++;
	return start;
}
