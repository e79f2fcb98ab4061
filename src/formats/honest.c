#include "formats/honest.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/honest_advice.h"
#include "formats/honest_summary.h"
#include "formats/label.h"
#include "formats/point.h"
#include "results/worth.h"

enum {
	COLUMNS = 79,
	NAME_LEAST = 9,
	NAME_MOST = 16,
	POINT_LABEL_MOST = 10, /* beside the point of a sweep */
	POINT_MOST = 14,
	FIGURE_WIDTH = 10,
	VERDICT_WIDTH = 9,
	LINES_MOST = 12,
	POINT_LINES_MOST = 6,
	GROUP_LEAST = 3, /* so many figures of one fate share a line */
};

/* Kernel threads below this share of one CPU are not worth a line. */
static const double kernel_cpu_least = 0.10;

/* ---- the first line --------------------------------------------------------- */

/* What may be said of all figures together: every one with a finding of
 * `owed` must have passed it, and have passed `code`. */
struct claim {
	const char *words;
	const char *code;
	const char *owed[3];
};

static const struct claim claims[] = {
	{ "cold verified", "cold-start", { "cold-start", "cache-hits" } },
	{ "fsync flushed", "flush", { "flush", "stable-storage" } },
	{ "steady", "steady", { "steady", "steady-hidden", "two-regimes" } },
};

static bool
contradicts(const struct phase_result *phase, const struct claim *claim)
{
	const struct finding *passed = phase_find_finding(phase, claim->code);
	size_t count = sizeof claim->owed / sizeof *claim->owed;

	for (size_t i = 0; i < count && claim->owed[i]; i++) {
		const struct finding *owed =
			phase_find_finding(phase, claim->owed[i]);

		if (owed && (!passed || owed->verdict != VERDICT_OK))
			return true;
	}
	return false;
}

static bool
holds(const struct honest_summary *summary, const struct claim *claim)
{
	for (size_t i = 0; i < summary->count; i++)
		if (contradicts(summary->figures[i].phase, claim))
			return false;
	return honest_passed(summary, claim->code);
}

static void
add_part(struct strbuf *text, size_t *parts, const char *part)
{
	strbuf_addf(text, "%s%s", *parts ? ", " : " (", part);
	(*parts)++;
}

static void
add_first_line(struct strbuf *text, const struct honest_summary *summary)
{
	const char *plural = summary->count == 1 ? "" : "s";
	size_t parts = 0;

	if (summary->disk < summary->count) {
		strbuf_addf(text,
			    "honest: %zu of %zu figure%s measure%s the "
			    "disk",
			    summary->disk, summary->count, plural,
			    summary->count == 1 ? "s" : "");
		if (summary->other)
			strbuf_addf(text, "; %zu do%s not", summary->other,
				    summary->other == 1 ? "es" : "");
		if (summary->unchecked)
			strbuf_addf(text, "; %zu unchecked",
				    summary->unchecked);
	} else {
		strbuf_addf(text, "honest: %s%zu figure%s measure%s the disk",
			    summary->count == 1 ? "" : "all ", summary->count,
			    plural, summary->count == 1 ? "s" : "");
		for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
			if (holds(summary, &claims[i]))
				add_part(text, &parts, claims[i].words);
		if (parts)
			strbuf_add_char(text, ')');
	}
	strbuf_add_char(text, '\n');
}

/* ---- a line a figure -------------------------------------------------------- */

static const char *
figure_text(char text[UNITS_TEXT_BYTES], const struct honest_figure *figure)
{
	double operations;

	switch (figure->quantity.state) {
	case QUANTITY_KNOWN:
		break;
	case QUANTITY_TOO_FAST:
		return "+++++";
	case QUANTITY_FAILED:
		return "failed";
	case QUANTITY_ABSENT:
		return "-";
	}
	if (figure->id == QUANTITY_RATE)
		return units_format_rate(text, figure->quantity.value);
	if (figure->id == QUANTITY_WALL)
		return units_format_seconds(text, figure->quantity.value);
	/* As bonnie++'s layouts have them: seeks rounded, all else cut. */
	operations = figure->quantity.value;
	if (strcmp(figure->phase->key, "seeks") != 0)
		operations = floor(operations);
	snprintf(text, UNITS_TEXT_BYTES, "%.0f /s", operations);
	return text;
}

