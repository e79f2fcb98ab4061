#ifndef OBSERVE_VIEW_H
#define OBSERVE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/glance.h"
#include "observe/hiccup.h"
#include "observe/storage.h"
#include "observe/trust.h"

struct below_probe;
struct meter;
struct span;
struct zeros_probe;

/* What a phase does, as far as a detector cares. */
enum view_flags {
	VIEW_READS = 1 << 0, /* every operation reads data */
	VIEW_WRITES = 1 << 1, /* every operation writes data */
	VIEW_RANDOM = 1 << 2, /* single operations at random places */
	VIEW_FILES = 1 << 3, /* creates, looks at or removes files */
	VIEW_BYTES = 1 << 4, /* its figure is bytes/s, else operations/s */
	VIEW_DIRECT = 1 << 5, /* the page cache is to be bypassed */
	VIEW_FLUSHES = 1 << 6, /* a flush after every write */
	VIEW_COMMAND = 1 << 7, /* somebody else's program */
	VIEW_WRITES_BACK = 1 << 8, /* some of its reads are followed by a
				    * write, which is not in the figure */
	VIEW_LOOKS = 1 << 9, /* with FILES: changes none of them */
};

/* Everything that a detector may look at: values only, so that a test can
 * build one by hand. Pointers may be NULL where said. */
struct phase_view {
	const char *key;
	unsigned flags;
	unsigned workers;
	unsigned cpus;
	uint64_t area_bytes; /* of all files that it works on; 0 unknown */
	const struct span *span;
	const struct meter *total;
	uint64_t asked_rate; /* transfers/s of all workers; 0: no limit */
	double rate; /* the figure, in bytes/s or 1/s; 0: withheld */
	const double *rates; /* the same over equal slots of time */
	size_t rate_count;
	const struct counters *before;
	const struct counters *after;
	struct traffic traffic; /* between the two */
	const struct trust *trust;
	const struct storage *storage;
	struct counter run_delay_ns; /* between the two */
	/* Pages of the data file in the page cache. */
	bool start_known;
	struct residency start;
	bool earlier_known; /* the same, of one that is direct */
	struct residency earlier;
	bool end_known;
	struct residency end;
	struct glances glances; /* between the two */
	bool extents_known;
	struct extent_facts extents;
	const struct io_limit *limits;
	size_t limit_count;
	double memory_rate; /* bytes/s of a copy in memory; 0 unknown */
	const struct below_probe *below; /* NULL: not made before it */
	const struct zeros_probe *zeros; /* NULL, or all-zero: not made */
	struct hiccups hiccups;
	double seek_seconds; /* of random reads that this run has timed; 0 */
};

static inline bool
view_is(const struct phase_view *view, unsigned flags)
{
	return (view->flags & flags) == flags;
}

/* Seconds of wall clock; 0 when nothing ran. */
double view_seconds(const struct phase_view *view);

/* Bytes of the figure that were read; all of them but for a mix. */
uint64_t view_read_bytes(const struct phase_view *view);

/* Mean time of a flush, in seconds; INFINITY when there was none. */
double view_flush_seconds(const struct phase_view *view);

/* Share of the workers' time that went into flushes, 0 to 1. */
double view_flush_share(const struct phase_view *view);

/* Between the two sets of counters, in ns: what they counted is a share of
 * this, and not of the span, which leaves out what lies between rounds. */
double view_elapsed_ns(const struct phase_view *view);

/* "21.3 MB/s" or "5160/s". */
enum { VIEW_TEXT_BYTES = 40 };
const char *view_rate_text(char text[VIEW_TEXT_BYTES],
			   const struct phase_view *view, double rate);

#endif
