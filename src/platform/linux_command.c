#define _GNU_SOURCE
#include "platform/command.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "platform/counters.h"
#include "platform/linux.h"

#define PATIENCE_NS UINT64_C(10000000000) /* with what is left behind */

#define GRACE_NS UINT64_C(2000000000) /* between TERM and KILL */

enum { STACK_BYTES = 64 * 1024 };

/* What platform_command_tick() has to know. */
static atomic_int group; /* of the program that runs; 0: none */
static atomic_uint_least64_t ended_ns; /* the program itself; 0: not yet */
static atomic_uint_least64_t stopped_ns; /* the first TERM; 0: none */
static atomic_uint killed;

struct start {
	const struct platform_command *command;
	int reason; /* errno where it could not become the program */
};

/* Nothing of our way of handling signals is to be inherited. */
static void
reset_signals(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t none;

	sigemptyset(&none);
	sigaction(SIGPIPE, &action, NULL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Children of a process that ignores SIGCHLD leave neither status nor times. */
static void
mind_children(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL };

	sigaction(SIGCHLD, &action, NULL);
}

/* A stream that was closed when we began is open for reading alone. */
static bool
takes_output(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

static int
redirect(const struct platform_command *command)
{
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null_fd < 0 || dup2(null_fd, STDIN_FILENO) < 0)
		return -1;
	if (takes_output(command->output_fd))
		return dup2(command->output_fd, STDOUT_FILENO);
	if (dup2(null_fd, STDOUT_FILENO) < 0)
		return -1;
	return dup2(null_fd, STDERR_FILENO);
}

/* In the child, which shares our memory until it has become the program. */
static int
become(void *argument)
{
	struct start *start = argument;
	const struct platform_command *command = start->command;

	reset_signals();
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* we may be killed */
	if (redirect(command) >= 0 && fchdir(command->directory_fd) == 0)
		execvp(command->arguments[0], command->arguments);
	start->reason = errno;
	_exit(127);
}

static void
note_peak(struct platform_command_end *end, const struct rusage *usage)
{
	uint64_t peak_bytes = (uint64_t)usage->ru_maxrss * 1024;

	if (peak_bytes > end->peak_bytes)
		end->peak_bytes = peak_bytes;
}

/* Orphans become our children, so that in the end there is none left. */
static void
wait_for_all(pid_t pid, struct platform_command_end *end)
{
	for (;;) {
		struct rusage usage;
		int status;
		pid_t gone = wait4(-1, &status, 0, &usage);

		if (gone < 0 && errno == EINTR)
			continue;
		if (gone < 0)
			return;
		note_peak(end, &usage);
		if (gone != pid)
			continue;
		end->wait_status = status;
		atomic_store(&ended_ns, clock_now_ns());
	}
}

int
platform_command_run(const struct platform_command *command,
		     struct platform_command_end *end)
{
	/* Memory of a thread's own would be mapped while the clock runs. */
	static _Alignas(16) char stack[STACK_BYTES];
	struct start start = { .command = command };
	pid_t pid;

	*end = (struct platform_command_end){ 0 };
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	mind_children();
	atomic_store(&ended_ns, 0);
	atomic_store(&stopped_ns, 0);
	atomic_store(&killed, 0);
	/* As vfork(), but on a stack of its own. */
	pid = clone(become, stack + STACK_BYTES,
		    CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
	if (pid < 0)
		return -1;
	atomic_store(&group, pid);
	wait_for_all(pid, end);
	atomic_store(&group, 0);
	end->left_behind = atomic_load(&killed);
	errno = start.reason;
	return start.reason ? -1 : 0;
}

/* The kernel counts what a process had before it became the program, too, and
 * that was our memory. Counts of pages are a little late on each CPU. */
uint64_t
platform_command_least_peak(void)
{
	static const char name[] = "VmHWM:";
	char text[4096];
	const char *line;
	uint64_t own_bytes;

	if (linux_read(linux_proc_root(), "self/status", text, sizeof text) <
		    0 ||
	    !(line = strstr(text, name)))
		return 0;
	own_bytes = (uint64_t)strtoull(line + strlen(name), NULL, 10) * 1024;
	return own_bytes + own_bytes / 8;
}

/* Kills what calls us its parent; there may be more the next time. */
static void
kill_children(void)
{
	struct counters counters = { 0 };
	pid_t self = getpid();

	platform_counters(&counters, COUNTERS_PROCESSES_FIRST);
	for (size_t i = 0; i < counters.process_count; i++) {
		const struct process_counters *process = &counters.processes[i];

		if (process->parent != self)
			continue;
		/* Counted first: who waits for it may be faster than we are. */
		atomic_fetch_add(&killed, 1);
		if (kill((pid_t)process->pid, SIGKILL) != 0)
			atomic_fetch_sub(&killed, 1);
	}
	counters_release(&counters);
}

void
platform_command_tick(bool stop)
{
	uint64_t now_ns = clock_now_ns();
	uint64_t end_ns = atomic_load(&ended_ns);
	uint64_t stop_ns = atomic_load(&stopped_ns);
	int pid = atomic_load(&group);

	if (pid <= 0)
		return;
	if (stop && !stop_ns) {
		atomic_store(&stopped_ns, now_ns);
		kill(-pid, SIGTERM);
		kill(pid, SIGTERM);
	} else if ((stop && now_ns - stop_ns > GRACE_NS) ||
		   (end_ns && now_ns - end_ns > PATIENCE_NS)) {
		kill_children();
	}
}
