#ifndef CORE_MEM_H
#define CORE_MEM_H

#include <stddef.h>

/* Memory that cannot fail to its caller: running out calls the handler, which
 * must not return (the default aborts). Nothing is allocated while a clock
 * runs. All of it is released with free(). */

/* `count` zeroed elements of `element_bytes` each; overflow is out-of-memory.
 * A count of 0 gives a pointer that may be freed. */
void *mem_alloc(size_t count, size_t element_bytes);

/* Grows or shrinks `memory`; bytes beyond the old size are not cleared. */
void *mem_resize(void *memory, size_t count, size_t element_bytes);

/* `bytes` zeroed, aligned to `alignment` (a power of two). */
void *mem_aligned(size_t alignment, size_t bytes);

/* A copy of `text`; NULL gives NULL. */
char *mem_strdup(const char *text);

/* Makes room for one more element in a growing array: returns `array`, maybe
 * moved, with capacity for `count` + 1 elements. Doubles at powers of two, so
 * it needs no capacity field. */
void *mem_grow(void *array, size_t count, size_t element_bytes);

/* Called with the size that could not be had; must end the program. */
void mem_on_exhaustion(void (*handler)(size_t bytes));

#endif
