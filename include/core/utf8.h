#ifndef CORE_UTF8_H
#define CORE_UTF8_H

#include <stddef.h>

/* Length in bytes of the UTF-8 character at the start of a terminated text; 0
 * when the bytes there are none (RFC 3629). */
size_t utf8_length(const char *text);

/* How many characters a terminated text shows, a byte that belongs to none
 * counted as one; and how many bytes the first `most` of them take. */
size_t utf8_count(const char *text);
size_t utf8_prefix(const char *text, size_t most);

#endif
