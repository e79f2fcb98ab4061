#ifndef OBSERVE_PROBE_H
#define OBSERVE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct notes;

/* Tests that do I/O of their own, outside of any phase. */

enum { PROBE_PASSES = 3 };

/* Whether something below the page cache caches: the same bytes are read
 * several times past the page cache; a disk takes as long each time. */
struct below_probe {
	bool ran;
	double rates[PROBE_PASSES]; /* bytes/s */
	double speedup; /* of the slower later pass over the first */
};

enum {
	PROBE_BELOW_FILE_LEAST = 64 << 20, /* shorter files are not worth it */
	PROBE_BELOW_LEAST = 2 << 20,
	PROBE_BELOW_MOST = 64 << 20,
};

/* Reads in the middle of the file `name` of `file_bytes`, where a cache has had
 * long enough to forget what was written, and will forget what is read here
 * before a test comes by, if it is smaller than the file; a small part of it, so
 * that even a larger one is not filled by the probe; and less where the first
 * pass takes longer than half a second. What looks like a cache must do so at a
 * second place, too. -1 with `error`: no direct I/O here, the file is shorter, or
 * a pass takes too little time to be compared. */
int probe_below(struct below_probe *probe, int directory_fd, const char *name,
		uint64_t file_bytes, struct error *error);

/* Whether zeros are stored faster than random data: pairs of writes of both,
 * in turn, each past the page cache where possible and flushed. */
struct zeros_probe {
	double ratios[PROBE_PASSES]; /* rate of zeros over that of random */
	double least_ratio;
};

/* Writes `bytes` each time (rounded down to 1 MiB, at least that; less where
 * the first time takes longer than a twentieth of a second) to a file of its own
 * below `directory_fd`, which it removes: seven times, and six more on
 * suspicion. -1 with `error`: it cannot be written, or so fast that the times
 * compare nothing. */
int probe_zeros(struct zeros_probe *probe, int directory_fd, uint64_t bytes,
		struct error *error);

enum {
	PROBE_ZEROS_FILE_LEAST = 64 << 20, /* of the test's own file */
	PROBE_ZEROS_FILE_SHARE = 16, /* is written by one such part each time */
	PROBE_ZEROS_MOST = 64 << 20,
};

/* What the probes mean; nothing is added when they found nothing. */
void probe_note_zeros(const struct zeros_probe *probe, struct notes *notes);

#endif
