#include "workloads/file_name.h"

#include <string.h>

#include "core/rng.h"
#include "workloads/job.h"

/* Streams of one seed, so that sizes tell nothing about names. */
enum { STREAM_NAME = 1, STREAM_MORE_NAME, STREAM_SIZE };

static uint64_t
draw(const struct file_set *files, uint64_t number, uint64_t stream)
{
	return rng_mix(rng_mix(files->seed + stream) ^ number);
}

static char *
add_number(char *end, uint64_t number)
{
	for (int i = FILE_NAME_DIGITS - 1; i >= 0; i--) {
		end[i] = "0123456789abcdef"[number & 15];
		number >>= 4;
	}
	return end + FILE_NAME_DIGITS;
}

static char *
add_random(char *end, const struct file_set *files, uint64_t number)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyz"
					 "0123456789"
					 "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	uint64_t bits = draw(files, number, STREAM_NAME);
	unsigned length = (unsigned)((bits & 0xffff) * 13 >> 16);

	bits >>= 16;
	for (unsigned i = 0; i < length; i++) {
		if (i == 6)
			bits = draw(files, number, STREAM_MORE_NAME);
		*end++ = characters[(bits & 0xff) * 62 >> 8];
		bits >>= 8;
	}
	return end;
}

static char *
add_directory(char *end, uint64_t index)
{
	char digits[20];
	size_t length = 0;

	do
		digits[length++] = (char)('0' + index % 10);
	while ((index /= 10) != 0 || length < 5);
	while (length > 0)
		*end++ = digits[--length];
	return end;
}

/* The first `more` directories hold one file more than the others. */
static uint64_t
directory_of(const struct file_set *files, uint64_t number)
{
	uint64_t each = files->count / files->directories;
	uint64_t more = files->count % files->directories;

	if (number < more * (each + 1))
		return number / (each + 1);
	return more + (number - more * (each + 1)) / each;
}

void
file_path(const struct file_set *files, bool number_last, uint64_t number,
	  char path[FILE_NAME_BYTES])
{
	char *end = path;

	if (files->directories > 1) {
		end = add_directory(end, directory_of(files, number));
		*end++ = '/';
	}
	if (!number_last)
		end = add_number(end, number);
	end = add_random(end, files, number);
	if (number_last)
		end = add_number(end, number);
	*end = '\0';
}

void
file_directory(uint64_t index, char name[FILE_NAME_BYTES])
{
	*add_directory(name, index) = '\0';
}

bool
file_name_number(const char *name, uint64_t *number)
{
	*number = 0;
	for (int i = 0; i < FILE_NAME_DIGITS; i++) {
		unsigned digit = (unsigned char)name[i] - (unsigned)'0';
		unsigned letter = (unsigned char)name[i] - (unsigned)'a';

		if (digit > 9 && letter > 5)
			return false;
		*number = *number << 4 | (digit > 9 ? letter + 10 : digit);
	}
	return true;
}

uint64_t
file_size(const struct file_set *files, uint64_t number)
{
	uint64_t bits = draw(files, number, STREAM_SIZE);
	uint64_t span = files->max_bytes - files->min_bytes;

	return files->min_bytes + (span == 0 ? 0 : bits % (span + 1));
}
