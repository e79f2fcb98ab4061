#include "cli/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "core/error.h"
#include "core/strbuf.h"

static bool stdout_lost;

void
streams_guard(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	int fd;

	/* Opened the wrong way round, so that writing to a stream that was
	 * closed is noticed. */
	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, NULL);
}

void
say(const char *format, ...)
{
	va_list arguments;

	fputs("diskbench: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	putc('\n', stderr);
}

int
say_error(const struct error *error)
{
	say("%s", error->text);
	switch (error->kind) {
	case ERROR_USAGE:
		return STATUS_USAGE;
	case ERROR_DATA:
		return STATUS_DATA;
	default:
		return STATUS_RUN;
	}
}

int
stream_flush(FILE *stream)
{
	int errno_code = errno;
	bool failed_before = ferror(stream);
	char reason[128] = "";

	if (fflush(stream) != 0 && !failed_before)
		errno_code = errno;
	if (!ferror(stream))
		return 0;
	if (stream != stdout || stdout_lost)
		return -1;
	stdout_lost = true;
	strerror_r(errno_code, reason, sizeof reason);
	say("cannot write to standard output: %s", reason);
	return -1;
}

int
stream_print(FILE *stream, const struct strbuf *text)
{
	fwrite(text->text, 1, text->length, stream);
	return stream_flush(stream);
}

int
streams_finish(int status)
{
	int lost = stream_flush(stdout);

	if (stream_flush(stderr) != 0)
		lost = -1;
	return lost != 0 && status == STATUS_DONE ? STATUS_RUN : status;
}
