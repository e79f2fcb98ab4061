#include "platform/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int running; /* the program's process; 0: none */

/* In the child: POSIX has nothing that finds what a program leaves behind. */
static void
become(const struct platform_command *command, int report_fd)
{
	int null_fd = open("/dev/null", O_RDONLY);
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t none;
	int reason;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	sigaction(SIGPIPE, &action, NULL);
	setpgid(0, 0);
	if (null_fd >= 0 && fchdir(command->directory_fd) == 0 &&
	    dup2(null_fd, STDIN_FILENO) >= 0 &&
	    dup2(command->output_fd, STDOUT_FILENO) >= 0)
		execvp(command->arguments[0], command->arguments);
	reason = errno;
	if (write(report_fd, &reason, sizeof reason) < 0)
		_exit(126);
	_exit(127);
}

/* Children of a process that ignores SIGCHLD leave neither status nor times. */
static void
mind_children(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };

	sigaction(SIGCHLD, &action, NULL);
}

/* The reason why the program did not start; 0: it did. */
static int
read_reason(int report_fd)
{
	int reason = 0;
	ssize_t got;

	do
		got = read(report_fd, &reason, sizeof reason);
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)sizeof reason ? reason : 0;
}

int
platform_command_run(const struct platform_command *command,
		     struct platform_command_end *end)
{
	int report[2], reason;
	pid_t pid;

	*end = (struct platform_command_end){ 0 };
	mind_children();
	if (pipe(report) < 0)
		return -1;
	fcntl(report[1], F_SETFD, FD_CLOEXEC);
	pid = fork();
	if (pid == 0) {
		close(report[0]);
		become(command, report[1]);
	}
	reason = errno;
	close(report[1]);
	if (pid > 0) {
		atomic_store(&running, (int)pid);
		reason = read_reason(report[0]);
		while (waitpid(pid, &end->wait_status, 0) < 0 && errno == EINTR)
			continue;
		atomic_store(&running, 0);
	}
	close(report[0]);
	errno = reason;
	return reason ? -1 : 0;
}

uint64_t
platform_command_least_peak(void)
{
	return 0;
}

void
platform_command_tick(bool stop)
{
	pid_t pid = (pid_t)atomic_load(&running);

	if (stop && pid > 0)
		kill(-pid, SIGTERM);
}
