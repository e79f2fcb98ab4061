#include "run/interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "core/clock.h"
#include "io/workspace.h"

atomic_bool interrupt_stop;

static atomic_int first_signal;
static atomic_uint_least64_t first_ns;
static uint64_t patience_ns;

static const int signals[] = { SIGINT,  SIGTERM, SIGHUP,
			       SIGQUIT, SIGXCPU, SIGXFSZ };

enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static void
fill_set(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < SIGNAL_COUNT; i++)
		sigaddset(set, signals[i]);
}

/* An end that was asked for is no crash: a core file would lie in the directory
 * under test when that is the current one. */
static void
leave_no_core(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_CORE, &limit) == 0) {
		limit.rlim_cur = 0;
		setrlimit(RLIMIT_CORE, &limit);
	}
}

/* Async-signal-safe. The signal is pending until it is let through, which
 * ends the program. */
static void
raise_by_default(int number)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t set;

	leave_no_core();
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
	raise(number);
	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static bool
is_asked_again(int number, uint64_t now_ns)
{
	return number != SIGXCPU && number != SIGXFSZ &&
	       now_ns - atomic_load(&first_ns) >= patience_ns;
}

static void
handle(int number)
{
	int saved_errno = errno;
	uint64_t now_ns = clock_now_ns();
	uint_least64_t never = 0;
	int none = 0;

	atomic_compare_exchange_strong(&first_ns, &never, now_ns);
	if (atomic_compare_exchange_strong(&first_signal, &none, number)) {
		atomic_store(&interrupt_stop, true);
	} else if (is_asked_again(number, now_ns)) {
		workspace_remove_in_signal();
		raise_by_default(number);
	}
	errno = saved_errno;
}

void
interrupt_install(uint64_t patience)
{
	struct sigaction action = { .sa_handler = handle };

	patience_ns = patience;
	fill_set(&action.sa_mask);
	for (size_t i = 0; i < SIGNAL_COUNT; i++) {
		struct sigaction old;

		if (sigaction(signals[i], NULL, &old) == 0 &&
		    old.sa_handler == SIG_IGN)
			continue;
		sigaction(signals[i], &action, NULL);
	}
}

int
interrupt_signal(void)
{
	return atomic_load(&first_signal);
}

void
interrupt_block(sigset_t *old)
{
	sigset_t set;

	fill_set(&set);
	sigdelset(&set, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &set, old);
}

void
interrupt_unblock(const sigset_t *old)
{
	pthread_sigmask(SIG_SETMASK, old, NULL);
}
