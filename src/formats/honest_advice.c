#include "formats/honest_advice.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/stats.h"
#include "core/strbuf.h"
#include "formats/honest_summary.h"

enum { COLUMNS = 79 };

/* What the hint for more runs aims at, as a share of the mean. */
static const double half_width_aim = 0.02;
/* So many runs nobody makes: where they would be needed, the mean says little. */
enum { RUNS_TOLD_MOST = 100 };
static const double confidence = 0.95;

/* One line of parts with "; " between them, as far as they fit. */
struct line {
	struct strbuf text;
	size_t parts;
};

static void
line_start(struct line *line, const char *head)
{
	strbuf_init(&line->text);
	strbuf_add(&line->text, head);
	line->parts = 0;
}

static void
line_add(struct line *line, const char *part)
{
	const char *between = line->parts ? "; " : " ";

	if (strstr(line->text.text, part) ||
	    line->text.length + strlen(between) + strlen(part) > COLUMNS)
		return;
	strbuf_addf(&line->text, "%s%s", between, part);
	line->parts++;
}

static void
line_end(struct line *line, struct strbuf *text)
{
	if (line->parts)
		strbuf_addf(text, "%s\n", line->text.text);
	strbuf_release(&line->text);
}

/* Said of some figures, and of none the contrary. */
static bool
is_proven(const struct honest_summary *summary, const char *code)
{
	for (size_t i = 0; i < summary->count; i++) {
		const struct finding *finding =
			phase_find_finding(summary->figures[i].phase, code);

		if (finding && finding->verdict > VERDICT_OK)
			return false;
	}
	return honest_passed(summary, code);
}

void
honest_add_checks(struct strbuf *text, const struct honest_summary *summary)
{
	const struct finding *hits = honest_passed(summary, "cache-hits");
	const struct finding *cold = honest_passed(summary, "cold-start");
	double cv = honest_largest_cv(summary);
	struct line line;
	char part[COLUMNS];

	line_start(&line, " checks:");
	if (hits && hits->ruler && strcmp(hits->ruler, "cachestat") != 0 &&
	    strcmp(hits->ruler, "mincore") != 0)
		line_add(&line, "read accounting verified");
	if (cold && cold->ruler && *cold->ruler) {
		snprintf(part, sizeof part, "cold start by %.20s", cold->ruler);
		line_add(&line, part);
	}
	if (honest_passed(summary, "flush"))
		line_add(&line, "fsync flushes seen");
	if (is_proven(summary, "direct"))
		line_add(&line, "O_DIRECT proven");
	if (honest_passed(summary, "data-check"))
		line_add(&line, "data checked");
	if (cv >= 0) {
		snprintf(part, sizeof part, "%zu runs, CV %.1f%%",
			 summary->runs, 100 * cv);
		line_add(&line, part);
	}
	line_end(&line, text);
}

static bool
is_counted(const char *key)
{
	static const char *const counted[] = { "RR", "RW",      "SR",
					       "SW", "latency", "fsync" };

	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
		if (strcmp(key, counted[i]) == 0)
			return true;
	return false;
}

/* Raw tests take the whole device already. */
static bool
is_sized(const char *key)
{
	return !is_counted(key) && strcmp(key, "zones") != 0;
}

/* What makes a test longer; "" where nothing does. */
static const char *
longer_hint(const char *key)
{
	if (strncmp(key, "seq-", 4) == 0 || strncmp(key, "ran-", 4) == 0)
		return "a larger -n";
	if (is_counted(key))
		return "a larger --count";
	return is_sized(key) ? "a larger -s" : "";
}

static bool
is_per_char(const char *key)
{
	return strcmp(key, "putc") == 0 || strcmp(key, "getc") == 0;
}

static void
add_hints_for(struct line *line, const struct honest_figure *figure)
{
	static const struct {
		const char *code;
		const char *hint; /* NULL: what makes the test longer */
	} hints[] = {
		{ "not-a-disk", "a directory on a disk" },
		{ "cache-hits", "a larger -s" },
		{ "cache-hits", "-D" },
		{ "files-in-memory", "-b, so that each file reaches the disk" },
		{ "cached-below", "a larger -s" },
		{ "given-rate", "without --rate" },
		{ "never-written", "a file that was written" },
		{ "not-flushed", "-b" },
		{ "overwritten", "-D" },
		{ "stable-storage", "without what swallows fsync" },
		{ "short", NULL },
		{ "two-regimes", NULL },
		{ "steady", NULL },
		{ "read-amplification", "-D" },
		{ "foreign-traffic", "an idle machine" },
		{ "foreign-writes", "an idle machine" },
		{ "run-delay", "an idle machine" },
		{ "hiccups", "an idle machine" },
		{ "steal", "an idle host" },
	};
	const char *key = figure->phase->key;

	/* What a name has just been made of is known; there is no help. */
	if (figure->verdict <= VERDICT_OK || strstr(key, "stat"))
		return;
	if (strcmp(figure->code, "cpu-bound") == 0 && is_per_char(key))
		line_add(line, "-f, which leaves the per-char tests out");
	for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
		const char *hint = hints[i].hint;

		if (strcmp(hints[i].code, figure->code) != 0)
			continue;
		if (!hint)
			hint = longer_hint(key);
		if (*hint && (strcmp(hint, "a larger -s") || is_sized(key)))
			line_add(line, hint);
	}
}

void
honest_add_hints(struct strbuf *text, const struct honest_summary *summary)
{
	double cv = honest_largest_cv(summary);
	struct line line;
	char part[COLUMNS];

	line_start(&line, " try:");
	for (size_t i = 0; i < summary->count; i++)
		add_hints_for(&line, &summary->figures[i]);
	if (cv >= 0) {
		size_t runs = stats_runs_needed(cv, half_width_aim, confidence);

		snprintf(part, sizeof part, "%zu runs for +/-%.0f%%", runs,
			 100 * half_width_aim);
		if (runs > summary->runs && runs <= RUNS_TOLD_MOST)
			line_add(&line, part);
	}
	line_end(&line, text);
}
