#ifndef FORMATS_HTML_PAGE_H
#define FORMATS_HTML_PAGE_H

#include <stddef.h>

#include "results/result.h"

struct strbuf;

/* Parts of which every HTML page of ours is made: one file that needs no other,
 * without scripts, well-formed as XML, too. */

/* Everything up to the first heading, with the style sheet; and the end. */
void html_begin(struct strbuf *text, const char *title);
void html_end(struct strbuf *text);

/* Appends a text as such: markup is escaped, control characters and bytes that
 * are no UTF-8 become U+FFFD. NULL adds nothing. */
void html_add_text(struct strbuf *text, const char *words);

/* An element with a text: `tag` is its name, maybe followed by attributes, as
 * in "td class=\"number\"". */
void html_add(struct strbuf *text, const char *tag, const char *words);

/* A table in a box that scrolls by itself where the page is narrow. */
void html_table_begin(struct strbuf *text, const char *caption,
		      const char *const *heads, size_t count);
void html_table_end(struct strbuf *text);

/* What can be opened by the reader. */
void html_details_begin(struct strbuf *text, const char *summary);
void html_details_end(struct strbuf *text);

/* The verdict as a word with a sign and a colour; "not judged" for none. */
void html_add_verdict(struct strbuf *text, enum verdict verdict);

/* The style sheet, in pieces; NULL after the last. */
extern const char *const html_style[];

#endif
