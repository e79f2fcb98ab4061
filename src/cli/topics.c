#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/streams.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "io/copy.h"
#include "io/engine.h"
#include "workloads/workload.h"

enum { USAGE_INDENT = 7, NAME_COLUMN = 18 };

static void
add_row(struct strbuf *text, const char *name, const char *summary)
{
	strbuf_addf(text, "  %s", name);
	strbuf_pad(text, NAME_COLUMN);
	help_wrap(text, summary, NAME_COLUMN);
}

static void
add_tests(struct strbuf *text)
{
	const char *suite = "";

	for (size_t i = 0; workload_at(i); i++) {
		const struct workload *workload = workload_at(i);

		if (strcmp(suite, workload->suite) != 0)
			strbuf_addf(text, "%sSuite %s:\n", i ? "\n" : "",
				    workload->suite);
		suite = workload->suite;
		add_row(text, workload->key, workload->summary);
	}
}

static const char *
directions(const struct format *format)
{
	if (format->emit && format->parse)
		return "written and read";
	return format->emit ? "written" : "read";
}

static void
add_formats(struct strbuf *text)
{
	strbuf_add(text, "Formats:\n");
	for (size_t i = 0; format_at(i); i++) {
		const struct format *format = format_at(i);
		struct strbuf summary;

		strbuf_init(&summary);
		strbuf_addf(&summary, "%s; %s", format->summary,
			    directions(format));
		add_row(text, format->name, summary.text);
		strbuf_release(&summary);
	}
}

static void
add_engines(struct strbuf *text)
{
	strbuf_add(text, "Engines:\n");
	for (size_t i = 0; engines[i]; i++)
		add_row(text, engines[i]->name, engines[i]->summary);
	strbuf_add(text, "\nOf tree-copy:\n");
	for (const struct copy_method *row = copy_methods; row->name; row++)
		add_row(text, row->name, row->summary);
}

static void
add_sizes(struct strbuf *text)
{
	strbuf_add(text,
		   "Sizes are a number, maybe with a fraction, and maybe a "
		   "unit:\n"
		   "  512, 64k, 1.5g, 4MiB, 1TiB\n"
		   "k m g t, also K, Ki and KiB, are powers of 1024, kB MB GB "
		   "TB of 1000.\n"
		   "Without a unit -s, -f and -r count MiB, chunks and file "
		   "sizes bytes.\n"
		   "Anything else is refused: 4096junk, -1, 1e6, 4k-8k, too "
		   "large a number.\n");
}

static void
add_exit_codes(struct strbuf *text)
{
	strbuf_add(
		text,
		"  0      done\n"
		"  1      a run failed (I/O error, no space, no permission), "
		"or the\n"
		"         results could not be written; finished tests are "
		"printed\n"
		"  2      the command line is wrong; nothing was touched\n"
		"  3      data came back wrong\n"
		"  4      --strict, and a figure is not the disk's\n"
		"  128+N  ended by signal N; finished tests are printed, "
		"nothing is left\n");
}

static void
add_verdicts(struct strbuf *text)
{
	static const struct {
		const char *name;
		const char *meaning;
	} rows[] = {
		{ "ok", "all that could be checked was, and passed" },
		{ "unproven", "the runs spread by more than 5 %" },
		{ "short", "under 1 s, or fewer than 100 operations" },
		{ "unsteady", "the rate changed: one number cannot say it" },
		{ "shared", "others had a part of the machine or the disk" },
		{ "partly",
		  "a part was not the disk's, such as over 2 % of the "
		  "reads" },
		{ "limited", "something else than the disk set the rate" },
		{ "cached", "a cache answered, such as for over 10 % of the "
			    "reads" },
		{ "invalid", "it is of no disk, or the data are wrong" },
		{ "unchecked", "nothing here can tell" },
	};

	strbuf_add(text, "A figure of the lines after 'honest:' is\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add_row(text, rows[i].name, rows[i].meaning);
	strbuf_add(text,
		   "limited, cached and invalid figures do not measure "
		   "the disk:\n--strict makes them +++++. No verdict "
		   "changes a figure. Without --strict\n+++++ is one that "
		   "took under half a second: too fast to be told.\n"
		   "'checks:' says what was proven, 'try:' what would "
		   "make the figures better.\n");
}

static void
add_run_options(struct strbuf *text)
{
	strbuf_add(text, "Options of diskbench run\n");
	help_options(text, run_options);
}

static const struct topic {
	const char *name;
	void (*add)(struct strbuf *text);
} topics[] = {
	{ "options", add_run_options },
	{ "tests", add_tests },
	{ "formats", add_formats },
	{ "engines", add_engines },
	{ "sizes", add_sizes },
	{ "exit codes", add_exit_codes },
	{ "verdicts", add_verdicts },
	/* Not for people: what scripts/check-generated installs. */
	{ "man", help_manual },
	{ "bash", help_bash },
	{ "zsh", help_zsh },
	{ "fish", help_fish },
	{ NULL, NULL },
};

static bool
command_help(struct strbuf *text, const char *name)
{
	const struct command *command = command_find(name);

	if (!command)
		return false;
	strbuf_addf(text, "Usage: diskbench %s %s\n", command->name,
		    command->usage);
	strbuf_add(text, "       ");
	help_wrap(text, command->summary, USAGE_INDENT);
	if (command->options)
		help_options(text, command->options);
	return true;
}

bool
help_topic(struct strbuf *text, const char *name)
{
	for (const struct topic *topic = topics; topic->name; topic++)
		if (strcmp(topic->name, name) == 0) {
			topic->add(text);
			return true;
		}
	return command_help(text, name);
}

/* `help exit codes` is one topic in two words. */
int
cmd_help(int argc, char **argv)
{
	struct strbuf name, text;
	int status = STATUS_DONE;

	strbuf_init(&name);
	strbuf_init(&text);
	for (int i = 1; i < argc; i++)
		strbuf_addf(&name, "%s%s", i > 1 ? " " : "", argv[i]);
	if (argc < 2) {
		help_overview(&text);
	} else if (!help_topic(&text, name.text)) {
		say("help: '%s' is not a topic, want options, tests, formats, "
		    "engines, sizes, exit codes, verdicts or a command",
		    name.text);
		status = STATUS_USAGE;
	}
	stream_print(stdout, &text);
	strbuf_release(&text);
	strbuf_release(&name);
	return status;
}
