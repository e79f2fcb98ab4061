#include "cli/completion.h"
#include "cli/help.h"

#include <stdbool.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"

static const char *
fish_action(enum option_offer offer)
{
	switch (offer) {
	case OFFER_FILES:
		return " -r -F";
	case OFFER_DIRECTORIES:
		return " -x -a '(__fish_complete_directories)'";
	case OFFER_USERS:
		return " -x -a '(__fish_complete_users)'";
	case OFFER_GROUPS:
		return " -x -a '(__fish_complete_groups)'";
	default:
		return NULL;
	}
}

static void
add_other_commands(struct strbuf *text)
{
	strbuf_add(text, "not __fish_seen_subcommand_from");
	for (const struct command *other = commands + 1; other->name; other++)
		strbuf_addf(text, " %s", other->name);
}

/* `run` is the command that need not be named. */
static void
fish_option(struct strbuf *text, const struct command *command,
	    const struct option_row *row)
{
	const char *action = fish_action(row->offer);
	struct strbuf words;

	strbuf_init(&words);
	completion_offered(&words, row);
	strbuf_add(text, "complete -c diskbench -n '");
	if (command == commands)
		add_other_commands(text);
	else
		strbuf_addf(text, "__fish_seen_subcommand_from %s",
			    command->name);
	strbuf_add_char(text, '\'');
	if (row->letter)
		strbuf_addf(text, " -s %c", row->letter);
	strbuf_addf(text, " -l %s -d '", row->name);
	completion_quoted(text, row->help, "\\");
	strbuf_add_char(text, '\'');
	if (action)
		strbuf_add(text, action);
	else if (words.length)
		strbuf_addf(text, " -x -a '%s'", words.text);
	else if (row->takes == OPTION_VALUE)
		strbuf_add(text, " -x");
	strbuf_add_char(text, '\n');
	strbuf_release(&words);
}

void
help_fish(struct strbuf *text)
{
	strbuf_addf(text,
		    "# fish completion of diskbench. " COMPLETION_REMARK "\n\n",
		    "fish");
	for (const struct command *command = commands; command->name;
	     command++) {
		strbuf_addf(text,
			    "complete -c diskbench -n __fish_use_subcommand -a "
			    "%s -d '",
			    command->name);
		completion_quoted(text, command->summary, "\\");
		strbuf_add(text, "'\n");
	}
	strbuf_add(text, "complete -c diskbench -n "
			 "'__fish_seen_subcommand_from list' -a "
			 "'tests formats engines'\n");
	for (const struct command *command = commands; command->name; command++)
		for (const struct option_row *row = command->options;
		     row && row->name; row++)
			fish_option(text, command, row);
}
