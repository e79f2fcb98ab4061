#include "run/interrupt.h"

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/workspace.h"
#include "unit.h"

/* Children write what happens to them here. */
static int pipe_fds[2];

/* Stands in for the real one: a test of signals needs no folder. */
void
workspace_remove_in_signal(void)
{
	(void)!write(pipe_fds[1], "removed ", 8);
}

static void
set_up(void)
{
	ck_assert_int_eq(pipe(pipe_fds), 0);
}

static void
tear_down(void)
{
	close(pipe_fds[0]);
	close(pipe_fds[1]);
}

static void
say(const char *text)
{
	(void)!write(pipe_fds[1], text, strlen(text));
}

/* Runs `body` in a child; fills what it said and returns how it ended. */
static int
in_child(void (*body)(void), char *said, size_t size)
{
	pid_t child = fork();
	size_t used = 0;
	ssize_t got;
	int status;

	ck_assert_int_ge(child, 0);
	if (!child) {
		body();
		_exit(0);
	}
	close(pipe_fds[1]);
	while ((got = read(pipe_fds[0], said + used, size - 1 - used)) > 0)
		used += (size_t)got;
	said[used] = '\0';
	pipe_fds[1] = dup(pipe_fds[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return status;
}

static void
one_signal(void)
{
	interrupt_install(0);
	raise(SIGTERM);
	if (atomic_load(&interrupt_stop) && interrupt_signal() == SIGTERM)
		say("stopped ");
	say("alive ");
}

START_TEST(the_first_signal_only_sets_the_flag)
{
	char said[64];
	int status = in_child(one_signal, said, sizeof said);

	ck_assert_str_eq(said, "stopped alive ");
	ck_assert_int_eq(status, 0);
}
END_TEST

static void
two_signals(void)
{
	interrupt_install(0);
	raise(SIGINT);
	raise(SIGHUP);
	say("alive ");
}

START_TEST(the_second_one_removes_the_workspace_and_ends_the_program)
{
	char said[64];
	int status = in_child(two_signals, said, sizeof said);

	ck_assert_str_eq(said, "removed ");
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(WTERMSIG(status), SIGHUP);
}
END_TEST

static void
two_signals_in_a_row(void)
{
	interrupt_install(UINT64_MAX);
	raise(SIGTERM);
	raise(SIGTERM);
	raise(SIGHUP);
	say("alive ");
}

START_TEST(one_that_follows_at_once_is_part_of_the_first)
{
	char said[64];
	int status = in_child(two_signals_in_a_row, said, sizeof said);

	ck_assert_str_eq(said, "alive ");
	ck_assert_int_eq(status, 0);
}
END_TEST

static void
quit_with_cores(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_CORE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_CORE, &limit);
	interrupt_install(0);
	raise(SIGINT);
	raise(SIGQUIT);
}

START_TEST(an_end_that_was_asked_for_leaves_no_core_file)
{
	char said[64];
	int status = in_child(quit_with_cores, said, sizeof said);

	ck_assert_int_eq(WTERMSIG(status), SIGQUIT);
#ifdef WCOREDUMP
	ck_assert(!WCOREDUMP(status));
#endif
}
END_TEST

static void
two_limits(void)
{
	interrupt_install(0);
	raise(SIGXFSZ);
	raise(SIGXFSZ);
	raise(SIGXCPU);
	say("alive ");
}

START_TEST(limits_that_are_passed_again_mean_nothing_new)
{
	char said[64];
	int status = in_child(two_limits, said, sizeof said);

	ck_assert_str_eq(said, "alive ");
	ck_assert_int_eq(status, 0);
}
END_TEST

static void
ignored_signal(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	sigaction(SIGHUP, &ignore, NULL);
	interrupt_install(0);
	raise(SIGHUP);
	say(atomic_load(&interrupt_stop) ? "stopped " : "ignored ");
}

START_TEST(what_nohup_ignores_stays_ignored)
{
	char said[64];
	int status = in_child(ignored_signal, said, sizeof said);

	ck_assert_str_eq(said, "ignored ");
	ck_assert_int_eq(status, 0);
}
END_TEST

static void
blocked_signal(void)
{
	sigset_t old;

	interrupt_install(0);
	interrupt_block(&old);
	raise(SIGINT);
	say(atomic_load(&interrupt_stop) ? "early " : "later ");
	raise(SIGXFSZ);
	say(interrupt_signal() == SIGXFSZ ? "own " : "lost ");
	interrupt_unblock(&old);
	say("alive ");
}

START_TEST(blocked_signals_wait_but_that_of_the_writer)
{
	char said[64];
	int status = in_child(blocked_signal, said, sizeof said);

	ck_assert_str_eq(said, "later own removed ");
	ck_assert_int_eq(WTERMSIG(status), SIGINT);
}
END_TEST

static void
interrupted_read(void)
{
	int fds[2];
	char byte;
	pid_t parent = getpid();

	interrupt_install(0);
	if (pipe(fds) != 0)
		return;
	if (fork() == 0) {
		for (int i = 0; i < 10 && kill(parent, SIGCONT) == 0; i++) {
			kill(parent, SIGXCPU);
			sleep(1);
		}
		_exit(0);
	}
	if (read(fds[0], &byte, 1) < 0)
		say("interrupted ");
	kill(0, SIGKILL);
}

START_TEST(a_blocking_call_is_interrupted)
{
	char said[64];
	pid_t group = fork();
	int status;

	ck_assert_int_ge(group, 0);
	if (!group) {
		setpgid(0, 0);
		interrupted_read();
		_exit(1);
	}
	close(pipe_fds[1]);
	pipe_fds[1] = dup(pipe_fds[0]);
	ck_assert_int_eq(waitpid(group, &status, 0), group);
	ck_assert_int_eq(read(pipe_fds[0], said, sizeof said), 12);
	ck_assert_int_eq(WTERMSIG(status), SIGKILL);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("interrupt");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, the_first_signal_only_sets_the_flag);
	tcase_add_test(
		tests,
		the_second_one_removes_the_workspace_and_ends_the_program);
	tcase_add_test(tests, one_that_follows_at_once_is_part_of_the_first);
	tcase_add_test(tests, an_end_that_was_asked_for_leaves_no_core_file);
	tcase_add_test(tests, limits_that_are_passed_again_mean_nothing_new);
	tcase_add_test(tests, what_nohup_ignores_stays_ignored);
	tcase_add_test(tests, blocked_signals_wait_but_that_of_the_writer);
	tcase_add_test(tests, a_blocking_call_is_interrupted);
	return unit_run(tests);
}
