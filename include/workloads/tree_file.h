#ifndef WORKLOADS_TREE_FILE_H
#define WORKLOADS_TREE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct job;

/* What tree tests do with one entry `name` of the directory `from`. All return
 * 1 when it is done, 0 when it was not to be read or is gone, which is counted
 * in job->tree_counts, or -1 with job->error. Bytes are counted in the
 * meter. */

/* Where a copy goes. */
struct tree_place {
	int to;
	int links_fd; /* names of the copies of files with several */
};

/* Copies a file with its mode, owner, times and holes. One with several names
 * is made in `links_fd` first, under a name that its number gives, and then
 * linked: the other names become links too, whoever finds them. */
int tree_copy_file(struct job *job, int from, const struct tree_place *place,
		   const char *name);

int tree_copy_link(struct job *job, int from, int to, const char *name);

/* Reads every byte of a file, as it is opened anew. */
int tree_read_file(struct job *job, int from, const char *name);

int tree_read_link(struct job *job, int from, const char *name);

int tree_stat_entry(struct job *job, int from, const char *name);

/* Gives what is open at `fd` the owner, mode and times of `status`. 0, or
 * -1. */
int tree_give_status(struct job *job, int fd, const struct stat *status,
		     const char *name);

enum tree_likeness {
	TREE_SAME,
	TREE_DIFFERS,
	TREE_MISSING, /* there is no copy */
	TREE_UNKNOWN, /* one cannot be looked at: job->error */
};

/* The directories of an entry and of its copy. */
struct tree_pair {
	int from;
	int to;
};

/* Compares an entry with its copy: kind, size, mode, owner, times, and with
 * `contents` every byte. Fills in the entry's status. An entry that is gone is
 * like its copy. */
enum tree_likeness tree_compare(struct job *job, const struct tree_pair *pair,
				const char *name, bool contents,
				struct stat *status);

#endif
