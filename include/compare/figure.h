#ifndef COMPARE_FIGURE_H
#define COMPARE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "results/quantity.h"

struct compare_cell;
struct compare_row;
struct compare_sample;

/* Figures as people read them. */

enum { COMPARE_FIGURE_BYTES = 32, COMPARE_LETTER_BYTES = 24 };

/* The unit that brings a figure into a readable range. */
struct compare_scale {
	double factor;
	const char *unit; /* "MB/s", at most five characters */
};

struct compare_scale compare_scale_for(enum quantity_id id, double value);

/* One scale for all figures of a row. */
struct compare_scale compare_row_scale(const struct compare_row *row,
				       size_t sides);

/* "15.94": four significant digits. All of these return `text`. */
const char *compare_digits(char text[COMPARE_FIGURE_BYTES], double value);

/* "15.94 MB/s". */
const char *compare_figure_text(char text[COMPARE_FIGURE_BYTES],
				enum quantity_id id, double value);

/* The mean in the scale; a bound as ">32768", "+++++" where that is unknown,
 * "failed", and "-" for nothing. */
const char *compare_sample_text(char text[COMPARE_FIGURE_BYTES],
				const struct compare_sample *sample,
				struct compare_scale scale);

/* "+12.5 %"; "-" when it is no number. */
const char *compare_percent(char text[COMPARE_FIGURE_BYTES], double percent);

/* "+11.3 to +13.6 %"; "-" when there is no interval. */
const char *compare_range(char text[COMPARE_FIGURE_BYTES],
			  const struct compare_cell *cell);

/* "A" for side 0, then "B" and so on; from 26 on "#27". */
const char *compare_letter(char text[COMPARE_LETTER_BYTES], size_t side);

#endif
