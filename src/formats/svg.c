#include "formats/svg.h"

#include <stdlib.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/axis.h"
#include "formats/html_page.h"

enum { STRETCH = 1000, TICK_PX = 4, LETTER_PX = 13, GAP_PX = 8 };

void
svg_begin(const struct svg *svg, const char *class, const char *title,
	  const char *description)
{
	strbuf_addf(svg->text,
		    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" "
		    "width=\"100%%\" height=\"%.0f\" role=\"img\" "
		    "aria-labelledby=\"t%u d%u\">\n<title id=\"t%u\">",
		    class, svg->height_px, svg->id, svg->id, svg->id);
	html_add_text(svg->text, title);
	strbuf_addf(svg->text, "</title>\n<desc id=\"d%u\">", svg->id);
	html_add_text(svg->text, description);
	strbuf_add(svg->text, "</desc>\n");
}

void
svg_end(const struct svg *svg)
{
	strbuf_add(svg->text, "</svg>\n");
}

void
svg_rect(const struct svg *svg, const struct svg_box *box, const char *class)
{
	strbuf_addf(svg->text,
		    "<rect class=\"%s\" x=\"%.2f%%\" width=\"%.2f%%\" "
		    "y=\"%.1f\" height=\"%.1f\"/>\n",
		    class, 100 * box->x, 100 * box->width, box->y_px,
		    box->height_px);
}

void
svg_line(const struct svg *svg, const struct svg_segment *segment,
	 const char *class)
{
	strbuf_addf(svg->text,
		    "<line class=\"%s\" x1=\"%.2f%%\" x2=\"%.2f%%\" "
		    "y1=\"%.1f\" y2=\"%.1f\"/>\n",
		    class, 100 * segment->x1, 100 * segment->x2, segment->y1_px,
		    segment->y2_px);
}

void
svg_dot(const struct svg *svg, double x, double y_px, const char *class)
{
	strbuf_addf(svg->text,
		    "<circle class=\"%s\" cx=\"%.2f%%\" cy=\"%.1f\" "
		    "r=\"3\"/>\n",
		    class, 100 * x, y_px);
}

void
svg_text(const struct svg *svg, const struct svg_place *place,
	 const char *class, const char *words)
{
	strbuf_addf(svg->text,
		    "<text class=\"%s\" x=\"%.2f%%\" y=\"%.1f\" "
		    "dx=\"%.0f\">",
		    class, 100 * place->x, place->y_px, place->shift_px);
	html_add_text(svg->text, words);
	strbuf_add(svg->text, "</text>\n");
}

/* Points are in a drawing of its own that is stretched to the width; strokes
 * are not. */
void
svg_curve(const struct svg *svg, const struct svg_curve *curve,
	  const char *class)
{
	if (!curve->count)
		return;
	strbuf_addf(svg->text,
		    "<svg y=\"%.1f\" width=\"100%%\" height=\"%.1f\" "
		    "viewBox=\"0 0 %d %.1f\" preserveAspectRatio=\"none\">"
		    "<path class=\"%s\" d=\"",
		    curve->top_px, curve->height_px, STRETCH, curve->height_px,
		    class);
	for (size_t i = 0; i < curve->count; i++)
		strbuf_addf(svg->text, "%c%.1f %.1f", i ? 'L' : 'M',
			    STRETCH * curve->x[i],
			    curve->height_px * (1 - curve->y[i]));
	strbuf_add(svg->text, "\"/></svg>\n");
}

/* Without a gutter at the sides nothing may hang over the ends. */
static const char *
anchor_of(const struct svg_frame *frame, double share)
{
	if (frame->y || (share > 0.03 && share < 0.97))
		return "tick mid";
	return share < 0.5 ? "tick" : "tick end";
}

static void
add_x_ticks(const struct svg *svg, const struct svg_frame *frame,
	    struct strbuf *label)
{
	double foot_px = frame->top_px + frame->height_px;

	for (size_t i = 0; i < frame->x->tick_count; i++) {
		double share = axis_share(frame->x, frame->x->ticks[i]);

		svg_line(svg,
			 &(struct svg_segment){ share, share, foot_px,
						foot_px + TICK_PX },
			 "axis");
		strbuf_clear(label);
		svg_add_tick(label, frame->x_id, frame->x->ticks[i]);
		svg_text(svg,
			 &(struct svg_place){
				 .x = share,
				 .y_px = foot_px + TICK_PX + LETTER_PX,
			 },
			 anchor_of(frame, share), label->text);
	}
}

static void
add_y_ticks(const struct svg *svg, const struct svg_frame *frame,
	    struct strbuf *label)
{
	for (size_t i = 0; i < frame->y->tick_count; i++) {
		double share = axis_share(frame->y, frame->y->ticks[i]);
		double y_px = frame->top_px + frame->height_px * (1 - share);

		svg_line(svg, &(struct svg_segment){ 0, 1, y_px, y_px },
			 "grid-line");
		strbuf_clear(label);
		svg_add_tick(label, frame->y_id, frame->y->ticks[i]);
		svg_text(svg, &(struct svg_place){ 0, y_px + 4, -GAP_PX },
			 "tick end", label->text);
	}
}

void
svg_frame(const struct svg *svg, const struct svg_frame *frame)
{
	double foot_px = frame->top_px + frame->height_px;
	struct strbuf label;

	strbuf_init(&label);
	if (frame->y)
		add_y_ticks(svg, frame, &label);
	svg_line(svg, &(struct svg_segment){ 0, 1, foot_px, foot_px }, "axis");
	add_x_ticks(svg, frame, &label);
	strbuf_release(&label);
}

void
svg_add_tick(struct strbuf *text, enum quantity_id id, double value)
{
	static const struct {
		double factor;
		const char *name;
	} powers[] = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };
	const char *unit = quantity_table[id].unit;
	char number[UNITS_TEXT_BYTES];

	if (strcmp(unit, "1/s") == 0 || strcmp(unit, "count") == 0) {
		for (size_t i = 0; i < 3; i++)
			if (value >= powers[i].factor) {
				strbuf_addf(text, "%.4g%s",
					    value / powers[i].factor,
					    powers[i].name);
				return;
			}
		strbuf_addf(text, "%.4g", value);
		return;
	}
	if (value != 0 && strcmp(unit, "percent") == 0) {
		strbuf_addf(text, "%.4g %%", value);
		return;
	}
	if (value <= 0) {
		strbuf_addf(text, "%.4g", value);
		return;
	}
	if (strcmp(unit, "bytes/s") == 0)
		units_format_rate(number, value);
	else
		units_format_seconds(number, value);
	/* "1.00 ms" is "1 ms" at a tick. */
	strbuf_addf(text, "%.4g%s", strtod(number, NULL), strchr(number, ' '));
}
