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
	double rates[PROBE_PASSES]; /* bytes/s */
	double speedup; /* of the slower later pass over the first */
};

/* Reads the first `bytes` (at least 1 MiB, rounded down to it) of file `name`.
 * -1 with `error`: no direct I/O here, or the file is shorter. */
int probe_below(struct below_probe *probe, int directory_fd, const char *name,
		uint64_t bytes, struct error *error);

/* Whether zeros are stored faster than random data: pairs of writes of both,
 * in turn, each past the page cache where possible and flushed. */
struct zeros_probe {
	double ratios[PROBE_PASSES]; /* rate of zeros over that of random */
	double least_ratio;
};

/* Writes `bytes` each time (rounded down to 1 MiB, at least that) to a file
 * of its own below `directory_fd`, which it removes. */
int probe_zeros(struct zeros_probe *probe, int directory_fd, uint64_t bytes,
		struct error *error);

/* What the probes mean; nothing is added when they found nothing. */
void probe_note_below(const struct below_probe *probe, struct notes *notes);
void probe_note_zeros(const struct zeros_probe *probe, struct notes *notes);

#endif
