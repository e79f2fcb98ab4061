#ifndef CLI_COMPARE_HTML_FIGURES_H
#define CLI_COMPARE_HTML_FIGURES_H

struct compare_table;
struct comparison;
struct strbuf;

/* The table of all figures on the page of a comparison. */
void compare_html_add_figures(struct strbuf *text,
			      const struct comparison *comparison,
			      const struct compare_table *table);

#endif
