#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "io/sweep.h"
#include "io/workspace.h"
#include "platform/platform.h"

static char parent[64];
static int parent_fd;
static struct error error;

static void
set_up(void)
{
	/* Making and removing 100000 files can take a minute on a disk. */
	snprintf(parent, sizeof parent, "%s/test_workspace.XXXXXX",
		 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(parent));
	parent_fd = open(parent, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(parent_fd, 0);
	error_clear(&error);
}

static void
tear_down(void)
{
	struct sweep_failure failure;

	ck_assert_int_eq(
		sweep_directory(parent_fd, NULL, SWEEP_ORDINARY, &failure), 0);
	ck_assert_int_eq(rmdir(parent), 0);
	close(parent_fd);
}

static struct workspace *
create(void)
{
	struct workspace *workspace = workspace_create(parent, &error);

	ck_assert_msg(workspace != NULL, "%s", error.text);
	return workspace;
}

static void
remove_well(struct workspace *workspace)
{
	ck_assert_msg(workspace_remove(workspace, &error) == 0, "%s",
		      error.text);
}

static void
make_file(int fd, const char *name)
{
	int file = openat(fd, name, O_WRONLY | O_CREAT | O_EXCL, 0600);

	ck_assert_int_ge(file, 0);
	close(file);
}

static bool
exists(int fd, const char *name)
{
	struct stat status;

	return fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

START_TEST(the_folder_is_named_after_the_process_and_private)
{
	struct workspace *workspace = create();
	struct stat status;
	char name[64];

	snprintf(name, sizeof name, "diskbench.%ld", (long)getpid());
	ck_assert_str_eq(workspace_name(workspace), name);
	ck_assert_int_eq(fstatat(parent_fd, name, &status, 0), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0700);
	ck_assert(exists(workspace_fd(workspace), "lock"));
	remove_well(workspace);
	ck_assert(sweep_finds_nothing(parent_fd));
}
END_TEST

START_TEST(a_missing_parent_is_named_in_the_error)
{
	ck_assert_ptr_null(workspace_create("/nonexistent/place", &error));
	ck_assert_int_eq(error.errno_code, ENOENT);
	ck_assert_ptr_nonnull(strstr(error.text, "'/nonexistent/place'"));
}
END_TEST

START_TEST(a_planted_link_or_folder_is_neither_entered_nor_removed)
{
	struct workspace *workspace;
	char name[64];

	ck_assert_int_eq(mkdirat(parent_fd, "victim", 0700), 0);
	snprintf(name, sizeof name, "diskbench.%ld", (long)getpid());
	ck_assert_int_eq(symlinkat("victim", parent_fd, name), 0);
	snprintf(name, sizeof name, "diskbench.%ld.1", (long)getpid());
	ck_assert_int_eq(mkdirat(parent_fd, name, 0777), 0);

	workspace = create();
	snprintf(name, sizeof name, "diskbench.%ld.2", (long)getpid());
	ck_assert_str_eq(workspace_name(workspace), name);
	make_file(workspace_fd(workspace), "data");
	ck_assert(!exists(parent_fd, "victim/data"));
	remove_well(workspace);
	ck_assert(!exists(parent_fd, name));
	ck_assert(exists(parent_fd, "victim"));
	snprintf(name, sizeof name, "diskbench.%ld.1", (long)getpid());
	ck_assert(exists(parent_fd, name));
}
END_TEST

START_TEST(removal_takes_links_but_not_what_they_point_to)
{
	struct workspace *workspace = create();
	int fd = workspace_fd(workspace);

	make_file(parent_fd, "precious");
	ck_assert_int_eq(mkdirat(parent_fd, "keep", 0700), 0);
	make_file(parent_fd, "keep/inside");
	ck_assert_int_eq(symlinkat("../keep", fd, "to_folder"), 0);
	ck_assert_int_eq(symlinkat("../precious", fd, "to_file"), 0);
	ck_assert_int_eq(symlinkat("nowhere", fd, "dangling"), 0);
	ck_assert_int_eq(mkdirat(fd, "nested", 0700), 0);
	ck_assert_int_eq(symlinkat("../../keep", fd, "nested/again"), 0);
	ck_assert_int_eq(linkat(parent_fd, "precious", fd, "hard", 0), 0);
	remove_well(workspace);
	ck_assert(exists(parent_fd, "precious"));
	ck_assert(exists(parent_fd, "keep/inside"));
}
END_TEST

START_TEST(emptying_keeps_the_folder_and_its_lock)
{
	struct workspace *workspace = create();
	int fd = workspace_fd(workspace);

	make_file(fd, "data");
	ck_assert_int_eq(mkdirat(fd, "files", 0700), 0);
	make_file(fd, "files/lock");
	ck_assert_int_eq(workspace_empty(workspace, &error), 0);
	ck_assert(!exists(fd, "data"));
	ck_assert(!exists(fd, "files"));
	ck_assert(exists(fd, "lock"));
	make_file(fd, "data");
	remove_well(workspace);
}
END_TEST

START_TEST(a_hundred_thousand_files_are_removed)
{
	struct workspace *workspace = create();
	char name[32];

	for (int i = 0; i < 100; i++) {
		int fd;

		snprintf(name, sizeof name, "d%d", i);
		ck_assert_int_eq(mkdirat(workspace_fd(workspace), name, 0700),
				 0);
		fd = openat(workspace_fd(workspace), name,
			    O_RDONLY | O_DIRECTORY);
		for (int j = 0; j < 1000; j++) {
			snprintf(name, sizeof name, "file%d", j);
			ck_assert_int_eq(symlinkat("x", fd, name), 0);
		}
		close(fd);
	}
	remove_well(workspace);
}
END_TEST

/* A path longer than PATH_MAX and deeper than there are descriptors. */
START_TEST(deep_folders_are_removed_with_few_descriptors)
{
	struct workspace *workspace = create();
	struct rlimit few = { .rlim_cur = 24, .rlim_max = 24 };
	int fd = dup(workspace_fd(workspace));

	for (int i = 0; i < 2000; i++) {
		int next;

		ck_assert_int_eq(mkdirat(fd, "deeper", 0700), 0);
		make_file(fd, "file");
		next = openat(fd, "deeper", O_RDONLY | O_DIRECTORY);
		ck_assert_int_ge(next, 0);
		close(fd);
		fd = next;
	}
	close(fd);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	remove_well(workspace);
}
END_TEST

START_TEST(names_that_removal_itself_uses_are_no_obstacle)
{
	struct workspace *workspace = create();
	int fd = workspace_fd(workspace);

	ck_assert_int_eq(mkdirat(fd, ".sweep.0", 0700), 0);
	make_file(fd, ".sweep.0/file");
	make_file(fd, ".sweep.1");
	ck_assert_int_eq(mkdirat(fd, "a", 0700), 0);
	ck_assert_int_eq(mkdirat(fd, "a/b", 0700), 0);
	ck_assert_int_eq(mkdirat(fd, "a/b/c", 0700), 0);
	remove_well(workspace);
}
END_TEST

START_TEST(a_folder_that_was_replaced_is_left_alone)
{
	struct workspace *workspace = create();
	char name[64];

	snprintf(name, sizeof name, "%s", workspace_name(workspace));
	make_file(workspace_fd(workspace), "data");
	ck_assert_int_eq(renameat(parent_fd, name, parent_fd, "moved"), 0);
	ck_assert_int_eq(mkdirat(parent_fd, name, 0700), 0);
	ck_assert_int_eq(workspace_remove(workspace, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, name));
	ck_assert(exists(parent_fd, name));
	ck_assert(!exists(parent_fd, "moved/data"));
}
END_TEST

static void
remove_and_end(int number)
{
	workspace_remove_in_signal();
	_exit(number == SIGUSR1 ? 0 : 1);
}

START_TEST(a_signal_handler_removes_everything)
{
	struct sigaction action = { .sa_handler = remove_and_end };
	int status;
	pid_t child = fork();

	if (child == 0) {
		struct workspace *workspace = create();
		int fd = workspace_fd(workspace);

		mkdirat(fd, "files", 0700);
		mkdirat(fd, "files/more", 0700);
		make_file(fd, "files/more/one");
		make_file(fd, "data");
		sigemptyset(&action.sa_mask);
		sigaction(SIGUSR1, &action, NULL);
		raise(SIGUSR1);
		_exit(2);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	/* Without a listing that is safe in a handler only an empty folder
	 * can go; what stays is reported by the next run. */
	if (strcmp(platform_name, "generic") != 0)
		ck_assert(sweep_finds_nothing(parent_fd));
}
END_TEST

START_TEST(removal_in_a_signal_without_a_workspace_does_nothing)
{
	workspace_remove_in_signal();
	remove_well(create());
	workspace_remove_in_signal();
}
END_TEST

START_TEST(a_forked_child_does_not_remove_its_parents_folder)
{
	struct workspace *workspace = create();
	pid_t child;

	make_file(workspace_fd(workspace), "data");
	child = fork();
	if (child == 0) {
		workspace_remove_in_signal();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert(exists(workspace_fd(workspace), "data"));
	remove_well(workspace);
}
END_TEST

/* Starts a child that makes a workspace, tells, and waits to be killed. */
static pid_t
start_run(void)
{
	int told[2];
	char byte;
	pid_t child;

	ck_assert_int_eq(pipe(told), 0);
	child = fork();
	if (child == 0) {
		make_file(workspace_fd(create()), "data");
		if (write(told[1], "x", 1) == 1)
			for (;;)
				pause();
		_exit(1);
	}
	close(told[1]);
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	close(told[0]);
	return child;
}

START_TEST(leftovers_are_the_folders_of_dead_runs)
{
	pid_t dead = start_run(), alive = start_run();
	struct workspace *own = create();
	struct strbuf names;
	char expected[64];

	strbuf_init(&names);
	ck_assert_int_eq(kill(dead, SIGKILL), 0);
	ck_assert_int_eq(waitpid(dead, NULL, 0), dead);
	make_file(parent_fd, "diskbench.77");
	ck_assert_int_eq(mkdirat(parent_fd, "diskbench.notes", 0700), 0);
	ck_assert_int_eq(symlinkat("/", parent_fd, "diskbench.78"), 0);

	ck_assert_int_eq(workspace_leftovers(parent, &names, &error), 1);
	snprintf(expected, sizeof expected, "diskbench.%ld\n", (long)dead);
	ck_assert_str_eq(names.text, expected);

	/* To have looked has not cost us our own lock. */
	strbuf_clear(&names);
	pid_t other = fork();
	if (other == 0)
		_exit(workspace_leftovers(parent, &names, NULL));
	int status;
	ck_assert_int_eq(waitpid(other, &status, 0), other);
	ck_assert_int_eq(WEXITSTATUS(status), 1);

	kill(alive, SIGKILL);
	waitpid(alive, NULL, 0);
	strbuf_clear(&names);
	ck_assert_int_eq(workspace_leftovers(parent, &names, &error), 2);
	strbuf_release(&names);
	remove_well(own);
}
END_TEST

START_TEST(a_parent_that_cannot_be_listed_is_an_error)
{
	struct strbuf names;

	strbuf_init(&names);
	ck_assert_int_eq(workspace_leftovers("/nonexistent", &names, &error),
			 -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'/nonexistent'"));
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("workspace");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests,
		       the_folder_is_named_after_the_process_and_private);
	tcase_add_test(tests, a_missing_parent_is_named_in_the_error);
	tcase_add_test(tests,
		       a_planted_link_or_folder_is_neither_entered_nor_removed);
	tcase_add_test(tests, removal_takes_links_but_not_what_they_point_to);
	tcase_add_test(tests, emptying_keeps_the_folder_and_its_lock);
	tcase_add_test(tests, a_hundred_thousand_files_are_removed);
	tcase_add_test(tests, deep_folders_are_removed_with_few_descriptors);
	tcase_add_test(tests, names_that_removal_itself_uses_are_no_obstacle);
	tcase_add_test(tests, a_folder_that_was_replaced_is_left_alone);
	tcase_add_test(tests, a_signal_handler_removes_everything);
	tcase_add_test(tests,
		       removal_in_a_signal_without_a_workspace_does_nothing);
	tcase_add_test(tests,
		       a_forked_child_does_not_remove_its_parents_folder);
	tcase_add_test(tests, leftovers_are_the_folders_of_dead_runs);
	tcase_add_test(tests, a_parent_that_cannot_be_listed_is_an_error);
	return unit_run(tests);
}
