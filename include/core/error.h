#ifndef CORE_ERROR_H
#define CORE_ERROR_H

#include <stdint.h>

/* What kind of thing went wrong; the exit status follows from it. */
enum error_kind {
	ERROR_NONE,
	ERROR_RUN, /* I/O error, no space, no permission: exit 1 */
	ERROR_USAGE, /* the command line is wrong: exit 2 */
	ERROR_DATA, /* data came back wrong: exit 3 */
};

enum { ERROR_TEXT_BYTES = 320 };

/* One failure. `text` is one line: what failed first, the subject in quotes,
 * the reason; no capital, no full stop. An all-zero error is "none". */
struct error {
	enum error_kind kind;
	int errno_code; /* 0 when no system call failed */
	uint64_t at_ns; /* monotonic; of several workers the first wins */
	char text[ERROR_TEXT_BYTES];
};

/* Fills `error` (which may be NULL) and returns -1, so that a caller can
 * `return error_set(...)`. Control characters in the text become '?'; a text
 * that is too long is cut. An error that is already set is kept: the first
 * failure is the cause, later ones are consequences. */
int error_set(struct error *error, enum error_kind kind, const char *format,
	      ...) __attribute__((format(printf, 3, 4)));

/* The same for a failed system call: appends ": " and the text of
 * `errno_code`; the kind is ERROR_RUN. */
int error_set_errno(struct error *error, int errno_code, const char *format,
		    ...) __attribute__((format(printf, 3, 4)));

/* Makes `error` "none" again. */
void error_clear(struct error *error);

/* Copies `from` over `to` when `from` is set and `to` is not, or is later. */
void error_keep_first(struct error *to, const struct error *from);

#endif
