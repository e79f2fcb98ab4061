#include "cli/completion.h"
#include "cli/help.h"

#include <stdbool.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"

static void
zsh_action(struct strbuf *text, const struct option_row *row)
{
	struct strbuf words;

	switch (row->offer) {
	case OFFER_FILES:
		strbuf_add(text, "_files");
		return;
	case OFFER_DIRECTORIES:
		strbuf_add(text, "_files -/");
		return;
	case OFFER_USERS:
		strbuf_add(text, "_users");
		return;
	case OFFER_GROUPS:
		strbuf_add(text, "_groups");
		return;
	default:
		strbuf_init(&words);
		completion_offered(&words, row);
		if (words.length)
			strbuf_addf(text, "(%s)", words.text);
		strbuf_release(&words);
	}
}

static void
zsh_spelling(struct strbuf *text, const struct option_row *row,
	     const char *spelled, bool is_long)
{
	strbuf_addf(text, "\t\t'*%s%s[", spelled,
		    row->takes == OPTION_FLAG    ? ""
		    : is_long                    ? "="
		    : row->takes == OPTION_VALUE ? "+"
						 : "-");
	completion_quoted(text, row->help, "[]:\\");
	strbuf_add_char(text, ']');
	if (row->takes != OPTION_FLAG) {
		strbuf_add(text, row->takes == OPTION_GLUED ? "::" : ":");
		completion_quoted(text, row->argument, "[]:\\");
		strbuf_add_char(text, ':');
		zsh_action(text, row);
	}
	strbuf_add(text, "' \\\n");
}

static void
zsh_command(struct strbuf *text, const struct command *command)
{
	strbuf_addf(text, "_diskbench_%s()\n{\n\t_arguments -s \\\n",
		    command->name);
	for (const struct option_row *row = command->options; row->name;
	     row++) {
		struct strbuf spelled;

		strbuf_init(&spelled);
		if (row->letter) {
			strbuf_addf(&spelled, "-%c", row->letter);
			zsh_spelling(text, row, spelled.text, false);
			strbuf_clear(&spelled);
		}
		strbuf_addf(&spelled, "--%s", row->name);
		zsh_spelling(text, row, spelled.text, true);
		strbuf_release(&spelled);
	}
	strbuf_add(text, "\t\t'*:target:_files'\n}\n\n");
}

void
help_zsh(struct strbuf *text)
{
	struct strbuf names;

	strbuf_init(&names);
	completion_commands(&names);
	strbuf_addf(text, "#compdef diskbench\n# " COMPLETION_REMARK "\n\n",
		    "zsh");
	for (const struct command *command = commands; command->name; command++)
		if (command->options)
			zsh_command(text, command);
	strbuf_add(text, "_diskbench()\n{\n\tcase ${words[2]} in\n"
			 "\tlist) compadd tests formats engines ;;\n");
	strbuf_addf(text,
		    "\thelp) compadd options tests formats engines sizes "
		    "verdicts %s ;;\n",
		    names.text);
	for (const struct command *command = commands; command->name; command++)
		if (command->options && command != commands)
			strbuf_addf(text, "\t%s) _diskbench_%s ;;\n",
				    command->name, command->name);
	strbuf_addf(text,
		    "\t*)\n\t\t((CURRENT == 2)) && compadd %s\n"
		    "\t\t_diskbench_%s\n\t\t;;\n\tesac\n}\n\n"
		    "_diskbench \"$@\"\n",
		    names.text, commands[0].name);
	strbuf_release(&names);
}
