#ifndef FORMATS_LISTING_H
#define FORMATS_LISTING_H

#include <stdbool.h>

struct result;
struct strbuf;

/* Adds a few lines for each tree test and command of the result: rates,
 * latencies, what the devices did, and the times as ksh prints them. */
void listing_add(struct strbuf *text, const struct result *result);

/* Whether a test with this key is one of them. */
bool listing_has(const char *key);

#endif
