#ifndef FORMATS_POINT_H
#define FORMATS_POINT_H

#include <stdbool.h>
#include <stddef.h>

struct result;

enum { POINT_NAME_BYTES = 80 };

/* Which point of a sweep a result is of: "chunk=64k", "threads=4". */
const char *point_name(char name[POINT_NAME_BYTES],
		       const struct result *result);
bool point_is_same(const struct result *one, const struct result *other);

/* Whether a result before `index` is of the same point. */
bool point_seen(const struct result *results, size_t index);

#endif
