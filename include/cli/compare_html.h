#ifndef CLI_COMPARE_HTML_H
#define CLI_COMPARE_HTML_H

struct comparison;
struct report_style;
struct strbuf;

/* A comparison as a page of HTML, with the differences drawn; as the reports of
 * compare/report.h. It lies here because it is made of parts of formats and of
 * compare, which do not know each other. */
void report_add_html(struct strbuf *text, const struct comparison *comparison,
		     const struct report_style *style);

#endif
