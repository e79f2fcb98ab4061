#include "cli/command.h"

#include <string.h>

#include "cli/options.h"

const struct command commands[] = {
	{ "run", "[OPTIONS] [TARGET] [-- COMMAND]",
	  "measure TARGET: a directory (default: the current one), a device or "
	  "a file; or time COMMAND in it",
	  run_options, cmd_run },
	{ "compare", "[OPTIONS] FILE...",
	  "say what differs between two or more results, and what is proven",
	  compare_options, cmd_compare },
	{ "convert", "[OPTIONS] FILE...",
	  "read results in any format, '-' is standard input, and write them",
	  convert_options, cmd_convert },
	{ "list", "[tests|formats|engines]", "what there is to choose from",
	  NULL, cmd_list },
	{ "help", "[TOPIC]", "explain a command or a topic", NULL, cmd_help },
	{ NULL, NULL, NULL, NULL, NULL },
};

const struct command *
command_find(const char *name)
{
	for (const struct command *command = commands; command->name; command++)
		if (strcmp(command->name, name) == 0)
			return command;
	return NULL;
}

int
command_dispatch(int argc, char **argv)
{
	const struct command *command;

	command = argc > 1 ? command_find(argv[1]) : NULL;
	if (command)
		return command->run(argc - 1, argv + 1);
	return cmd_run(argc, argv);
}
