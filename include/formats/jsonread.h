#ifndef FORMATS_JSONREAD_H
#define FORMATS_JSONREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A strict JSON reader (RFC 8259): no comments, no trailing commas, UTF-8 or
 * escapes, nested at most JSON_DEPTH_MAX deep. */

enum { JSON_DEPTH_MAX = 64 };

enum json_type {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json_value {
	enum json_type type;
	double number;
	bool whole; /* the number is `count`, exactly */
	uint64_t count;
	char *string; /* U+0000 within it is U+FFFD here */
	char **keys; /* of an object; as many as items */
	struct json_value *items;
	size_t item_count;
};

struct json_problem {
	const char *text; /* "want a value" */
	size_t offset; /* where */
	bool torn; /* the text ended, or a zero byte stood there */
};

/* Reads one value from the front of `text`, with blanks before and after it.
 * Returns the bytes used; 0 with `problem` filled and `value` empty when it is
 * broken. */
size_t json_read(const char *text, size_t length, struct json_value *value,
		 struct json_problem *problem);
void json_release(struct json_value *value);

/* The first member of an object with this key; NULL when there is none, or
 * the value is no object. */
const struct json_value *json_member(const struct json_value *object,
				     const char *key);

#endif
