#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"

static void
make_printable(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

static void fill(struct error *error, enum error_kind kind, int errno_code,
		 const char *format, va_list arguments)
	__attribute__((format(printf, 4, 0)));

static void
fill(struct error *error, enum error_kind kind, int errno_code,
     const char *format, va_list arguments)
{
	error->kind = kind;
	error->errno_code = errno_code;
	error->at_ns = clock_now_ns();
	vsnprintf(error->text, sizeof error->text, format, arguments);
}

int
error_set(struct error *error, enum error_kind kind, const char *format, ...)
{
	va_list arguments;

	if (!error || error->kind != ERROR_NONE)
		return -1;
	va_start(arguments, format);
	fill(error, kind, 0, format, arguments);
	va_end(arguments);
	make_printable(error->text);
	return -1;
}

int
error_set_errno(struct error *error, int errno_code, const char *format, ...)
{
	char reason[128];
	size_t room, used;
	va_list arguments;

	if (!error || error->kind != ERROR_NONE)
		return -1;
	va_start(arguments, format);
	fill(error, ERROR_RUN, errno_code, format, arguments);
	va_end(arguments);

	/* The reason matters more than a long subject: cut the subject. */
	if (strerror_r(errno_code, reason, sizeof reason) != 0)
		snprintf(reason, sizeof reason, "error %d", errno_code);
	used = strlen(error->text);
	room = sizeof error->text - strlen(reason) - sizeof ": ";
	if (used > room)
		used = room;
	snprintf(error->text + used, sizeof error->text - used, ": %s", reason);
	make_printable(error->text);
	return -1;
}

void
error_clear(struct error *error)
{
	memset(error, 0, sizeof *error);
}

void
error_keep_first(struct error *to, const struct error *from)
{
	if (from->kind == ERROR_NONE)
		return;
	if (to->kind == ERROR_NONE || from->at_ns < to->at_ns)
		*to = *from;
}
