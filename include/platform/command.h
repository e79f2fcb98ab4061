#ifndef PLATFORM_COMMAND_H
#define PLATFORM_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* Runs another program and waits for it and all that it leaves behind. There is
 * one at a time in a process, and no other children meanwhile. */
struct platform_command {
	char *const *arguments; /* the first is looked for in PATH */
	int directory_fd; /* where it runs */
	int output_fd; /* what it prints goes there */
};

/* How it ended. */
struct platform_command_end {
	int wait_status; /* of the program itself, as waitpid() gives it */
	/* The largest resident set of one process; 0: not known. See
	 * platform_command_least_peak(). */
	uint64_t peak_bytes;
	unsigned left_behind; /* processes that had to be killed */
};

/* 0, whatever the program did; -1 with errno when it could not be started. The
 * time of all descendants is that of waited children then. */
int platform_command_run(const struct platform_command *command,
			 struct platform_command_end *end);

/* What peak_bytes of any command is at least, for the memory of this program is
 * counted, too: a peak up to that tells nothing about the command. */
uint64_t platform_command_least_peak(void);

/* To be called now and then from another thread while one may run: `stop` ends
 * it, with TERM first and KILL two seconds later. What outlives the program by
 * ten seconds is killed. */
void platform_command_tick(bool stop);

#endif
