#include "formats/html_section.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/strbuf.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "results/worth.h"

/* What the figures are worth, and what was found out about them. */

static void
add_parts(struct strbuf *words, const struct honest_summary *worth)
{
	const char *plural = worth->count == 1 ? "" : "s";

	if (worth->disk == worth->count)
		strbuf_addf(words, "%s%zu figure%s measure%s the disk.",
			    worth->count == 1 ? "The " : "All ", worth->count,
			    plural, worth->count == 1 ? "s" : "");
	else
		strbuf_addf(words, "%zu of %zu figure%s measure%s the disk.",
			    worth->disk, worth->count, plural,
			    worth->count == 1 ? "s" : "");
	if (worth->other)
		strbuf_addf(words, " %zu measure%s something else.",
			    worth->other, worth->other == 1 ? "s" : "");
	if (worth->unchecked)
		strbuf_addf(words, " %zu could not be checked.",
			    worth->unchecked);
}

void
html_add_worth(struct html_page *page, const struct html_group *group)
{
	const struct honest_summary *worth = &group->worth;
	struct strbuf words;

	if (!worth->count) {
		html_add(page->text, "p class=\"worth\"",
			 "Nobody judged what these figures are worth.");
		return;
	}
	strbuf_init(&words);
	add_parts(&words, worth);
	html_add(page->text,
		 worth->other       ? "p class=\"worth other\""
		 : worth->unchecked ? "p class=\"worth remark\""
		 : worth->figures->verdict > VERDICT_OK
			 ? "p class=\"worth remark\""
			 : "p class=\"worth ok\"",
		 words.text);
	strbuf_add_char(page->text, '\n');
	strbuf_release(&words);
}

static void
add_reason(struct strbuf *text, const struct honest_figure *figure)
{
	const struct finding *reason = phase_reason(figure->phase);
	struct strbuf words;

	strbuf_init(&words);
	if (strcmp(figure->code, "runs") == 0)
		strbuf_addf(&words, "±%.0f %% over the runs",
			    100 * figure->half_width);
	else if (reason && reason->text)
		strbuf_add(&words, reason->text);
	html_add(text, "td class=\"why\"", words.text);
	strbuf_release(&words);
}

static void
add_mean_cell(struct strbuf *text, const struct html_visit *visit,
	      enum quantity_id id)
{
	struct figures figures;
	struct strbuf cell;

	strbuf_init(&cell);
	figures_collect(&figures, &visit->group->set, visit->phase->key, id);
	html_add_mean(&cell, &figures, id);
	html_add(text, "td class=\"number\"", cell.text);
	figures_release(&figures);
	strbuf_release(&cell);
}

static void
add_row(const struct html_visit *visit)
{
	const char *key = visit->phase->key;
	const struct honest_figure *figure = html_honest(visit->group, key);
	struct strbuf *text = visit->page->text;

	strbuf_add(text, "<tr>");
	html_add(text, "th scope=\"row\"", test_label(key));
	strbuf_add(text, "<td>");
	html_add_verdict(text, figure ? figure->verdict : VERDICT_NONE);
	strbuf_add(text, "</td>");
	add_mean_cell(text, visit, figures_main(visit->phase));
	add_mean_cell(text, visit, QUANTITY_CPU);
	if (figure)
		add_reason(text, figure);
	else
		strbuf_add(text, "<td></td>");
	strbuf_add(text, "</tr>\n");
}

/* ---- everything that was checked -------------------------------------------- */

static void
add_number(struct strbuf *text, double value)
{
	char number[32] = "-";

	if (isfinite(value))
		snprintf(number, sizeof number, "%.4g", value);
	html_add(text, "td class=\"number\"", number);
}

static void
add_finding(struct strbuf *text, const struct phase_result *phase,
	    const struct finding *finding, size_t run)
{
	strbuf_add(text, "<tr>");
	html_add(text, "th scope=\"row\"", test_label(phase->key));
	strbuf_addf(text, "<td>%zu</td><td>", run + 1);
	html_add_verdict(text, finding->verdict);
	strbuf_add(text, "</td>");
	html_add(text, "td class=\"why\"", finding->text);
	add_number(text, finding->value);
	add_number(text, finding->limit);
	html_add(text, "td", finding->ruler);
	html_add(text, "td", finding->code);
	strbuf_add(text, "</tr>\n");
}

static size_t
count_findings(const struct result_set *set)
{
	size_t count = 0;

	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			count += set->results[i].phases[p].finding_count;
	return count;
}

static void
add_findings(struct strbuf *text, const struct result_set *set)
{
	static const char *const heads[] = {
		"Test",  "Run",   "Verdict", "What was found",
		"Value", "Limit", "Ruler",   "Check",
	};

	if (!count_findings(set))
		return;
	html_details_begin(text, "All checks");
	html_table_begin(text, "What was found out about each test", heads, 8);
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++) {
			const struct phase_result *phase =
				&set->results[i].phases[p];

			for (size_t k = 0; k < phase->finding_count; k++)
				add_finding(text, phase, &phase->findings[k],
					    i);
		}
	html_table_end(text);
	html_details_end(text);
}

void
html_add_verdicts(struct html_page *page, const struct html_group *group)
{
	static const char *const heads[] = { "Test", "Verdict", "Figure", "CPU",
					     "Why" };

	html_heading(page, "What they are worth");
	html_table_begin(page->text,
			 group->set.count > 1
				 ? "Means with the half width of their 95 % "
				   "interval, and the worst verdict of all runs"
				 : "Each figure and its verdict",
			 heads, 5);
	html_each_test(page, group, add_row, NULL);
	html_table_end(page->text);
	add_findings(page->text, &group->set);
}
