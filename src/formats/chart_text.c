#include "formats/chart_text.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/strbuf.h"

enum { EIGHTHS = 8 };

enum chart_charset
chart_charset_of(const char *lc_all, const char *lc_ctype, const char *lang)
{
	const char *locale = lc_all;
	const char *charset;

	if (!locale || !*locale)
		locale = lc_ctype;
	if (!locale || !*locale)
		locale = lang;
	charset = locale ? strchr(locale, '.') : NULL;
	if (charset && (strncasecmp(charset, ".UTF-8", 6) == 0 ||
			strncasecmp(charset, ".UTF8", 5) == 0))
		return CHART_UTF8;
	return CHART_ASCII;
}

void
chart_add_bar(struct strbuf *text, const struct chart_bar *bar,
	      enum chart_charset charset)
{
	static const char *const parts[EIGHTHS] = { "",  "▏", "▎", "▍",
						    "▌", "▋", "▊", "▉" };
	bool fine = charset == CHART_UTF8;
	size_t steps = fine ? EIGHTHS : 1;
	size_t full = bar->width * steps, filled = 0, columns;

	if (bar->value > 0 && bar->max > 0) {
		double share = fmin(bar->value / bar->max, 1);

		filled = (size_t)(share * (double)full + 0.5);
		if (filled == 0 && full)
			filled = 1;
	}
	for (size_t i = 0; i < filled / steps; i++)
		strbuf_add(text, fine ? "█" : "#");
	columns = filled / steps;
	if (filled % steps) {
		strbuf_add(text, parts[filled % steps]);
		columns++;
	}
	for (; columns < bar->width; columns++)
		strbuf_add_char(text, ' ');
}

/* The mean of the values in column `index` of `width`; NAN for none. */
static double
column_mean(const struct chart_spark *spark, size_t index, size_t width)
{
	size_t from = index * spark->count / width;
	size_t to = (index + 1) * spark->count / width;
	size_t used = 0;
	double sum = 0;

	for (size_t i = from; i < to; i++) {
		if (isnan(spark->values[i]))
			continue;
		sum += spark->values[i];
		used++;
	}
	return used ? sum / (double)used : NAN;
}

static void
add_level(struct strbuf *text, double share, enum chart_charset charset)
{
	static const char *const blocks[EIGHTHS] = { "▁", "▂", "▃", "▄",
						     "▅", "▆", "▇", "█" };
	static const char *const marks[EIGHTHS] = { "_", ".", ":", "-",
						    "=", "+", "*", "#" };
	const char *const *levels = charset == CHART_UTF8 ? blocks : marks;
	size_t level;

	if (isnan(share)) {
		strbuf_add_char(text, ' ');
		return;
	}
	level = (size_t)(fmax(share, 0) * EIGHTHS);
	strbuf_add(text, levels[level < EIGHTHS ? level : EIGHTHS - 1]);
}

void
chart_add_spark(struct strbuf *text, const struct chart_spark *spark,
		enum chart_charset charset)
{
	size_t width =
		spark->count < spark->width ? spark->count : spark->width;
	double max = 0;

	for (size_t i = 0; i < width; i++)
		max = fmax(max, column_mean(spark, i, width));
	for (size_t i = 0; i < width; i++) {
		double mean = column_mean(spark, i, width);

		add_level(text, max > 0 || isnan(mean) ? mean / max : 0,
			  charset);
	}
}

void
chart_end_line(struct strbuf *text)
{
	while (text->length && text->text[text->length - 1] == ' ')
		text->length--;
	strbuf_add_char(text, '\n');
}
