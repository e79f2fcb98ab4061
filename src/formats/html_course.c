#include "formats/html_section.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/change_point.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/strbuf.h"
#include "formats/axis.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "formats/svg.h"
#include "results/measure.h"

/* The rate over time, with the two regimes of a phase that had them. */

enum {
	TOP_PX = 8,
	PLOT_PX = 130,
	FOOT_PX = 40,
	ROWS_MOST = 25,
	STEPS_MOST = 5
};

/* One test of all runs that have its course. */
struct course {
	const char *key;
	enum quantity_id id;
	const struct phase_result **runs;
	size_t *numbers; /* of the runs, from 1 */
	size_t count;
	double end_s; /* 0: not known, the axis is the share of the time */
	struct axis x, y;
};

static bool
has_course(const struct phase_result *phase)
{
	return phase && phase->window_count > 1;
}

static void
gather(struct course *course, const struct html_visit *visit)
{
	const struct result_set *set = &visit->group->set;

	memset(course, 0, sizeof *course);
	course->key = visit->phase->key;
	course->runs = mem_alloc(set->count, sizeof *course->runs);
	course->numbers = mem_alloc(set->count, sizeof *course->numbers);
	for (size_t i = 0; i < set->count; i++) {
		const struct phase_result *phase =
			result_find_phase(&set->results[i], course->key);

		if (!has_course(phase))
			continue;
		course->id = phase->window_quantity;
		course->numbers[course->count] = i + 1;
		course->runs[course->count++] = phase;
	}
}

static void
release(struct course *course)
{
	free(course->runs);
	free(course->numbers);
}

static void
choose_axes(struct course *course)
{
	double most = 0;
	bool all_known = true;

	for (size_t i = 0; i < course->count; i++) {
		const struct phase_result *phase = course->runs[i];
		double end_s = phase_windows_s(phase);

		for (size_t w = 0; w < phase->window_count; w++)
			most = fmax(most, phase->windows[w]);
		all_known = all_known && end_s > 0;
		course->end_s = fmax(course->end_s, end_s);
	}
	if (!all_known)
		course->end_s = 0;
	axis_linear(&course->y, most, STEPS_MOST);
	axis_linear_exact(&course->x, all_known ? course->end_s : 100);
}

static double
width_of(const struct course *course, const struct phase_result *phase)
{
	return course->end_s > 0 ? phase_windows_s(phase) / course->end_s : 1;
}

/* The first run that was found to have two regimes, or NULL. */
static const struct phase_result *
run_with_regimes(const struct course *course)
{
	for (size_t i = 0; i < course->count; i++)
		if (phase_find_finding(course->runs[i], "two-regimes"))
			return course->runs[i];
	return NULL;
}

static double
height_of(const struct course *course, double rate)
{
	return TOP_PX + PLOT_PX * (1 - axis_share(&course->y, rate));
}

/* The ground under the second regime, and both levels. */
static void
draw_regimes(const struct svg *svg, const struct course *course,
	     const struct phase_result *phase, bool ground)
{
	struct change_point point =
		change_point_find(phase->windows, phase->window_count);
	double end = width_of(course, phase), before_px, after_px;
	double at = end * (double)point.at / (double)phase->window_count;

	if (!point.at)
		return;
	before_px = height_of(course, point.before);
	after_px = height_of(course, point.after);
	if (ground) {
		svg_rect(svg,
			 &(struct svg_box){ at, end - at, TOP_PX, PLOT_PX },
			 "regime");
		return;
	}
	svg_line(svg, &(struct svg_segment){ 0, at, before_px, before_px },
		 "level");
	svg_line(svg, &(struct svg_segment){ at, end, after_px, after_px },
		 "level");
}

static void
draw_run(const struct svg *svg, const struct course *course, size_t index)
{
	const struct phase_result *phase = course->runs[index];
	size_t count = phase->window_count;
	double *x = mem_alloc(2 * count, sizeof *x);
	double *y = mem_alloc(2 * count, sizeof *y);
	double width = width_of(course, phase);
	char class[16];

	for (size_t i = 0; i < count; i++) {
		x[2 * i] = width * (double)i / (double)count;
		x[2 * i + 1] = width * (double)(i + 1) / (double)count;
		y[2 * i] = axis_share(&course->y, phase->windows[i]);
		y[2 * i + 1] = y[2 * i];
	}
	snprintf(class, sizeof class, "curve s%zu",
		 (course->numbers[index] - 1) % HTML_COLOURS);
	svg_curve(svg,
		  &(struct svg_curve){
			  .x = x,
			  .y = y,
			  .count = 2 * count,
			  .top_px = TOP_PX,
			  .height_px = PLOT_PX,
		  },
		  class);
	free(x);
	free(y);
}

static void
describe(struct strbuf *words, const struct course *course)
{
	for (size_t i = 0; i < course->count; i++) {
		const struct phase_result *phase = course->runs[i];
		const struct finding *regimes =
			phase_find_finding(phase, "two-regimes");
		double low = phase->windows[0], high = low;

		for (size_t w = 0; w < phase->window_count; w++) {
			low = fmin(low, phase->windows[w]);
			high = fmax(high, phase->windows[w]);
		}
		strbuf_addf(words, "%sRun %zu: from ", i ? ". " : "",
			    course->numbers[i]);
		figures_add_value(words, course->id, low);
		strbuf_add(words, " to ");
		figures_add_value(words, course->id, high);
		if (regimes && regimes->text)
			strbuf_addf(words, "; %s", regimes->text);
	}
}

