#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <stddef.h>

struct error;

/* The --save file: whole lines only, on the disk when save_line returns. */
struct save {
	int fd; /* -1: not asked for */
	const char *path; /* kept by the caller */
};

/* Opens for appending; a line that an earlier crash tore is ended first.
 * `path` NULL: save_line does nothing then. 0, or -1 with `error`. */
int save_open(struct save *save, const char *path, struct error *error);

/* Appends `line`, which ends with its newline, with one write. When it does
 * not fit, nothing of it is left. 0, or -1 with `error`. */
int save_line(struct save *save, const char *line, size_t length,
	      struct error *error);

void save_close(struct save *save);

#endif
