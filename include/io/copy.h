#ifndef IO_COPY_H
#define IO_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct io_calls;

/* Two open files, and a buffer for what passes through this program. */
struct copy_pair {
	const struct io_calls *calls;
	int from;
	int to;
	void *buffer;
	size_t buffer_bytes;
	bool write_failed; /* the last failure was of `to` */
};

/* How the bytes of one file get into another: the engines of tree-copy. */
struct copy_method {
	const char *name;
	const char *summary;
	bool appends; /* writes where `to` stands: not after holes */
	/* Moves up to `length` bytes; those that were moved, 0 at the end of
	 * `from`, or -1 with errno. */
	ssize_t (*move)(struct copy_pair *pair, uint64_t offset_bytes,
			uint64_t length);
	/* Where a file is taken as a whole; else NULL. 0, or -1. */
	int (*clone)(struct copy_pair *pair);
};

extern const struct copy_method copy_methods[]; /* ends without name */

/* By name; NULL when there is none. */
const struct copy_method *copy_method_find(const char *name);

/* Copies `file_bytes` from the start, or up to where `from` ends: what was
 * copied, or -1 with errno. */
int64_t copy_whole(const struct copy_method *method, struct copy_pair *pair,
		   uint64_t file_bytes);

/* The same for a file with holes, which stay holes where they can be told. */
int64_t copy_sparse(const struct copy_method *method, struct copy_pair *pair,
		    uint64_t file_bytes);

#endif
