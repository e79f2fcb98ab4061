#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/units.h"
#include "formats/bonniepp.h"
#include "formats/csvfield.h"
#include "results/result.h"

enum { NONE = -1 };

/* Which versions a layout belongs to; told by the row's first field. */
enum row_class { ROW_10, ROW_190, ROW_191, ROW_192B, ROW_198, ROW_UNKNOWN };

/* Where things stand in a row; NONE: nowhere. */
struct row_layout {
	enum row_class class;
	size_t total;
	bool commas_in_name; /* surplus fields belong to the name */
	int name, workers, seed;
	int size, chunk, seeks, seekers, io;
	int files, max, min, dirs, file_chunk, create;
	int latency; /* of all twelve tests */
};

#define LAYOUT_10(fields, has_files)                                    \
	.class = ROW_10, .total = (fields), .name = 0, .workers = NONE, \
	.seed = NONE, .size = 1, .chunk = NONE, .seeks = NONE,          \
	.seekers = NONE, .io = 2, .files = (has_files) ? 14 : NONE,     \
	.max = NONE, .min = NONE, .dirs = NONE, .file_chunk = NONE,     \
	.create = (has_files) ? 15 : NONE, .latency = NONE
#define LAYOUT_190(fields, lat)                                              \
	.class = ROW_190, .total = (fields), .name = 2, .workers = NONE,     \
	.seed = NONE, .size = 3, .chunk = 4, .seeks = NONE, .seekers = NONE, \
	.io = 5, .files = 17, .max = 18, .min = 19, .dirs = 20,              \
	.file_chunk = NONE, .create = 21, .latency = (lat)
#define LAYOUT_191(fields, lat)                                              \
	.class = ROW_191, .total = (fields), .name = 2, .workers = NONE,     \
	.seed = NONE, .size = 3, .chunk = 4, .seeks = NONE, .seekers = NONE, \
	.io = 5, .files = 17, .max = 18, .min = 19, .dirs = 20,              \
	.file_chunk = 21, .create = 22, .latency = (lat)
/* `less` is 1 in the row that 1.96 and older write for -s 0: a comma is missing
 * before the files, so that all from there on stands one to the left. */
#define LAYOUT_192B(fields, less, lat)                                         \
	.class = ROW_192B, .total = (fields), .name = 2, .workers = 3,         \
	.seed = 4, .size = (less) ? NONE : 5, .chunk = (less) ? NONE : 6,      \
	.seeks = NONE, .seekers = NONE, .io = (less) ? NONE : 7,               \
	.files = 19 - (less), .max = 20 - (less), .min = 21 - (less),          \
	.dirs = 22 - (less), .file_chunk = 23 - (less), .create = 24 - (less), \
	.latency = (lat)
#define LAYOUT_198(fields, has_files, lat)                                   \
	.class = ROW_198, .total = (fields), .name = 2, .workers = 3,        \
	.seed = 4, .size = 5, .chunk = 6, .seeks = 7, .seekers = 8, .io = 9, \
	.files = (has_files) ? 21 : NONE, .max = (has_files) ? 22 : NONE,    \
	.min = (has_files) ? 23 : NONE, .dirs = (has_files) ? 24 : NONE,     \
	.file_chunk = (has_files) ? 25 : NONE,                               \
	.create = (has_files) ? 26 : NONE, .latency = (lat)

