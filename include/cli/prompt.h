#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include <stddef.h>

struct error;

/* bonnie++'s -y p: prints the number of test `phase` (0-based) on standard
 * output and waits for a line of input. A signal ends the wait: then 0 is
 * returned too, and the caller looks at interrupt_stop. -1 with `error`. */
int prompt_wait(size_t phase, struct error *error);

#endif
