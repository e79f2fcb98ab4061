#include "formats/html_section.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/stats.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "results/setup.h"

static bool
from_one_file(const struct result *a, const struct result *b)
{
	return a->source && b->source ? strcmp(a->source, b->source) == 0
				      : a->source == b->source;
}

static struct html_group *
group_of(struct html_group *groups, size_t count, const struct result *result)
{
	for (size_t i = 0; i < count; i++)
		if (from_one_file(groups[i].set.results, result) &&
		    result_same_setup(groups[i].set.results, result))
			return &groups[i];
	return NULL;
}

static void
add_run(struct html_group *groups, size_t *count, const struct result *result)
{
	struct html_group *group = group_of(groups, *count, result);

	if (!group) {
		group = &groups[(*count)++];
		group->id = (unsigned)*count;
	}
	group->set.results = mem_grow(group->set.results, group->set.count,
				      sizeof *group->set.results);
	group->set.results[group->set.count++] = *result;
}

/* How many phases before this one have its key. */
static size_t
turn_of(const struct result *result, size_t index)
{
	size_t turn = 0;

	for (size_t i = 0; i < index; i++)
		turn += strcmp(result->phases[i].key,
			       result->phases[index].key) == 0;
	return turn;
}

/* The phases whose turn it is. */
static struct result
part_of(const struct result *result, const size_t *turns, size_t turn)
{
	struct result part = *result;

	part.phases = mem_alloc(result->phase_count, sizeof *part.phases);
	part.phase_count = 0;
	for (size_t i = 0; i < result->phase_count; i++)
		if (turns[i] == turn)
			part.phases[part.phase_count++] = result->phases[i];
	return part;
}

/* A test that was repeated within a run is shown like repeated runs. */
static void
add_parts(struct html_group *groups, size_t *count, const struct result *result)
{
	size_t *turns = mem_alloc(result->phase_count, sizeof *turns);
	size_t last = 0;

	for (size_t i = 0; i < result->phase_count; i++) {
		turns[i] = turn_of(result, i);
		last = turns[i] > last ? turns[i] : last;
	}
	for (size_t turn = 0; turn <= last; turn++) {
		struct result part = part_of(result, turns, turn);

		add_run(groups, count, &part);
	}
	free(turns);
}

struct html_group *
html_groups_new(const struct result_set *set, size_t *count)
{
	struct html_group *groups = mem_alloc(set->count, sizeof *groups);

	*count = 0;
	for (size_t i = 0; i < set->count; i++)
		add_parts(groups, count, &set->results[i]);
	for (size_t i = 0; i < *count; i++)
		honest_summarize(&groups[i].worth, groups[i].set.results,
				 groups[i].set.count);
	return groups;
}

void
html_groups_free(struct html_group *groups, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		honest_summary_release(&groups[i].worth);
		for (size_t r = 0; r < groups[i].set.count; r++)
			free(groups[i].set.results[r].phases);
		free(groups[i].set.results);
	}
	free(groups);
}

void
html_add_name(struct strbuf *text, const struct result *result)
{
	char number[UNITS_TEXT_BYTES];
	const char *name = result->label;

	if (!name || !*name)
		name = result->machine;
	strbuf_add(text, name && *name ? name : "unnamed machine");
	if (result->size_bytes)
		strbuf_addf(text, ", %s",
			    units_format_bytes(number, result->size_bytes));
	if (result->chunk_bytes)
		strbuf_addf(text, " in chunks of %s",
			    units_format_bytes(number, result->chunk_bytes));
	if (result->workers > 1)
		strbuf_addf(text, ", %ju workers", (uintmax_t)result->workers);
	if (result->depth > 1)
		strbuf_addf(text, ", depth %ju", (uintmax_t)result->depth);
}

const struct honest_figure *
html_honest(const struct html_group *group, const char *key)
{
	for (size_t i = 0; i < group->worth.count; i++)
		if (strcmp(group->worth.figures[i].phase->key, key) == 0)
			return &group->worth.figures[i];
	return NULL;
}

enum verdict
html_verdict(const struct html_group *group, const char *key)
{
	const struct honest_figure *figure = html_honest(group, key);

	return figure ? figure->verdict : VERDICT_NONE;
}

void
html_each_test(struct html_page *page, const struct html_group *group,
	       void (*visit)(const struct html_visit *visit), void *data)
{
	for (size_t i = 0; i < group->set.count; i++) {
		const struct result *result = &group->set.results[i];

		for (size_t p = 0; p < result->phase_count; p++)
			if (!figures_seen(&group->set, i,
					  result->phases[p].key))
				visit(&(struct html_visit){
					.page = page,
					.group = group,
					.phase = &result->phases[p],
					.data = data,
				});
	}
}

void
html_heading(struct html_page *page, const char *words)
{
	const char tag[] = { 'h', (char)('0' + page->level), '\0' };

	html_add(page->text, tag, words);
	strbuf_add_char(page->text, '\n');
}

void
html_add_mean(struct strbuf *text, const struct figures *figures,
	      enum quantity_id id)
{
	struct stats stats = stats_of(figures->values, figures->count);

	if (!figures->count) {
		strbuf_add(text, figures->too_fast     ? "+++++"
				 : figures->incomplete ? "failed"
						       : "-");
		return;
	}
	if (figures->count > 1)
		figures_add_interval(text, id, stats.mean,
				     stats_half_width(&stats, 0.95));
	else
		figures_add_value(text, id, stats.mean);
}

void
html_add_runs_key(struct strbuf *text, size_t runs)
{
	if (runs < 2)
		return;
	strbuf_add(text, "<ul class=\"key\" aria-hidden=\"true\">");
	for (size_t i = 0; i < runs && i < HTML_COLOURS; i++) {
		strbuf_addf(text,
			    "<li><svg width=\"20\" height=\"8\">"
			    "<path class=\"curve s%zu\" d=\"M0 4H20\"/></svg>",
			    i);
		strbuf_addf(text, "run %zu", i + 1);
		for (size_t k = i + HTML_COLOURS; k < runs; k += HTML_COLOURS)
			strbuf_addf(text, ", %zu", k + 1);
		strbuf_add(text, "</li>");
	}
	strbuf_add(text, "</ul>\n");
}
