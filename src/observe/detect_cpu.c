#include "observe/detect.h"

#include <stdio.h>
#include <unistd.h>

#include "core/interval.h"
#include "observe/cpu.h"
#include "observe/notes.h"
#include "observe/view.h"

/* The times of processes come in ticks of 10 ms: in less than a few of them one
 * would look like much. */
#define TICKS_LEAST_NS 5e7

static struct cpu_share
share_of(struct counter ns, double elapsed_ns)
{
	struct cpu_share share = { 0, ns.known && elapsed_ns > 0 };

	if (share.known)
		share.share = (double)ns.value / elapsed_ns;
	return share;
}

/* CPU time since `before` of a process, which may be younger than that. Both
 * lists rise by pid; `from` is where the last search ended. */
static uint64_t
cpu_since(const struct counters *before, size_t *from,
	  const struct process_counters *now)
{
	while (*from < before->process_count &&
	       before->processes[*from].pid < now->pid)
		(*from)++;
	if (*from < before->process_count) {
		const struct process_counters *old = &before->processes[*from];

		if (old->pid == now->pid &&
		    old->start_ticks == now->start_ticks)
			return now->cpu_ns > old->cpu_ns
				       ? now->cpu_ns - old->cpu_ns
				       : 0;
	}
	return now->cpu_ns;
}

static void
add_processes(struct cpu_bill *bill, const struct phase_view *view)
{
	const struct counters *before = view->before, *after = view->after;
	struct counter kernel = { 0, true }, others = { 0, true };
	int64_t self = (int64_t)getpid();
	size_t from = 0;

	if (!before->processes_known || !after->processes_known)
		return;
	for (size_t i = 0; i < after->process_count; i++) {
		const struct process_counters *now = &after->processes[i];
		uint64_t cpu_ns = cpu_since(before, &from, now);

		if (now->kernel)
			kernel.value += cpu_ns;
		else if (now->pid != self && now->parent != self)
			others.value += cpu_ns;
	}
	bill->kernel = share_of(kernel, view_elapsed_ns(view));
	bill->others = share_of(others, view_elapsed_ns(view));
}

/* Programs that came and went between the snapshots, compilers for example,
 * are in no list; the machine's own count has them. */
static void
add_short_lived(struct cpu_bill *bill, const struct phase_view *view)
{
	struct counter busy = counter_since(view->before->machine_busy_ns,
					    view->after->machine_busy_ns);
	struct cpu_share whole = share_of(busy, view_elapsed_ns(view));
	double rest = whole.share - bill->own.share - bill->kernel.share;

	if (whole.known && bill->kernel.known && rest > bill->others.share)
		bill->others.share = rest;
}

void
cpu_bill_between(struct cpu_bill *bill, const struct phase_view *view)
{
	struct counter own = { view->span->user_ns + view->span->sys_ns, true };
	struct counter steal =
		counter_since(view->before->steal_ns, view->after->steal_ns);

	*bill = (struct cpu_bill){ 0 };
	bill->own = share_of(own, (double)view->span->wall_ns);
	bill->steal = share_of(steal, view_elapsed_ns(view));
	add_processes(bill, view);
	add_short_lived(bill, view);
}

static const char *
percent(char text[16], const struct cpu_share *share)
{
	if (share->known)
		snprintf(text, 16, "%.0f%%", 100 * share->share);
	else
		snprintf(text, 16, "hidden");
	return text;
}

void
detect_cpu(const struct phase_view *view, struct notes *notes)
{
	char own[16], kernel[16], others[16], steal[16];
	struct cpu_bill bill;
	struct note *note;

	cpu_bill_between(&bill, view);
	if (!bill.own.known)
		return;
	note = notes_add(notes, VERDICT_OK, "cpu",
			 "CPU: own %s, kernel threads %s, others %s, steal %s "
			 "(of one of %u)",
			 percent(own, &bill.own), percent(kernel, &bill.kernel),
			 percent(others, &bill.others),
			 percent(steal, &bill.steal),
			 view->cpus ? view->cpus : 1);
	note->value = bill.own.share;
	note->ruler = bill.kernel.known ? "process times" : "getrusage";
	if (!bill.kernel.known || view_elapsed_ns(view) < TICKS_LEAST_NS)
		return;
	note = notes_add(notes, VERDICT_OK, "cpu-kernel",
			 "the machine's kernel threads used %.0f%% of one CPU",
			 100 * bill.kernel.share);
	note->value = bill.kernel.share;
	note->ruler = "process times";
}