/* Where a text that is too long may end: at the end of a clause if that leaves
 * most of it, else of a word. */
static size_t
cut(const char *words, size_t room)
{
	static const char *const ends[] = { " -> ", "; ", ": ", ", ", " (" };
	size_t best = 0, length = strlen(words);

	if (length <= room)
		return length;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		for (const char *at = strstr(words, ends[i]);
		     at && (size_t)(at - words) <= room;
		     at = strstr(at + 1, ends[i]))
			if ((size_t)(at - words) > best)
				best = (size_t)(at - words);
	if (best >= room / 2)
		return best;
	for (size_t at = 1; at <= room; at++)
		if (words[at] == ' ')
			best = at;
	return best ? best : room;
}

static void
add_cut(struct strbuf *text, const char *words, size_t room)
{
	size_t start = text->length;

	strbuf_add_bytes(text, words, cut(words, room));
	for (size_t i = start; i < text->length; i++)
		if ((unsigned char)text->text[i] < ' ')
			text->text[i] = '?';
}

static const char *
reason_text(char text[COLUMNS + 1], const struct honest_figure *figure)
{
	const struct finding *reason = phase_reason(figure->phase);

	if (strcmp(figure->code, "runs") == 0) {
		snprintf(text, COLUMNS + 1, "+/-%.0f%% over the runs",
			 100 * figure->half_width);
		return text;
	}
	return reason && reason->text ? reason->text : "";
}

/* How many figures, this one included, share verdict and reason. */
static size_t
group_size(const struct honest_summary *summary, size_t index)
{
	const struct honest_figure *figure = &summary->figures[index];
	size_t size = 0;

	for (size_t i = 0; i < summary->count; i++)
		size += summary->figures[i].verdict == figure->verdict &&
			strcmp(summary->figures[i].code, figure->code) == 0;
	return size;
}

static bool
is_first_of_group(const struct honest_summary *summary, size_t index)
{
	const struct honest_figure *figure = &summary->figures[index];

	for (size_t i = 0; i < index; i++)
		if (summary->figures[i].verdict == figure->verdict &&
		    strcmp(summary->figures[i].code, figure->code) == 0)
			return false;
	return true;
}

/* "Block in", "RR chunk=64k". */
static void
add_name(struct strbuf *text, const struct honest_figure *figure)
{
	const char *label = test_label(figure->phase->key);
	char point[POINT_NAME_BYTES];

	if (figure->point)
		strbuf_addf(text, "%.*s %.*s", POINT_LABEL_MOST, label,
			    POINT_MOST, point_name(point, figure->point));
	else
		strbuf_addf(text, "%.*s", NAME_MOST, label);
}

static size_t
name_width(const struct honest_summary *summary)
{
	struct strbuf name;
	size_t width = NAME_LEAST;

	strbuf_init(&name);
	for (size_t i = 0; i < summary->count; i++) {
		strbuf_clear(&name);
		add_name(&name, &summary->figures[i]);
		if (summary->figures[i].verdict > VERDICT_OK &&
		    name.length > width)
			width = name.length;
	}
	strbuf_release(&name);
	return width;
}

static void
pad(struct strbuf *text, size_t start, size_t columns)
{
	while (text->length - start < columns)
		strbuf_add_char(text, ' ');
}

/* " Block in   5.63 GB/s  cached    ..." or, for several figures of one fate,
 * " Seq create and 5 more  cached    ...". */
