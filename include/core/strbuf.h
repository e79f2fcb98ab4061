#ifndef CORE_STRBUF_H
#define CORE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

/* A growing string. `text` is always terminated, also when empty. */
struct strbuf {
	char *text;
	size_t length; /* without the terminator */
	size_t capacity; /* 0: `text` points to a constant "" */
};

void strbuf_init(struct strbuf *buffer);
void strbuf_release(struct strbuf *buffer); /* and ready for use again */
void strbuf_clear(struct strbuf *buffer); /* keeps the memory */

void strbuf_add(struct strbuf *buffer, const char *text);
void strbuf_add_bytes(struct strbuf *buffer, const void *bytes, size_t length);
void strbuf_add_char(struct strbuf *buffer, char character);
void strbuf_addf(struct strbuf *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_addv(struct strbuf *buffer, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

/* Appends the shortest of %.15g, %.16g and %.17g that reads back as `number`,
 * which must be finite. */
void strbuf_add_number(struct strbuf *buffer, double number);

/* Appends a field of RFC 4180's CSV: quoted where a comma, a quote or a line
 * end stands within. NULL adds nothing. */
void strbuf_add_csv(struct strbuf *buffer, const char *field);

/* Characters since the last newline. */
size_t strbuf_column(const struct strbuf *buffer);

/* Pads with blanks to `column` (0-based) counted from the last newline. A column
 * holds a character of UTF-8, however many bytes it has. */
void strbuf_pad(struct strbuf *buffer, size_t column);

/* Appends as many whole characters as fit into `columns`, and blanks up to
 * there. */
void strbuf_add_fitted(struct strbuf *buffer, const char *text, size_t columns);

/* Appends words broken before a line would be longer than `columns`; the lines
 * after the first one are indented to `indent`. A word is never broken. */
void strbuf_add_wrapped(struct strbuf *buffer, const char *words, size_t indent,
			size_t columns);

/* Hands the string to the caller, who frees it; the buffer is empty then. */
char *strbuf_detach(struct strbuf *buffer);

#endif
