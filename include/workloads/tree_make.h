#ifndef WORKLOADS_TREE_MAKE_H
#define WORKLOADS_TREE_MAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/job.h"

enum { TREE_MADE_NAME_BYTES = 256 };

/* A tree in the making. Directories are numbered level by level, from 1, and
 * lie evenly below each other; files are numbered from directory to directory,
 * as many in each. About one file in 64 is a hard link and one a symbolic link
 * to the first one of its directory; some names are long. Everything is a
 * function of the setup. */
struct tree_maker {
	struct job *job;
	uint64_t fan_out; /* directories in a directory */
	uint64_t data_offset; /* of the next file in the stream of all data */
	unsigned depth;
	struct tree_make_level {
		int fd;
		uint64_t next_child, end_child;
		uint64_t next_file, end_file;
		char first[TREE_MADE_NAME_BYTES]; /* what links lead to */
	} levels[TREE_DEPTH_MOST + 2];
};

/* Makes the root, a directory `name` in job->directory_fd. */
int tree_make_begin(struct tree_maker *maker, struct job *job,
		    const char *name);

/* Makes the next file, and the directories before it; *done: there was none
 * left. 0, or -1 with job->error. */
int tree_make_next(struct tree_maker *maker, bool *done);

/* Closes what is open still. */
int tree_make_end(struct tree_maker *maker);

/* The size of file `number`. */
uint64_t tree_file_bytes(const struct tree_setup *setup, uint64_t number);

#endif
