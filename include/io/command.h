#ifndef IO_COMMAND_H
#define IO_COMMAND_H

#include <stdint.h>

struct error;
struct io_calls;

/* A program to run, see platform/command.h. */
struct io_command {
	char *const *arguments; /* NULL: nothing to run */
	int directory_fd;
	int output_fd;
};

/* What came out besides time. */
struct io_command_end {
	int status; /* the exit status; of a program that was killed 128 + N */
	int signal; /* that killed it; 0: none */
	uint64_t peak_bytes; /* 0: not known */
	unsigned left_behind; /* processes that had to be killed */
};

/* Runs it and waits for the end. 0 when it ended with status 0 and left
 * nothing behind; else -1 with `error`, which names it. */
int io_command_run(const struct io_calls *calls,
		   const struct io_command *command, struct io_command_end *end,
		   struct error *error);

#endif
