#include "io/copy.h"

#include <errno.h>
#include <string.h>

#include "io/calls.h"

/* Writes all of the buffer's first `length` bytes. */
static int
put_all(struct copy_pair *pair, size_t length, uint64_t offset_bytes)
{
	const struct io_calls *calls = pair->calls;
	const char *from = pair->buffer;

	while (length) {
		ssize_t put = calls->write_at(calls->self, pair->to, from,
					      length, (off_t)offset_bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0) {
			pair->write_failed = true;
			return -1;
		}
		from += put;
		length -= (size_t)put;
		offset_bytes += (uint64_t)put;
	}
	return 0;
}

static ssize_t
read_and_write(struct copy_pair *pair, uint64_t offset_bytes, uint64_t length)
{
	const struct io_calls *calls = pair->calls;
	size_t wanted = length < pair->buffer_bytes ? (size_t)length
						    : pair->buffer_bytes;
	ssize_t got = calls->read_at(calls->self, pair->from, pair->buffer,
				     wanted, (off_t)offset_bytes);

	if (got > 0 && put_all(pair, (size_t)got, offset_bytes) < 0)
		return -1;
	return got;
}

static size_t
in_one_call(uint64_t length)
{
	const uint64_t most = UINT64_C(1) << 30;

	return (size_t)(length < most ? length : most);
}

static ssize_t
copy_range(struct copy_pair *pair, uint64_t offset_bytes, uint64_t length)
{
	const struct io_calls *calls = pair->calls;

	return calls->copy_range(calls->self, pair->from, pair->to,
				 offset_bytes, in_one_call(length));
}

static ssize_t
send_file(struct copy_pair *pair, uint64_t offset_bytes, uint64_t length)
{
	const struct io_calls *calls = pair->calls;

	return calls->send_file(calls->self, pair->from, pair->to, offset_bytes,
				in_one_call(length));
}

static int
clone_file(struct copy_pair *pair)
{
	return pair->calls->clone_file(pair->calls->self, pair->from, pair->to);
}

const struct copy_method copy_methods[] = {
	{
		.name = "read-write",
		.summary = "through a buffer of this program, as cpio and tar",
		.move = read_and_write,
	},
	{
		.name = "copy_file_range",
		.summary = "within the kernel, which may share blocks",
		.move = copy_range,
	},
	{
		.name = "sendfile",
		.summary = "within the kernel, page by page",
		.appends = true,
		.move = send_file,
	},
	{
		.name = "reflink",
		.summary = "shared blocks, where the file system can",
		.move = read_and_write,
		.clone = clone_file,
	},
	{ 0 },
};

const struct copy_method *
copy_method_find(const char *name)
{
	for (const struct copy_method *row = copy_methods; row->name; row++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

/* Moves the bytes from `at` to `end`; where it came to, or -1. */
static int64_t
move_stretch(const struct copy_method *method, struct copy_pair *pair,
	     uint64_t at, uint64_t end)
{
	while (at < end) {
		ssize_t moved = method->move(pair, at, end - at);

		if (moved < 0 && errno == EINTR && !pair->write_failed)
			continue;
		if (moved < 0)
			return -1;
		if (moved == 0)
			break;
		at += (uint64_t)moved;
	}
	return (int64_t)at;
}

int64_t
copy_whole(const struct copy_method *method, struct copy_pair *pair,
	   uint64_t file_bytes)
{
	if (!method->clone || !file_bytes)
		return move_stretch(method, pair, 0, file_bytes);
	while (method->clone(pair) < 0)
		if (errno != EINTR)
			return -1;
	return (int64_t)file_bytes;
}

int64_t
copy_sparse(const struct copy_method *method, struct copy_pair *pair,
	    uint64_t file_bytes)
{
	const struct io_calls *calls = pair->calls;
	uint64_t begin, end = 0;

	if (method->clone)
		return copy_whole(method, pair, file_bytes);
	if (method->appends)
		method = copy_methods;
	while (end < file_bytes) {
		if (calls->next_data(calls->self, pair->from, end, &begin,
				     &end) < 0) {
			if (errno == ENXIO)
				break;
			/* Nobody can tell holes here: they are filled. */
			if (errno == ENOTSUP)
				return copy_whole(method, pair, file_bytes);
			return -1;
		}
		if (end > file_bytes)
			end = file_bytes;
		if (begin < end && move_stretch(method, pair, begin, end) < 0)
			return -1;
	}
	pair->write_failed = true;
	if (calls->truncate(calls->self, pair->to, (off_t)file_bytes) < 0)
		return -1;
	return (int64_t)file_bytes;
}
