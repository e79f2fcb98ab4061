#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "workloads/chunk.h"
#include "workloads/course.h"
#include "workloads/job.h"
#include "workloads/workload.h"

enum {
	/* What stdio takes by itself where a file system has blocks of 4 KiB. */
	STDIO_BUFFER_BYTES = 4096,
	/* Chunks are whole sectors, thus multiples of it. */
	CHARS_IN_A_ROW = 8,
};

/* Per-character work is stdio's, so the system calls are stdio's as well: a
 * stream that would go through job->calls cannot be had portably. */
struct chars {
	char buffer[STDIO_BUFFER_BYTES]; /* aligned, or copies are slow */
	FILE *stream;
};

static int
chars_open(struct job *job, const char *mode)
{
	struct chars *chars = mem_aligned(STDIO_BUFFER_BYTES, sizeof *chars);
	int fd = fcntl(job->file->fd, F_DUPFD_CLOEXEC, 0);

	if (fd < 0)
		goto no_descriptor;
	chars->stream = fdopen(fd, mode);
	if (!chars->stream)
		goto no_stream;
	/* A buffer of our own: stdio would allocate one in the timed part. */
	setvbuf(chars->stream, chars->buffer, _IOFBF, sizeof chars->buffer);
	if (fseeko(chars->stream, 0, SEEK_SET) != 0)
		goto no_start;
	job->state = chars;
	return 0;

no_start:
	error_set_errno(job->error, errno, "cannot rewind '%s'",
			job->file->name);
	fclose(chars->stream);
	free(chars);
	return -1;
no_stream:
	error_set_errno(job->error, errno, "cannot open a stream on '%s'",
			job->file->name);
	close(fd);
	free(chars);
	return -1;
no_descriptor:
	error_set_errno(job->error, errno, "cannot duplicate '%s'",
			job->file->name);
	free(chars);
	return -1;
}

static int
chars_finish(struct job *job)
{
	struct chars *chars = job->state;
	int status = fclose(chars->stream);

	if (status != 0)
		error_set_errno(job->error, errno, "cannot close '%s'",
				job->file->name);
	free(chars);
	job->state = NULL;
	return status == 0 ? 0 : -1;
}

static int
putc_prepare(struct job *job)
{
	assert(job->buffer_bytes >= job->pattern.pool_bytes);
	pattern_fill(&job->pattern, job->buffer);
	return chars_open(job, "w");
}

static int
put_chars(FILE *stream, const unsigned char *chars, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (putc_unlocked(chars[i], stream) == EOF)
			return -1;
	return 0;
}

static int
putc_stretch(struct job *job, struct course *course, uint64_t end)
{
	FILE *stream = ((struct chars *)job->state)->stream;
	unsigned char *pool = job->buffer;
	size_t length = (size_t)job->chunk_bytes;

	while (course_more(course, end)) {
		uint64_t offset_bytes = course->next * length;
		unsigned char *chunk =
			pool + offset_bytes % job->pattern.pool_bytes;

		pattern_stamp(&job->pattern, chunk, length, offset_bytes,
			      job->generation);
		if (put_chars(stream, chunk, length) != 0)
			return chunk_write_failed(job, -1, offset_bytes);
		course_step(course);
	}
	return 0;
}

static int
putc_run(struct job *job)
{
	struct chars *chars = job->state;
	struct course course;

	course_of_chunks(&course, job);
	if (course_run(&course, job, putc_stretch) != 0)
		return -1;
	if (fflush(chars->stream) != 0)
		return chunk_write_failed(job, -1, job->meter->bytes);
	return course_flush(&course, job);
}

static int
getc_prepare(struct job *job)
{
	return chars_open(job, "r");
}

static int
get_chars(FILE *stream, unsigned char *chars, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int c = getc_unlocked(stream);

		if (c == EOF)
			return -1;
		chars[i] = (unsigned char)c;
	}
	return 0;
}

/* The same without keeping them; they are looked at, as a program would, for a
 * loop that only counts is at the mercy of the processor's guesses. So is one
 * that asks after each: EOF is the only negative, and a row has it or not. */
static int
pass_chars(FILE *stream, unsigned char *sum, size_t count)
{
	unsigned all = 0;

	assert(count % CHARS_IN_A_ROW == 0);
	for (size_t i = 0; i < count; i += CHARS_IN_A_ROW) {
		int row = 0;

#pragma GCC unroll 8
		for (int k = 0; k < CHARS_IN_A_ROW; k++) {
			int c = getc_unlocked(stream);

			row |= c;
			all += (unsigned)c;
		}
		if (row < 0)
			return -1;
	}
	*sum = (unsigned char)all;
	return 0;
}

static int
getc_stretch(struct job *job, struct course *course, uint64_t end)
{
	FILE *stream = ((struct chars *)job->state)->stream;
	unsigned char *chunk = job->buffer;
	size_t length = (size_t)job->chunk_bytes;

	while (course_more(course, end)) {
		uint64_t offset_bytes = course->next * length;
		bool sampled = chunk_sampled(job, course->next);
		int status = sampled ? get_chars(stream, chunk, length)
				     : pass_chars(stream, chunk, length);

		if (status != 0)
			return chunk_read_failed(job, ferror(stream) ? -1 : 0,
						 offset_bytes);
		if (sampled)
			chunk_check(job, course, chunk, offset_bytes);
		course_step(course);
	}
	return 0;
}

static int
getc_run(struct job *job)
{
	struct course course;

	course_of_chunks(&course, job);
	return course_run(&course, job, getc_stretch);
}

const struct workload chars_workloads[] = {
	{
		.key = "putc",
		.suite = "bonnie",
		.summary = "write the file one character at a time",
		.progress = "Writing with putc()",
		.turn = 1,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_CREATES |
			 WORKLOAD_WRITES | WORKLOAD_BUFFERED | WORKLOAD_BYTES,
		.prepare = putc_prepare,
		.run = putc_run,
		.finish = chars_finish,
	},
	{
		.key = "getc",
		.suite = "bonnie",
		.summary = "read the file one character at a time",
		.progress = "Reading with getc()",
		.turn = 4,
		.flags = WORKLOAD_DATA_FILE | WORKLOAD_READS |
			 WORKLOAD_BUFFERED | WORKLOAD_BYTES,
		.prepare = getc_prepare,
		.run = getc_run,
		.finish = chars_finish,
	},
	{ 0 },
};
