#ifndef CLI_WORDS_H
#define CLI_WORDS_H

struct error;

/* Splits a command into words, without a shell: blanks part words; what stands
 * in '...' is taken as it is; in "..." a backslash takes the sting out of the
 * next " or \; outside of quotes it does so for any character. The array ends
 * with NULL; it and its words are one piece of memory, to be freed. NULL with
 * `error` when there is no word or a quote is open. `spelled` is the option. */
char **words_split(const char *spelled, const char *text, struct error *error);

#endif
