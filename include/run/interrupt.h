#ifndef RUN_INTERRUPT_H
#define RUN_INTERRUPT_H

#include <signal.h>
#include <stdatomic.h>

/* INT, TERM, HUP, QUIT, XCPU and XFSZ end a run in an orderly way: the first
 * one sets the stop flag. A second INT, TERM, HUP or QUIT removes the workspace
 * with async-signal-safe calls and ends the program by that signal; XCPU and
 * XFSZ come again by themselves (each second, once a thread), so that a second
 * one of them means nothing. A signal that was ignored when the program
 * started (nohup) stays ignored. System calls are interrupted (no SA_RESTART),
 * but a worker that is in fsync() cannot be: progress->stopping tells. */
void interrupt_install(void);

/* Set by the first signal. */
extern atomic_bool interrupt_stop;

/* Its number; 0 when there was none. */
int interrupt_signal(void);

/* Restores the default action and raises the signal again: does not return
 * unless there was none or it is ignored. */
void interrupt_finish(void);

/* Threads that are started between these two leave the signals to the thread
 * that starts them, but for XFSZ, which is sent to the one that wrote. */
void interrupt_block(sigset_t *old);
void interrupt_unblock(const sigset_t *old);

#endif
