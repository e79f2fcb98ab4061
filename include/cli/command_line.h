#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

struct strbuf;

/* Appends "diskbench" and the words of argv[1] and on, so that a shell reads
 * them back. */
void command_line_add(struct strbuf *text, char *const *argv);

#endif
