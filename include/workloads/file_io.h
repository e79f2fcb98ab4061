#ifndef WORKLOADS_FILE_IO_H
#define WORKLOADS_FILE_IO_H

#include <stdint.h>

struct job;

/* What a file test does with one file. Bytes moved and flushes are counted in
 * the meter; the operation itself is the caller's to count. `name` is relative
 * to job->directory_fd. With job->flush_each what was changed is brought to stable
 * storage: file and directory. All return 0, or -1 with job->error. */

/* Makes file `number` of job->files new, of its size and kind. `first` is the
 * name of the file that links lead to; the first file itself is no link. */
int file_make(struct job *job, uint64_t number, const char *name,
	      const char *first);

/* Asks for the file's status and, where it is not empty, reads it whole. */
int file_stat(struct job *job, const char *name);

int file_delete(struct job *job, const char *name);

/* Sub-directories, where the set has several; else nothing. */
int file_make_directories(struct job *job);
int file_delete_directories(struct job *job);

#endif