static void
draw(struct html_page *page, const struct course *course)
{
	struct svg svg = { page->text, ++page->ids,
			   TOP_PX + PLOT_PX + FOOT_PX };
	const struct phase_result *regimes = run_with_regimes(course);
	struct strbuf words, description;

	strbuf_init(&words);
	strbuf_addf(&words, "%s: rate over time", test_label(course->key));
	strbuf_init(&description);
	describe(&description, course);
	svg_begin(&svg, "plot", words.text, description.text);
	strbuf_release(&description);
	strbuf_release(&words);
	if (regimes)
		draw_regimes(&svg, course, regimes, true);
	svg_frame(&svg, &(struct svg_frame){
				.x = &course->x,
				.y = &course->y,
				.x_id = course->end_s > 0 ? QUANTITY_WALL
							  : QUANTITY_CPU,
				.y_id = course->id,
				.top_px = TOP_PX,
				.height_px = PLOT_PX,
			});
	for (size_t i = 0; i < course->count; i++)
		draw_run(&svg, course, i);
	if (regimes)
		draw_regimes(&svg, course, regimes, false);
	svg_text(&svg,
		 &(struct svg_place){ .x = 0.5, .y_px = TOP_PX + PLOT_PX + 34 },
		 "tick mid",
		 course->end_s > 0 ? "time" : "share of the time, in percent");
	svg_end(&svg);
}

/* Mean of the windows that lie in part `row` of `rows`. */
static double
part_mean(const struct phase_result *phase, size_t row, size_t rows)
{
	size_t from = row * phase->window_count / rows;
	size_t to = (row + 1) * phase->window_count / rows;

	return stats_mean(phase->windows + from, to - from);
}

static size_t
rows_of(const struct course *course)
{
	size_t rows = ROWS_MOST;

	for (size_t i = 0; i < course->count; i++)
		if (course->runs[i]->window_count < rows)
			rows = course->runs[i]->window_count;
	return rows;
}

static void
add_rows(struct strbuf *text, const struct course *course)
{
	size_t rows = rows_of(course);
	struct strbuf cell;

	strbuf_init(&cell);
	for (size_t row = 0; row < rows; row++) {
		strbuf_addf(text, "<tr><th scope=\"row\">%.0f–%.0f %%</th>",
			    100 * (double)row / (double)rows,
			    100 * (double)(row + 1) / (double)rows);
		for (size_t i = 0; i < course->count; i++) {
			strbuf_clear(&cell);
			figures_add_value(
				&cell, course->id,
				part_mean(course->runs[i], row, rows));
			html_add(text, "td class=\"number\"", cell.text);
		}
		strbuf_add(text, "</tr>\n");
	}
	strbuf_release(&cell);
}

static void
add_table(struct html_page *page, const struct course *course)
{
	const char **heads = mem_alloc(course->count + 1, sizeof *heads);
	char(*names)[24] = mem_alloc(course->count, sizeof *names);

	heads[0] = "Part of the time";
	for (size_t i = 0; i < course->count; i++) {
		snprintf(names[i], sizeof *names, "Run %zu",
			 course->numbers[i]);
		heads[i + 1] = names[i];
	}
	html_details_begin(page->text, "The numbers");
	html_table_begin(page->text, "Mean rate in each part of the time",
			 heads, course->count + 1);
	add_rows(page->text, course);
	html_table_end(page->text);
	html_details_end(page->text);
	free(names);
	free(heads);
}

static void
add_regime_words(struct strbuf *text, const struct course *course)
{
	for (size_t i = 0; i < course->count; i++) {
		const struct finding *regimes =
			phase_find_finding(course->runs[i], "two-regimes");
		struct strbuf words;

		if (!regimes || !regimes->text)
			continue;
		strbuf_init(&words);
		if (course->count > 1)
			strbuf_addf(&words, "Run %zu: ", course->numbers[i]);
		strbuf_add(&words, regimes->text);
		html_add(text, "p", words.text);
		strbuf_release(&words);
	}
}

static void
add_course(const struct html_visit *visit)
{
	struct html_page *page = visit->page;
	struct course course;

	gather(&course, visit);
	if (course.count) {
		choose_axes(&course);
		strbuf_add(page->text, "<figure>\n<figcaption>");
		html_add(page->text, page->level == 2 ? "h3" : "h4",
			 test_label(course.key));
		add_regime_words(page->text, &course);
		strbuf_add(page->text, "</figcaption>\n");
		draw(page, &course);
		add_table(page, &course);
		strbuf_add(page->text, "</figure>\n");
	}
	release(&course);
}

static bool
any_course(const struct html_group *group, bool regimes)
{
	for (size_t i = 0; i < group->set.count; i++) {
		const struct result *result = &group->set.results[i];

		for (size_t p = 0; p < result->phase_count; p++)
			if (has_course(&result->phases[p]) &&
			    (!regimes || phase_find_finding(&result->phases[p],
							    "two-regimes")))
				return true;
	}
	return false;
}

void
html_add_course(struct html_page *page, const struct html_group *group)
{
	if (!any_course(group, false))
		return;
	html_heading(page, "Rate over time");
	html_add_runs_key(page->text, group->set.count);
	if (any_course(group, true))
		html_add(page->text, "p class=\"note\"",
			 "Where a test ran at two speeds, the ground of the "
			 "second is tinted, and dashed lines are the level of "
			 "each.");
	strbuf_add(page->text, "<div class=\"grid\">\n");
	html_each_test(page, group, add_course, NULL);
	strbuf_add(page->text, "</div>\n");
}
