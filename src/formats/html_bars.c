#include "formats/html_section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/stats.h"
#include "core/strbuf.h"
#include "formats/axis.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "formats/svg.h"
#include "results/worth.h"

/* A bar for each test, with the interval of its mean over the runs. */

enum {
	ROW_PX = 42,
	BAR_PX = 12,
	BAR_TOP_PX = 21,
	NAME_MOST = 15,
	STEPS_MOST = 3, /* with room for labels on a narrow screen */
};

static const double confidence = 0.95;

/* An interval may make the axis so many times longer than the values. */
static const double stretch_most = 1.5;

/* Tests whose figures share an axis. */
enum kind { KIND_RATE, KIND_FILES, KIND_OPS, KIND_WALL, KINDS };

static const struct {
	enum quantity_id id;
	const char *title;
	const char *note;
} kinds[KINDS] = {
	{ QUANTITY_RATE, "Throughput", "Bytes moved per second." },
	{ QUANTITY_OPS, "Files", "Files per second." },
	{ QUANTITY_OPS, "Operations", "Operations per second." },
	{ QUANTITY_WALL, "Time", "By the clock; less is better." },
};

struct bar {
	const char *key;
	enum verdict verdict;
	struct figures figures;
	struct stats stats;
};

struct chart {
	enum kind kind;
	struct bar *bars;
	size_t count;
};

static enum kind
kind_of(const struct phase_result *phase)
{
	switch (figures_main(phase)) {
	case QUANTITY_RATE:
		return KIND_RATE;
	case QUANTITY_OPS:
		return strncmp(phase->key, "seq-", 4) == 0 ||
				       strncmp(phase->key, "ran-", 4) == 0
			       ? KIND_FILES
			       : KIND_OPS;
	default:
		return KIND_WALL;
	}
}

static void
gather(const struct html_visit *visit)
{
	struct chart *chart = visit->data;
	struct bar *bar;

	if (kind_of(visit->phase) != chart->kind)
		return;
	chart->bars = mem_grow(chart->bars, chart->count, sizeof *chart->bars);
	bar = &chart->bars[chart->count++];
	bar->key = visit->phase->key;
	bar->verdict = html_verdict(visit->group, bar->key);
	figures_collect(&bar->figures, &visit->group->set, bar->key,
			kinds[chart->kind].id);
	bar->stats = stats_of(bar->figures.values, bar->figures.count);
}

static double
half_width(const struct bar *bar)
{
	return stats_half_width(&bar->stats, confidence);
}

/* Figures that are not the disk's do not set the scale: next to the speed of a
 * cache nothing could be told of the others. */
static bool
sets_scale(const struct chart *chart, const struct bar *bar)
{
	if (verdict_worth(bar->verdict) != WORTH_OTHER)
		return true;
	for (size_t i = 0; i < chart->count; i++)
		if (verdict_worth(chart->bars[i].verdict) != WORTH_OTHER &&
		    chart->bars[i].stats.max > 0)
			return false;
	return true;
}

static void
choose_axis(const struct chart *chart, struct axis *axis)
{
	double values = 0, ends = 0;

	for (size_t i = 0; i < chart->count; i++) {
		const struct bar *bar = &chart->bars[i];

		if (!sets_scale(chart, bar))
			continue;
		values = fmax(values, bar->stats.max);
		ends = fmax(ends, bar->stats.mean + half_width(bar));
	}
	axis_linear(axis, fmax(values, fmin(ends, stretch_most * values)),
		    STEPS_MOST);
}

static const char *
class_of(enum verdict verdict)
{
	switch (verdict_worth(verdict)) {
	case WORTH_UNKNOWN:
		return "bar unknown";
	case WORTH_OTHER:
		return "bar other";
	case WORTH_UNCHECKED:
		return "bar unchecked";
	case WORTH_DISK:
		break;
	}
	return "bar";
}

static void
draw_interval(const struct svg *svg, const struct axis *axis,
	      const struct bar *bar, double y_px)
{
	double low = bar->stats.mean - half_width(bar);
	double high = bar->stats.mean + half_width(bar);
	double from = axis_share(axis, low), to = axis_share(axis, high);

	svg_line(svg, &(struct svg_segment){ from, to, y_px, y_px },
		 "interval");
	if (low >= axis->low)
		svg_line(
			svg,
			&(struct svg_segment){ from, from, y_px - 5, y_px + 5 },
			"interval");
	if (high <= axis->high)
		svg_line(svg,
			 &(struct svg_segment){ to, to, y_px - 5, y_px + 5 },
			 "interval");
	for (size_t i = 0; i < bar->figures.count; i++)
		if (bar->figures.values[i] <= axis->high)
			svg_dot(svg, axis_share(axis, bar->figures.values[i]),
				y_px, "run");
}

/* A name that leaves room for the figure on a narrow screen. */
static void
add_short_name(struct strbuf *text, const struct bar *bar)
{
	const char *label = test_label(bar->key);

	if (strlen(label) <= NAME_MOST)
		strbuf_add(text, label);
	else
		strbuf_addf(text, "%.*s...", NAME_MOST - 3, label);
}

