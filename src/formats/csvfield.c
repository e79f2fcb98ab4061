#include "formats/csvfield.h"

#include <string.h>

size_t
fields_split(const char *line, size_t length, struct field fields[FIELDS_MAX])
{
	const char *end = line + length;
	size_t count = 0;

	for (;;) {
		const char *comma = memchr(line, ',', (size_t)(end - line));

		if (count == FIELDS_MAX)
			return 0;
		fields[count].text = line;
		fields[count].length = (size_t)((comma ? comma : end) - line);
		count++;
		if (!comma)
			return count;
		line = comma + 1;
	}
}

bool
field_is(const struct field *field, const char *text)
{
	return field->length == strlen(text) &&
	       memcmp(field->text, text, field->length) == 0;
}

bool
field_take_number(struct field *field, uint64_t *number)
{
	const char *start = field->text;

	*number = 0;
	while (field->length > 0 && field_digit(*field->text)) {
		uint64_t digit = (uint64_t)(*field->text - '0');

		if (*number > (UINT64_MAX - digit) / 10)
			return false;
		*number = *number * 10 + digit;
		field->text++;
		field->length--;
	}
	return field->text > start;
}

bool
field_take_char(struct field *field, char character)
{
	if (field->length == 0 || *field->text != character)
		return false;
	field->text++;
	field->length--;
	return true;
}

bool
field_take_size(struct field *field, uint64_t bare, uint64_t *bytes)
{
	static const char letters[] = "kmgtKMGT";
	uint64_t number, unit = bare;
	const char *letter;

	if (!field_take_number(field, &number))
		return false;
	letter = field->length ? strchr(letters, *field->text) : NULL;
	if (letter && *letter) {
		unit = UINT64_C(1) << (10 * ((letter - letters) % 4 + 1));
		field->text++;
		field->length--;
	}
	*bytes = number * unit;
	return unit > 0 && number <= INT64_MAX / unit;
}

bool
field_count(struct field field, uint64_t *count)
{
	return field.length == 0 ||
	       (field_take_number(&field, count) && field.length == 0);
}

bool
field_bytes(struct field field, uint64_t bare, uint64_t *bytes)
{
	return field.length == 0 ||
	       (field_take_size(&field, bare, bytes) && field.length == 0);
}
