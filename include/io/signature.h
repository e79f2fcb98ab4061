#ifndef IO_SIGNATURE_H
#define IO_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;

/* What can be told from the bytes that partition tables, file systems, volume
 * managers and disk images leave at fixed places. */

/* Reads up to `length` bytes at an offset; both are multiples of 4096, and so
 * is the address of `buffer`. Returns how many there are (less at the end), or
 * -1 with errno. */
typedef ssize_t signature_reader(void *context, void *buffer, size_t length,
				 uint64_t offset_bytes);

struct signature_source {
	signature_reader *read;
	void *context;
	uint64_t size_bytes; /* some things stand at the end */
	const char *name; /* for messages */
};

/* Looks for all known signatures but those of kind `allowed` (may be NULL).
 * *kind is the first one found ("ext4", "gpt", "LVM2"), or NULL when there is
 * none. 0, or -1 with `error` when the source cannot be read. */
int signature_find(const struct signature_source *source, const char *allowed,
		   const char **kind, struct error *error);

/* The kinds, one by one; NULL after the last. */
const char *signature_kind(size_t index);

#endif
