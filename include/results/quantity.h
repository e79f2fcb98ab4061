#ifndef RESULTS_QUANTITY_H
#define RESULTS_QUANTITY_H

#include <stddef.h>

/* The kinds of figure a phase can have. quantity_table has one row for each;
 * JSON, long CSV, HTML and compare loop over it. */
enum quantity_id {
	QUANTITY_RATE,
	QUANTITY_OPS,
	QUANTITY_CPU,
	QUANTITY_USER,
	QUANTITY_SYS,
	QUANTITY_LATENCY_MAX,
	QUANTITY_LATENCY_MEAN,
	QUANTITY_WALL,
	QUANTITY_USER_TIME,
	QUANTITY_SYS_TIME,
	QUANTITY_FLUSH_TIME,
	QUANTITY_FILES,
	QUANTITY_PEAK_MEMORY,
	QUANTITY_DEVICE_READ,
	QUANTITY_DEVICE_WRITTEN,
	QUANTITY_DEVICE_FLUSHES,
	QUANTITY_DISK_WAIT,
	QUANTITY_COUNT,
};

enum quantity_state {
	QUANTITY_ABSENT, /* not run, not shown */
	QUANTITY_KNOWN,
	QUANTITY_TOO_FAST, /* ran, but too short to mean anything: +++++ */
	QUANTITY_FAILED,
};

struct quantity {
	double value; /* in the table's unit; only when KNOWN */
	enum quantity_state state;
};

enum quantity_better { BETTER_MORE, BETTER_LESS, BETTER_NEITHER };

struct quantity_info {
	enum quantity_id id;
	const char *key; /* "latency-max": in JSON and long CSV */
	const char *unit; /* "bytes/s", "1/s", "percent", "s", "count" */
	enum quantity_better better;
	const char *summary; /* one sentence for --explain */
};

extern const struct quantity_info quantity_table[QUANTITY_COUNT];

/* By key; NULL when there is none. */
const struct quantity_info *quantity_find(const char *key);

struct quantity quantity_known(double value);

#endif
