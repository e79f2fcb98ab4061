#include "formats/html_section.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/axis.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"
#include "formats/svg.h"

/* How long single operations took: all runs' operations in columns of a tenth
 * of a decade, and above them where each run's percentiles lie. */

enum {
	MARKS = 4,
	MARK_PX = 16,
	TOP_PX = MARKS * MARK_PX + 10,
	PLOT_PX = 110,
	FOOT_PX = 24,
	COLUMNS_A_DECADE = 10,
	COLUMNS_MOST = 400,
	STEPS_MOST = 4,
};

/* So that a single slow operation among a million is seen. */
static const double least_px = 1.5;

static const char *const mark_names[MARKS] = { "p50", "p99", "p99.9", "max" };

struct spread {
	const struct html_visit *visit;
	const struct axis *x;
	double columns[COLUMNS_MOST]; /* share of all operations */
	size_t count;
};

static double
mark_of(const struct latency_summary *latency, size_t index)
{
	const double marks[MARKS] = { latency->p50_s, latency->p99_s,
				      latency->p999_s, latency->max_s };

	return marks[index];
}

static const struct phase_result *
phase_of_run(const struct spread *spread, size_t run)
{
	return result_find_phase(&spread->visit->group->set.results[run],
				 spread->visit->phase->key);
}

static bool
has_latency(const struct phase_result *phase)
{
	return phase && phase->latency.known && phase->bar_count;
}

static void
add_bars(struct spread *spread, const struct phase_result *phase)
{
	for (size_t i = 0; i < phase->bar_count; i++) {
		double share = axis_share(spread->x, phase->bars[i].upper_s);
		size_t column = (size_t)(share * (double)spread->count);

		if (column >= spread->count)
			column = spread->count - 1;
		spread->columns[column] += (double)phase->bars[i].count;
	}
}

/* Returns the number of runs in it. */
static size_t
fill(struct spread *spread)
{
	const struct axis *x = spread->x;
	double decades = round(log10(x->high / x->low)), sum = 0;
	size_t runs = 0;

	spread->count = (size_t)(decades * COLUMNS_A_DECADE);
	if (spread->count > COLUMNS_MOST)
		spread->count = COLUMNS_MOST;
	for (size_t i = 0; i < spread->visit->group->set.count; i++) {
		const struct phase_result *phase = phase_of_run(spread, i);

		if (!has_latency(phase))
			continue;
		add_bars(spread, phase);
		runs++;
	}
	for (size_t i = 0; i < spread->count; i++)
		sum += spread->columns[i];
	for (size_t i = 0; i < spread->count && sum > 0; i++)
		spread->columns[i] /= sum;
	return runs;
}

static void
draw_marks(const struct svg *svg, const struct spread *spread)
{
	for (size_t m = 0; m < MARKS; m++) {
		double y_px = (double)(m * MARK_PX) + MARK_PX / 2.0;

		svg_text(svg, &(struct svg_place){ 0, y_px + 4, -8 },
			 "tick end", mark_names[m]);
		svg_line(svg, &(struct svg_segment){ 0, 1, y_px, y_px },
			 "grid-line");
		for (size_t i = 0; i < spread->visit->group->set.count; i++) {
			const struct phase_result *phase =
				phase_of_run(spread, i);
			char class[16];

			if (!has_latency(phase))
				continue;
			snprintf(class, sizeof class, "dot s%zu",
				 i % HTML_COLOURS);
			svg_dot(svg,
				axis_share(spread->x,
					   mark_of(&phase->latency, m)),
				y_px, class);
		}
	}
}

static double
tallest(const struct spread *spread)
{
	double most = 0;

	for (size_t i = 0; i < spread->count; i++)
		most = fmax(most, spread->columns[i]);
	return most;
}

static void
draw_columns(const struct svg *svg, const struct spread *spread,
	     const struct axis *y)
{
	double width = 1 / (double)spread->count;

	for (size_t i = 0; i < spread->count; i++) {
		double height_px =
			PLOT_PX * axis_share(y, 100 * spread->columns[i]);

		if (spread->columns[i] <= 0)
			continue;
		height_px = fmax(height_px, least_px);
		svg_rect(svg,
			 &(struct svg_box){
				 .x = width * (double)i,
				 .width = width,
				 .y_px = TOP_PX + PLOT_PX - height_px,
				 .height_px = height_px,
			 },
			 "bar");
	}
}

static void
describe(struct strbuf *words, const struct spread *spread)
{
	for (size_t i = 0; i < spread->visit->group->set.count; i++) {
		const struct phase_result *phase = phase_of_run(spread, i);

		if (!has_latency(phase))
			continue;
		strbuf_addf(words, "%sRun %zu:", words->length ? ". " : "",
			    i + 1);
		for (size_t m = 0; m < MARKS; m++) {
			strbuf_addf(words, "%s %s ", m ? "," : "",
				    mark_names[m]);
			figures_add_value(words, QUANTITY_LATENCY_MAX,
					  mark_of(&phase->latency, m));
		}
	}
}

