#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/load.h"
#include "cli/option_apply.h"
#include "cli/output.h"
#include "cli/streams.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "results/result.h"

/* What the user said to `diskbench convert`. */
struct conversion {
	struct options options; /* first: -o is the option of run */
	const char *version;
};

static int
apply_version(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct conversion *conversion = into;

	conversion->version = value;
	if (!*value)
		return error_set(error, ERROR_USAGE,
				 "%s: '' is empty, want a version like 1.03e",
				 spelled);
	return 0;
}

const struct option_row convert_options[] = {
	{
		.letter = 'o',
		.name = "output",
		.argument = "FORMAT[=FILE]",
		.takes = OPTION_VALUE,
		.offer = OFFER_FORMATS,
		.group = "Output",
		.fallback = "json",
		.help = "output in FORMAT, to FILE or standard output; may be "
			"repeated, see 'diskbench list formats'",
		.apply = apply_output,
	},
	{
		.name = "as-version",
		.argument = "VERSION",
		.takes = OPTION_VALUE,
		.group = "Output",
		.fallback = "1.03",
		.help = "version of the program where a result does not say "
			"it: bonnie++'s row of 27 fields",
		.apply = apply_version,
	},
	{
		.letter = 'h',
		.name = "help",
		.group = "Help",
		.help = "print this help",
		.flag = offsetof(struct conversion, options.help),
	},
	{ .name = NULL },
};

static void
set_version(struct result_set *set, const char *version)
{
	for (size_t i = 0; version && i < set->count; i++)
		if (!set->results[i].tool_version)
			set->results[i].tool_version = mem_strdup(version);
}

/* A file that cannot be read does not keep the others from being written. */
static int
load_all(const struct operands *files, struct result_set *set)
{
	int status = STATUS_DONE;

	for (size_t i = 0; i < files->count; i++) {
		struct error error = { ERROR_NONE, 0, 0, "" };

		if (load_results(files->words[i], set, &error) != 0)
			status = say_error(&error);
	}
	return status;
}

static int
convert(const struct conversion *conversion, const struct operands *files)
{
	struct output_request standard = { format_find("json"), NULL };
	const struct options *options = &conversion->options;
	struct result_set set;
	int status, written = 0;

	result_set_init(&set);
	status = load_all(files, &set);
	set_version(&set, conversion->version);
	if (set.count > 0)
		written = options->output_count
				  ? output_formats(options->outputs,
						   options->output_count, &set)
				  : output_formats(&standard, 1, &set);
	result_set_release(&set);
	return written != 0 ? STATUS_RUN : status;
}

static int
print_help(void)
{
	struct strbuf text;

	strbuf_init(&text);
	help_topic(&text, "convert");
	stream_print(stdout, &text);
	strbuf_release(&text);
	return STATUS_DONE;
}

static int
act(const struct conversion *conversion, const struct operands *files)
{
	struct error error = { ERROR_NONE, 0, 0, "" };

	if (conversion->options.help)
		return print_help();
	if (files->rest && *files->rest) {
		error_set(&error, ERROR_USAGE,
			  "convert: '%s' stands behind --, want files before "
			  "it",
			  *files->rest);
		return say_error(&error);
	}
	if (files->count == 0) {
		error_set(&error, ERROR_USAGE,
			  "convert: no file, want FILE... or - for standard "
			  "input");
		return say_error(&error);
	}
	if (options_check_outputs(&conversion->options, &error) != 0 ||
	    output_check(&conversion->options, &error) != 0)
		return say_error(&error);
	return convert(conversion, files);
}

int
cmd_convert(int argc, char **argv)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	struct conversion conversion = { .version = NULL };
	struct operands files;
	int status;

	(void)argc;
	options_init(&conversion.options);
	if (option_parse(convert_options, &conversion, argv, &files, &error) !=
	    0)
		status = say_error(&error);
	else
		status = act(&conversion, &files);
	operands_release(&files);
	options_release(&conversion.options);
	return status;
}
