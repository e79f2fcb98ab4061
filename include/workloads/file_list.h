#ifndef WORKLOADS_FILE_LIST_H
#define WORKLOADS_FILE_LIST_H

#include <dirent.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/file_name.h"

struct job;

/* The numbers of a "sequential" set's files in the order in which the file
 * system lists them. Up to FILE_LIST_WINDOW of them are taken when the list is
 * started; a larger set is listed a window at a time, so that memory stays
 * small. All-zero is a list that was not started. */
enum { FILE_LIST_WINDOW = 1 << 19 };

struct file_list {
	uint64_t *numbers;
	size_t count; /* in the window */
	size_t next;
	uint64_t listed; /* in all windows so far */
	/* Where the listing stands. */
	DIR *stream;
	uint64_t directory; /* that is opened next */
	char name[FILE_NAME_BYTES]; /* of the one that is open */
};

/* Begins at the first file, again if need be, and fills the first window. */
int file_list_start(struct file_list *list, struct job *job);

/* The next file's number. 0, or -1 with job->error: also when fewer files are
 * there than the set has. */
int file_list_next(struct file_list *list, struct job *job, uint64_t *number);

int file_list_release(struct file_list *list, struct job *job);

#endif