static void
draw(struct html_page *page, const struct spread *spread)
{
	struct svg svg = { page->text, ++page->ids,
			   TOP_PX + PLOT_PX + FOOT_PX };
	struct strbuf title, words;
	struct axis y;

	axis_linear(&y, 100 * tallest(spread), STEPS_MOST);
	strbuf_init(&title);
	strbuf_init(&words);
	strbuf_addf(&title, "%s: how long operations took",
		    test_label(spread->visit->phase->key));
	describe(&words, spread);
	svg_begin(&svg, "plot", title.text, words.text);
	strbuf_release(&title);
	strbuf_release(&words);
	draw_marks(&svg, spread);
	svg_frame(&svg, &(struct svg_frame){
				.x = spread->x,
				.y = &y,
				.x_id = QUANTITY_LATENCY_MAX,
				.y_id = QUANTITY_CPU,
				.top_px = TOP_PX,
				.height_px = PLOT_PX,
			});
	draw_columns(&svg, spread, &y);
	svg_end(&svg);
}

static void
add_row(struct strbuf *text, const struct phase_result *phase, size_t run)
{
	const struct latency_summary *latency = &phase->latency;
	const double values[] = { latency->p50_s, latency->p90_s,
				  latency->p99_s, latency->p999_s,
				  latency->max_s };
	const struct quantity *mean = &phase->quantities[QUANTITY_LATENCY_MEAN];
	struct strbuf cell;

	strbuf_init(&cell);
	strbuf_addf(text, "<tr><th scope=\"row\">%zu</th>", run + 1);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		strbuf_clear(&cell);
		figures_add_value(&cell, QUANTITY_LATENCY_MAX, values[i]);
		html_add(text, "td class=\"number\"", cell.text);
	}
	strbuf_clear(&cell);
	figures_add_quantity(&cell, QUANTITY_LATENCY_MEAN, mean);
	html_add(text, "td class=\"number\"", cell.text);
	strbuf_add(text, "</tr>\n");
	strbuf_release(&cell);
}

static void
add_table(struct html_page *page, const struct spread *spread)
{
	static const char *const heads[] = { "Run",   "p50", "p90", "p99",
					     "p99.9", "max", "Mean" };

	html_details_begin(page->text, "The numbers");
	html_table_begin(page->text,
			 "The time that a share of the operations did not "
			 "exceed",
			 heads, sizeof heads / sizeof *heads);
	for (size_t i = 0; i < spread->visit->group->set.count; i++) {
		const struct phase_result *phase = phase_of_run(spread, i);

		if (has_latency(phase))
			add_row(page->text, phase, i);
	}
	html_table_end(page->text);
	html_details_end(page->text);
}

static void
add_spread(const struct html_visit *visit)
{
	struct html_page *page = visit->page;
	struct spread *spread = mem_alloc(1, sizeof *spread);

	spread->visit = visit;
	spread->x = visit->data;
	if (fill(spread)) {
		strbuf_add(page->text, "<figure>\n<figcaption>");
		html_add(page->text, page->level == 2 ? "h3" : "h4",
			 test_label(visit->phase->key));
		strbuf_add(page->text, "</figcaption>\n");
		draw(page, spread);
		add_table(page, spread);
		strbuf_add(page->text, "</figure>\n");
	}
	free(spread);
}

/* One axis for all tests, so that they can be compared. False: no test has a
 * distribution. */
static bool
choose_axis(const struct html_group *group, struct axis *x)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < group->set.count; i++) {
		const struct result *result = &group->set.results[i];

		for (size_t p = 0; p < result->phase_count; p++) {
			const struct phase_result *phase = &result->phases[p];

			if (!has_latency(phase))
				continue;
			low = fmin(low, phase->bars[0].upper_s);
			high = fmax(high, phase->latency.max_s);
		}
	}
	axis_log(x, low, high);
	return high > 0;
}

void
html_add_latency(struct html_page *page, const struct html_group *group)
{
	struct axis x;

	if (!choose_axis(group, &x))
		return;
	html_heading(page, "Latency");
	html_add(page->text, "p class=\"note\"",
		 "The share of the operations, in percent, by the time that "
		 "each took, on one logarithmic axis for all tests. A column "
		 "is never too low to be seen. The dots above are the "
		 "percentiles of each run.");
	html_add_runs_key(page->text, group->set.count);
	strbuf_add(page->text, "<div class=\"grid\">\n");
	html_each_test(page, group, add_spread, &x);
	strbuf_add(page->text, "</div>\n");
}
