#include "run/turns.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "unit.h"

static atomic_bool stop;
static struct error error;
static int key;

static void
set_up(void)
{
	key = 0x44420000 + (int)(getpid() & 0xffff);
	error_clear(&error);
	atomic_store(&stop, false);
}

static void
tear_down(void)
{
	turns_delete(key, NULL);
}

/* Takes part in `tests` tests; the child writes a byte before each. */
static pid_t
start_child(int fd, unsigned tests)
{
	pid_t child = fork();
	struct turns turns;

	ck_assert_int_ge(child, 0);
	if (child)
		return child;
	if (turns_open(&turns, key, NULL) < 0)
		_exit(2);
	for (unsigned i = 0; i < tests; i++)
		if (write(fd, "x", 1) != 1 ||
		    turns_wait(&turns, &stop, NULL) < 0)
			_exit(1);
	_exit(0);
}

static int
end_child(pid_t child)
{
	int status;

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return status;
}

START_TEST(nobody_goes_on_before_all_have_come)
{
	struct turns turns;
	int pipe_fds[2];
	char byte;
	pid_t child;

	ck_assert_int_eq(turns_create(key, 2, &error), 0);
	ck_assert_int_eq(pipe(pipe_fds), 0);
	child = start_child(pipe_fds[1], 2);
	close(pipe_fds[1]);
	/* The child writes its second byte after the first test alone. */
	ck_assert_int_eq(read(pipe_fds[0], &byte, 1), 1);
	ck_assert_int_eq(turns_open(&turns, key, &error), 0);
	ck_assert_int_eq(turns_wait(&turns, &stop, &error), 0);
	ck_assert_int_eq(read(pipe_fds[0], &byte, 1), 1);
	ck_assert_int_eq(turns_wait(&turns, &stop, &error), 0);
	ck_assert_int_eq(read(pipe_fds[0], &byte, 1), 0);
	ck_assert_int_eq(end_child(child), 0);
	ck_assert_uint_eq(turns.next, 2);
	close(pipe_fds[0]);
}
END_TEST

START_TEST(a_process_too_many_is_told)
{
	struct turns one, other;

	ck_assert_int_eq(turns_create(key, 1, &error), 0);
	ck_assert_int_eq(turns_open(&one, key, &error), 0);
	ck_assert_int_eq(turns_open(&other, key, &error), 0);
	ck_assert_int_eq(turns_wait(&one, &stop, &error), 0);
	ck_assert_int_eq(turns_wait(&other, &stop, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "more came than"));
}
END_TEST

START_TEST(a_set_that_is_there_is_not_made_again)
{
	ck_assert_int_eq(turns_create(key, 2, &error), 0);
	ck_assert_int_eq(turns_create(key, 2, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "-p -1"));
}
END_TEST

START_TEST(a_set_that_is_not_there_cannot_be_used_or_removed)
{
	struct turns turns;

	ck_assert_int_eq(turns_open(&turns, key, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "-p N"));
	error_clear(&error);
	ck_assert_int_eq(turns_delete(key, &error), -1);
}
END_TEST

START_TEST(a_count_of_processes_out_of_range_is_refused)
{
	ck_assert_int_eq(turns_create(key, 0, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	error_clear(&error);
	ck_assert_int_eq(turns_create(key, 70000, &error), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
}
END_TEST

START_TEST(semaphores_that_are_used_up_are_told)
{
	struct turns turns;

	ck_assert_int_eq(turns_create(key, 1, &error), 0);
	ck_assert_int_eq(turns_open(&turns, key, &error), 0);
	for (int i = 0; i < TURNS_MOST; i++)
		ck_assert_int_eq(turns_wait(&turns, &stop, &error), 0);
	ck_assert_int_eq(turns_wait(&turns, &stop, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "used up"));
}
END_TEST

static void
set_stop(int number)
{
	(void)number;
	atomic_store(&stop, true);
}

START_TEST(a_signal_ends_the_wait)
{
	struct sigaction action = { .sa_handler = set_stop };
	struct turns turns;
	pid_t child;

	sigaction(SIGTERM, &action, NULL);
	ck_assert_int_eq(turns_create(key, 2, &error), 0);
	ck_assert_int_eq(turns_open(&turns, key, &error), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		/* Until the parent ends it: a signal before the wait and one
		 * in it must both do. */
		for (;;) {
			kill(getppid(), SIGTERM);
			sleep(1);
		}
	}
	ck_assert_int_eq(turns_wait(&turns, &stop, &error), 0);
	ck_assert(atomic_load(&stop));
	kill(child, SIGKILL);
	end_child(child);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("turns");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, nobody_goes_on_before_all_have_come);
	tcase_add_test(tests, a_process_too_many_is_told);
	tcase_add_test(tests, a_set_that_is_there_is_not_made_again);
	tcase_add_test(tests,
		       a_set_that_is_not_there_cannot_be_used_or_removed);
	tcase_add_test(tests, a_count_of_processes_out_of_range_is_refused);
	tcase_add_test(tests, semaphores_that_are_used_up_are_told);
	tcase_add_test(tests, a_signal_ends_the_wait);
	return unit_run(tests);
}