static const struct row_layout layouts[] = {
	{ LAYOUT_10(27, 1), .commas_in_name = true },
	{ LAYOUT_10(14, 0) },
	{ LAYOUT_190(45, 33), .commas_in_name = true },
	{ LAYOUT_190(33, NONE) },
	{ LAYOUT_191(46, 34), .commas_in_name = true },
	{ LAYOUT_191(34, NONE) },
	{ LAYOUT_192B(48, 0, 36), .commas_in_name = true },
	{ LAYOUT_192B(47, 1, 35), .commas_in_name = true },
	{ LAYOUT_192B(36, 0, NONE) },
	{ LAYOUT_198(50, 1, 38), .commas_in_name = true },
	{ LAYOUT_198(38, 1, NONE) },
	{ LAYOUT_198(21, 0, NONE) },
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* Sets a quantity from digits with or without a fraction, or from pluses. */
static bool
read_figure(struct field field, double unit, struct quantity *quantity)
{
	char digits[32];
	size_t i = 0, points = 0;

	if (field.length == 0)
		return true;
	if (field.length >= sizeof digits)
		return false;
	memcpy(digits, field.text, field.length);
	digits[field.length] = '\0';
	if (strspn(digits, "+") == field.length && field.length >= 3) {
		quantity->state = QUANTITY_TOO_FAST;
		return true;
	}
	for (; i < field.length; i++) {
		points += digits[i] == '.';
		if (!field_digit(digits[i]) && digits[i] != '.')
			return false;
	}
	if (points > 1 || !field_digit(digits[0]))
		return false;
	*quantity = quantity_known(strtod(digits, NULL) * unit);
	return true;
}

static bool
read_latency(struct field field, struct quantity *quantity)
{
	uint64_t number;

	if (field.length == 0)
		return true;
	if (!field_take_number(&field, &number))
		return false;
	if (field_is(&field, "us"))
		*quantity = quantity_known((double)number / 1e6);
	else if (field_is(&field, "ms"))
		*quantity = quantity_known((double)number / 1e3);
	else if (field_is(&field, "s"))
		*quantity = quantity_known((double)number);
	else
		return false;
	return true;
}

/* A row as it is being read. */
struct row {
	const struct row_layout *layout;
	const struct field *fields;
	size_t surplus;
	struct result *result;
};

/* The field at a place of the layout, an empty one for NONE. */
static struct field
field_at(const struct row *row, int place)
{
	if (place == NONE)
		return (struct field){ "", 0 };
	if (place > row->layout->name)
		place += (int)row->surplus;
	return row->fields[place];
}

static char *
copy(struct field field)
{
	char *text = mem_alloc(field.length + 1, 1);

	memcpy(text, field.text, field.length);
	return text;
}

static struct field
name_field(const struct row *row)
{
	struct field first = row->fields[row->layout->name];
	struct field last =
		row->fields[(size_t)row->layout->name + row->surplus];

	first.length = (size_t)(last.text + last.length - first.text);
	return first;
}

/* Surplus fields may be anything: a name is one line. */
static bool
is_name(struct field field)
{
	for (size_t i = 0; i < field.length; i++)
		if ((unsigned char)field.text[i] < ' ')
			return false;
	return true;
}

/* bonnie++ 1.0x: "16G" or "16G:64k", always with a unit. */
static bool
read_size_and_chunk(const struct row *row)
{
	struct field field = field_at(row, row->layout->size);
	struct result *result = row->result;

	if (field.length == 0)
		return true;
	result->chunk_bytes = 8192;
	if (!field_take_size(&field, 0, &result->size_bytes) ||
	    result->size_bytes == 0)
		return false;
	if (field_take_char(&field, ':') &&
	    !field_take_size(&field, 1, &result->chunk_bytes))
		return false;
	return field.length == 0;
}

/* The size of a chunk that is not given is bonnie++'s 8192, but 2.00 never
 * gives it, whatever it was. */
static bool
read_versioned_setup(const struct row *row)
{
	const struct row_layout *layout = row->layout;
	struct result *result = row->result;
	struct field size = field_at(row, layout->size);

	if (size.length && row->fields[1].text[0] != '2')
		result->chunk_bytes = 8192;
	return field_count(field_at(row, layout->workers), &result->workers) &&
	       field_bytes(size, UNITS_MIB, &result->size_bytes) &&
	       field_bytes(field_at(row, layout->chunk), 1,
			   &result->chunk_bytes) &&
	       field_count(field_at(row, layout->seeks), &result->seeks) &&
	       field_count(field_at(row, layout->seekers), &result->seekers);
}

static bool
read_link(struct field field, struct file_setup *files)
{
	if (field_is(&field, "link"))
		files->link = LINK_HARD;
	else if (field_is(&field, "symlink"))
		files->link = LINK_SYMBOLIC;
	else
		return false;
	return true;
}

/* bonnie++ 1.0x: "16", "16:link", "16:4096:512/10". */
static bool
read_combined_files(struct field field, struct file_setup *files)
{
	const char *slash =
		field.length ? memchr(field.text, '/', field.length) : NULL;
	struct field dirs = { "", 0 };

	if (slash) {
		dirs.text = slash + 1;
		dirs.length = (size_t)(field.text + field.length - dirs.text);
		field.length = (size_t)(slash - field.text);
		if (dirs.length == 0)
			return false;
	}
	if (!field_count(dirs, &files->directories))
		return false;
	if (field.length == 0)
		return !slash;
	if (!field_take_number(&field, &files->units))
		return false;
	if (!field_take_char(&field, ':'))
		return field.length == 0;
	if (read_link(field, files))
		return true;
	if (!field_take_number(&field, &files->max_bytes))
		return false;
	return !field_take_char(&field, ':') ||
	       (field_take_number(&field, &files->min_bytes) &&
		field.length == 0);
}

/* bonnie++ writes the number of directories where the size of a chunk is said
 * to stand, and never that size. */
static bool
read_files(const struct row *row)
{
	const struct row_layout *layout = row->layout;
	struct file_setup *files = &row->result->files;
	struct field max = field_at(row, layout->max);
	struct field dirs = field_at(row, layout->dirs);
	struct field chunk = field_at(row, layout->file_chunk);

	if (layout->class == ROW_10)
		return read_combined_files(field_at(row, layout->files), files);
	if (!read_link(max, files) && !field_count(max, &files->max_bytes))
		return false;
	if (dirs.length == 0 && field_count(chunk, &files->directories) &&
	    files->directories < 100000) {
		chunk.length = 0;
	} else {
		files->directories = 0;
	}
	return field_count(field_at(row, layout->files), &files->units) &&
	       field_count(field_at(row, layout->min), &files->min_bytes) &&
	       field_count(dirs, &files->directories) &&
	       field_bytes(chunk, 1, &files->chunk_bytes);
}

/* One test: a phase when there is anything about it. */
static bool
read_column(const struct row *row, size_t column)
{
	const struct bonniepp_column *spec = &bonniepp_columns[column];
	const struct row_layout *layout = row->layout;
	bool io = column < BONNIEPP_IO;
	int first = io ? layout->io : layout->create;
	int pair = (int)(io ? column : column - BONNIEPP_IO) * 2;
	struct field value = field_at(row, first == NONE ? NONE : first + pair);
	struct field cpu =
		field_at(row, first == NONE ? NONE : first + pair + 1);
	struct field latency = field_at(
		row,
		layout->latency == NONE ? NONE : layout->latency + (int)column);
	struct phase_result *phase;

	if (value.length == 0 && latency.length == 0)
		return cpu.length == 0;
	phase = result_add_phase(row->result, spec->key);
	return read_figure(value, spec->unit, &phase->quantities[spec->id]) &&
	       read_figure(cpu, 1, &phase->quantities[QUANTITY_CPU]) &&
	       read_latency(latency, &phase->quantities[QUANTITY_LATENCY_MAX]);
}

/* The row that is one field short must not have anything about file I/O. */
static bool
missing_part_is_empty(const struct row *row)
{
	const struct row_layout *layout = row->layout;

	if (layout->io != NONE)
		return true;
	for (int place = layout->seed + 1; place < layout->files; place++)
		if (field_at(row, place).length)
			return false;
	return true;
}

static const char *
tool_of(const char *version)
{
	const char *point = strchr(version, '.');

	return point && strchr(point + 1, '.') ? "diskbench" : "bonnie++";
}

static bool
read_row(const struct row *row)
{
	struct result *result = row->result;

	if (!missing_part_is_empty(row) || !is_name(name_field(row)))
		return false;
	if (!(row->layout->class == ROW_10 ? read_size_and_chunk(row)
					   : read_versioned_setup(row)))
		return false;
	if (!read_files(row))
		return false;
	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++)
		if (!read_column(row, i))
			return false;
	if (row->layout->class == ROW_10 && result->phase_count == 0 &&
	    result->size_bytes == 0 && result->files.units == 0)
		return false;
	result->machine = copy(name_field(row));
	if (row->layout->seed != NONE &&
	    field_at(row, row->layout->seed).length)
		result->seed = copy(field_at(row, row->layout->seed));
	if (row->layout->class != ROW_10)
		result->tool_version = copy(row->fields[1]);
	result->tool = mem_strdup(row->layout->class == ROW_10
					  ? "bonnie++"
					  : tool_of(result->tool_version));
	return true;
}

