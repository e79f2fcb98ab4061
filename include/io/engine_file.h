#ifndef IO_ENGINE_FILE_H
#define IO_ENGINE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct io_calls;
struct io_file;
struct io_open;

/* What the engines share: the descriptor. */

/* Fills all of `file` but `engine`, which the engine has set, and leaves the
 * file in direct mode if that is asked for. 0, or -1 with `error` set. */
int engine_file_open(struct io_file *file, const struct io_calls *calls,
		     const struct io_open *how, struct error *error);

/* The calls of the table, gone on with after EINTR; 0, or -1 with errno. */
int engine_file_flush(struct io_file *file);
int engine_file_close(struct io_file *file);

/* Whether a read that was cut short at `moved` bytes cannot go on: in direct
 * mode the rest is misaligned, and only the end of the file ends a transfer
 * within a sector. */
bool engine_read_ends_here(const struct io_file *file, size_t moved);

/* Goes on with a read of `length` bytes whose first call returned `count`,
 * until all is there or the file ends. Bytes, or -1 with errno. */
ssize_t engine_read_on(struct io_file *file, void *buffer, size_t length,
		       uint64_t offset_bytes, ssize_t count);

#endif
