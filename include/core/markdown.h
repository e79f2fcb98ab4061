#ifndef CORE_MARKDOWN_H
#define CORE_MARKDOWN_H

struct strbuf;

/* Appends `words` so that a Markdown table shows them as they are: whatever
 * has a meaning there is escaped, control characters become blanks. NULL adds
 * nothing. */
void markdown_add(struct strbuf *text, const char *words);

#endif
