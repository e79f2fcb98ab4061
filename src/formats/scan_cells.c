#include "formats/scan_cells.h"

#include <string.h>

/* Digits that a double holds exactly. */
enum { DIGITS_MAX = 15 };

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads DIGITS[.DIGITS]; returns what follows, NULL when there is none. */
static const char *
read_number(const char *text, struct cell *cell)
{
	double scale = 1;
	int digits = 0;

	cell->number = 0;
	for (; is_digit(*text); text++, digits++)
		cell->number = cell->number * 10 + (*text - '0');
	if (*text == '.') {
		cell->fraction = true;
		for (text++; is_digit(*text); text++, digits++) {
			cell->number = cell->number * 10 + (*text - '0');
			scale *= 10;
		}
	}
	cell->number /= scale;
	return digits && digits <= DIGITS_MAX ? text : NULL;
}

/* `k`, `M`, `GB`, `MiB/s`, `KB/sec` as k m g t; 0 for anything else. */
static char
read_unit(const char *text)
{
	const char *units = "kmgtKMGT";
	const char *found = *text ? strchr(units, *text) : NULL;

	if (!found)
		return 0;
	text++;
	if (*text == 'i')
		text++;
	if (*text == 'B' || *text == 'b')
		text++;
	if (*text && strcmp(text, "/s") != 0 && strcmp(text, "/sec") != 0)
		return 0;
	return units[(found - units) % 4];
}

static bool
is_overflow(const char *text)
{
	size_t signs = 1;

	if (*text != '+' && *text != '*' && *text != '#')
		return false;
	while (text[signs] == *text)
		signs++;
	return signs >= 3 && !text[signs];
}

struct cell
cell_parse(const char *text)
{
	struct cell cell = { .kind = CELL_NONE };
	const char *rest;

	if (!*text) {
		cell.kind = CELL_EMPTY;
		return cell;
	}
	if (is_overflow(text)) {
		cell.kind = CELL_OVER;
		cell.signs = strlen(text);
		return cell;
	}
	rest = read_number(text, &cell);
	if (!rest)
		return cell;
	cell.unit = *rest == '%' && !rest[1] ? '%' : read_unit(rest);
	if (!*rest || cell.unit)
		cell.kind = CELL_NUMBER;
	return cell;
}

double
cell_unit_factor(char unit)
{
	switch (unit) {
	case 'k':
		return 1;
	case 'm':
		return 1024;
	case 'g':
		return 1024.0 * 1024;
	case 't':
		return 1024.0 * 1024 * 1024;
	default:
		return 0;
	}
}

struct quantity
cell_quantity(const struct cell *cell, double factor)
{
	struct quantity quantity = { 0, QUANTITY_ABSENT };

	if (cell->kind == CELL_OVER)
		quantity.state = QUANTITY_TOO_FAST;
	if (cell->kind == CELL_NUMBER)
		quantity = quantity_known(cell->number * factor);
	return quantity;
}

bool
cell_latency(const char *text, double *seconds)
{
	struct cell cell;
	const char *unit = is_digit(*text) ? read_number(text, &cell) : NULL;

	if (!unit || strlen(unit) > 2 || !*unit)
		return false;
	if (!strcmp(unit, "s"))
		*seconds = cell.number;
	else if (unit[0] == 'm' && unit[1])
		*seconds = cell.number / 1e3;
	else if (unit[1])
		/* us; transfers have damaged the letters, never the length */
		*seconds = cell.number / 1e6;
	else
		return false;
	return true;
}

bool
cell_count(const char *text, uint64_t *count)
{
	size_t digits = 0;

	*count = 0;
	for (; is_digit(text[digits]); digits++)
		if (digits < 12)
			*count = *count * 10 + (uint64_t)(text[digits] - '0');
	return digits && digits <= 12 && !text[digits];
}

/* One part of a size, `64k` or `512` or nothing, up to a colon. */
static bool
read_part(const char **text, uint64_t bare, uint64_t *number)
{
	char part[24];
	size_t length = strcspn(*text, ":");
	struct cell cell;

	*number = 0;
	if (length >= sizeof part)
		return false;
	memcpy(part, *text, length);
	part[length] = '\0';
	*text += length + ((*text)[length] == ':');
	if (!length)
		return true;
	cell = cell_parse(part);
	if (cell.kind != CELL_NUMBER || cell.unit == '%' || cell.number > 1e9)
		return false;
	*number = (uint64_t)(cell.unit ? cell.number *
						 cell_unit_factor(cell.unit) *
						 1024
				       : cell.number * (double)bare);
	return true;
}

bool
cell_size_parse(const char *text, struct cell_size *size)
{
	const char *at = text;
	uint64_t *parts[] = { &size->chunk_bytes, &size->workers, &size->seeks,
			      &size->seekers };
	const char *colon = strchr(text, ':');
	const char *end = colon ? colon : text + strlen(text);

	memset(size, 0, sizeof *size);
	if (end == text || !strchr("MGTBi", end[-1]))
		return false;
	if (!read_part(&at, 1, &size->size_bytes))
		return false;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0] && *at; i++)
		if (!read_part(&at, 1, parts[i]))
			return false;
	return !*at;
}

/* `4096`, `link`, `symlink` up to the next `:` or `/`. */
static bool
read_files_part(const char **text, struct file_setup *files, uint64_t *bytes)
{
	char part[16];
	size_t length = strcspn(*text, ":/");

	if (length >= sizeof part)
		return false;
	memcpy(part, *text, length);
	part[length] = '\0';
	*text += length;
	if (!strcmp(part, "link"))
		files->link = LINK_HARD;
	else if (!strcmp(part, "symlink"))
		files->link = LINK_SYMBOLIC;
	else
		return cell_count(part, bytes);
	return true;
}

/* What stands behind the sizes is a chunk; but 2.00 puts the number of directories
 * there, and never a chunk. */
static bool
read_chunk_or_folders(const char *text, struct file_setup *files)
{
	enum { FOLDERS_MOST = 100000 };
	bool bare = text[strspn(text, "0123456789")] == '\0';
	uint64_t number;

	if (!read_part(&text, 1, &number) || *text)
		return false;
	if (bare && !files->directories && number < FOLDERS_MOST)
		files->directories = number;
	else
		files->chunk_bytes = number;
	return true;
}

bool
cell_files(const char *text, struct file_setup *files)
{
	uint64_t *parts[] = { &files->units, &files->max_bytes,
			      &files->min_bytes };
	const size_t count = sizeof parts / sizeof parts[0];

	memset(files, 0, sizeof *files);
	for (size_t i = 0; i < count; i++) {
		text += i > 0;
		if (!read_files_part(&text, files, parts[i]))
			return false;
		if (*text != ':')
			break;
	}
	if (*text == '/') {
		text++;
		if (!read_files_part(&text, files, &files->directories))
			return false;
	}
	if (*text == ':' && !read_chunk_or_folders(text + 1, files))
		return false;
	return files->units && (!*text || *text == ':');
}
