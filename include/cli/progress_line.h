#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

struct progress;
struct strbuf;

/* What is going on, on standard error: one live line on a terminal, else
 * bonnie++'s "Writing intelligently...done" lines. */
struct progress_line {
	enum progress_style {
		PROGRESS_SILENT,
		PROGRESS_LINES,
		PROGRESS_LIVE,
	} style;
	size_t columns; /* of the terminal */
	size_t shown; /* columns of the live line that is on the screen */
	bool open; /* a line has begun and waits for its "done" */
};

/* auto is a live line where standard error is a terminal. `quiet` silences
 * auto. */
void progress_line_init(struct progress_line *line, enum progress_mode mode,
			bool quiet);

void progress_line_show(struct progress_line *line,
			const struct progress *progress);

/* Takes the live line off the screen, or ends an open one, before something
 * else is written. */
void progress_line_clear(struct progress_line *line);

/* The live line's text, at most `columns` wide. */
void progress_line_format(struct strbuf *text, const struct progress *progress,
			  size_t columns);

#endif
