#ifndef IO_ENGINE_H
#define IO_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct io_calls;

/* One open data file or device of one worker. */
struct io_file {
	const struct engine *engine;
	const struct io_calls *calls;
	int fd;
	bool direct; /* the page cache is bypassed */
	const char *name; /* for messages; kept by the caller */
	void *state; /* the engine's own */
};

struct io_open {
	int directory_fd;
	const char *name;
	int flags; /* of open(2) */
	mode_t mode;
	bool direct;
	bool random; /* requests will not follow each other: no read-ahead */
	/* Not NULL: this open file, which guard.h has checked, is opened once
	 * more; directory_fd, mode and the creating flags count for nothing. */
	const int *checked_fd;
	unsigned depth; /* queue entries; 1 without a queue */
	/* A file that is opened for writing by mmap has at least this size from
	 * then on. 0: it grows, and nobody else may have it open meanwhile. */
	uint64_t size_bytes;
	/* What uring registers, or NULL; stays until `close`. */
	void *buffer;
	size_t buffer_bytes;
};

/* A request in an engine's queue. The caller fills the first four fields; a
 * finished one comes back with `result` (bytes, or -errno): less than asked
 * for only where the file ends. It must stay where it is until then. */
struct io_request {
	void *buffer;
	uint64_t offset_bytes;
	uint32_t length_bytes;
	bool write;
	uint32_t moved_bytes; /* the engine's own use */
	int64_t result;
	uint64_t submitted_ns; /* the caller's own use */
};

/* How bytes are moved. `read` and `write` move all of `length` unless the file
 * ends, going on after EINTR and short transfers; they return the bytes moved
 * or -1 with errno. Nothing in here allocates after `open`. */
struct engine {
	const char *name;
	const char *summary;
	bool has_queue;
	bool always_direct;
	bool never_direct; /* its data goes through the page cache */
	/* Fills all of `file`. `how->name` is kept. */
	int (*open)(struct io_file *file, const struct io_calls *calls,
		    const struct io_open *how, struct error *error);
	ssize_t (*read)(struct io_file *file, void *buffer, size_t length,
			uint64_t offset_bytes);
	ssize_t (*write)(struct io_file *file, const void *buffer,
			 size_t length, uint64_t offset_bytes);
	int (*flush)(struct io_file *file); /* to stable storage */
	int (*close)(struct io_file *file);
	/* NULL where any thread may use the file at any time. Else the thread
	 * that works on it calls `attach` before the clock runs (0, or -1 with
	 * errno) and `detach` when it is done; a request from a thread that is
	 * not attached attaches it, which takes its time. */
	int (*attach)(struct io_file *file);
	void (*detach)(struct io_file *file);
	/* Only with has_queue; `read`, `write` and `flush` fail with EBUSY
	 * while something is under way. Takes `count` requests; at most `depth` may be
	 * under way. They are handed to the system no later than by the next
	 * `reap`, all in one call. 0, or -1 with errno. */
	int (*submit)(struct io_file *file, struct io_request *const *requests,
		      unsigned count);
	/* Waits for at least `least` (0: only looks, or as many as are under
	 * way), but no longer than `most_ns` (0: as long as it takes), and
	 * returns how many finished requests it put into `done` (at most
	 * `capacity`), or -1 with errno. */
	int (*reap)(struct io_file *file, struct io_request **done,
		    unsigned capacity, unsigned least, uint64_t most_ns);
};

extern const struct engine *const engines[]; /* ends with NULL */

/* The rows, each in a file of its own. */
extern const struct engine engine_sync;
extern const struct engine engine_direct;
extern const struct engine engine_mmap;
extern const struct engine engine_uring;

/* By name; NULL when there is none. */
const struct engine *engine_find(const char *name);

/* Whether requests of `chunk_bytes` at multiples of it, from and to `buffer`,
 * are aligned as direct mode needs them. 0, also for a file that is not in
 * direct mode; else -1 with an error that says what would be right. To be
 * asked before a clock runs: a misaligned request fails with a bare EINVAL. */
int engine_check_alignment(const struct io_file *file, const void *buffer,
			   uint64_t chunk_bytes, struct error *error);

#endif
