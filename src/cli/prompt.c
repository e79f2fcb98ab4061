#include "cli/prompt.h"

#include <errno.h>
#include <stdio.h>

#include "cli/streams.h"
#include "core/error.h"

int
prompt_wait(size_t phase, struct error *error)
{
	int character;

	fprintf(stderr, "\n%zu:\n", phase + 1);
	if (stream_flush(stderr) != 0)
		return error_set(error, ERROR_RUN,
				 "-y p: cannot print the prompt");
	do
		character = getchar();
	while (character != EOF && character != '\n');
	if (character != EOF)
		return 0;
	if (ferror(stdin) && errno == EINTR)
		return 0;
	return error_set(error, ERROR_RUN,
			 "-y p: no line of input for test '%zu'", phase + 1);
}
