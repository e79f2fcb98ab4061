#include "formats/html_section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/stats.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "formats/axis.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "formats/svg.h"
#include "results/setup.h"

/* Groups that differ in one setting alone are the points of a curve. */

enum {
	TOP_PX = 8,
	PLOT_PX = 160,
	FOOT_PX = 24,
	LABELS_MOST = 5,
	STEPS_MOST = 5
};

static const double confidence = 0.95;

struct setting {
	const char *name;
	const char *point; /* how the label of a point of a sweep begins */
	size_t offset; /* of a uint64_t in struct result */
	bool in_bytes;
};

static const struct setting settings[] = {
	{ "Chunk", "chunk=", offsetof(struct result, chunk_bytes), true },
	{ "Workers", "threads=", offsetof(struct result, workers), false },
	{ "Requests at once", "depth=", offsetof(struct result, depth), false },
	{ "Test file", NULL, offsetof(struct result, size_bytes), true },
};

enum { SETTINGS = sizeof settings / sizeof *settings };

struct sweep {
	const struct setting *setting;
	const struct html_group **points; /* rising */
	size_t count;
	size_t curves; /* drawn so far */
};

/* One test along the sweep. */
struct curve {
	const char *key;
	enum quantity_id id;
	struct figures *figures; /* one a point */
	struct stats *stats;
};

static uint64_t
value_of(const struct setting *setting, const struct html_group *group)
{
	uint64_t value;

	memcpy(&value, (const char *)group->set.results + setting->offset,
	       sizeof value);
	return value;
}

/* What a result is apart from the setting. */
static struct result
without(const struct setting *setting, const struct html_group *group)
{
	struct result result = group->set.results[0];

	memset((char *)&result + setting->offset, 0, sizeof(uint64_t));
	if (setting->point && result.label &&
	    strncmp(result.label, setting->point, strlen(setting->point)) == 0)
		result.label = NULL;
	return result;
}

static bool
differs_in(const struct setting *setting, const struct html_group *groups,
	   size_t count)
{
	struct result first = without(setting, &groups[0]);

	for (size_t i = 0; i < count; i++) {
		struct result other = without(setting, &groups[i]);

		if (!value_of(setting, &groups[i]) ||
		    !result_same_setup(&first, &other))
			return false;
		for (size_t k = 0; k < i; k++)
			if (value_of(setting, &groups[k]) ==
			    value_of(setting, &groups[i]))
				return false;
	}
	return true;
}

static const struct setting *
find_setting(const struct html_group *groups, size_t count)
{
	for (size_t i = 0; i < SETTINGS && count > 1; i++)
		if (differs_in(&settings[i], groups, count))
			return &settings[i];
	return NULL;
}

static void
sort_points(struct sweep *sweep, const struct html_group *groups)
{
	for (size_t i = 0; i < sweep->count; i++) {
		size_t at = i;

		for (;
		     at > 0 && value_of(sweep->setting, sweep->points[at - 1]) >
				       value_of(sweep->setting, &groups[i]);
		     at--)
			sweep->points[at] = sweep->points[at - 1];
		sweep->points[at] = &groups[i];
	}
}

static void
add_setting(struct strbuf *text, const struct sweep *sweep, size_t point)
{
	uint64_t value = value_of(sweep->setting, sweep->points[point]);
	char number[UNITS_TEXT_BYTES];

	if (sweep->setting->in_bytes)
		strbuf_add(text, units_format_bytes(number, value));
	else
		strbuf_addf(text, "%ju", (uintmax_t)value);
}

/* On a logarithmic axis from the first point to the last. */
static double
place(const struct sweep *sweep, size_t point)
{
	double first = (double)value_of(sweep->setting, sweep->points[0]);
	double last = (double)value_of(sweep->setting,
				       sweep->points[sweep->count - 1]);
	double value = (double)value_of(sweep->setting, sweep->points[point]);

	return log(value / first) / log(last / first);
}

static void
curve_init(struct curve *curve, const struct sweep *sweep,
	   const struct phase_result *phase)
{
	curve->key = phase->key;
	curve->id = figures_main(phase);
	curve->figures = mem_alloc(sweep->count, sizeof *curve->figures);
	curve->stats = mem_alloc(sweep->count, sizeof *curve->stats);
	for (size_t i = 0; i < sweep->count; i++) {
		struct figures *figures = &curve->figures[i];

		figures_collect(figures, &sweep->points[i]->set, curve->key,
				curve->id);
		curve->stats[i] = stats_of(figures->values, figures->count);
	}
}

static void
curve_release(struct curve *curve, const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++)
		figures_release(&curve->figures[i]);
	free(curve->figures);
	free(curve->stats);
}

static void
choose_axis(struct axis *y, const struct curve *curve, size_t count)
{
	double most = 0;

	for (size_t i = 0; i < count; i++)
		most = fmax(most, curve->stats[i].max);
	axis_linear(y, most, STEPS_MOST);
}

static double
height_of(const struct axis *y, double value)
{
	return TOP_PX + PLOT_PX * (1 - axis_share(y, value));
}

static void
draw_point(const struct svg *svg, const struct axis *y,
	   const struct stats *stats, double x)
{
	double half = stats_half_width(stats, confidence);

	if (stats->count > 1)
		svg_line(svg,
			 &(struct svg_segment){
				 x, x, height_of(y, stats->mean - half),
				 height_of(y, stats->mean + half) },
			 "interval");
	svg_dot(svg, x, height_of(y, stats->mean), "dot s0");
}

