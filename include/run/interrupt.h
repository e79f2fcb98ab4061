#ifndef RUN_INTERRUPT_H
#define RUN_INTERRUPT_H

#include <stdatomic.h>

/* INT, TERM, HUP, QUIT, XCPU and XFSZ end a run in an orderly way: the first
 * one sets the stop flag, a second one removes the workspace with
 * async-signal-safe calls and ends the program by that signal. */
void interrupt_install(void);

/* Set by the first signal. */
extern atomic_bool interrupt_stop;

/* Its number; 0 when there was none. */
int interrupt_signal(void);

/* Restores the default action and raises the signal again: does not return
 * unless the signal is ignored. */
void interrupt_finish(void);

#endif
