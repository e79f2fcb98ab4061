#include "io/command.h"

#include <errno.h>
#include <string.h>

#include "core/error.h"
#include "io/calls.h"

/* What env(1), xargs(1) and shells mean by it. */
static const char *
meaning(int status)
{
	if (status == 126)
		return ", as of something that cannot be executed";
	if (status == 127)
		return ", as of something that was not found";
	return "";
}

static int
judge(const struct io_command *command, const struct io_command_end *end,
      struct error *error)
{
	const char *name = command->arguments[0];

	if (end->signal)
		return error_set(error, ERROR_RUN,
				 "command '%s' was killed by signal %d (%s)",
				 name, end->signal, strsignal(end->signal));
	if (end->status)
		return error_set(error, ERROR_RUN,
				 "command '%s' ended with status %d%s", name,
				 end->status, meaning(end->status));
	if (end->left_behind)
		return error_set(error, ERROR_RUN,
				 "command '%s' left %u processes behind, which "
				 "were killed after ten seconds: want one that "
				 "does not detach",
				 name, end->left_behind);
	return 0;
}

int
io_command_run(const struct io_calls *calls, const struct io_command *command,
	       struct io_command_end *end, struct error *error)
{
	*end = (struct io_command_end){ 0 };
	if (calls->run_command(calls->self, command, end) < 0)
		return error_set_errno(error, errno, "cannot execute '%s'",
				       command->arguments[0]);
	return judge(command, end, error);
}
