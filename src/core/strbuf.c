#include "core/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/utf8.h"

/* Shared by all empty buffers, never written to: capacity 0 guards it. */
static char empty_text[1];

void
strbuf_init(struct strbuf *buffer)
{
	buffer->text = empty_text;
	buffer->length = 0;
	buffer->capacity = 0;
}

void
strbuf_release(struct strbuf *buffer)
{
	if (buffer->capacity)
		free(buffer->text);
	strbuf_init(buffer);
}

void
strbuf_clear(struct strbuf *buffer)
{
	buffer->length = 0;
	if (buffer->capacity)
		buffer->text[0] = '\0';
}

/* Makes room for `more` bytes and the terminator. */
static void
reserve(struct strbuf *buffer, size_t more)
{
	size_t needed = buffer->length + more + 1;
	size_t capacity = buffer->capacity ? buffer->capacity : 64;

	if (needed <= buffer->capacity)
		return;
	while (capacity < needed)
		capacity *= 2;
	buffer->text =
		mem_resize(buffer->capacity ? buffer->text : NULL, capacity, 1);
	buffer->capacity = capacity;
}

void
strbuf_add_bytes(struct strbuf *buffer, const void *bytes, size_t length)
{
	reserve(buffer, length);
	memcpy(buffer->text + buffer->length, bytes, length);
	buffer->length += length;
	buffer->text[buffer->length] = '\0';
}

void
strbuf_add(struct strbuf *buffer, const char *text)
{
	strbuf_add_bytes(buffer, text, strlen(text));
}

void
strbuf_add_char(struct strbuf *buffer, char character)
{
	strbuf_add_bytes(buffer, &character, 1);
}

void
strbuf_addv(struct strbuf *buffer, const char *format, va_list arguments)
{
	va_list again;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, arguments);
	if (length > 0) {
		reserve(buffer, (size_t)length);
		vsnprintf(buffer->text + buffer->length, (size_t)length + 1,
			  format, again);
		buffer->length += (size_t)length;
	}
	va_end(again);
}

void
strbuf_addf(struct strbuf *buffer, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	strbuf_addv(buffer, format, arguments);
	va_end(arguments);
}

static void
add_blanks(struct strbuf *buffer, size_t count)
{
	while (count-- > 0)
		strbuf_add_char(buffer, ' ');
}

size_t
strbuf_column(const struct strbuf *buffer)
{
	size_t start = buffer->length;

	while (start > 0 && buffer->text[start - 1] != '\n')
		start--;
	return utf8_count(buffer->text + start);
}

void
strbuf_pad(struct strbuf *buffer, size_t column)
{
	size_t shown = strbuf_column(buffer);

	if (shown < column)
		add_blanks(buffer, column - shown);
}

void
strbuf_add_wrapped(struct strbuf *buffer, const char *words, size_t indent,
		   size_t columns)
{
	while (*words) {
		size_t word_length = strcspn(words, " ");
		size_t at = strbuf_column(buffer), word_start;

		if (at > indent)
			strbuf_add_char(buffer, ' ');
		word_start = buffer->length;
		strbuf_add_bytes(buffer, words, word_length);
		if (at > indent && strbuf_column(buffer) > columns) {
			buffer->length = word_start - 1;
			strbuf_add_char(buffer, '\n');
			add_blanks(buffer, indent);
			strbuf_add_bytes(buffer, words, word_length);
		}
		words += word_length;
		words += *words == ' ';
	}
}

void
strbuf_add_fitted(struct strbuf *buffer, const char *text, size_t columns)
{
	size_t bytes = utf8_prefix(text, columns);
	size_t start = buffer->length;

	strbuf_add_bytes(buffer, text, bytes);
	add_blanks(buffer, columns - utf8_count(buffer->text + start));
}

char *
strbuf_detach(struct strbuf *buffer)
{
	char *text = buffer->capacity ? buffer->text : mem_strdup("");

	strbuf_init(buffer);
	return text;
}

void
strbuf_add_number(struct strbuf *buffer, double number)
{
	char digits[40];
	int precision = 15;

	do
		snprintf(digits, sizeof digits, "%.*g", precision, number);
	while (precision++ < 17 && strtod(digits, NULL) != number);
	strbuf_add(buffer, digits);
}

void
strbuf_add_csv(struct strbuf *buffer, const char *field)
{
	if (!field)
		return;
	if (field[strcspn(field, ",\"\r\n")] == '\0') {
		strbuf_add(buffer, field);
		return;
	}
	strbuf_add_char(buffer, '"');
	for (; *field; field++) {
		if (*field == '"')
			strbuf_add_char(buffer, '"');
		strbuf_add_char(buffer, *field);
	}
	strbuf_add_char(buffer, '"');
}