static void
add_figure_line(struct strbuf *text, const struct honest_summary *summary,
		size_t index, size_t width)
{
	const struct honest_figure *figure = &summary->figures[index];
	char number[UNITS_TEXT_BYTES], reason[COLUMNS + 1];
	size_t size = group_size(summary, index);
	size_t start = text->length;

	strbuf_add_char(text, ' ');
	add_name(text, figure);
	if (size >= GROUP_LEAST) {
		strbuf_addf(text, " and %zu more", size - 1);
		pad(text, start, 1 + width + 1 + FIGURE_WIDTH);
	} else {
		pad(text, start, 1 + width);
		strbuf_addf(text, " %*.*s", FIGURE_WIDTH, FIGURE_WIDTH,
			    figure_text(number, figure));
	}
	strbuf_addf(text, "  %-*s ", VERDICT_WIDTH,
		    verdict_names[figure->verdict]);
	add_cut(text, reason_text(reason, figure),
		COLUMNS - (text->length - start));
	while (text->length && text->text[text->length - 1] == ' ')
		text->text[--text->length] = '\0';
	strbuf_add_char(text, '\n');
}

static void
add_figure_lines(struct strbuf *text, const struct honest_summary *summary)
{
	size_t width = name_width(summary), lines = 0, left = 0;
	bool points = summary->count && summary->figures[0].point;
	size_t lines_most = points ? POINT_LINES_MOST : LINES_MOST;

	for (size_t i = 0; i < summary->count; i++) {
		if (summary->figures[i].verdict <= VERDICT_OK ||
		    (group_size(summary, i) >= GROUP_LEAST &&
		     !is_first_of_group(summary, i)))
			continue;
		if (lines++ < lines_most)
			add_figure_line(text, summary, i, width);
		else
			left++;
	}
	if (left)
		strbuf_addf(text, " and %zu more\n", left);
}

/* ---- what belongs to all of them --------------------------------------------- */

/* %CPU is this program's alone: encryption, compression and checksums of the
 * file system are done by kernel threads. */
static void
add_kernel_cpu(struct strbuf *text, const struct honest_summary *summary)
{
	const struct phase_result *worst = NULL;
	double most = kernel_cpu_least;

	for (size_t i = 0; i < summary->count; i++) {
		const struct phase_result *phase = summary->figures[i].phase;
		const struct finding *finding =
			phase_find_finding(phase, "cpu-kernel");

		if (finding && finding->value > most) {
			most = finding->value;
			worst = phase;
		}
	}
	if (worst)
		strbuf_addf(text,
			    " cpu: the machine's kernel threads: up to "
			    "%.0f%% of one CPU (%.*s)\n",
			    100 * fmin(most, 1e4), NAME_MOST,
			    test_label(worst->key));
}

/* What is no fault of a figure, but belongs to it: said once, of the first
 * test that found it to be beyond the limit. */
static void
add_remarks(struct strbuf *text, const struct honest_summary *summary)
{
	static const struct {
		const char *code;
		const char *head;
	} remarks[] = {
		{ "given-rate", " rate: " },
		{ "zeros", " store: " },
		{ "fill-level", " place: " },
		{ "alignment", " place: " },
	};

	for (size_t k = 0; k < sizeof remarks / sizeof *remarks; k++) {
		for (size_t i = 0; i < summary->count; i++) {
			const struct finding *finding = phase_find_finding(
				summary->figures[i].phase, remarks[k].code);

			if (!finding || !finding->text ||
			    finding->value < finding->limit)
				continue;
			strbuf_add(text, remarks[k].head);
			add_cut(text, finding->text,
				COLUMNS - strlen(remarks[k].head));
			strbuf_add_char(text, '\n');
			break;
		}
	}
}

void
honest_add(struct strbuf *text, const struct result *results, size_t count)
{
	struct honest_summary summary;

	if (count == 0 || results[0].phase_count == 0)
		return;
	honest_summarize_points(&summary, results, count);
	if (summary.count) {
		add_first_line(text, &summary);
		add_figure_lines(text, &summary);
		add_kernel_cpu(text, &summary);
		add_remarks(text, &summary);
		honest_add_checks(text, &summary);
		honest_add_hints(text, &summary);
	}
	honest_summary_release(&summary);
}
