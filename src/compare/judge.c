#include "compare/judge.h"

#include <math.h>
#include <stdlib.h>

#include "compare/alike.h"
#include "compare/figure.h"
#include "compare/sample.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "results/worth.h"

enum { RANK_LEAST = 4 };

/* A cell with the one it is held against. */
struct bout {
	const struct comparison *comparison;
	const struct compare_row *row;
	const struct compare_group *groups[2];
	const struct compare_sample *base;
	struct compare_cell *cell;
};

static const char *
side_name(char name[COMPARE_LETTER_BYTES], const struct bout *bout, bool first)
{
	size_t side = first ? bout->row->base
			    : (size_t)(bout->cell - bout->row->cells);

	return compare_letter(name, side);
}

static void
add_verdict(struct strbuf *reason, const struct bout *bout, bool first)
{
	const struct compare_sample *sample =
		first ? bout->base : &bout->cell->sample;
	char name[COMPARE_LETTER_BYTES];
	size_t runs = sample->count + sample->too_fast + sample->failed;

	strbuf_addf(reason, "%s is ", side_name(name, bout, first));
	strbuf_add(reason, sample->verdict == VERDICT_NONE
				   ? "not checked by anybody"
				   : verdict_names[sample->verdict]);
	if (sample->verdict_runs < runs)
		strbuf_addf(reason, " in %zu of %zu runs", sample->verdict_runs,
			    runs);
}

/* A figure of a cache says nothing against one of a disk. */
static bool
unlike_worth(struct strbuf *reason, const struct bout *bout)
{
	enum worth a = verdict_worth(bout->base->verdict);
	enum worth b = verdict_worth(bout->cell->sample.verdict);

	if (a == b || (a != WORTH_OTHER && b != WORTH_OTHER))
		return false;
	add_verdict(reason, bout, true);
	strbuf_add(reason, ", ");
	add_verdict(reason, bout, false);
	return true;
}

static void
add_too_fast(struct strbuf *reason, const struct bout *bout, bool first)
{
	const struct compare_sample *sample =
		first ? bout->base : &bout->cell->sample;
	char name[COMPARE_LETTER_BYTES], value[COMPARE_FIGURE_BYTES];
	size_t runs = sample->count + sample->too_fast + sample->failed;

	strbuf_addf(reason, "%s%s ", reason->length ? ", " : "",
		    side_name(name, bout, first));
	if (sample->too_fast < runs)
		strbuf_addf(reason, "in %zu of %zu runs ", sample->too_fast,
			    runs);
	strbuf_add(reason, "too fast to be measured");
	if (sample->bound > 0)
		strbuf_addf(reason, ", above %s",
			    compare_figure_text(value, bout->row->id,
						sample->bound));
}

static bool
unlike_state(struct strbuf *reason, const struct bout *bout)
{
	char name[COMPARE_LETTER_BYTES];

	if (bout->base->too_fast)
		add_too_fast(reason, bout, true);
	if (bout->cell->sample.too_fast)
		add_too_fast(reason, bout, false);
	for (int first = 1; first >= 0; first--) {
		const struct compare_sample *sample =
			first ? bout->base : &bout->cell->sample;

		if (!sample->count && !sample->too_fast)
			strbuf_addf(reason, "%s%s failed or was not finished",
				    reason->length ? ", " : "",
				    side_name(name, bout, first));
	}
	return reason->length > 0;
}

/* The other figure that a side has in place of the row's; NULL: none. */
static const struct quantity_info *
other_figure(const struct bout *bout)
{
	static const enum quantity_id ids[] = { QUANTITY_RATE, QUANTITY_OPS,
						QUANTITY_WALL };
	const struct compare_group *group = bout->groups[1];

	for (size_t i = 0; group && bout->row->main && i < 3; i++)
		if (result_quantity(group->runs[0], bout->row->test, ids[i])
			    .state != QUANTITY_ABSENT)
			return &quantity_table[ids[i]];
	return NULL;
}

/* Whether there is nothing to be computed; the cell says why. */
static bool
refused(const struct bout *bout)
{
	struct compare_cell *cell = bout->cell;
	struct strbuf reason;
	bool found;

	strbuf_init(&reason);
	if (!compare_sample_there(&cell->sample)) {
		const struct quantity_info *other = other_figure(bout);

		cell->word = other ? COMPARE_REFUSED : COMPARE_MISSING;
		found = true;
		if (other)
			strbuf_addf(&reason, "other unit: %s, %s",
				    quantity_table[bout->row->id].unit,
				    other->unit);
	} else {
		found = compare_unlike(&reason, bout->groups[0],
				       bout->groups[1], bout->row->test) ||
			unlike_worth(&reason, bout) ||
			unlike_state(&reason, bout);
		if (found)
			cell->word = COMPARE_REFUSED;
	}
	if (reason.length)
		cell->reason = mem_strdup(reason.text);
	strbuf_release(&reason);
	return found;
}

/* What is to be said of figures that are compared all the same. */
static void
remark(const struct bout *bout)
{
	struct compare_cell *cell = bout->cell;
	struct strbuf text;

	strbuf_init(&text);
	compare_caveat(&text, bout->groups[0], bout->groups[1]);
	if (verdict_worth(cell->sample.verdict) == WORTH_OTHER)
		strbuf_addf(&text, "%snot the disk's figures: %s, %s",
			    text.length ? "; " : "",
			    verdict_names[bout->base->verdict],
			    verdict_names[cell->sample.verdict]);
	if (bout->base->failed || cell->sample.failed)
		strbuf_addf(&text,
			    "%s%zu runs failed or unfinished, not "
			    "counted",
			    text.length ? "; " : "",
			    bout->base->failed + cell->sample.failed);
	if (text.length)
		cell->reason = mem_strdup(text.text);
	strbuf_release(&text);
}

