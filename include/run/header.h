#ifndef RUN_HEADER_H
#define RUN_HEADER_H

struct error;
struct plan;
struct result;
struct settings;

/* Fills the header of an empty result: what measures, on what, and how. What
 * cannot be known stays NULL or 0. `command` is the command line. -1 when the
 * target cannot be opened. */
int header_fill(struct result *result, const struct plan *plan,
		const struct settings *settings, const char *command,
		struct error *error);

#endif
