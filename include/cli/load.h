#ifndef CLI_LOAD_H
#define CLI_LOAD_H

struct error;
struct result_set;

/* Appends the results in a file of any format that can be read; "-" is
 * standard input. A format is told by what the file holds, never by its name.
 * 0; -1 with `error` when the file cannot be read, no format knows it, it is
 * broken, or no result is in it. */
int load_results(const char *path, struct result_set *set, struct error *error);

#endif
