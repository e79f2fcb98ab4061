#ifndef RUN_INTERRUPT_H
#define RUN_INTERRUPT_H

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

/* INT, TERM, HUP, QUIT, XCPU and XFSZ end a run in an orderly way: the first
 * one sets the stop flag. An INT, TERM, HUP or QUIT that comes `patience_ns` or
 * more after it removes the workspace with async-signal-safe calls and ends the
 * program by that signal; one that comes sooner is part of the first, because
 * timeout(1) signals a process and then its group, and a system that goes down
 * sends TERM and HUP. XCPU and XFSZ come again by themselves (each second, once
 * a thread), so that a second one of them means nothing. A signal that was
 * ignored when the program started (nohup) stays ignored. System calls are
 * interrupted (no SA_RESTART), but a worker that is in fsync() cannot be:
 * progress->stopping tells. */
void interrupt_install(uint64_t patience_ns);

#define INTERRUPT_PATIENCE_NS UINT64_C(1000000000)

/* Set by the first signal. */
extern atomic_bool interrupt_stop;

/* Its number; 0 when there was none. */
int interrupt_signal(void);

/* Threads that are started between these two leave the signals to the thread
 * that starts them, but for XFSZ, which is sent to the one that wrote. */
void interrupt_block(sigset_t *old);
void interrupt_unblock(const sigset_t *old);

#endif
