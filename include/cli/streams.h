#ifndef CLI_STREAMS_H
#define CLI_STREAMS_H

#include <stdio.h>

struct error;
struct strbuf;

/* Before anything is opened: makes sure that descriptors 0, 1 and 2 are taken,
 * so that no data file becomes standard output, and that a broken pipe is a
 * failed write and not the end. */
void streams_guard(void);

/* One line on standard error: "diskbench: ...". */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says an error and returns the exit status that it asks for. */
int say_error(const struct error *error);

/* Flushes `stream` and says so, once, when what was written to it is lost. To
 * be called right after writing: errno names the reason when that failed.
 * Returns 0 or -1. */
int stream_flush(FILE *stream);

/* Writes and flushes a text. */
int stream_print(FILE *stream, const struct strbuf *text);

/* Flushes both standard streams and returns `status`, or STATUS_RUN when it was
 * STATUS_DONE and something could not be written. */
int streams_finish(int status);

#endif
