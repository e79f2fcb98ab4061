#include "formats/longread.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/csvfield.h"
#include "results/result.h"

enum column {
	COLUMN_SOURCE,
	COLUMN_LINE,
	COLUMN_RUN,
	COLUMN_MACHINE,
	COLUMN_LABEL,
	COLUMN_SIZE,
	COLUMN_CHUNK,
	COLUMN_WORKERS,
	COLUMN_TEST,
	COLUMN_QUANTITY,
	COLUMN_UNIT,
	COLUMN_STATE,
	COLUMN_VALUE,
	COLUMNS,
};

const char long_heading[] =
	"source,line,run,machine,label,size_bytes,chunk_bytes,workers,test,"
	"quantity,unit,state,value";

const char long_depth[] = "depth=";

const char *const long_states[] = {
	[QUANTITY_ABSENT] = "absent",
	[QUANTITY_KNOWN] = "known",
	[QUANTITY_TOO_FAST] = "too-fast",
	[QUANTITY_FAILED] = "failed",
};

struct input {
	const char *source;
	const char *text;
	size_t length;
	size_t at;
	size_t line; /* in which the record began */
	size_t next_line;
	struct strbuf fields[COLUMNS];
	struct result_set *set;
	uint64_t run; /* of the last result in the set */
	struct error *error;
};

static int
refuse(const struct input *input, const char *what, const char *subject)
{
	return error_set(input->error, ERROR_RUN, "'%s' line %zu: %s '%s'",
			 input->source, input->line, what, subject);
}

/* The next byte; '\n' at the end of the text, so that it ends a record. */
static char
peek(const struct input *input)
{
	return input->at < input->length ? input->text[input->at] : '\n';
}

static char
take(struct input *input)
{
	char next = peek(input);

	input->at++;
	if (next == '\n')
		input->next_line++;
	return next;
}

static int
read_quoted(struct input *input, struct strbuf *field)
{
	take(input);
	for (;;) {
		char next;

		if (input->at >= input->length)
			return refuse(input, "a quote does not end in",
				      field->text);
		next = take(input);
		if (next == '"' && peek(input) != '"')
			return 0;
		if (next == '"')
			take(input);
		strbuf_add_char(field, next);
	}
}

/* One field and the comma or line end after it; *last tells which. */
static int
read_field(struct input *input, struct strbuf *field, bool *last)
{
	if (peek(input) == '"') {
		if (read_quoted(input, field) != 0)
			return -1;
	} else {
		while (peek(input) != ',' && peek(input) != '\n' &&
		       peek(input) != '\r')
			strbuf_add_char(field, take(input));
	}
	if (peek(input) == '\r')
		take(input);
	*last = peek(input) == '\n';
	if (!*last && peek(input) != ',')
		return refuse(input, "want a comma after", field->text);
	take(input);
	return 0;
}

static int
read_record(struct input *input)
{
	bool last = false;

	input->line = input->next_line;
	for (size_t i = 0; i < COLUMNS; i++)
		strbuf_clear(&input->fields[i]);
	for (size_t i = 0; i < COLUMNS; i++) {
		if (last)
			return refuse(input, "want 13 fields, the last one is",
				      input->fields[i - 1].text);
		if (read_field(input, &input->fields[i], &last) != 0)
			return -1;
	}
	if (!last)
		return refuse(input, "want 13 fields, there are more after",
			      input->fields[COLUMN_VALUE].text);
	return 0;
}

static const char *
field(const struct input *input, enum column column)
{
	return input->fields[column].text;
}

static char *
copy(const struct input *input, enum column column)
{
	const char *text = field(input, column);

	return *text ? mem_strdup(text) : NULL;
}

static int
read_count(const struct input *input, enum column column, uint64_t *count)
{
	struct field text = { field(input, column),
			      input->fields[column].length };

	*count = 0;
	if (field_count(text, count))
		return 0;
	return refuse(input, "want a whole number instead of",
		      field(input, column));
}

/* A row with an empty source is of a result that was never read from a file
 * before: this one is its source. */
static bool
continues(const struct input *input, uint64_t run)
{
	const struct result *result;
	const char *source = field(input, COLUMN_SOURCE);

	if (input->run == 0 || run != input->run)
		return false;
	result = &input->set->results[input->set->count - 1];
	return strcmp(result->source, *source ? source : input->source) == 0;
}

/* "depth=4" at the end of a label. As a word of its own it is the point of a
 * sweep; behind others it was put there for want of a column. */
