#ifndef WORKLOADS_JOB_H
#define WORKLOADS_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pattern.h"
#include "core/rng.h"
#include "io/command.h"

struct barrier;
struct copy_method;
struct error;
struct io_calls;
struct io_file;
struct meter;

/* The files of a metadata test: one worker's share. */
struct file_set {
	uint64_t count;
	uint64_t max_bytes;
	uint64_t min_bytes;
	uint64_t chunk_bytes;
	uint64_t directories; /* at least 1 */
	enum file_kind { FILE_REGULAR, FILE_HARD_LINK, FILE_SYMLINK } kind;
	uint64_t seed; /* names and sizes are functions of it */
};

/* The tree of the tree tests. */
struct tree_setup {
	const char *path; /* one that is there, never written to; NULL: made */
	uint64_t files; /* of a made one: links too, directories not */
	uint64_t mean_bytes; /* sizes are log-normal */
	unsigned depth; /* levels of directories below the root */
	uint64_t directories; /* at least 1 */
	uint64_t seed;
};

enum {
	TREE_DEPTH_MOST = 64,
	TREE_FILES_A_DIRECTORY = 12,
	TREE_CLAIMS = 1 << 16,
};

/* What became of entries that are no ordinary files of an unchanging tree. */
struct tree_counts {
	uint64_t special; /* device nodes, sockets, pipes: skipped */
	uint64_t unreadable; /* no permission: skipped */
	uint64_t vanished; /* listed, but not there any more */
	uint64_t changed; /* shorter than its status said, or newer */
	uint64_t owners; /* owners that could not be given */
	/* Of the copy against the tree. */
	uint64_t looked_at; /* entries of which the status was compared */
	uint64_t compared; /* files of which all bytes were */
	uint64_t different;
};

/* How a test of transfers (transfer.h) works; all-zero: one after the other, of
 * chunk_bytes, alone in its file. */
struct transfer_setup {
	/* Places and lengths are multiples of it; 0: 512. */
	uint64_t unit_bytes;
	/* Random transfers have a random length below chunk_bytes. */
	bool varied;
	bool foreign; /* what lies there is not ours: nothing is checked */
	unsigned depth; /* requests under way at once; 0: 1 */
	unsigned mix_percent; /* share of writes among reads */
	/* Open loop: a transfer is due every interval_ns, the first one after
	 * offset_ns, and its latency counts from then. 0: closed loop. */
	uint64_t interval_ns;
	uint64_t offset_ns;
	/* This is worker `lane` of `lanes` that share the file; 0: alone. */
	unsigned lane;
	unsigned lanes;
};

/* The program that is timed, and those before and after it. */
struct job_command {
	char *const *arguments; /* end with NULL, as all of them */
	char *const *prepare; /* NULL: none */
	char *const *cleanup;
	int output_fd; /* what they print goes there */
	struct io_command_end end; /* what came out */
};

/* Asked once a window of a phase whose size is still to be found; true when
 * enough has been written. `context` is its own. */
typedef bool job_enough(void *context, const struct meter *meter);

/* What one worker is given. A test may build one by hand. Nothing in it is
 * shared with another worker but `stop`. */
struct job {
	/* Where. */
	int directory_fd; /* this worker's directory for file tests */
	struct io_file *file; /* its open data file, or NULL */
	const struct io_calls *calls;
	/* What. */
	uint64_t file_bytes; /* the data file's size */
	uint64_t chunk_bytes;
	uint64_t operations; /* of this worker; 0: as many as file_bytes */
	struct file_set files;
	struct tree_setup tree;
	const struct copy_method *copy_method;
	struct transfer_setup transfer;
	struct job_command command;
	uint64_t deadline_ns; /* monotonic time to end at; 0: none */
	int64_t tree_begin_s; /* date before the copy began */
	bool flush_each; /* -b: to stable storage after every write */
	/* Of the data that is in the file now: the oldest and the newest that
	 * are right. Below `generation`, `generation_newest` counts as that.
	 * write stamps `generation`; rewrite and the write-backs of seeks
	 * leave the newest + 1 (at most 255). */
	unsigned generation;
	unsigned generation_newest;
	unsigned check_every; /* check one chunk read in so many; 0: 16 */
	job_enough *enough; /* NULL: file_bytes is the size */
	void *enough_context;
	/* With what. The buffer is the workload's own from prepare to finish:
	 * those that write fill it with the pool when they prepare. */
	void *buffer; /* aligned to 4096, buffer_bytes long */
	size_t buffer_bytes; /* at least pool_bytes, chunk, files' chunk */
	struct pattern pattern;
	struct rng rng; /* this worker's own stream */
	/* The thread's counter of blocks read, to tell a cache hit from a
	 * miss; NULL: do not look. */
	uint64_t (*blocks_read)(void);
	/* Who. */
	unsigned worker;
	unsigned workers;
	atomic_bool *stop; /* the only shared word but this: */
	atomic_uint *arrivals; /* ends of rounds; NULL: there is one worker */
	/* Of workers that share the file: they flush it when all have done
	 * their part. NULL: this one is alone with it. */
	struct barrier *flush_line;
	bool at_flush_line; /* it has come there in this round */
	/* Which worker has taken which directories of a tree, TREE_CLAIMS of
	 * them, 0 at first; NULL: they are shared out beforehand. */
	atomic_uint *claims;
	void *state; /* from prepare to finish */
	/* What came out. */
	struct meter *meter;
	struct tree_counts tree_counts;
	struct error *error;
};

#endif
