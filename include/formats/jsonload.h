#ifndef FORMATS_JSONLOAD_H
#define FORMATS_JSONLOAD_H

#include <stddef.h>

struct error;
struct json_value;
struct result;

/* Fills the freshly initialised `result` from an object as `-o json` writes
 * it; keys that are missing or null leave what is not known, keys that are not
 * known are passed over. 0, or -1 with an error that names source, line and
 * key; `result` must be released in both cases. */
int json_load_result(const char *source, size_t line,
		     const struct json_value *object, struct result *result,
		     struct error *error);

#endif
