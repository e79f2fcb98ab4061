#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

struct option_row;
struct strbuf;

/* What the completions for all shells have in common. */

/* The first line's remark; takes the shell's name. */
#define COMPLETION_REMARK "Made by 'diskbench help %s'; do not edit."

/* Appends the words that can follow an option, separated by blanks; nothing
 * for files and the like. */
void completion_offered(struct strbuf *words, const struct option_row *row);

/* Appends the names of the commands, separated by blanks. */
void completion_commands(struct strbuf *words);

/* Appends words for a shell's single quotes, with a backslash before each of
 * the characters in `escaped`. */
void completion_quoted(struct strbuf *text, const char *words,
		       const char *escaped);

#endif
