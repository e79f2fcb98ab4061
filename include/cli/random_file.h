#ifndef CLI_RANDOM_FILE_H
#define CLI_RANDOM_FILE_H

#include <stddef.h>
#include <stdint.h>

struct error;

/* Reads bonnie++'s -Z file: 32-bit integers in network order. Returns them in
 * host order, to be freed; NULL with `error`. */
uint32_t *random_file_read(const char *path, size_t *count,
			   struct error *error);

#endif
