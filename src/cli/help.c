#include "cli/help.h"

#include <string.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"

enum { HELP_INDENT = 26 };

void
help_wrap(struct strbuf *text, const char *words, size_t column)
{
	strbuf_add_wrapped(text, words, column, HELP_COLUMNS);
	strbuf_add_char(text, '\n');
}

void
help_spelling(struct strbuf *text, const struct option_row *row)
{
	if (row->letter)
		strbuf_addf(text, "-%c, --%s", row->letter, row->name);
	else
		strbuf_addf(text, "    --%s", row->name);
	if (row->takes == OPTION_GLUED)
		strbuf_addf(text, "[=%s]", row->argument);
	else if (row->argument)
		strbuf_addf(text, " %s", row->argument);
}

static void
add_option(struct strbuf *text, const struct option_row *row)
{
	struct strbuf words;

	strbuf_add(text, "  ");
	help_spelling(text, row);
	if (strbuf_column(text) + 2 > HELP_INDENT)
		strbuf_add_char(text, '\n');
	strbuf_pad(text, HELP_INDENT);
	strbuf_init(&words);
	strbuf_add(&words, row->help);
	if (row->fallback)
		strbuf_addf(&words, " (default: %s)", row->fallback);
	help_wrap(text, words.text, HELP_INDENT);
	strbuf_release(&words);
}

void
help_options(struct strbuf *text, const struct option_row *rows)
{
	const char *group = NULL;

	for (; rows->name; rows++) {
		if (!group || strcmp(group, rows->group) != 0)
			strbuf_addf(text, "\n%s:\n", rows->group);
		group = rows->group;
		add_option(text, rows);
	}
}

void
help_overview(struct strbuf *text)
{
	strbuf_add(text, "Usage:\n");
	for (const struct command *command = commands; command->name;
	     command++) {
		bool first = command == commands;

		strbuf_addf(text,
			    first ? "  diskbench [%s] %s" : "  diskbench %s %s",
			    command->name, command->usage);
		strbuf_add_char(text, '\n');
		strbuf_pad(text, HELP_INDENT);
		help_wrap(text, command->summary, HELP_INDENT);
	}
	help_options(text, commands[0].options);
	strbuf_add(text,
		   "\nSizes: 512, 64k, 1.5g, 4MiB; k m g t are powers of 1024, "
		   "kB MB GB TB of 1000.\n"
		   "Exit status: 0 done, 1 a run failed, 2 usage, 3 data came "
		   "back wrong,\n4 --strict and a figure is not the disk's, "
		   "128+N ended by signal N.\nSee 'diskbench help TOPIC': "
		   "options, formats, tests, engines, sizes, exit codes,\n"
		   "verdicts, or a command.\n");
}
