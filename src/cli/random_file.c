#include "cli/random_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/mem.h"

enum { NUMBERS_MOST = 1 << 24, NUMBER_BYTES = 4 };

static bool
read_number(FILE *file, uint32_t *number, size_t *got)
{
	unsigned char bytes[NUMBER_BYTES];

	*got = fread(bytes, 1, sizeof bytes, file);
	if (*got != sizeof bytes)
		return false;
	*number = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
		  (uint32_t)bytes[2] << 8 | bytes[3];
	return true;
}

uint32_t *
random_file_read(const char *path, size_t *count, struct error *error)
{
	FILE *file = fopen(path, "rb");
	uint32_t *numbers = NULL;
	uint32_t number;
	size_t rest = 0;

	*count = 0;
	if (!file) {
		error_set_errno(error, errno, "cannot open '%s'", path);
		return NULL;
	}
	while (*count < NUMBERS_MOST && read_number(file, &number, &rest)) {
		numbers = mem_grow(numbers, *count, sizeof *numbers);
		numbers[(*count)++] = number;
	}
	if (ferror(file))
		error_set_errno(error, errno, "cannot read '%s'", path);
	else if (*count == 0 || (rest && rest < NUMBER_BYTES))
		error_set(error, ERROR_USAGE,
			  "-Z: '%s' does not hold 32-bit integers only", path);
	fclose(file);
	if (error->kind == ERROR_NONE)
		return numbers;
	free(numbers);
	return NULL;
}
