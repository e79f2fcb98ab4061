#include "formats/jsonread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"

enum { NUMBER_BYTES = 400 };

struct reader {
	const char *text;
	size_t length;
	size_t at;
	size_t depth;
	struct json_problem *problem;
};

static int read_value(struct reader *reader, struct json_value *value);

void
json_release(struct json_value *value)
{
	for (size_t i = 0; i < value->item_count; i++) {
		json_release(&value->items[i]);
		if (value->keys)
			free(value->keys[i]);
	}
	free(value->items);
	free(value->keys);
	free(value->string);
	memset(value, 0, sizeof *value);
}

/* The next byte, '\0' at the end. */
static char
peek(const struct reader *reader)
{
	return reader->at < reader->length ? reader->text[reader->at] : '\0';
}

static int
refuse(struct reader *reader, const char *text)
{
	if (!reader->problem->text) {
		reader->problem->text = text;
		reader->problem->offset = reader->at;
		reader->problem->torn = peek(reader) == '\0';
	}
	return -1;
}

static void
skip_blanks(struct reader *reader)
{
	while (reader->at < reader->length &&
	       (peek(reader) == ' ' || peek(reader) == '\t' ||
		peek(reader) == '\n' || peek(reader) == '\r'))
		reader->at++;
}

static int
read_word(struct reader *reader, const char *word, enum json_type type,
	  struct json_value *value)
{
	for (; *word; word++, reader->at++)
		if (peek(reader) != *word)
			return refuse(reader, "want a value");
	value->type = type;
	return 0;
}

static size_t
skip_digits(struct reader *reader)
{
	size_t start = reader->at;

	while (peek(reader) >= '0' && peek(reader) <= '9')
		reader->at++;
	return reader->at - start;
}

/* Moves past what the grammar allows as a number. */
static int
skip_number(struct reader *reader)
{
	if (peek(reader) == '-')
		reader->at++;
	if (peek(reader) == '0')
		reader->at++;
	else if (skip_digits(reader) == 0)
		return refuse(reader, "want a digit");
	if (peek(reader) == '.') {
		reader->at++;
		if (skip_digits(reader) == 0)
			return refuse(reader, "want a digit");
	}
	if (peek(reader) == 'e' || peek(reader) == 'E') {
		reader->at++;
		if (peek(reader) == '+' || peek(reader) == '-')
			reader->at++;
		if (skip_digits(reader) == 0)
			return refuse(reader, "want a digit");
	}
	return 0;
}

static void
note_whole(const char *digits, struct json_value *value)
{
	for (; *digits; digits++) {
		uint64_t digit = (uint64_t)(*digits - '0');

		if (digit > 9 || value->count > (UINT64_MAX - digit) / 10)
			return;
		value->count = value->count * 10 + digit;
	}
	value->whole = true;
}

static int
read_number(struct reader *reader, struct json_value *value)
{
	char digits[NUMBER_BYTES];
	size_t start = reader->at;

	if (skip_number(reader) != 0)
		return -1;
	if (reader->at - start >= sizeof digits)
		return refuse(reader, "the number is too long");
	memcpy(digits, reader->text + start, reader->at - start);
	digits[reader->at - start] = '\0';
	value->type = JSON_NUMBER;
	value->number = strtod(digits, NULL);
	if (!isfinite(value->number))
		return refuse(reader, "the number is too large");
	note_whole(digits, value);
	return 0;
}

static int
read_hex(struct reader *reader, unsigned *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++, reader->at++) {
		const char *digits = "0123456789abcdef0123456789ABCDEF";
		char digit = peek(reader);
		const char *found = digit ? strchr(digits, digit) : NULL;

		if (!found)
			return refuse(reader, "want four hexadecimal digits");
		*code = *code * 16 + (unsigned)((found - digits) % 16);
	}
	return 0;
}

static void
add_utf8(struct strbuf *text, unsigned code)
{
	if (code < 0x80) {
		strbuf_add_char(text, (char)code);
		return;
	}
	if (code < 0x800) {
		strbuf_add_char(text, (char)(0xc0 | code >> 6));
	} else {
		if (code < 0x10000) {
			strbuf_add_char(text, (char)(0xe0 | code >> 12));
		} else {
			strbuf_add_char(text, (char)(0xf0 | code >> 18));
			strbuf_add_char(text,
					(char)(0x80 | (code >> 12 & 0x3f)));
		}
		strbuf_add_char(text, (char)(0x80 | (code >> 6 & 0x3f)));
	}
	strbuf_add_char(text, (char)(0x80 | (code & 0x3f)));
}

/* After "\u". A C string cannot hold U+0000. */
static int
read_code(struct reader *reader, struct strbuf *text)
{
	unsigned code, low;

	if (read_hex(reader, &code) != 0)
		return -1;
	if (code >= 0xdc00 && code < 0xe000)
		return refuse(reader, "half of a surrogate pair");
	if (code >= 0xd800 && code < 0xdc00) {
		if (peek(reader) != '\\')
			return refuse(reader, "half of a surrogate pair");
		reader->at++;
		if (peek(reader) != 'u')
			return refuse(reader, "half of a surrogate pair");
		reader->at++;
		if (read_hex(reader, &low) != 0)
			return -1;
		if (low < 0xdc00 || low >= 0xe000)
			return refuse(reader, "half of a surrogate pair");
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
	}
	add_utf8(text, code ? code : 0xfffd);
	return 0;
}

