#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>
#include <stddef.h>

struct option_row;
struct strbuf;

enum { HELP_COLUMNS = 80 };

/* Texts for people, all made from the tables of commands, options, tests,
 * formats and engines; no line is wider than HELP_COLUMNS. */

/* What `diskbench --help` prints. */
void help_overview(struct strbuf *text);

/* The options of a table, one paragraph each. */
void help_options(struct strbuf *text, const struct option_row *rows);

/* A topic of `diskbench help TOPIC`; false when there is no such one. */
bool help_topic(struct strbuf *text, const char *topic);

/* Appends words broken at HELP_COLUMNS, the lines after the first one indented
 * to `column`, and ends the line. */
void help_wrap(struct strbuf *text, const char *words, size_t column);

/* "-s, --size SIZE": how an option is written. */
void help_spelling(struct strbuf *text, const struct option_row *row);

/* Whole files, made for installation. */
void help_manual(struct strbuf *text);
void help_bash(struct strbuf *text);
void help_zsh(struct strbuf *text);
void help_fish(struct strbuf *text);

#endif