/* "2", or 1.9x with a letter or none, or 2.x: which rows write it. */
static enum row_class
class_of(struct field version)
{
	uint64_t major, minor;
	char letter;

	if (field_is(&version, "2"))
		return ROW_190;
	if (!field_take_number(&version, &major) ||
	    !field_take_char(&version, '.') ||
	    !field_take_number(&version, &minor) || version.length > 1)
		return ROW_UNKNOWN;
	letter = version.length ? *version.text : '\0';
	if (major == 2 || (major == 1 && (minor == 98 || minor == 99)))
		return ROW_198;
	if (major != 1 || minor < 91 || minor > 99)
		return ROW_UNKNOWN;
	if (minor == 91 || (minor == 92 && letter == '\0'))
		return ROW_191;
	return minor == 92 && letter == 'a' ? ROW_UNKNOWN : ROW_192B;
}

/* Layouts that fit exactly go before those that need commas in the name. */
static int
try_class(const struct field *fields, size_t count, enum row_class class,
	  struct result *result)
{
	for (size_t i = 0; i < 2 * (size_t)LAYOUTS; i++) {
		const struct row_layout *layout = &layouts[i % LAYOUTS];
		bool exact = i < LAYOUTS;
		struct row row = { layout, fields, 0, result };

		if (layout->class != class || count < layout->total ||
		    exact != (count == layout->total) ||
		    (!exact && !layout->commas_in_name))
			continue;
		row.surplus = count - layout->total;
		if (read_row(&row))
			return 0;
		result_release(result);
		result_init(result);
	}
	return -1;
}

int
bonniepp_read_row(const char *line, size_t length, struct result *result)
{
	struct field fields[FIELDS_MAX];
	size_t count = fields_split(line, length, fields);
	enum row_class class;

	if (count < 14)
		return -1;
	class = class_of(fields[0]);
	if (class != ROW_UNKNOWN && fields[1].length &&
	    field_digit(*fields[1].text) &&
	    try_class(fields, count, class, result) == 0)
		return 0;
	return try_class(fields, count, ROW_10, result);
}

bool
bonniepp_is_heading(const char *line, size_t length)
{
	static const char *const starts[] = { "name,file_size,",
					      "format_version," };

	for (size_t i = 0; i < 2; i++)
		if (length >= strlen(starts[i]) &&
		    memcmp(line, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}
