#include "workloads/tree_make.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/meter.h"
#include "core/pattern.h"
#include "core/rng.h"
#include "io/calls.h"
#include "workloads/job.h"

/* Of the logarithm of sizes, as source trees have it: the median is a third of
 * the mean. A single file is at most so many means. */
static const double sigma = 1.5;
enum { SIZE_MOST_MEANS = 1000 };

/* One in so many is a link, or has a long name. */
enum { RARE = 64, LONG_LEAST = 100, LONG_SPREAD = 156, SHORT_SPREAD = 24 };

static uint64_t
draw(const struct tree_setup *setup, uint64_t number, unsigned what)
{
	return rng_mix(setup->seed + rng_mix(number * 4 + what + 1));
}

/* From 0 to 1, both excluded. */
static double
unit(uint64_t bits)
{
	return ((double)(bits >> 11) + 0.5) / 9007199254740992.0;
}

uint64_t
tree_file_bytes(const struct tree_setup *setup, uint64_t number)
{
	const double turn = 6.283185307179586;
	double mean = (double)setup->mean_bytes;
	double normal = sqrt(-2 * log(unit(draw(setup, number, 0)))) *
			cos(turn * unit(draw(setup, number, 1)));
	double bytes = mean * exp(sigma * normal - sigma * sigma / 2);

	if (bytes > mean * SIZE_MOST_MEANS)
		bytes = mean * SIZE_MOST_MEANS;
	return (uint64_t)bytes;
}

static void
make_name(const struct tree_setup *setup, uint64_t number, char *name)
{
	uint64_t bits = draw(setup, number, 2);
	int length =
		snprintf(name, TREE_MADE_NAME_BYTES, "f%06" PRIu64 "_", number);
	int end = length + (int)(bits % SHORT_SPREAD);

	if (bits >> 32 & 1 && (bits >> 33) % (RARE / 2) == 0)
		end = LONG_LEAST + (int)(bits % LONG_SPREAD);
	if (end >= TREE_MADE_NAME_BYTES)
		end = TREE_MADE_NAME_BYTES - 1;
	for (; length < end; length++) {
		bits = rng_mix(bits);
		name[length] = (char)('a' + bits % 26);
	}
	name[length] = '\0';
}

/* As few directories in a directory as let all lie within the depth. */
static uint64_t
choose_fan_out(const struct tree_setup *setup)
{
	for (uint64_t fan_out = 1;; fan_out++) {
		uint64_t room = 0, level = 1;

		for (unsigned d = 0; d < setup->depth; d++) {
			level = level > setup->directories / fan_out
					? setup->directories
					: level * fan_out;
			room += level;
			if (room >= setup->directories)
				return fan_out;
		}
	}
}