static int
read_escape(struct reader *reader, struct strbuf *text)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	char letter = peek(reader);
	const char *found = letter ? strchr(letters, letter) : NULL;

	if (letter == 'u') {
		reader->at++;
		return read_code(reader, text);
	}
	if (!found)
		return refuse(reader, "no such escape");
	reader->at++;
	strbuf_add_char(text, meanings[found - letters]);
	return 0;
}

static int
read_string(struct reader *reader, char **string)
{
	struct strbuf text;

	strbuf_init(&text);
	reader->at++;
	while (peek(reader) != '"') {
		char next = peek(reader);

		if ((unsigned char)next < ' ') {
			refuse(reader, "the string does not end");
			goto broken;
		}
		reader->at++;
		if (next != '\\')
			strbuf_add_char(&text, next);
		else if (read_escape(reader, &text) != 0)
			goto broken;
	}
	reader->at++;
	*string = strbuf_detach(&text);
	return 0;
broken:
	strbuf_release(&text);
	return -1;
}

/* The key, the colon, or nothing in an array. */
static int
read_key(struct reader *reader, struct json_value *value)
{
	char *key;

	if (value->type == JSON_ARRAY)
		return 0;
	if (peek(reader) != '"')
		return refuse(reader, "want a key");
	if (read_string(reader, &key) != 0)
		return -1;
	value->keys =
		mem_grow(value->keys, value->item_count, sizeof *value->keys);
	value->keys[value->item_count] = key;
	skip_blanks(reader);
	if (peek(reader) != ':') {
		free(key);
		return refuse(reader, "want a colon");
	}
	reader->at++;
	return 0;
}

static int
read_item(struct reader *reader, struct json_value *value)
{
	struct json_value item = { .type = JSON_NULL };

	skip_blanks(reader);
	if (read_key(reader, value) != 0)
		return -1;
	if (read_value(reader, &item) != 0) {
		if (value->type == JSON_OBJECT)
			free(value->keys[value->item_count]);
		return -1;
	}
	value->items =
		mem_grow(value->items, value->item_count, sizeof *value->items);
	value->items[value->item_count++] = item;
	skip_blanks(reader);
	return 0;
}

static int
read_items(struct reader *reader, enum json_type type, struct json_value *value)
{
	char close = type == JSON_OBJECT ? '}' : ']';

	value->type = type;
	reader->at++;
	skip_blanks(reader);
	if (peek(reader) == close) {
		reader->at++;
		return 0;
	}
	for (;;) {
		if (read_item(reader, value) != 0)
			return -1;
		if (peek(reader) == close)
			break;
		if (peek(reader) != ',')
			return refuse(reader, "want a comma or the end");
		reader->at++;
	}
	reader->at++;
	return 0;
}

static int
read_nested(struct reader *reader, enum json_type type,
	    struct json_value *value)
{
	int status;

	if (reader->depth == JSON_DEPTH_MAX)
		return refuse(reader, "nested too deep");
	reader->depth++;
	status = read_items(reader, type, value);
	reader->depth--;
	return status;
}

/* Releases what it made of a broken value. */
static int
read_value(struct reader *reader, struct json_value *value)
{
	int status;

	skip_blanks(reader);
	switch (peek(reader)) {
	case '{':
		status = read_nested(reader, JSON_OBJECT, value);
		break;
	case '[':
		status = read_nested(reader, JSON_ARRAY, value);
		break;
	case '"':
		value->type = JSON_STRING;
		status = read_string(reader, &value->string);
		break;
	case 't':
		return read_word(reader, "true", JSON_TRUE, value);
	case 'f':
		return read_word(reader, "false", JSON_FALSE, value);
	case 'n':
		return read_word(reader, "null", JSON_NULL, value);
	default:
		if (peek(reader) != '-' &&
		    (peek(reader) < '0' || peek(reader) > '9'))
			return refuse(reader, "want a value");
		status = read_number(reader, value);
	}
	if (status != 0)
		json_release(value);
	return status;
}

size_t
json_read(const char *text, size_t length, struct json_value *value,
	  struct json_problem *problem)
{
	struct reader reader = { text, length, 0, 0, problem };

	memset(value, 0, sizeof *value);
	memset(problem, 0, sizeof *problem);
	if (read_value(&reader, value) != 0)
		return 0;
	skip_blanks(&reader);
	return reader.at;
}

const struct json_value *
json_member(const struct json_value *object, const char *key)
{
	if (object->type != JSON_OBJECT)
		return NULL;
	for (size_t i = 0; i < object->item_count; i++)
		if (strcmp(object->keys[i], key) == 0)
			return &object->items[i];
	return NULL;
}
