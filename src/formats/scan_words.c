#include "formats/scan_words.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/utf8.h"

enum {
	ARENA_BYTES = WINDOW_WORDS * (WORD_BYTES + 1),
	PROSE_BYTES = 120,
};

void
scan_window_init(struct scan_window *window)
{
	memset(window, 0, sizeof *window);
	window->arena = mem_alloc(ARENA_BYTES, 1);
}

void
scan_window_release(struct scan_window *window)
{
	free(window->arena);
}

bool
scan_window_ready(const struct scan_window *window)
{
	return window->count + 2 > WINDOW_WORDS;
}

void
scan_window_slide(struct scan_window *window)
{
	size_t drop =
		window->at > WINDOW_BEHIND ? window->at - WINDOW_BEHIND : 0;
	const char *kept;
	size_t shift;

	if (!drop)
		return;
	/* The texts stand in the order of the words. */
	kept = drop < window->count ? window->words[drop].text
				    : window->arena + window->arena_used;
	shift = (size_t)(kept - window->arena);
	window->arena_used -= shift;
	memmove(window->arena, kept, window->arena_used);
	memmove(window->words, window->words + drop,
		(window->count - drop) * sizeof window->words[0]);
	for (size_t i = 0; i < window->count - drop; i++)
		window->words[i].text -= shift;
	window->count -= drop;
	window->at -= drop;
	window->taken = window->taken > drop ? window->taken - drop : 0;
	window->passed += drop;
}

static struct scan_word *
add_word(struct scan_window *window, const char *text, size_t length)
{
	struct scan_word *word = &window->words[window->count++];
	char *copy = window->arena + window->arena_used;

	memcpy(copy, text, length);
	copy[length] = '\0';
	window->arena_used += length + 1;
	memset(word, 0, sizeof *word);
	word->text = copy;
	word->starts = !window->in_line;
	word->after_gap = window->gap;
	window->in_line = true;
	window->gap = false;
	return word;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* `text` begins with at least three of the same sign. */
static size_t
overflow_signs(const char *text, size_t length)
{
	size_t signs = 0;

	if (*text != '+' && *text != '*')
		return 0;
	while (signs < length && text[signs] == *text)
		signs++;
	return signs >= 3 ? signs : 0;
}

static enum word_kind
kind_of(const char *text, size_t length)
{
	if (memchr(text, ',', length))
		return WORD_COMMAS;
	if (is_digit(*text) ||
	    (length > 1 && *text == '.' && is_digit(text[1])))
		return WORD_NUMBER;
	return overflow_signs(text, length) ? WORD_NUMBER : WORD_OTHER;
}

static bool
is_emphasis(char c)
{
	return c == '*' || c == '_' || c == '`';
}

/* Takes the marks that forums have for bold off a number. */
static void
take_emphasis_off(const char **text, size_t *length)
{
	size_t front = 0;
	size_t back = 0;

	while (front < *length && is_emphasis((*text)[front]))
		front++;
	if (!front || front > 3 || front == *length ||
	    !is_digit((*text)[front]))
		return;
	while (is_emphasis((*text)[*length - 1 - back]))
		back++;
	if (!back)
		return;
	*text += front;
	*length -= front + back;
}

/* Only names have characters of several bytes, and stand at the start. */
enum { NAME_BYTES_MOST = 256 };

/* How far the columns of a line have been counted. */
struct ruler {
	const char *text;
	size_t bytes;
	size_t column;
};

/* The column that byte `at` of the line stands in, not before the last one
 * asked for. */
static uint32_t
column_of(struct ruler *ruler, size_t at)
{
	size_t end = at < NAME_BYTES_MOST ? at : NAME_BYTES_MOST;

	for (; ruler->bytes < end; ruler->column++) {
		const char *next = ruler->text + ruler->bytes;

		ruler->bytes +=
			(unsigned char)*next < 0x80 ? 1 : utf8_prefix(next, 1);
	}
	return (uint32_t)(at > ruler->bytes ? ruler->column + at - ruler->bytes
					    : ruler->column);
}

/* Adds what stands between two blanks: one word, or two where a number was
 * too wide for its column: `*****100.3`. */
static void
add_text(struct scan_window *window, size_t number, const char *text,
	 size_t length, uint32_t column)
{
	struct scan_word *word;
	size_t signs;

	/* Marks of quotation in a post that lost its line breaks. */
	for (; length && *text == '>'; text++)
		length--;
	if (!length || length > WORD_BYTES)
		return;
	take_emphasis_off(&text, &length);
	signs = overflow_signs(text, length);
	if (signs && signs < length && is_digit(text[signs])) {
		word = add_word(window, text, signs);
		word->kind = WORD_NUMBER;
		word->line = number;
		word->column = column - (uint32_t)(length - signs);
		text += signs;
		length -= signs;
	}
	word = add_word(window, text, length);
	word->kind = (uint8_t)kind_of(text, length);
	word->line = number;
	word->column = column;
}

static void
add_empty(struct scan_window *window, size_t number, uint32_t column)
{
	struct scan_word *word = add_word(window, "", 0);

	word->kind = WORD_EMPTY;
	word->line = number;
	word->column = column;
}

static bool
is_separator(char c)
{
	return c == SCAN_CELL_END || c == '|';
}

/* The end of a cell is a control character, so below the blank. */
static bool
is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == '|';
}

