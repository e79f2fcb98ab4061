#include "io/engine.h"

#include <inttypes.h>
#include <string.h>

#include "core/error.h"
#include "platform/platform.h"

const struct engine *
engine_find(const char *name)
{
	for (size_t i = 0; engines[i]; i++)
		if (strcmp(engines[i]->name, name) == 0)
			return engines[i];
	return NULL;
}

int
engine_check_alignment(const struct io_file *file, const void *buffer,
		       uint64_t chunk_bytes, struct error *error)
{
	struct direct_alignment needed;

	/* Where nobody can tell, the first request has to. */
	if (!file->direct || platform_direct_alignment(file->fd, &needed) != 0)
		return 0;
	if (chunk_bytes % needed.offset_bytes)
		return error_set(error, ERROR_USAGE,
				 "direct I/O on '%s' needs chunks of a "
				 "multiple of %" PRIu32 " bytes, not %" PRIu64,
				 file->name, needed.offset_bytes, chunk_bytes);
	if (needed.memory_bytes && (uintptr_t)buffer % needed.memory_bytes)
		return error_set(error, ERROR_RUN,
				 "direct I/O on '%s' needs memory aligned to "
				 "%" PRIu32 " bytes",
				 file->name, needed.memory_bytes);
	return 0;
}

const struct engine *const engines[] = {
	&engine_sync, &engine_direct, &engine_mmap, &engine_uring, NULL,
};
