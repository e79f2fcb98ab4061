#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

struct option_row;

/* What the program returns; 128 + N after signal N. */
enum exit_status {
	STATUS_DONE = 0,
	STATUS_RUN = 1, /* I/O error, no space, no permission */
	STATUS_USAGE = 2,
	STATUS_DATA = 3, /* data came back wrong */
	STATUS_NOT_DISK = 4, /* --strict, and a figure is not the disk's */
	STATUS_SIGNAL = 128,
};

/* One thing that `diskbench NAME` does. */
struct command {
	const char *name;
	const char *usage; /* what follows the name */
	const char *summary;
	const struct option_row *options; /* NULL: it has none */
	/* argv[0] is the command's name; returns an exit status. */
	int (*run)(int argc, char **argv);
};

extern const struct command commands[]; /* ends with a row without name */

const struct command *command_find(const char *name);

/* Finds the command that argv[1] names (`run` when none) and runs it. */
int command_dispatch(int argc, char **argv);

int cmd_run(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_help(int argc, char **argv);

#endif
