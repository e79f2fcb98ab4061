#ifndef TESTS_ENGINE_PLACE_H
#define TESTS_ENGINE_PLACE_H

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "io/calls.h"
#include "io/engine.h"

/* A directory of its own for each test of an engine, a block of data that
 * differs from byte to byte and from page to page, and room to read it back. */
enum { BLOCK_BYTES = 16384 };

static char directory[32];
static int directory_fd;
static unsigned char *block, *back;

static inline void
place_make(void)
{
	snprintf(directory, sizeof directory, "/tmp/test_engine.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	directory_fd = open(directory, O_RDONLY | O_DIRECTORY);
	ck_assert_int_ge(directory_fd, 0);
	block = mem_aligned(4096, BLOCK_BYTES);
	back = mem_aligned(4096, BLOCK_BYTES);
	for (size_t i = 0; i < BLOCK_BYTES; i++)
		block[i] = (unsigned char)(i * 7 + i / 256);
}

static inline void
place_remove(void)
{
	unlinkat(directory_fd, "data", 0);
	close(directory_fd);
	ck_assert_int_eq(rmdir(directory), 0);
	free(block);
	free(back);
}

/* Opens "data"; `how` may be NULL for an empty file to read and write. */
static inline int
place_open(const struct engine *engine, struct io_file *file,
	   const struct io_open *how, struct error *error)
{
	struct io_open full = { .flags = O_RDWR | O_CREAT | O_TRUNC };

	if (how)
		full = *how;
	if (!full.name)
		full.name = "data";
	full.directory_fd = directory_fd;
	full.mode = 0600;
	return engine->open(file, &io_system_calls, &full, error);
}

/* What lies in "data", read without the engine. */
static inline void
place_must_hold(const void *bytes, size_t length, off_t offset)
{
	int fd = openat(directory_fd, "data", O_RDONLY);
	unsigned char *found = mem_alloc(length, 1);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pread(fd, found, length, offset), (ssize_t)length);
	ck_assert_mem_eq(found, bytes, length);
	free(found);
	close(fd);
}

static inline off_t
place_size(void)
{
	struct stat status;

	ck_assert_int_eq(fstatat(directory_fd, "data", &status, 0), 0);
	return status.st_size;
}

#endif
