#include "allocations.h"

#include <stdlib.h>

static volatile bool counting;
static volatile bool paused;
static volatile unsigned count;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COUNTS_BY_SANITIZER
#elif __has_feature(thread_sanitizer)
#define COUNTS_NOTHING
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define COUNTS_BY_SANITIZER
#elif defined(__SANITIZE_THREAD__)
#define COUNTS_NOTHING
#endif

#if defined(COUNTS_BY_SANITIZER)

/* Declared here: gcc has the function but not its header. */
int __sanitizer_install_malloc_and_free_hooks(
	void (*malloc_hook)(const volatile void *memory, size_t bytes),
	void (*free_hook)(const volatile void *memory));

static void
seen(const volatile void *memory, size_t bytes)
{
	(void)memory;
	(void)bytes;
	count += counting && !paused;
}

static void
freed(const volatile void *memory)
{
	(void)memory;
}

bool
allocations_can_count(void)
{
	static int installed;

	if (!installed)
		installed =
			__sanitizer_install_malloc_and_free_hooks(seen, freed);
	return installed != 0;
}

#elif defined(__GLIBC__) && !defined(COUNTS_NOTHING)

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t number, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

void *
malloc(size_t bytes)
{
	count += counting && !paused;
	return __libc_malloc(bytes);
}

void *
calloc(size_t number, size_t bytes)
{
	count += counting && !paused;
	return __libc_calloc(number, bytes);
}

void *
realloc(void *memory, size_t bytes)
{
	count += counting && !paused;
	return __libc_realloc(memory, bytes);
}

bool
allocations_can_count(void)
{
	return true;
}

#else

bool
allocations_can_count(void)
{
	return false;
}

#endif

void
allocations_start(void)
{
	count = 0;
	counting = true;
}

unsigned
allocations_stop(void)
{
	counting = false;
	return count;
}

void
allocations_pause(bool pause)
{
	paused = pause;
}
