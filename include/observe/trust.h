#ifndef OBSERVE_TRUST_H
#define OBSERVE_TRUST_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/platform.h"

/* What the self-test of a mount found out: which counter tells the truth
 * there. Nothing is assumed from the kernel's version or the file system's
 * name. */
enum trust_state {
	TRUST_UNKNOWN, /* could not be tested: see reason */
	TRUST_FAILED, /* tested, and wrong */
	TRUST_PROVEN,
};

struct trust_item {
	enum trust_state state;
	const char *reason; /* a constant; NULL when proven */
};

struct trust {
	bool ran;
	struct trust_item accounting; /* read counters move when cold only */
	struct trust_item residency; /* cached and cold can be told apart */
	enum residency_ruler ruler; /* what answered */
	struct trust_item cold; /* a file can be made cold, provably */
	struct trust_item flush; /* after fsync a device had the bytes */
	bool flush_seen; /* a device counted a flush of its cache */
	uint64_t warm_read_ns; /* mean of a cached 4 KiB read; 0 unknown */
	double memory_rate; /* bytes/s of a copy in memory; 0 unknown */
	uint64_t took_ns;
};

static inline bool
trust_is(const struct trust_item *item)
{
	return item->state == TRUST_PROVEN;
}

#endif
