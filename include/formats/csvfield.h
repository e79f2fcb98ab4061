#ifndef FORMATS_CSVFIELD_H
#define FORMATS_CSVFIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stretch of a line, not terminated. */
struct field {
	const char *text;
	size_t length;
};

enum { FIELDS_MAX = 128 };

/* Splits at commas, nothing is quoted. Returns how many there are, at least
 * one; 0 when there are more than FIELDS_MAX. */
size_t fields_split(const char *line, size_t length,
		    struct field fields[FIELDS_MAX]);

bool field_is(const struct field *field, const char *text);

static inline bool
field_digit(char character)
{
	return character >= '0' && character <= '9';
}

/* These take something off the front; false when it is not there. A number is
 * all digits that stand there; one that does not fit is false too. A size has a
 * letter k, m, g or t in either case (powers of 1024), or counts units of
 * `bare_bytes`, where 0 wants a letter. */
bool field_take_number(struct field *field, uint64_t *number);
bool field_take_char(struct field *field, char character);
bool field_take_size(struct field *field, uint64_t bare_bytes, uint64_t *bytes);

/* The whole field is a number (a size): true. Empty: true, and the value stays
 * as it was. */
bool field_count(struct field field, uint64_t *count);
bool field_bytes(struct field field, uint64_t bare_bytes, uint64_t *bytes);

#endif
