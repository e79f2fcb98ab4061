#include "run/judge_command.h"

#include <math.h>
#include <stdio.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "io/command.h"
#include "observe/thresholds.h"
#include "observe/view.h"
#include "platform/command.h"
#include "platform/counters.h"
#include "results/result.h"

static void
put(struct phase_result *phase, enum quantity_id id, struct counter counter)
{
	if (counter.known)
		phase->quantities[id] = quantity_known((double)counter.value);
}

/* Time with somebody waiting for a disk; where pressure is not counted, time
 * with a request under way, which background writes are in, too. */
static struct counter
find_wait(const struct phase_view *view, const char **ruler)
{
	struct counter wait_ns = counter_since(view->before->io_pressure_ns,
					       view->after->io_pressure_ns);

	*ruler = "pressure";
	if (wait_ns.known)
		return wait_ns;
	*ruler = "diskstats";
	return view->traffic.leaf_busy_ns;
}

static void
judge_memory(const struct io_command_end *end, struct phase_result *phase)
{
	char code[] = "peak-memory", ruler[] = "rusage";
	char most[UNITS_TEXT_BYTES], bytes[128];
	struct finding finding = { .code = code,
				   .value = NAN,
				   .limit = (double)end->peak_bytes,
				   .ruler = ruler,
				   .text = bytes,
				   .verdict = VERDICT_OK };

	if (!end->peak_bytes)
		return;
	if (end->peak_bytes > platform_command_least_peak()) {
		phase->quantities[QUANTITY_PEAK_MEMORY] =
			quantity_known((double)end->peak_bytes);
		return;
	}
	snprintf(bytes, sizeof bytes,
		 "no process of the command had more memory than %s, below "
		 "which it cannot be told",
		 units_format_bytes(most, end->peak_bytes));
	phase_add_finding(phase, &finding);
}

static void
add_finding(struct phase_result *phase, double share, const char *ruler)
{
	double limit = threshold(THRESHOLD_BUSY_SHARE);
	char code[] = "disk-wait";
	struct finding finding = { .code = code,
				   .value = share,
				   .limit = limit,
				   .verdict = VERDICT_OK };
	struct strbuf text, by;

	strbuf_init(&text);
	strbuf_init(&by);
	strbuf_add(&by, ruler);
	strbuf_addf(&text, "waited for the disk %.0f %% of the time",
		    100 * share);
	if (share < limit) {
		finding.verdict = VERDICT_LIMITED;
		strbuf_add(&text, ": this does not measure the disk");
	}
	finding.text = text.text;
	finding.ruler = by.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
	strbuf_release(&by);
}

void
judge_command(const struct phase_view *view, const struct io_command_end *end,
	      struct phase_result *phase)
{
	const char *ruler;
	struct counter wait_ns;
	double elapsed_ns, share;

	judge_memory(end, phase);
	if (!view->before) /* nobody looked */
		return;
	put(phase, QUANTITY_DEVICE_READ, view->traffic.leaf_read_bytes);
	put(phase, QUANTITY_DEVICE_WRITTEN, view->traffic.leaf_written_bytes);
	put(phase, QUANTITY_DEVICE_FLUSHES, view->traffic.flushes);
	elapsed_ns = view_elapsed_ns(view);
	wait_ns = find_wait(view, &ruler);
	if (!wait_ns.known || !(elapsed_ns > 0))
		return;
	share = fmin(1, (double)wait_ns.value / elapsed_ns);
	phase->quantities[QUANTITY_DISK_WAIT] = quantity_known(100 * share);
	add_finding(phase, share, ruler);
}
