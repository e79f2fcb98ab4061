#ifndef WORKLOADS_WORKLOAD_H
#define WORKLOADS_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>

struct job;

/* What a workload needs, and how the runner has to treat it. */
enum workload_flags {
	WORKLOAD_DATA_FILE = 1 << 0, /* an open data file in job->file */
	WORKLOAD_CREATES = 1 << 1, /* the data file is made anew for it */
	WORKLOAD_READS = 1 << 2, /* the data file must be full, and cold */
	WORKLOAD_WRITES = 1 << 3, /* changes the data file */
	WORKLOAD_DIRECTORY = 1 << 4, /* job->directory_fd, for file tests */
	WORKLOAD_NEEDS_FILES = 1 << 5, /* files that a create test made */
	WORKLOAD_ROUNDS = 1 << 6, /* repeat until the phase lasts a second */
	WORKLOAD_BUFFERED = 1 << 7, /* stdio: never direct */
	WORKLOAD_SEEKERS = 1 << 8, /* `seekers` workers share each file */
	WORKLOAD_BYTES = 1 << 9, /* its figure is a rate in bytes/s */
	WORKLOAD_OPERATIONS = 1 << 10, /* its figure is operations/s */
	WORKLOAD_TRANSFERS = 1 << 11, /* moves blocks, see transfer.h */
	WORKLOAD_TARGET = 1 << 12, /* works on a device or a file as well */
	WORKLOAD_RANDOM = 1 << 13, /* at random places */
	WORKLOAD_VARIED = 1 << 14, /* of random length, if none is given */
	WORKLOAD_ZONES = 1 << 15, /* its windows are places, not times */
	WORKLOAD_TREE = 1 << 16, /* job->directory_fd, for trees */
	WORKLOAD_NEEDS_TREE = 1 << 17, /* the tree, cold */
	WORKLOAD_NEEDS_COPY = 1 << 18, /* the copy of the tree, cold */
	WORKLOAD_THREAD_FILES = 1 << 19, /* a file of size/threads each */
	WORKLOAD_OWN_SIZE = 1 << 20, /* its file holds its transfers */
	WORKLOAD_COMMAND = 1 << 21, /* runs job->command */
	WORKLOAD_LOOKS = 1 << 22, /* at files: it changes none */
};

/* A constant row. `run` alone is timed. All return 0, or -1 with job->error
 * set; a worker that finds *job->stop set returns 0 early with what it has.
 * prepare, between and finish may be NULL. A prepare that fails leaves nothing
 * behind; after one that did not, finish is called whatever run returned. */
struct workload {
	const char *key; /* "write" */
	const char *suite; /* "bonnie" */
	const char *summary; /* for `list tests` */
	const char *progress; /* "Writing intelligently" */
	unsigned turn; /* its place in the suite's run; equals: as registered */
	unsigned flags;
	/* Of a test of transfers, where the user does not say: */
	unsigned count; /* of all workers; 0: the whole file, or by zones */
	unsigned block_bytes; /* VARIED: lengths are below it */
	unsigned threads; /* that work at once */
	int (*prepare)(struct job *job);
	int (*run)(struct job *job); /* one round */
	int (*between)(struct job *job); /* back to the state before run */
	int (*finish)(struct job *job);
};

/* A family is a file with one table, which ends with a row without key. */
extern const struct workload chars_workloads[];
extern const struct workload block_workloads[];
extern const struct workload seeks_workloads[];
extern const struct workload file_workloads[];
extern const struct workload tree_workloads[];
extern const struct workload raw_workloads[];
extern const struct workload tio_workloads[];
extern const struct workload probe_workloads[];
extern const struct workload command_workloads[];

/* All rows in the order in which they run; NULL after the last. */
const struct workload *workload_at(size_t index);

/* By key; NULL when there is none. */
const struct workload *workload_find(const char *key);

/* Whether its windows are of operations though it moves bytes. */
bool workload_logs_operations(const struct workload *row);

/* The suites' names, NULL after the last. */
extern const char *const workload_suites[];

#endif