static void
take_depth(struct result *result)
{
	char *last = result->label ? strrchr(result->label, ' ') : NULL;
	const char *word = last ? last + 1 : result->label;
	size_t length = strlen(long_depth);
	struct field digits;

	if (!word || strncmp(word, long_depth, length) != 0)
		return;
	digits = (struct field){ word + length, strlen(word) - length };
	if (!digits.length || !field_count(digits, &result->depth)) {
		result->depth = 0;
		return;
	}
	if (last && result->depth > 1)
		*last = '\0';
}

static int
start_result(struct input *input, uint64_t run)
{
	struct result *result = result_set_add(input->set);
	const char *source = field(input, COLUMN_SOURCE);
	uint64_t line;

	input->run = run;
	result->source = mem_strdup(*source ? source : input->source);
	result->machine = copy(input, COLUMN_MACHINE);
	result->label = copy(input, COLUMN_LABEL);
	take_depth(result);
	if (read_count(input, COLUMN_LINE, &line) != 0 ||
	    read_count(input, COLUMN_SIZE, &result->size_bytes) != 0 ||
	    read_count(input, COLUMN_CHUNK, &result->chunk_bytes) != 0)
		return -1;
	result->line = (size_t)line;
	return read_count(input, COLUMN_WORKERS, &result->workers);
}

static int
read_state(const struct input *input, enum quantity_state *state)
{
	for (int i = QUANTITY_KNOWN; i <= QUANTITY_FAILED; i++) {
		if (strcmp(field(input, COLUMN_STATE), long_states[i]) == 0) {
			*state = (enum quantity_state)i;
			return 0;
		}
	}
	return refuse(input, "want known, too-fast or failed instead of",
		      field(input, COLUMN_STATE));
}

static int
read_value(const struct input *input, double *value)
{
	const char *text = field(input, COLUMN_VALUE);
	char *end;

	*value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(*value) ||
	    strspn(text, "+-.0123456789eE") != strlen(text))
		return refuse(input, "want a number instead of", text);
	return 0;
}

/* A test that comes again with a quantity that it has had is another phase of
 * the same name. */
static struct phase_result *
phase_for(struct result *result, const char *key, enum quantity_id id)
{
	struct phase_result *last =
		result->phase_count ? &result->phases[result->phase_count - 1]
				    : NULL;

	if (last && strcmp(last->key, key) == 0 &&
	    last->quantities[id].state == QUANTITY_ABSENT)
		return last;
	return result_add_phase(result, key);
}

static int
add_row(struct input *input)
{
	const struct quantity_info *info =
		quantity_find(field(input, COLUMN_QUANTITY));
	struct quantity quantity = { .value = 0 };
	struct result *result;
	uint64_t run;

	if (!info)
		return refuse(input, "there is no quantity",
			      field(input, COLUMN_QUANTITY));
	if (strcmp(field(input, COLUMN_UNIT), info->unit) != 0)
		return refuse(input, "not the unit of this quantity:",
			      field(input, COLUMN_UNIT));
	if (*field(input, COLUMN_TEST) == '\0')
		return refuse(input, "want a test before", info->key);
	if (read_count(input, COLUMN_RUN, &run) != 0 ||
	    read_state(input, &quantity.state) != 0)
		return -1;
	if (run == 0)
		return refuse(input, "want a run from 1 on instead of",
			      field(input, COLUMN_RUN));
	if (quantity.state == QUANTITY_KNOWN &&
	    read_value(input, &quantity.value) != 0)
		return -1;
	if (!continues(input, run) && start_result(input, run) != 0)
		return -1;
	result = &input->set->results[input->set->count - 1];
	phase_for(result, field(input, COLUMN_TEST), info->id)
		->quantities[info->id] = quantity;
	return 0;
}

static int
read_all(struct input *input)
{
	while (input->at < input->length) {
		if (peek(input) == '\n' || peek(input) == '\r') {
			take(input);
			continue;
		}
		if (read_record(input) != 0 || add_row(input) != 0)
			return -1;
	}
	return 0;
}

int
long_parse(const char *source, const char *text, size_t length,
	   struct result_set *set, struct error *error)
{
	struct input input = {
		.source = source,
		.text = text,
		.length = length,
		.at = strlen(long_heading),
		.next_line = 1,
		.set = set,
		.error = error,
	};
	int status;

	if (length < input.at || memcmp(text, long_heading, input.at) != 0)
		return error_set(error, ERROR_RUN, "'%s' line 1: want '%s,...'",
				 source, "source,line,run");
	for (size_t i = 0; i < COLUMNS; i++)
		strbuf_init(&input.fields[i]);
	status = read_all(&input);
	for (size_t i = 0; i < COLUMNS; i++)
		strbuf_release(&input.fields[i]);
	return status;
}
