#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/mem.h"
#include "platform/counters.h"
#include "platform/linux.h"

static const unsigned long FLAG_KERNEL_THREAD = 0x00200000; /* PF_KTHREAD */

/* "pid (name) state parent ...": the name may hold blanks and brackets, so
 * that fields are counted from the last bracket on. */
static bool
parse_process(const char *text, struct process_counters *process)
{
	const char *rest = strrchr(text, ')');
	long long parent;
	unsigned long flags;
	unsigned long long user, system, start;
	long per_s = sysconf(_SC_CLK_TCK);

	if (!rest ||
	    sscanf(rest + 1,
		   " %*c %lld %*d %*d %*d %*d %lu %*u %*u %*u %*u %llu %llu "
		   "%*d %*d %*d %*d %*d %*d %llu",
		   &parent, &flags, &user, &system, &start) != 5 ||
	    per_s <= 0)
		return false;
	process->pid = strtoll(text, NULL, 10);
	process->parent = parent;
	process->start_ticks = start;
	process->cpu_ns =
		(user + system) * (UINT64_C(1000000000) / (uint64_t)per_s);
	process->kernel = (flags & FLAG_KERNEL_THREAD) != 0;
	return true;
}

static int
by_pid(const void *one, const void *other)
{
	const struct process_counters *a = one, *b = other;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

/* False when the process is there but hidden; one that has just ended is no
 * loss. */
static bool
add_process(struct counters *counters, const char *number)
{
	struct process_counters process;
	char name[64], text[1024];

	snprintf(name, sizeof name, "%.32s/stat", number);
	if (linux_read(linux_proc_root(), name, text, sizeof text) <= 0)
		return errno != EPERM && errno != EACCES;
	if (!parse_process(text, &process))
		return true;
	counters->processes =
		mem_grow(counters->processes, counters->process_count,
			 sizeof *counters->processes);
	counters->processes[counters->process_count++] = process;
	return true;
}

static bool
has_kernel_threads(const struct counters *counters)
{
	for (size_t i = 0; i < counters->process_count; i++)
		if (counters->processes[i].kernel)
			return true;
	return false;
}

void
linux_processes_read(struct counters *counters)
{
	DIR *directory = opendir(linux_proc_root());
	struct dirent *entry;
	bool all = true;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			all &= add_process(counters, entry->d_name);
	closedir(directory);
	if (counters->process_count > 1)
		qsort(counters->processes, counters->process_count,
		      sizeof *counters->processes, by_pid);
	/* Every system has kernel threads: where none is seen, a container or
	 * a mount option hides them, and zero would be wrong. */
	counters->processes_known = all && has_kernel_threads(counters);
}