/* The points that have a figure; the line goes over those that have none. */
static void
draw_curve(const struct svg *svg, const struct axis *y,
	   const struct curve *curve, const struct sweep *sweep)
{
	double *xs = mem_alloc(sweep->count, sizeof *xs);
	double *ys = mem_alloc(sweep->count, sizeof *ys);
	size_t used = 0;

	for (size_t i = 0; i < sweep->count; i++) {
		if (!curve->figures[i].count)
			continue;
		xs[used] = place(sweep, i);
		ys[used++] = axis_share(y, curve->stats[i].mean);
	}
	svg_curve(svg, &(struct svg_curve){ xs, ys, used, TOP_PX, PLOT_PX },
		  "curve s0");
	for (size_t i = 0; i < sweep->count; i++)
		if (curve->figures[i].count)
			draw_point(svg, y, &curve->stats[i], place(sweep, i));
	free(xs);
	free(ys);
}

static void
draw_settings(const struct svg *svg, const struct sweep *sweep)
{
	size_t step = (sweep->count + LABELS_MOST - 1) / LABELS_MOST;

	for (size_t i = 0; i < sweep->count; i += step) {
		struct strbuf label;

		strbuf_init(&label);
		add_setting(&label, sweep, i);
		svg_text(svg,
			 &(struct svg_place){ place(sweep, i),
					      TOP_PX + PLOT_PX + 17, 0 },
			 "tick mid", label.text);
		strbuf_release(&label);
	}
}

static void
describe(struct strbuf *words, const struct curve *curve,
	 const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++) {
		strbuf_add(words, i ? "; " : "");
		add_setting(words, sweep, i);
		strbuf_add(words, ": ");
		html_add_mean(words, &curve->figures[i], curve->id);
	}
}

static void
draw(struct html_page *page, const struct curve *curve,
     const struct sweep *sweep)
{
	struct svg svg = { page->text, ++page->ids,
			   TOP_PX + PLOT_PX + FOOT_PX };
	struct axis x = { .high = 1 }, y;
	struct strbuf words;

	choose_axis(&y, curve, sweep->count);
	strbuf_init(&words);
	describe(&words, curve, sweep);
	svg_begin(&svg, "plot", test_label(curve->key), words.text);
	strbuf_release(&words);
	svg_frame(&svg, &(struct svg_frame){ &x, &y, QUANTITY_FILES, curve->id,
					     TOP_PX, PLOT_PX });
	draw_curve(&svg, &y, curve, sweep);
	draw_settings(&svg, sweep);
	svg_end(&svg);
}

static void
add_table(struct strbuf *text, const struct curve *curve,
	  const struct sweep *sweep)
{
	const char *const heads[] = { sweep->setting->name, "Figure" };
	struct strbuf cell;

	html_details_begin(text, "The numbers");
	html_table_begin(text, test_label(curve->key), heads, 2);
	strbuf_init(&cell);
	for (size_t i = 0; i < sweep->count; i++) {
		strbuf_clear(&cell);
		add_setting(&cell, sweep, i);
		strbuf_add(text, "<tr>");
		html_add(text, "th scope=\"row\"", cell.text);
		strbuf_clear(&cell);
		html_add_mean(&cell, &curve->figures[i], curve->id);
		html_add(text, "td class=\"number\"", cell.text);
		strbuf_add(text, "</tr>\n");
	}
	strbuf_release(&cell);
	html_table_end(text);
	html_details_end(text);
}

static bool
has_values(const struct curve *curve, const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->count; i++)
		if (curve->figures[i].count)
			return true;
	return false;
}

static void
add_figure(struct html_page *page, const struct curve *curve,
	   const struct sweep *sweep)
{
	strbuf_add(page->text, "<figure>\n<figcaption>");
	html_add(page->text, "h3", test_label(curve->key));
	strbuf_add(page->text, "</figcaption>\n");
	draw(page, curve, sweep);
	add_table(page->text, curve, sweep);
	strbuf_add(page->text, "</figure>\n");
}

static void
add_curve(const struct html_visit *visit)
{
	struct sweep *sweep = visit->data;
	struct curve curve;

	curve_init(&curve, sweep, visit->phase);
	if (has_values(&curve, sweep)) {
		add_figure(visit->page, &curve, sweep);
		sweep->curves++;
	}
	curve_release(&curve, sweep);
}

void
html_add_sweep(struct html_page *page, const struct html_group *groups,
	       size_t count)
{
	struct sweep sweep = { .setting = find_setting(groups, count),
			       .count = count };
	struct strbuf title;

	if (!sweep.setting)
		return;
	sweep.points = mem_alloc(count, sizeof *sweep.points);
	sort_points(&sweep, groups);
	strbuf_init(&title);
	strbuf_addf(&title, "%s from ", sweep.setting->name);
	add_setting(&title, &sweep, 0);
	strbuf_add(&title, " to ");
	add_setting(&title, &sweep, count - 1);
	html_heading(page, title.text);
	strbuf_add(page->text, "<div class=\"grid\">\n");
	html_each_test(page, groups, add_curve, &sweep);
	strbuf_add(page->text, "</div>\n");
	if (!sweep.curves)
		html_add(page->text, "p class=\"note\"",
			 "No test has a figure of the disk at any point.");
	strbuf_release(&title);
	free(sweep.points);
}
