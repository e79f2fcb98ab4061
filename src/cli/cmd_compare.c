#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/compare_html.h"
#include "cli/help.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/report_style.h"
#include "cli/streams.h"
#include "compare/compare.h"
#include "compare/report.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"

typedef void report_add(struct strbuf *text,
			const struct comparison *comparison,
			const struct report_style *style);

/* What the user said to `diskbench compare`. */
struct compare_options {
	struct compare_settings settings;
	report_add *report;
	bool explain;
	bool help;
};

static const char *const report_words[] = { "text", "markdown", "html",
					    "json", "long",     NULL };
static report_add *const reports[] = { report_add_text, report_add_markdown,
				       report_add_html, report_add_json,
				       report_add_long };

static int
apply_report(void *into, const char *spelled, const char *value,
	     struct error *error)
{
	struct compare_options *options = into;

	for (size_t i = 0; report_words[i]; i++)
		if (strcmp(report_words[i], value) == 0) {
			options->report = reports[i];
			return 0;
		}
	return error_set(error, ERROR_USAGE,
			 "%s: '%s' is not known, want text, markdown, html, "
			 "json or long",
			 spelled, value);
}

/* A number of percent as a share. */
static int
apply_percent(const char *spelled, const char *value,
	      const struct units_span *span, double *share, struct error *error)
{
	double percent;

	if (units_parse_number(spelled, value, *span, &percent, error) != 0)
		return -1;
	*share = percent / 100;
	return 0;
}

static int
apply_confidence(void *into, const char *spelled, const char *value,
		 struct error *error)
{
	static const struct units_span span = { 50, 99.999 };
	struct compare_options *options = into;

	return apply_percent(spelled, value, &span,
			     &options->settings.confidence, error);
}

static int
apply_delta(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	static const struct units_span span = { 0.001, 1000 };
	struct compare_options *options = into;

	return apply_percent(spelled, value, &span, &options->settings.delta,
			     error);
}

const struct option_row compare_options[] = {
	{
		.name = "confidence",
		.argument = "PCT",
		.takes = OPTION_VALUE,
		.group = "Statistics",
		.fallback = "95",
		.help = "how sure a difference must be, 50 to 99.999 percent",
		.apply = apply_confidence,
	},
	{
		.name = "delta",
		.argument = "PCT",
		.takes = OPTION_VALUE,
		.group = "Statistics",
		.help = "call equivalent what is proven to differ by less than "
			"PCT percent",
		.apply = apply_delta,
	},
	{
		.name = "pooled",
		.group = "Statistics",
		.help = "test with one spread for both sides, as ministat "
			"does, and say it in its words",
		.flag = offsetof(struct compare_options, settings.pooled),
	},
	{
		.letter = 'o',
		.name = "output",
		.argument = "text|markdown|html|json|long",
		.takes = OPTION_VALUE,
		.offer = OFFER_WORDS,
		.words = report_words,
		.group = "Output",
		.fallback = "text",
		.help = "what the report is written as, on standard output",
		.apply = apply_report,
	},
	{
		.name = "explain",
		.group = "Output",
		.help = "say what each column means and what makes it lie; "
			"without FILE, of all columns there are",
		.flag = offsetof(struct compare_options, explain),
	},
	{
		.letter = 'h',
		.name = "help",
		.group = "Help",
		.help = "print this help",
		.flag = offsetof(struct compare_options, help),
	},
	{ .name = NULL },
};

static int
print(const struct strbuf *text)
{
	return stream_print(stdout, text) == 0 ? STATUS_DONE : STATUS_RUN;
}

static int
report(const struct compare_options *options,
       const struct compare_pairing *pairing)
{
	struct report_style style = report_style_here();
	struct comparison comparison;
	struct strbuf text;
	int status;

	style.explain = options->explain;
	strbuf_init(&text);
	comparison_make(&comparison, &options->settings, pairing);
	options->report(&text, &comparison, &style);
	status = print(&text);
	comparison_release(&comparison);
	strbuf_release(&text);
	return status;
}

/* Too few sides: that is a mistake of the command line, unless it named
 * enough and some could not be read. */
static int
refuse(const struct compare_input *inputs, size_t count, int status)
{
	if (status != STATUS_DONE)
		return status;
	if (count == 0)
		say("compare: no results left, want two sides");
	else
		say("compare: '%s' holds results of one set-up only, want a "
		    "second file to compare it with",
		    inputs[0].name);
	return STATUS_USAGE;
}

/* A file that cannot be read does not keep the others from being compared. */
static int
load_all(const struct operands *files, struct result_set *sets,
	 struct compare_input *inputs, size_t *count)
{
	int status = STATUS_DONE;

	*count = 0;
	for (size_t i = 0; i < files->count; i++) {
		struct error error = { ERROR_NONE, 0, 0, "" };

		if (load_results(files->words[i], &sets[i], &error) != 0)
			status = say_error(&error);
		if (sets[i].count == 0)
			continue;
		inputs[*count].name = files->words[i];
		inputs[*count].results = sets[i].results;
		inputs[*count].count = sets[i].count;
		++*count;
	}
	return status;
}

static int
compare(const struct compare_options *options, const struct operands *files)
{
	struct compare_input *inputs = mem_alloc(files->count, sizeof *inputs);
	struct result_set *sets = mem_alloc(files->count, sizeof *sets);
	struct compare_pairing pairing;
	int status, reported = STATUS_DONE;
	size_t count;

	for (size_t i = 0; i < files->count; i++)
		result_set_init(&sets[i]);
	status = load_all(files, sets, inputs, &count);
	compare_pairing_make(&pairing, inputs, count);
	if (pairing.side_count < 2)
		status = refuse(inputs, count, status);
	else
		reported = report(options, &pairing);
	compare_pairing_release(&pairing);
	for (size_t i = 0; i < files->count; i++)
		result_set_release(&sets[i]);
	free(sets);
	free(inputs);
	return status != STATUS_DONE ? status : reported;
}

static int
print_topic(bool help)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	if (help)
		help_topic(&text, "compare");
	else
		report_add_explanation(&text, NULL);
	status = print(&text);
	strbuf_release(&text);
	return status;
}

/* Standard input can be read once only. */
static int
check_files(const struct operands *files, struct error *error)
{
	size_t standard = 0;

	if (files->rest && *files->rest)
		return error_set(error, ERROR_USAGE,
				 "compare: '%s' stands behind --, want files "
				 "before it",
				 *files->rest);
	if (files->count == 0)
		return error_set(error, ERROR_USAGE,
				 "compare: no file, want FILE... or - for "
				 "standard input");
	for (size_t i = 0; i < files->count; i++)
		standard += strcmp(files->words[i], "-") == 0;
	if (standard > 1)
		return error_set(error, ERROR_USAGE,
				 "compare: '-' is there twice, want it once: "
				 "standard input can be read once only");
	return 0;
}

static int
act(const struct compare_options *options, const struct operands *files)
{
	struct error error = { ERROR_NONE, 0, 0, "" };

	if (options->help || (options->explain && files->count == 0))
		return print_topic(options->help);
	if (check_files(files, &error) != 0)
		return say_error(&error);
	return compare(options, files);
}

int
cmd_compare(int argc, char **argv)
{
	struct compare_options options = {
		.settings = { .confidence = 0.95 },
		.report = report_add_text,
	};
	struct error error = { ERROR_NONE, 0, 0, "" };
	struct operands files;
	int status;

	(void)argc;
	if (option_parse(compare_options, &options, argv, &files, &error) != 0)
		status = say_error(&error);
	else
		status = act(&options, &files);
	operands_release(&files);
	return status;
}
