#ifndef WORKLOADS_FILE_NAME_H
#define WORKLOADS_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_set;

/* Names and sizes of the files of a file test: functions of the set's seed and
 * the file's number, so that no list of them is kept. */
enum {
	FILE_NAME_DIGITS = 10, /* hexadecimal, of the number */
	FILE_NAME_RANDOM = 12, /* at most so many characters */
	FILE_NAME_BYTES = 48, /* of a path: directory, slash, name, end */
};

/* The path of file `number` (below 2^40) from the set's directory: its number
 * first or last, with 0 to 12 random characters behind or before it, and
 * the sub-directory before it where the set has several. */
void file_path(const struct file_set *files, bool number_last, uint64_t number,
	       char path[FILE_NAME_BYTES]);

/* The name of sub-directory `index`: five digits or more. */
void file_directory(uint64_t index, char name[FILE_NAME_BYTES]);

/* The number that `name` starts with; false when it is none of ours: what else
 * lies in a directory is not touched. */
bool file_name_number(const char *name, uint64_t *number);

/* The size of file `number`: uniform from min_bytes to max_bytes. */
uint64_t file_size(const struct file_set *files, uint64_t number);

#endif
