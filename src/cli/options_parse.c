#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/units.h"
#include "run/points.h"
#include "run/select.h"
#include "run/settings.h"

void
options_init(struct options *options)
{
	memset(options, 0, sizeof *options);
	settings_init(&options->settings);
}

void
options_release(struct options *options)
{
	free(options->test_text);
	free(options->tests);
	free(options->targets);
	free(options->user_text);
	free(options->tree_path);
	free(options->prepare_words);
	free(options->cleanup_words);
	free(options->random_table);
	memset(options, 0, sizeof *options);
}

/* Whether an output before this one goes to the same file. */
static bool
is_second(const struct options *options, size_t index)
{
	const char *path = options->outputs[index].path;

	for (size_t i = 0; i < index; i++)
		if (path && options->outputs[i].path &&
		    !strcmp(path, options->outputs[i].path))
			return true;
	return false;
}

int
options_check_outputs(const struct options *options, struct error *error)
{
	size_t to_stdout = 0;

	for (size_t i = 0; i < options->output_count; i++)
		to_stdout += !options->outputs[i].path;
	if (to_stdout > 1)
		return error_set(error, ERROR_USAGE,
				 "-o: %zu formats go to standard output, want "
				 "one there and the others as FORMAT=FILE",
				 to_stdout);
	for (size_t i = 0; i < options->output_count; i++)
		if (is_second(options, i))
			return error_set(error, ERROR_USAGE,
					 "-o: '%s' is to hold two formats, "
					 "want a file for each",
					 options->outputs[i].path);
	return 0;
}

static int
check_tests(const struct settings *settings, struct error *error)
{
	bool *wanted = mem_alloc(select_row_count(), sizeof *wanted);
	int status = select_tests(settings->tests, settings->test_count, wanted,
				  error);

	free(wanted);
	return status;
}

/* Targets that take turns are told apart by their names. */
static int
take_targets(struct options *options, const struct operands *operands,
	     struct error *error)
{
	if (operands->count < 2)
		return error_set(error, ERROR_USAGE,
				 "--interleave: %zu targets, want two or more",
				 operands->count);
	if (options->turns != TURNS_NONE)
		return error_set(error, ERROR_USAGE,
				 "--interleave: targets that take turns cannot "
				 "wait for other processes, want no -y");
	if (points_count(&options->settings) > 1)
		return error_set(error, ERROR_USAGE,
				 "--interleave: targets that take turns have "
				 "one set-up, want no --sweep");
	for (size_t i = 1; i < operands->count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(operands->words[i], operands->words[k]) == 0)
				return error_set(error, ERROR_USAGE,
						 "--interleave: '%s' is there "
						 "twice, want other targets",
						 operands->words[i]);
	options->targets = mem_alloc(operands->count, sizeof *options->targets);
	for (size_t i = 0; i < operands->count; i++)
		options->targets[i] = operands->words[i];
	options->target_count = operands->count;
	return 0;
}

static int
take_operands(struct options *options, const struct operands *operands,
	      struct error *error)
{
	if (operands->count > 1 && !options->interleave)
		return error_set(
			error, ERROR_USAGE,
			"'%s' is a second target, want one, several with "
			"--interleave, or -- before a command",
			operands->words[1]);
	if (operands->count > 0 && options->directory)
		return error_set(error, ERROR_USAGE,
				 "'%s' is a second target, -d has named '%s'",
				 operands->words[0], options->directory);
	for (size_t i = 0; i < operands->count; i++)
		if (!operands->words[i][0])
			return error_set(error, ERROR_USAGE,
					 "'' is not a target, want a "
					 "directory");
	if (operands->count > 0)
		options->settings.target = operands->words[0];
	if (operands->rest && !operands->rest[0])
		return error_set(error, ERROR_USAGE,
				 "'--' is the last word, want a command after "
				 "it");
	options->settings.command.arguments = operands->rest;
	return 0;
}

static int
check_all(const struct options *options, struct error *error)
{
	if (options_check_outputs(options, error) != 0 ||
	    check_tests(&options->settings, error) != 0)
		return -1;
	return settings_check(&options->settings, error);
}

/* Not for users: a test of what is said of a device that does not answer need
 * not wait for a minute. */
static int
take_environment(struct settings *settings, struct error *error)
{
	static const char name[] = "DISKBENCH_STUCK_SECONDS";
	const struct units_span span = { 0.001, 86400 };
	const char *text = getenv(name);
	double seconds;

	if (!text)
		return 0;
	if (units_parse_number(name, text, span, &seconds, error) != 0)
		return -1;
	settings->stuck_after_ns = (uint64_t)(seconds * UNITS_NS_PER_S);
	return 0;
}

int
options_parse(struct options *options, char *const *argv, struct error *error)
{
	struct operands operands;
	int status;

	if (take_environment(&options->settings, error) != 0)
		return -1;
	status = option_parse(run_options, options, argv, &operands, error);
	if (status == 0 && !options->help && !options->version) {
		status = take_operands(options, &operands, error);
		if (status == 0 && options->interleave)
			status = take_targets(options, &operands, error);
		if (status == 0)
			status = check_all(options, error);
	}
	operands_release(&operands);
	return status;
}
