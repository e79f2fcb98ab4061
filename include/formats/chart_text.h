#ifndef FORMATS_CHART_TEXT_H
#define FORMATS_CHART_TEXT_H

#include <stddef.h>

struct strbuf;

/* Charts of a line of text. ASCII is for terminals and files that may not show
 * anything else. */
enum chart_charset { CHART_ASCII, CHART_UTF8 };

/* The charset of the locale that the variables LC_ALL, LC_CTYPE and LANG name,
 * the first that is set and not empty (POSIX); each may be NULL. */
enum chart_charset chart_charset_of(const char *lc_all, const char *lc_ctype,
				    const char *lang);

struct chart_bar {
	double value; /* below 0 and NAN are drawn as 0, above max as max */
	double max; /* the value that fills the width */
	size_t width; /* columns */
};

/* Appends the bar, always `width` columns wide. UTF-8 has eighths of a column.
 * A value above 0 is never drawn as nothing. */
void chart_add_bar(struct strbuf *text, const struct chart_bar *bar,
		   enum chart_charset charset);

/* Ends a line with a chart: without the blanks that fill its width. */
void chart_end_line(struct strbuf *text);

struct chart_spark {
	const double *values;
	size_t count;
	size_t width; /* columns; fewer are used for fewer values */
};

/* Appends one column for each value, its height from 0 to the largest; more
 * values than columns are averaged. NAN is a blank. */
void chart_add_spark(struct strbuf *text, const struct chart_spark *spark,
		     enum chart_charset charset);

#endif
