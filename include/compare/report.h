#ifndef COMPARE_REPORT_H
#define COMPARE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct compare_row;
struct compare_table;
struct comparison;
struct strbuf;

/* A comparison in words. Each of these appends to `text`; what is for people
 * is at most REPORT_COLUMNS wide and has no control characters. */

enum { REPORT_COLUMNS = 80 };

struct report_style {
	bool utf8; /* what a chart is drawn with */
	bool explain; /* what each figure means, and what makes it lie */
};

/* Two sides: a table of differences, what is proven in ministat's words,
 * remarks, a chart. More: a ranking of each test's figure, and bars. */
void report_add_text(struct strbuf *text, const struct comparison *comparison,
		     const struct report_style *style);

/* Tables that can be pasted into an issue. */
void report_add_markdown(struct strbuf *text,
			 const struct comparison *comparison,
			 const struct report_style *style);

/* Everything, as one object. */
void report_add_json(struct strbuf *text, const struct comparison *comparison,
		     const struct report_style *style);

/* Tidy CSV, one row a side and figure. */
void report_add_long(struct strbuf *text, const struct comparison *comparison,
		     const struct report_style *style);

/* The meaning of the columns of a report and of the figures and tests of the
 * comparison; with NULL of all that there are. */
void report_add_explanation(struct strbuf *text,
			    const struct comparison *comparison);

/* Parts of the text. */
void report_add_differences(struct strbuf *text,
			    const struct comparison *comparison,
			    const struct compare_table *table);
void report_add_ranking(struct strbuf *text,
			const struct comparison *comparison,
			const struct compare_table *table);
void report_add_notes(struct strbuf *text, const struct comparison *comparison,
		      const struct compare_table *table);
void report_add_forest(struct strbuf *text, const struct compare_table *table,
		       const struct report_style *style);
void report_add_bars(struct strbuf *text, const struct comparison *comparison,
		     const struct compare_table *table,
		     const struct report_style *style);

/* "max ms", "% CPU": the unit of a row's figures, with what tells them from
 * others of the same test. At most six characters. */
void report_add_unit(struct strbuf *text, const struct compare_row *row,
		     size_t sides);

/* "faster", "slower, below 1 %": what is said of a cell. */
void report_add_word(struct strbuf *text, const struct comparison *comparison,
		     const struct compare_row *row, size_t side);

/* At most `most` characters of `words`, of a longer text the end; control
 * characters become '?'. */
void report_add_clean(struct strbuf *text, const char *words, size_t most);

/* Words broken at REPORT_COLUMNS, lines after the first one indented to
 * `column`, and ends the line. */
void report_wrap(struct strbuf *text, const char *words, size_t column);

#endif
