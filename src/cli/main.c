#include <stdlib.h>

#include "cli/command.h"
#include "cli/streams.h"
#include "core/mem.h"

static void
out_of_memory(size_t bytes)
{
	say("out of memory: %zu bytes cannot be had", bytes);
	exit(STATUS_RUN);
}

int
main(int argc, char **argv)
{
	streams_guard();
	mem_on_exhaustion(out_of_memory);
	return streams_finish(command_dispatch(argc, argv));
}
