#include "formats/point.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "results/result.h"

const char *
point_name(char name[POINT_NAME_BYTES], const struct result *result)
{
	if (result->label && *result->label)
		snprintf(name, POINT_NAME_BYTES, "%s", result->label);
	else
		snprintf(name, POINT_NAME_BYTES, "threads=%" PRIu64,
			 result->workers);
	return name;
}

bool
point_is_same(const struct result *one, const struct result *other)
{
	char name_one[POINT_NAME_BYTES], name_other[POINT_NAME_BYTES];

	return strcmp(point_name(name_one, one),
		      point_name(name_other, other)) == 0;
}

bool
point_seen(const struct result *results, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (point_is_same(&results[i], &results[index]))
			return true;
	return false;
}
