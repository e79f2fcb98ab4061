#ifndef FORMATS_SVG_H
#define FORMATS_SVG_H

#include <stddef.h>

#include "results/quantity.h"

struct axis;
struct strbuf;

/* A drawing whose width is the reader's: x is a share of it (0 to 1), y and all
 * texts are in pixels, so that letters keep their size on any screen. Colours
 * and strokes are the style sheet's, by class. All texts are escaped. */
struct svg {
	struct strbuf *text;
	unsigned id; /* unique within the page */
	double height_px;
};

/* `title` names it, `description` says in words what it shows: that is what a
 * screen reader reads. `class` is "plot" (room for labels at the left) or
 * "bars". */
void svg_begin(const struct svg *svg, const char *class, const char *title,
	       const char *description);
void svg_end(const struct svg *svg);

struct svg_box {
	double x, width; /* shares */
	double y_px, height_px;
};

struct svg_segment {
	double x1, x2; /* shares */
	double y1_px, y2_px;
};

struct svg_place {
	double x; /* share */
	double y_px;
	double shift_px; /* to the right */
};

void svg_rect(const struct svg *svg, const struct svg_box *box,
	      const char *class);
void svg_line(const struct svg *svg, const struct svg_segment *segment,
	      const char *class);
void svg_dot(const struct svg *svg, double x, double y_px, const char *class);

/* `class` may hold "mid" or "end" for what of it stands at the place. */
void svg_text(const struct svg *svg, const struct svg_place *place,
	      const char *class, const char *words);

/* A line through points; y is a share of the plot's height, 0 at its foot. */
struct svg_curve {
	const double *x; /* shares */
	const double *y;
	size_t count;
	double top_px, height_px; /* of the plot */
};

void svg_curve(const struct svg *svg, const struct svg_curve *curve,
	       const char *class);

/* The frame of a plot: lines across at the ticks of `y` with labels at the
 * left, ticks of `x` with labels below it, each in the unit of its quantity. */
struct svg_frame {
	const struct axis *x;
	const struct axis *y; /* NULL: none */
	enum quantity_id x_id, y_id;
	double top_px, height_px;
};

void svg_frame(const struct svg *svg, const struct svg_frame *frame);

/* The short form of a value for a tick: "200 MB/s", "40k /s", "1 ms". */
void svg_add_tick(struct strbuf *text, enum quantity_id id, double value);

#endif