static int
open_made(struct job *job, int parent, const char *name)
{
	const struct io_calls *calls = job->calls;
	int fd;

	if (calls->make_directory_at(calls->self, parent, name, S_IRWXU) < 0)
		return error_set_errno(job->error, errno,
				       "cannot make directory '%s'", name);
	do
		fd = calls->open_at(
			calls->self, parent, name,
			O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		error_set_errno(job->error, errno, "cannot open directory '%s'",
				name);
	return fd;
}

static uint64_t
at_most(uint64_t value, uint64_t most)
{
	return value < most ? value : most;
}

/* Of the first `count` directories' files. */
static uint64_t
files_of(const struct tree_setup *setup, uint64_t count)
{
	uint64_t each = setup->files / setup->directories;
	uint64_t rest = setup->files % setup->directories;

	return each * count + at_most(count, rest);
}

static int
push(struct tree_maker *maker, int parent, const char *name, uint64_t number)
{
	const struct tree_setup *setup = &maker->job->tree;
	struct tree_make_level *level = &maker->levels[maker->depth];
	int fd = open_made(maker->job, parent, name);

	if (fd < 0)
		return -1;
	maker->depth++;
	*level = (struct tree_make_level){ .fd = fd };
	level->next_child = number * maker->fan_out + 1;
	level->end_child = at_most(level->next_child + maker->fan_out,
				   setup->directories + 1);
	if (number) {
		level->next_file = files_of(setup, number - 1);
		level->end_file = files_of(setup, number);
	}
	return 0;
}

int
tree_make_begin(struct tree_maker *maker, struct job *job, const char *name)
{
	maker->job = job;
	maker->depth = 0;
	maker->data_offset = 0;
	maker->fan_out = choose_fan_out(&job->tree);
	return push(maker, job->directory_fd, name, 0);
}

static int
close_fd(struct job *job, int fd, const char *name)
{
	const struct io_calls *calls = job->calls;

	if (calls->close(calls->self, fd) < 0 && errno != EINTR)
		return error_set_errno(job->error, errno, "cannot close '%s'",
				       name);
	return 0;
}

int
tree_make_end(struct tree_maker *maker)
{
	int status = 0;

	while (maker->depth)
		if (close_fd(maker->job, maker->levels[--maker->depth].fd,
			     "directory") < 0)
			status = -1;
	return status;
}

/* Writes the data at maker->data_offset of the stream, from the pool, with
 * sectors stamped, so that no two are the same. */
static int
write_data(struct tree_maker *maker, int fd, uint64_t file_bytes)
{
	struct job *job = maker->job;
	const struct io_calls *calls = job->calls;
	uint64_t at = maker->data_offset;
	uint64_t end = at + file_bytes;

	maker->data_offset = (end + PATTERN_SECTOR_BYTES - 1) /
			     PATTERN_SECTOR_BYTES * PATTERN_SECTOR_BYTES;
	while (at < end) {
		uint64_t place = at % job->pattern.pool_bytes;
		uint64_t sector = place % PATTERN_SECTOR_BYTES;
		size_t length = (size_t)at_most(
			end - at, job->pattern.pool_bytes - place);
		unsigned char *piece = (unsigned char *)job->buffer + place;
		ssize_t put;

		pattern_stamp(&job->pattern, piece - sector,
			      length + (size_t)sector + 7, at - sector, 0);
		put = calls->write(calls->self, fd, piece, length);
		if (put < 0 && errno == EINTR)
			continue;
		if (put == 0)
			errno = ENOSPC;
		if (put <= 0)
			return -1;
		job->meter->bytes += (uint64_t)put;
		at += (uint64_t)put;
	}
	return 0;
}

static int
make_file(struct tree_maker *maker, int directory, const char *name,
	  uint64_t file_bytes)
{
	struct job *job = maker->job;
	const struct io_calls *calls = job->calls;
	int status, fd;

	do
		fd = calls->open_at(calls->self, directory, name,
				    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC |
					    O_NOFOLLOW,
				    S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return error_set_errno(job->error, errno, "cannot make '%s'",
				       name);
	status = write_data(maker, fd, file_bytes);
	if (status < 0)
		error_set_errno(job->error, errno, "cannot write '%s'", name);
	if (close_fd(job, fd, name) < 0)
		return -1;
	return status;
}

static int
make_link(struct tree_maker *maker, const struct tree_make_level *level,
	  const char *name, bool symbolic)
{
	const struct io_calls *calls = maker->job->calls;
	int status;

	if (symbolic)
		status = calls->symbolic_link_at(calls->self, level->first,
						 level->fd, name);
	else
		status = calls->link_at(calls->self, level->fd, level->first,
					level->fd, name);
	if (status < 0)
		return error_set_errno(maker->job->error, errno,
				       "cannot make link '%s'", name);
	return 0;
}

static int
make_next_file(struct tree_maker *maker, struct tree_make_level *level)
{
	const struct tree_setup *setup = &maker->job->tree;
	uint64_t number = level->next_file++;
	uint64_t kind = draw(setup, number, 3) % RARE;
	char name[TREE_MADE_NAME_BYTES];

	make_name(setup, number, name);
	if (level->first[0] && kind < 2)
		return make_link(maker, level, name, kind == 0);
	if (!level->first[0])
		memcpy(level->first, name, sizeof level->first);
	return make_file(maker, level->fd, name,
			 tree_file_bytes(setup, number));
}

int
tree_make_next(struct tree_maker *maker, bool *done)
{
	char name[TREE_MADE_NAME_BYTES];

	*done = false;
	while (maker->depth) {
		struct tree_make_level *level =
			&maker->levels[maker->depth - 1];

		if (level->next_file < level->end_file)
			return make_next_file(maker, level);
		if (level->next_child < level->end_child) {
			uint64_t child = level->next_child++;

			snprintf(name, sizeof name, "d%05" PRIu64, child);
			if (push(maker, level->fd, name, child) < 0)
				return -1;
			continue;
		}
		maker->depth--;
		if (close_fd(maker->job, level->fd, "directory") < 0)
			return -1;
	}
	*done = true;
	return 0;
}
