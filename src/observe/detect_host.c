#include "observe/detect.h"

#include "core/meter.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* Whether the machine stood still for as long as stalls took: then they are
 * not the disk's. */
static bool
explains_stalls(const struct phase_view *view, const struct notes *notes)
{
	const struct note *stalls = notes_find(notes, "stalls");

	return stalls &&
	       2 * (double)view->hiccups.late_ns >=
		       stalls->value * (double)view->total->latency.sum_ns;
}

/* Our own workers, where they fill all CPUs, delay an idle thread as well; but
 * then they wait for a CPU themselves, which has been said. */
static void
judge_hiccups(const struct phase_view *view, struct notes *notes)
{
	double elapsed_ns = view_elapsed_ns(view), share;
	double limit = threshold(THRESHOLD_HICCUP_SHARE);
	char most[UNITS_TEXT_BYTES];
	struct note *note;

	if (!view->hiccups.known || elapsed_ns <= 0)
		return;
	share = (double)view->hiccups.late_ns / elapsed_ns;
	units_format_seconds(most, (double)view->hiccups.most_ns / 1e9);
	if (share > limit && !notes_find(notes, "run-delay"))
		note = notes_add(notes, VERDICT_SHARED, "hiccups",
				 "the machine was late %.0f%% of the time, "
				 "once by %s",
				 100 * share, most);
	else if (share > 0 && explains_stalls(view, notes))
		note = notes_add(notes, VERDICT_OK, "hiccups",
				 "the stalls may be the machine's: an idle "
				 "thread woke %s late",
				 most);
	else
		note = notes_add(notes, VERDICT_OK, "hiccups",
				 "an idle thread woke at most %s late", most);
	note->value = share;
	note->limit = limit;
	note->ruler = "idle thread";
}

static void
say_frequency(const struct phase_view *view, struct notes *notes)
{
	const struct counter *before = &view->before->cpu_hz;
	const struct counter *after = &view->after->cpu_hz;
	struct note *note;

	if (!before->known || !after->known)
		return;
	note = notes_add(notes, VERDICT_OK, "cpu-frequency",
			 "the CPUs ran at %.1f GHz before, %.1f GHz after",
			 (double)before->value / 1e9,
			 (double)after->value / 1e9);
	note->value = (double)after->value;
	note->ruler = "cpufreq";
}

static void
say_heat(const struct phase_view *view, struct notes *notes)
{
	struct counter heat = counter_since(view->before->heat_events,
					    view->after->heat_events);
	struct note *note;

	if (!heat.known || heat.value == 0)
		return;
	note = notes_add(notes, VERDICT_OK, "cpu-heat",
			 "the CPUs were slowed down by heat %llu times",
			 (unsigned long long)heat.value);
	note->value = (double)heat.value;
	note->ruler = "thermal_throttle";
}

void
detect_host(const struct phase_view *view, struct notes *notes)
{
	judge_hiccups(view, notes);
	say_frequency(view, notes);
	say_heat(view, notes);
}
