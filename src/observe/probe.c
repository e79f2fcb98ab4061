#include "observe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/rng.h"
#include "core/units.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "platform/platform.h"

enum { PIECE_BYTES = 1 << 20, ALIGNMENT = 4096, PROBE_PLACES = 3 };

/* The passes after the first move as much as that did in this time. */
#define PASS_NS (UNITS_NS_PER_S / 2)

/* Zeros and data are written six times, so less of them each time. */
#define ZEROS_PASS_NS (UNITS_NS_PER_S / 20)

/* What takes less is at the mercy of the scheduler. */
#define PASS_LEAST_NS (UNITS_NS_PER_S / 200)

static const char zeros_name[] = "zeros";

/* What of a file is moved. */
struct range {
	uint64_t offset_bytes;
	uint64_t bytes;
};

/* Moves the range through the descriptor, a piece at a time; what is left after
 * `most_ns` is cut off the range. Returns the rate in bytes/s, or -1. */
static double
move(int fd, void *buffer, struct range *range, bool writes, uint64_t most_ns)
{
	uint64_t start_ns = clock_now_ns(), done = 0, took_ns;

	while (done < range->bytes) {
		off_t at = (off_t)(range->offset_bytes + done);
		ssize_t count = writes ? pwrite(fd, buffer, PIECE_BYTES, at)
				       : pread(fd, buffer, PIECE_BYTES, at);

		if (count < 0 && errno == EINTR)
			continue;
		if (count == 0)
			errno = EIO; /* it is shorter than was said */
		if (count <= 0)
			return -1;
		/* A short transfer is begun again at the next whole piece:
		 * direct I/O takes no odd offsets. */
		done += PIECE_BYTES;
		if (clock_now_ns() - start_ns > most_ns)
			range->bytes = done;
	}
	if (writes && fsync(fd) != 0)
		return -1;
	took_ns = clock_now_ns() - start_ns;
	return (double)range->bytes * 1e9 / (double)(took_ns ? took_ns : 1);
}

static uint64_t
whole_pieces(uint64_t bytes)
{
	return bytes < PIECE_BYTES ? PIECE_BYTES : bytes - bytes % PIECE_BYTES;
}

static uint64_t
cached_bytes(int fd)
{
	struct residency residency;

	if (platform_residency(fd, 0, 0, &residency) < 0)
		return 0;
	return residency.cached_bytes;
}

static int
probe_range(struct below_probe *probe, int directory_fd, const char *name,
	    struct range range, struct error *error)
{
	uint64_t most_ns = PASS_NS, before;
	int status = 0;
	void *buffer;
	int fd = platform_open_direct(directory_fd, name,
				      O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0);

	if (fd < 0)
		return error_set_errno(error, errno,
				       "cannot read '%s' directly", name);
	buffer = mem_aligned(ALIGNMENT, PIECE_BYTES);
	before = cached_bytes(fd);
	for (size_t i = 0; i < PROBE_PASSES && status == 0; i++) {
		probe->rates[i] = move(fd, buffer, &range, false, most_ns);
		if (probe->rates[i] < 0)
			status = error_set_errno(error, errno,
						 "cannot read '%s'", name);
		most_ns = UINT64_MAX;
	}
	if (status == 0 &&
	    (double)range.bytes * 1e9 / probe->rates[0] < (double)PASS_LEAST_NS)
		status = error_set(error, ERROR_RUN,
				   "'%s' is read too fast to be timed", name);
	/* Compressed files are, on some file systems. */
	if (status == 0 && cached_bytes(fd) > before + range.bytes / 10)
		status = error_set(error, ERROR_RUN,
				   "direct reads of '%s' are buffered", name);
	free(buffer);
	close(fd);
	probe->ran = status == 0;
	if (probe->ran)
		probe->speedup = fmin(probe->rates[1], probe->rates[2]) /
				 probe->rates[0];
	return status;
}

/* A neighbour can slow down one first pass, or two, but hardly as many as
 * there are places: the least suspicious one counts. */
int
probe_below(struct below_probe *probe, int directory_fd, const char *name,
	    uint64_t file_bytes, struct error *error)
{
	uint64_t bytes = whole_pieces(file_bytes / 64);
	uint64_t middle = file_bytes / 2 / PIECE_BYTES * PIECE_BYTES;
	struct below_probe least = { .speedup = INFINITY };

	if (bytes < PROBE_BELOW_LEAST)
		bytes = PROBE_BELOW_LEAST;
	if (bytes > PROBE_BELOW_MOST)
		bytes = PROBE_BELOW_MOST;
	for (int place = -1; place < PROBE_PLACES - 1; place++) {
		struct range range = { middle + (uint64_t)place * bytes,
				       bytes };

		if (probe_range(probe, directory_fd, name, range, error) < 0)
			return -1;
		if (probe->speedup < least.speedup)
			least = *probe;
		if (least.speedup < threshold(THRESHOLD_BELOW_SPEEDUP))
			break;
	}
	*probe = least;
	return 0;
}

