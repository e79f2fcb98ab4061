#include "formats/honest_summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/stats.h"
#include "formats/figures.h"
#include "formats/point.h"
#include "results/worth.h"

enum { RUNS_MOST = 64 };

/* An interval wider than this share of the mean proves no figure. */
static const double half_width_most = 0.05;
static const double confidence = 0.95;

/* Tests of a run stand at the same place in every run of the same plan. */
static const struct phase_result *
same_phase(const struct result *result, const char *key, size_t index)
{
	if (index < result->phase_count &&
	    strcmp(result->phases[index].key, key) == 0)
		return &result->phases[index];
	return result_find_phase(result, key);
}

static const struct quantity *
figure_of(const struct phase_result *phase, enum quantity_id *id)
{
	*id = figures_main(phase);
	return &phase->quantities[*id];
}

static void
average(struct honest_figure *figure, const double *values, size_t count)
{
	struct stats stats = stats_of(values, count);

	figure->cv = -1;
	figure->half_width = 0;
	if (count == 0)
		return;
	figure->quantity = quantity_known(stats.mean);
	if (count < 2 || stats.mean <= 0)
		return;
	figure->cv = stats.sd / stats.mean;
	figure->half_width = stats_half_width(&stats, confidence) / stats.mean;
}

static void
gather(struct honest_figure *figure, const struct result *const *runs,
       size_t count, size_t index)
{
	double values[RUNS_MOST] = { 0 };
	size_t known = 0;
	const char *key = runs[0]->phases[index].key;
	const struct finding *reason;

	memset(figure, 0, sizeof *figure);
	for (size_t i = 0; i < count && i < RUNS_MOST; i++) {
		const struct phase_result *phase =
			same_phase(runs[i], key, index);
		const struct quantity *quantity;

		if (!phase)
			continue;
		quantity = figure_of(phase, &figure->id);
		if (!figure->phase || phase->verdict > figure->verdict) {
			figure->phase = phase;
			figure->verdict = phase->verdict;
			figure->quantity = *quantity;
		}
		if (quantity->state == QUANTITY_KNOWN)
			values[known++] = quantity->value;
	}
	average(figure, values, known);
	reason = phase_reason(figure->phase);
	figure->code = reason && reason->code ? reason->code : "";
	if (figure->verdict == VERDICT_OK &&
	    figure->half_width > half_width_most) {
		figure->verdict = VERDICT_UNPROVEN;
		figure->code = "runs";
	}
}

/* What was broken off is no figure. */
static enum worth
worth_of(const struct honest_figure *figure)
{
	if (figure->phase->state == PHASE_INCOMPLETE)
		return WORTH_UNKNOWN;
	return figure->verdict == figure->phase->verdict
		       ? phase_worth(figure->phase)
		       : verdict_worth(figure->verdict);
}

static int
worst_first(const void *one, const void *other)
{
	const struct honest_figure *a = one, *b = other;

	if (a->verdict != b->verdict)
		return a->verdict < b->verdict ? 1 : -1;
	return a->number > b->number ? 1 : -1;
}

static void
count_figure(struct honest_summary *summary, const struct honest_figure *figure)
{
	switch (worth_of(figure)) {
	case WORTH_UNKNOWN:
		return;
	case WORTH_DISK:
		summary->disk++;
		break;
	case WORTH_UNCHECKED:
		summary->unchecked++;
		break;
	case WORTH_OTHER:
		summary->other++;
		break;
	}
	summary->count++;
}

/* `runs` of one plan; `point` as in struct honest_figure. */
static void
add_figures(struct honest_summary *summary, const struct result *const *runs,
	    size_t count, const struct result *point)
{
	if (count > summary->runs)
		summary->runs = count;
	for (size_t i = 0; i < runs[0]->phase_count; i++) {
		struct honest_figure *figure =
			&summary->figures[summary->count];

		gather(figure, runs, count, i);
		figure->point = point;
		figure->number = summary->count;
		count_figure(summary, figure);
	}
}

static void
start(struct honest_summary *summary, const struct result *results,
      size_t count)
{
	size_t phases = 0;

	memset(summary, 0, sizeof *summary);
	for (size_t i = 0; i < count; i++)
		phases += results[i].phase_count;
	summary->figures = mem_alloc(phases, sizeof *summary->figures);
}

static void
sort(struct honest_summary *summary)
{
	if (summary->count > 1)
		qsort(summary->figures, summary->count,
		      sizeof *summary->figures, worst_first);
}

void
honest_summarize(struct honest_summary *summary, const struct result *results,
		 size_t count)
{
	const struct result **runs = mem_alloc(count, sizeof *runs);

	start(summary, results, count);
	for (size_t i = 0; i < count; i++)
		runs[i] = &results[i];
	add_figures(summary, runs, count, NULL);
	sort(summary);
	free(runs);
}

void
honest_summarize_points(struct honest_summary *summary,
			const struct result *results, size_t count)
{
	const struct result **runs = mem_alloc(count, sizeof *runs);

	start(summary, results, count);
	for (size_t i = 0; i < count; i++) {
		size_t found = 0;

		if (point_seen(results, i))
			continue;
		for (size_t k = i; k < count; k++)
			if (point_is_same(&results[k], &results[i]))
				runs[found++] = &results[k];
		add_figures(summary, runs, found,
			    found < count ? &results[i] : NULL);
	}
	sort(summary);
	free(runs);
}

const struct finding *
honest_passed(const struct honest_summary *summary, const char *code)
{
	for (size_t i = 0; i < summary->count; i++) {
		const struct phase_result *phase = summary->figures[i].phase;

		for (size_t k = 0; k < phase->finding_count; k++)
			if (phase->findings[k].verdict == VERDICT_OK &&
			    phase->findings[k].code &&
			    strcmp(phase->findings[k].code, code) == 0)
				return &phase->findings[k];
	}
	return NULL;
}

double
honest_largest_cv(const struct honest_summary *summary)
{
	double largest = -1;

	for (size_t i = 0; i < summary->count; i++)
		largest = fmax(largest, summary->figures[i].cv);
	return largest;
}

void
honest_summary_release(struct honest_summary *summary)
{
	free(summary->figures);
	memset(summary, 0, sizeof *summary);
}
