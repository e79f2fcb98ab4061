#include "platform/counters.h"

#include <stdlib.h>
#include <string.h>

void
counters_release(struct counters *counters)
{
	free(counters->devices);
	free(counters->processes);
	memset(counters, 0, sizeof *counters);
}
