#ifndef CORE_JSONWRITE_H
#define CORE_JSONWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf;

/* Writes strict JSON (RFC 8259) into a string. Commas, line ends and
 * indentation come by themselves. `key` is NULL within an array. */
struct json_writer {
	struct strbuf *text;
	bool pretty; /* indented; else all in one line */
	size_t depth;
	size_t flat; /* depth from which on there are no line ends; 0: none */
	bool first; /* nothing written yet at this depth */
};

void json_writer_init(struct json_writer *writer, struct strbuf *text,
		      bool pretty);

/* `bracket` is '{' or '['; its close is the matching one. */
void json_open(struct json_writer *writer, const char *key, char bracket);
void json_close(struct json_writer *writer, char bracket);

/* The same for what stays in one line: an array of numbers. */
void json_open_flat(struct json_writer *writer, const char *key, char bracket);

/* NULL is null; bytes that are no UTF-8 become U+FFFD. */
void json_string(struct json_writer *writer, const char *key,
		 const char *string);

/* A number that reads back as the same double; null when it is not finite. */
void json_number(struct json_writer *writer, const char *key, double number);
void json_bool(struct json_writer *writer, const char *key, bool value);
void json_count(struct json_writer *writer, const char *key, uint64_t count);

#endif
