#include "cli/completion.h"
#include "cli/help.h"

#include <stdbool.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"

static const char *
bash_action(enum option_offer offer)
{
	switch (offer) {
	case OFFER_FILES:
		return "-f";
	case OFFER_DIRECTORIES:
		return "-d";
	case OFFER_USERS:
		return "-u";
	case OFFER_GROUPS:
		return "-g";
	default:
		return NULL;
	}
}

/* One branch of the case on the word before. */
static void
bash_option(struct strbuf *text, const struct option_row *row)
{
	const char *action = bash_action(row->offer);
	struct strbuf words;

	if (row->takes != OPTION_VALUE)
		return;
	strbuf_init(&words);
	completion_offered(&words, row);
	strbuf_add(text, "\t");
	if (row->letter)
		strbuf_addf(text, "-%c|", row->letter);
	strbuf_addf(text, "--%s)\n", row->name);
	if (action)
		strbuf_addf(text,
			    "\t\tCOMPREPLY=($(compgen %s -- \"$word\"))\n",
			    action);
	else
		strbuf_addf(text,
			    "\t\tCOMPREPLY=($(compgen -W '%s' -- \"$word\"))\n",
			    words.text);
	strbuf_add(text, "\t\treturn\n\t\t;;\n");
	strbuf_release(&words);
}

static void
bash_command(struct strbuf *text, const struct command *command)
{
	strbuf_addf(text, "_diskbench_%s()\n{\n\tcase $before in\n",
		    command->name);
	for (const struct option_row *row = command->options; row->name; row++)
		bash_option(text, row);
	strbuf_add(text, "\tesac\n\tcase $word in\n\t-*)\n"
			 "\t\tCOMPREPLY=($(compgen -W '");
	for (const struct option_row *row = command->options; row->name;
	     row++) {
		if (row->letter)
			strbuf_addf(text, "-%c ", row->letter);
		strbuf_addf(text, "--%s%s", row->name, row[1].name ? " " : "");
	}
	strbuf_add(text, "' -- \"$word\"))\n\t\treturn\n\t\t;;\n\tesac\n"
			 "\tCOMPREPLY=($(compgen -f -- \"$word\"))\n}\n\n");
}

void
help_bash(struct strbuf *text)
{
	struct strbuf names;

	strbuf_init(&names);
	completion_commands(&names);
	strbuf_addf(text,
		    "# bash completion of diskbench. " COMPLETION_REMARK "\n\n",
		    "bash");
	for (const struct command *command = commands; command->name; command++)
		if (command->options)
			bash_command(text, command);
	strbuf_addf(
		text,
		"_diskbench()\n{\n"
		"\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
		"\tlocal before=${COMP_WORDS[COMP_CWORD - 1]}\n\n"
		"\tCOMPREPLY=()\n"
		"\tif [ \"$COMP_CWORD\" -eq 1 ] && [ \"${word#-}\" = \"$word\" "
		"]; then\n"
		"\t\tCOMPREPLY=($(compgen -W '%s' -- \"$word\")\n"
		"\t\t\t$(compgen -d -- \"$word\"))\n"
		"\t\treturn\n\tfi\n"
		"\tcase ${COMP_WORDS[1]} in\n"
		"\tlist)\n"
		"\t\tCOMPREPLY=($(compgen -W 'tests formats engines' -- "
		"\"$word\"))\n"
		"\t\t;;\n"
		"\thelp)\n"
		"\t\tCOMPREPLY=($(compgen -W 'options tests formats engines "
		"sizes verdicts %s' -- \"$word\"))\n"
		"\t\t;;\n",
		names.text, names.text);
	for (const struct command *command = commands; command->name; command++)
		if (command->options && command != commands)
			strbuf_addf(text, "\t%s)\n\t\t_diskbench_%s\n\t\t;;\n",
				    command->name, command->name);
	strbuf_addf(text,
		    "\t*)\n\t\t_diskbench_%s\n\t\t;;\n\tesac\n}\n"
		    "complete -o filenames -F _diskbench diskbench\n",
		    commands[0].name);
	strbuf_release(&names);
}