static void
draw_bar(const struct svg *svg, const struct axis *axis, const struct bar *bar,
	 size_t index, enum quantity_id id)
{
	double top_px = (double)(index * ROW_PX);
	struct strbuf words;

	strbuf_init(&words);
	add_short_name(&words, bar);
	if (bar->verdict > VERDICT_OK)
		strbuf_addf(&words, " (%s)", verdict_names[bar->verdict]);
	svg_text(svg, &(struct svg_place){ .y_px = top_px + 14 }, "name",
		 words.text);
	strbuf_clear(&words);
	html_add_mean(&words, &bar->figures, id);
	svg_text(svg, &(struct svg_place){ .x = 1, .y_px = top_px + 14 },
		 "figure end", words.text);
	strbuf_release(&words);
	if (!bar->figures.count)
		return;
	svg_rect(svg,
		 &(struct svg_box){
			 .width = axis_share(axis, bar->stats.mean),
			 .y_px = top_px + BAR_TOP_PX,
			 .height_px = BAR_PX,
		 },
		 class_of(bar->verdict));
	if (bar->figures.count > 1)
		draw_interval(svg, axis, bar, top_px + BAR_TOP_PX + BAR_PX / 2);
}

/* The chart in words. */
static void
describe(struct strbuf *words, const struct chart *chart)
{
	for (size_t i = 0; i < chart->count; i++) {
		const struct bar *bar = &chart->bars[i];

		strbuf_addf(words, "%s%s ", i ? "; " : "",
			    test_label(bar->key));
		html_add_mean(words, &bar->figures, kinds[chart->kind].id);
		if (bar->verdict != VERDICT_NONE)
			strbuf_addf(words, " (%s)",
				    verdict_names[bar->verdict]);
	}
}

static void
draw(struct html_page *page, const struct chart *chart)
{
	struct svg svg = {
		.text = page->text,
		.id = ++page->ids,
		.height_px = (double)(chart->count * ROW_PX + 26),
	};
	struct svg_frame frame = {
		.x_id = kinds[chart->kind].id,
		.height_px = (double)(chart->count * ROW_PX),
	};
	struct strbuf words;
	struct axis axis;

	choose_axis(chart, &axis);
	frame.x = &axis;
	strbuf_init(&words);
	describe(&words, chart);
	svg_begin(&svg, "bars", kinds[chart->kind].title, words.text);
	strbuf_release(&words);
	svg_frame(&svg, &frame);
	for (size_t i = 0; i < chart->count; i++)
		draw_bar(&svg, &axis, &chart->bars[i], i,
			 kinds[chart->kind].id);
	svg_end(&svg);
}

static void
add_cell(struct strbuf *text, enum quantity_id id, bool known, double value)
{
	struct strbuf cell;

	strbuf_init(&cell);
	if (known)
		figures_add_value(&cell, id, value);
	else
		strbuf_add_char(&cell, '-');
	html_add(text, "td class=\"number\"", cell.text);
	strbuf_release(&cell);
}

static void
add_row(struct strbuf *text, const struct bar *bar, enum quantity_id id)
{
	bool known = bar->stats.count > 0, several = bar->stats.count > 1;
	struct strbuf mean;

	strbuf_init(&mean);
	html_add_mean(&mean, &bar->figures, id);
	strbuf_add(text, "<tr>");
	html_add(text, "th scope=\"row\"", test_label(bar->key));
	html_add(text, "td class=\"number\"", mean.text);
	add_cell(text, id, known, bar->stats.min);
	add_cell(text, id, known, bar->stats.max);
	add_cell(text, QUANTITY_CPU, several && bar->stats.mean > 0,
		 100 * bar->stats.sd / bar->stats.mean);
	strbuf_addf(text, "<td class=\"number\">%zu</td></tr>\n",
		    bar->figures.count);
	strbuf_release(&mean);
}

static void
add_table(struct html_page *page, const struct chart *chart)
{
	static const char *const heads[] = {
		"Test", "Mean", "Least", "Most", "Variation", "Runs counted",
	};

	html_details_begin(page->text, "The numbers");
	html_table_begin(page->text, kinds[chart->kind].note, heads, 6);
	for (size_t i = 0; i < chart->count; i++)
		add_row(page->text, &chart->bars[i], kinds[chart->kind].id);
	html_table_end(page->text);
	html_details_end(page->text);
}

static bool
has_values(const struct chart *chart)
{
	for (size_t i = 0; i < chart->count; i++)
		if (chart->bars[i].figures.count)
			return true;
	return false;
}

static void
add_figure(struct html_page *page, const struct chart *chart)
{
	strbuf_add(page->text, "<figure>\n<figcaption>");
	html_add(page->text, page->level == 2 ? "h3" : "h4",
		 kinds[chart->kind].title);
	html_add(page->text, "p", kinds[chart->kind].note);
	strbuf_add(page->text, "</figcaption>\n");
	draw(page, chart);
	add_table(page, chart);
	strbuf_add(page->text, "</figure>\n");
}

static void
begin(struct html_page *page, const struct html_group *group)
{
	html_heading(page, "Figures");
	if (group->set.count > 1)
		html_add(page->text, "p class=\"note\"",
			 "Bars are means; the line through a bar's end is the "
			 "95 % interval of the mean, the dots are the runs.");
	if (group->worth.other)
		html_add(page->text, "p class=\"note\"",
			 "A dashed bar measured something other than the "
			 "disk: it does not set the scale, and one that is "
			 "longer ends at the edge.");
	if (group->worth.unchecked)
		html_add(page->text, "p class=\"note\"",
			 "A pale bar could not be checked.");
	if (group->worth.count &&
	    group->worth.count < group->set.results->phase_count)
		html_add(page->text, "p class=\"note\"",
			 "A grey bar was not judged.");
}

void
html_add_bars(struct html_page *page, const struct html_group *group)
{
	bool any = false;

	for (enum kind kind = 0; kind < KINDS; kind++) {
		struct chart chart = { .kind = kind };

		html_each_test(page, group, gather, &chart);
		if (has_values(&chart)) {
			if (!any)
				begin(page, group);
			any = true;
			add_figure(page, &chart);
		}
		for (size_t i = 0; i < chart.count; i++)
			figures_release(&chart.bars[i].figures);
		free(chart.bars);
	}
}