static void
fill_random(void *buffer, uint64_t *state)
{
	unsigned char *bytes = buffer;

	for (size_t i = 0; i < PIECE_BYTES; i += sizeof *state) {
		uint64_t word = rng_next_generated(state);

		memcpy(bytes + i, &word, sizeof word);
	}
}

/* One pair. Every piece of random data is the same, since it is compression
 * that is looked for and not deduplication; but no two pairs are. */
static double
ratio_of_pair(int fd, void *buffer, struct range *range, uint64_t *state)
{
	double random, zeros;

	fill_random(buffer, state);
	random = move(fd, buffer, range, true, UINT64_MAX);
	memset(buffer, 0, PIECE_BYTES);
	zeros = random < 0 ? -1 : move(fd, buffer, range, true, UINT64_MAX);
	return zeros < 0 ? -1 : zeros / random;
}

static int
open_zeros(int directory_fd)
{
	int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
	int fd = platform_open_direct(directory_fd, zeros_name, flags, 0600);

	if (fd < 0 && (errno == EINVAL || errno == ENOTSUP))
		fd = openat(directory_fd, zeros_name, flags, 0600);
	if (fd >= 0)
		unlinkat(directory_fd, zeros_name, 0);
	return fd;
}

static int
cannot_write_zeros(struct error *error)
{
	return error_set_errno(error, errno, "cannot write '%s'", zeros_name);
}

static int
compare_pairs(struct zeros_probe *probe, int fd, void *buffer,
	      struct range *range, struct error *error)
{
	uint64_t state = clock_now_ns();

	for (size_t i = 0; i < PROBE_PASSES; i++) {
		double ratio = ratio_of_pair(fd, buffer, range, &state);

		if (ratio < 0)
			return cannot_write_zeros(error);
		probe->ratios[i] = ratio;
		probe->least_ratio =
			i ? fmin(probe->least_ratio, ratio) : ratio;
	}
	return 0;
}

/* The first pass allocates; it is not compared, but says how much can be
 * written in the time. */
static int
find_amount(int fd, void *buffer, struct range *range, struct error *error)
{
	uint64_t state = clock_now_ns();
	double rate;

	fill_random(buffer, &state);
	rate = move(fd, buffer, range, true, ZEROS_PASS_NS);
	if (rate < 0)
		return cannot_write_zeros(error);
	if ((double)range->bytes * 1e9 / rate < (double)PASS_LEAST_NS)
		return error_set(error, ERROR_RUN,
				 "'%s' is written too fast to be timed",
				 zeros_name);
	return 0;
}

int
probe_zeros(struct zeros_probe *probe, int directory_fd, uint64_t bytes,
	    struct error *error)
{
	struct range range = { 0, whole_pieces(bytes) };
	struct zeros_probe first;
	int fd = open_zeros(directory_fd);
	int status;
	void *buffer;

	if (fd < 0)
		return error_set_errno(error, errno, "cannot create '%s'",
				       zeros_name);
	buffer = mem_aligned(ALIGNMENT, PIECE_BYTES);
	status = find_amount(fd, buffer, &range, error);
	if (status == 0)
		status = compare_pairs(probe, fd, buffer, &range, error);
	/* A neighbour can slow down three passes of six, but hardly all. */
	if (status == 0 &&
	    probe->least_ratio >= threshold(THRESHOLD_ZEROS_SPEEDUP)) {
		first = *probe;
		status = compare_pairs(probe, fd, buffer, &range, error);
		if (status == 0 && first.least_ratio < probe->least_ratio)
			*probe = first;
	}
	free(buffer);
	close(fd);
	return status;
}

void
probe_note_zeros(const struct zeros_probe *probe, struct notes *notes)
{
	double limit = threshold(THRESHOLD_ZEROS_SPEEDUP);
	struct note *note;

	if (probe->least_ratio < limit)
		return;
	note = notes_add(notes, VERDICT_OK, "zeros",
			 "zeros write %.1fx faster: only random data counts",
			 probe->least_ratio);
	note->value = probe->least_ratio;
	note->limit = limit;
	note->ruler = "three pairs of writes";
}