static void
fill_difference(const struct bout *bout)
{
	const struct compare_settings *settings = &bout->comparison->settings;
	const struct stats *a = &bout->base->stats;
	const struct stats *b = &bout->cell->sample.stats;
	struct stats_difference *found = &bout->cell->difference;
	double percent = a->mean != 0 ? 100 / fabs(a->mean) : NAN;

	*found = settings->pooled ? stats_pooled(a, b, settings->confidence)
				  : stats_welch(a, b, settings->confidence);
	bout->cell->percent = found->difference * percent;
	bout->cell->low_percent =
		(found->difference - found->half_width) * percent;
	bout->cell->high_percent =
		(found->difference + found->half_width) * percent;
}

/* The least p that the rank test could give for so many runs. */
static double
least_rank_p(size_t count_a, size_t count_b)
{
	double ways = 1;

	for (size_t i = 1; i <= count_b; i++)
		ways *= (double)(count_a + i) / (double)i;
	return 2 / ways;
}

static void
fill_rank(const struct bout *bout)
{
	const struct compare_sample *a = bout->base;
	const struct compare_sample *b = &bout->cell->sample;
	double alpha = 1 - bout->comparison->settings.confidence;

	if (a->count < RANK_LEAST || b->count < RANK_LEAST)
		return;
	bout->cell->rank_p =
		stats_rank_p(a->values, a->count, b->values, b->count);
	bout->cell->rank_disagrees = least_rank_p(a->count, b->count) < alpha &&
				     (bout->cell->rank_p < alpha) !=
					     (bout->cell->difference.p < alpha);
}

static void
compare_cell(const struct bout *bout)
{
	struct compare_cell *cell = bout->cell;

	if (refused(bout))
		return;
	remark(bout);
	fill_difference(bout);
	fill_rank(bout);
	cell->alone =
		cell->difference.p < 1 - bout->comparison->settings.confidence;
	cell->word = isnan(cell->difference.p) ? COMPARE_UNPROVEN
					       : COMPARE_NO_DIFFERENCE;
}

static void
clear_cell(struct compare_cell *cell)
{
	cell->percent = NAN;
	cell->low_percent = NAN;
	cell->high_percent = NAN;
	cell->rank_p = NAN;
	cell->difference = (struct stats_difference){ .difference = NAN,
						      .half_width = NAN,
						      .p = NAN };
}

static void
compare_row(const struct comparison *comparison, struct compare_row *row,
	    const struct compare_match *match)
{
	for (size_t i = 0; i < comparison->side_count; i++) {
		struct bout bout = {
			.comparison = comparison,
			.row = row,
			.groups = { match->groups[row->base],
				    match->groups[i] },
			.base = &row->cells[row->base].sample,
			.cell = &row->cells[i],
		};

		clear_cell(bout.cell);
		if (i == row->base)
			bout.cell->word = COMPARE_REFERENCE;
		else
			compare_cell(&bout);
	}
}

/* Now that it is known what is proven. */
static void
choose_word(const struct compare_settings *settings, struct compare_cell *cell,
	    double base_mean)
{
	double noticed =
		settings->delta > 0 ? settings->delta : COMPARE_NOTICED;

	/* Of nothing, any difference is a large one. */
	cell->noticed =
		isnan(cell->percent) || fabs(cell->percent) >= 100 * noticed;
	if (cell->word != COMPARE_NO_DIFFERENCE)
		return;
	if (settings->delta > 0 &&
	    stats_equivalent(&cell->difference,
			     settings->delta * fabs(base_mean)))
		cell->word = COMPARE_EQUIVALENT;
	else if (cell->proven)
		cell->word = cell->difference.difference > 0 ? COMPARE_MORE
							     : COMPARE_LESS;
}

void
compare_judge(const struct comparison *comparison, struct compare_table *table,
	      const struct compare_match *match)
{
	size_t sides = comparison->side_count;
	size_t count = table->row_count * sides;
	double *p = mem_alloc(count, sizeof *p);
	bool *proven = mem_alloc(count, sizeof *proven);

	for (size_t i = 0; i < table->row_count; i++) {
		compare_row(comparison, &table->rows[i], match);
		for (size_t s = 0; s < sides; s++)
			p[i * sides + s] = table->rows[i].cells[s].difference.p;
	}
	stats_holm(p, count, 1 - comparison->settings.confidence, proven);
	for (size_t i = 0; i < table->row_count; i++) {
		struct compare_row *row = &table->rows[i];

		for (size_t s = 0; s < sides; s++) {
			row->cells[s].proven = proven[i * sides + s];
			choose_word(&comparison->settings, &row->cells[s],
				    row->cells[row->base].sample.stats.mean);
		}
	}
	free(p);
	free(proven);
}

const char *
compare_word_text(enum compare_word word, enum quantity_id id)
{
	const struct quantity_info *info = &quantity_table[id];

	switch (word) {
	case COMPARE_REFERENCE:
		return "reference";
	case COMPARE_MISSING:
		return "missing";
	case COMPARE_REFUSED:
		return "not comparable";
	case COMPARE_UNPROVEN:
		return "unproven";
	case COMPARE_NO_DIFFERENCE:
		return "no difference proven";
	case COMPARE_EQUIVALENT:
		return "equivalent";
	case COMPARE_MORE:
	case COMPARE_LESS:
		break;
	}
	if (id == QUANTITY_CPU || id == QUANTITY_USER_TIME ||
	    id == QUANTITY_SYS_TIME || info->better == BETTER_NEITHER)
		return word == COMPARE_MORE ? "higher" : "lower";
	return (word == COMPARE_MORE) == (info->better == BETTER_MORE)
		       ? "faster"
		       : "slower";
}
