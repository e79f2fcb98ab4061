#include "core/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
abort_on_exhaustion(size_t bytes)
{
	(void)bytes;
	abort();
}

static void (*exhausted)(size_t bytes) = abort_on_exhaustion;

void
mem_on_exhaustion(void (*handler)(size_t bytes))
{
	exhausted = handler ? handler : abort_on_exhaustion;
}

/* A handler that returns is a mistake of ours, not of the input. */
static void *
must(void *memory, size_t bytes)
{
	if (!memory) {
		exhausted(bytes);
		abort();
	}
	return memory;
}

static size_t
product(size_t count, size_t element_bytes)
{
	if (element_bytes && count > SIZE_MAX / element_bytes) {
		exhausted(SIZE_MAX);
		abort();
	}
	return count * element_bytes;
}

void *
mem_alloc(size_t count, size_t element_bytes)
{
	size_t bytes = product(count, element_bytes);

	return must(calloc(1, bytes ? bytes : 1), bytes);
}

void *
mem_resize(void *memory, size_t count, size_t element_bytes)
{
	size_t bytes = product(count, element_bytes);

	return must(realloc(memory, bytes ? bytes : 1), bytes);
}

void *
mem_aligned(size_t alignment, size_t bytes)
{
	void *memory = NULL;

	if (posix_memalign(&memory, alignment, bytes ? bytes : 1) != 0)
		memory = NULL;
	must(memory, bytes);
	memset(memory, 0, bytes);
	return memory;
}

char *
mem_strdup(const char *text)
{
	size_t bytes;

	if (!text)
		return NULL;
	bytes = strlen(text) + 1;
	return memcpy(mem_alloc(bytes, 1), text, bytes);
}

void *
mem_grow(void *array, size_t count, size_t element_bytes)
{
	if (count & (count - 1))
		return array;
	return mem_resize(array, count ? 2 * count : 1, element_bytes);
}
