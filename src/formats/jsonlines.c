#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "formats/json.h"
#include "formats/jsonload.h"
#include "formats/jsonread.h"
#include "results/result.h"

/* A run whose own line has not been seen yet. */
struct open_run {
	size_t index; /* in the set */
	bool open;
};

struct input {
	const char *source;
	const char *text;
	size_t length;
	size_t at;
	size_t line; /* of `counted` */
	size_t counted;
	struct result_set *set;
	struct open_run *runs;
	size_t run_count;
	struct error *error;
};

/* The line in which a byte stands; only ever asked forwards. */
static size_t
line_of(struct input *input, size_t offset)
{
	for (; input->counted < offset; input->counted++)
		if (input->text[input->counted] == '\n')
			input->line++;
	return input->line;
}

static bool
same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool
same_run(const struct result *a, const struct result *b)
{
	return same_text(a->environment.started, b->environment.started) &&
	       same_text(a->machine, b->machine) &&
	       same_text(a->environment.command, b->environment.command);
}

static struct open_run *
find_open(struct input *input, const struct result *result)
{
	for (size_t i = 0; i < input->run_count; i++) {
		struct open_run *run = &input->runs[i];

		if (run->open &&
		    same_run(&input->set->results[run->index], result))
			return run;
	}
	return NULL;
}

/* The newer header with the phases of both. */
static void
join(struct result *known, struct result *phase)
{
	struct result newer = *phase;
	struct phase_result only = phase->phases[0];
	size_t count = known->phase_count;

	free(phase->phases);
	newer.phases = mem_grow(known->phases, count, sizeof only);
	newer.phases[count] = only;
	newer.phase_count = count + 1;
	newer.line = known->line;
	known->phases = NULL;
	known->phase_count = 0;
	result_release(known);
	*known = newer;
}

/* Takes the result over. */
static void
add_phase_record(struct input *input, struct result *result)
{
	struct open_run *run = find_open(input, result);

	if (run && result->phase_count == 1) {
		join(&input->set->results[run->index], result);
		return;
	}
	*result_set_add(input->set) = *result;
	input->runs =
		mem_grow(input->runs, input->run_count, sizeof *input->runs);
	input->runs[input->run_count].index = input->set->count - 1;
	input->runs[input->run_count++].open = true;
}

static void
add_run_record(struct input *input, struct result *result)
{
	struct open_run *run = find_open(input, result);
	struct result *known;

	if (!run) {
		*result_set_add(input->set) = *result;
		return;
	}
	run->open = false;
	known = &input->set->results[run->index];
	result->line = known->line;
	result_release(known);
	*known = *result;
}

static int
add_object(struct input *input, const struct json_value *object, size_t line)
{
	const struct json_value *record = json_member(object, "record");
	struct result result;

	result_init(&result);
	if (json_load_result(input->source, line, object, &result,
			     input->error) != 0) {
		result_release(&result);
		return -1;
	}
	if (record && record->type == JSON_STRING &&
	    strcmp(record->string, "phase") == 0)
		add_phase_record(input, &result);
	else
		add_run_record(input, &result);
	return 0;
}

static int
add_value(struct input *input, const struct json_value *value, size_t line)
{
	if (value->type != JSON_ARRAY)
		return add_object(input, value, line);
	for (size_t i = 0; i < value->item_count; i++)
		if (add_object(input, &value->items[i], line) != 0)
			return -1;
	return 0;
}

static int
refuse(struct input *input, const struct json_problem *problem)
{
	size_t line = line_of(input, input->at + problem->offset);

	return error_set(input->error, ERROR_RUN,
			 "'%s' line %zu is broken JSON: %s", input->source,
			 line, problem->text);
}

static void
skip_blanks(struct input *input)
{
	while (input->at < input->length &&
	       strchr(" \t\r\n", input->text[input->at]) &&
	       input->text[input->at])
		input->at++;
}

/* One value of `length` bytes at the most. */
static int
take_value(struct input *input, size_t length, bool lines)
{
	struct json_value value;
	struct json_problem problem;
	size_t used =
		json_read(input->text + input->at, length, &value, &problem);
	int status;

	if (used == 0 && lines && problem.torn) {
		input->at += length;
		return 0;
	}
	if (used == 0)
		return refuse(input, &problem);
	status = add_value(input, &value, line_of(input, input->at));
	json_release(&value);
	if (lines && used < length && status == 0) {
		problem.text = "want one object a line";
		problem.offset = used;
		return refuse(input, &problem);
	}
	input->at += used;
	return status;
}

/* Records of a --save file are compact: the first key tells. */
static bool
is_lines(const struct input *input)
{
	static const char start[] = "{\"schema\":\"diskbench/1\",\"record\":";
	size_t length = sizeof start - 1;

	return input->length - input->at >= length &&
	       memcmp(input->text + input->at, start, length) == 0;
}

static int
take_all(struct input *input)
{
	bool lines;

	skip_blanks(input);
	lines = is_lines(input);
	for (; input->at < input->length; skip_blanks(input)) {
		size_t length = input->length - input->at;
		const char *start = input->text + input->at;
		const char *newline = memchr(start, '\n', length);

		if (lines && newline)
			length = (size_t)(newline - start);
		if (take_value(input, length, lines) != 0)
			return -1;
	}
	return 0;
}

int
json_parse_results(const char *source, const char *text, size_t length,
		   struct result_set *set, struct error *error)
{
	struct input input = {
		.source = source,
		.text = text,
		.length = length,
		.line = 1,
		.set = set,
		.error = error,
	};
	int status = take_all(&input);

	for (size_t i = 0; i < input.run_count; i++)
		if (input.runs[i].open)
			result_add_error(&set->results[input.runs[i].index],
					 "the run ended early: only the phases "
					 "that it had finished were saved");
	free(input.runs);
	return status;
}