/* Only white space between the separator at `at` and one before it. */
static bool
ends_empty_cell(const struct clean_line *line, size_t at)
{
	while (at && line->text[at - 1] == ' ')
		at--;
	return at && is_separator(line->text[at - 1]);
}

static void
end_line(struct scan_window *window, const struct clean_line *line)
{
	if (!line->ends)
		return;
	if (window->in_line && window->count)
		window->words[window->count - 1].ends = true;
	else
		window->gap = true;
	window->in_line = false;
}

static void
add_prose(struct scan_window *window, const struct clean_line *line)
{
	const char *text = line->text;
	size_t length = line->length;
	struct scan_word *word;

	while (length && ((unsigned char)text[length - 1] <= ' ' ||
			  text[length - 1] == '\\'))
		length--;
	for (; length && (unsigned char)*text <= ' '; text++)
		length--;
	if (!length)
		return;
	word = add_word(window, text,
			length < PROSE_BYTES ? length : PROSE_BYTES);
	word->kind = WORD_PROSE;
	word->line = line->number;
	word->column = (uint32_t)(text + length - line->text);
}

size_t
scan_window_add(struct scan_window *window, const struct clean_line *line,
		size_t from)
{
	struct ruler ruler = { .text = line->text };
	size_t at = from;

	if (line->plain) {
		add_prose(window, line);
		end_line(window, line);
		return line->length;
	}
	while (at < line->length && !scan_window_ready(window)) {
		size_t end = at;

		while (end < line->length && !is_blank(line->text[end]))
			end++;
		if (end > at)
			add_text(window, line->number, line->text + at,
				 end - at, column_of(&ruler, end));
		else if (is_separator(line->text[at]) &&
			 ends_empty_cell(line, at))
			add_empty(window, line->number, column_of(&ruler, at));
		at = end > at ? end : at + 1;
	}
	if (at >= line->length)
		end_line(window, line);
	return at;
}

const char *
scan_word_text(const struct scan_window *window, size_t at)
{
	return at < window->count ? window->words[at].text : "";
}

bool
scan_word_is(const struct scan_window *window, size_t at, const char *text)
{
	const char *word = scan_word_text(window, at);
	size_t length = strlen(text);

	while (*word == '-')
		word++;
	if (strncmp(word, text, length) != 0)
		return false;
	word += length;
	while (*word == '-' || *word == ':')
		word++;
	return !*word;
}

bool
scan_words_on_line(const struct scan_window *window, size_t first,
		   size_t second)
{
	if (second >= window->count)
		return false;
	for (size_t i = first + 1; i <= second; i++)
		if (window->words[i].starts)
			return false;
	return true;
}
