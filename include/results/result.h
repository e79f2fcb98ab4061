#ifndef RESULTS_RESULT_H
#define RESULTS_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/quantity.h"

/* What came out of a run, ours or one read from a post: one typed model for
 * all. Strings are owned by the structure that holds them and may be NULL
 * ("not known"); numbers that are not known are 0 unless said otherwise. */

enum phase_state { PHASE_COMPLETE, PHASE_INCOMPLETE, PHASE_FAILED };

/* What a figure is worth; later is worse. */
enum verdict {
	VERDICT_NONE, /* nobody looked: a figure read from a post */
	VERDICT_OK,
	VERDICT_UNCHECKED,
	VERDICT_UNPROVEN,
	VERDICT_SHORT,
	VERDICT_UNSTEADY,
	VERDICT_SHARED,
	VERDICT_LIMITED,
	VERDICT_PARTLY,
	VERDICT_CACHED,
	VERDICT_INVALID,
	VERDICT_COUNT,
};

extern const char *const verdict_names[VERDICT_COUNT];

/* One thing that was found about a phase. */
struct finding {
	char *code; /* "cold-start", "cache-hits" */
	double value; /* measured; NAN: none */
	double limit; /* the threshold; NAN: none */
	char *ruler; /* how it was measured: "cachestat", "ru_inblock" */
	char *text; /* one sentence for people */
	enum verdict verdict; /* what it alone would make of the figure */
};

struct latency_summary {
	bool known;
	double p50_s, p90_s, p99_s, p999_s, max_s;
};

/* Samples of a latency distribution, for a chart: `count` operations took at
 * most `upper_s`, more than the bar before. Only bars with samples. */
struct latency_bar {
	double upper_s;
	uint64_t count;
};

struct phase_result {
	char *key; /* "write", "seq-create", "RR" */
	enum phase_state state;
	struct quantity quantities[QUANTITY_COUNT];
	struct latency_summary latency;
	struct latency_bar *bars;
	size_t bar_count;
	double *windows; /* rate over time, in the unit of window_quantity */
	size_t window_count;
	enum quantity_id window_quantity;
	enum verdict verdict;
	struct finding *findings;
	size_t finding_count;
};

enum link_kind { LINK_NONE, LINK_HARD, LINK_SYMBOLIC };

/* The file part of bonnie++'s -n: units of 1024 files. */
struct file_setup {
	uint64_t units; /* 0: the file tests were not run */
	uint64_t max_bytes;
	uint64_t min_bytes;
	enum link_kind link;
	uint64_t directories; /* 0 and 1 mean one */
	uint64_t chunk_bytes; /* 0: not given */
};

struct environment {
	char *kernel;
	char *file_system;
	char *mount_options;
	char **devices; /* one line each */
	size_t device_count;
	uint64_t ram_bytes;
	char *command;
	char *started; /* ISO 8601 with zone */
};

struct result {
	/* Where it was read; NULL and 0 for our own. */
	char *source;
	size_t line; /* 1-based, where the result row began */
	/* What measured. */
	char *tool; /* "diskbench", "bonnie", "bonnie++", "rawio" ... */
	char *tool_version; /* "1.03e", "2.00a" */
	/* On what. */
	char *machine;
	char *label;
	struct environment environment;
	/* How. */
	uint64_t size_bytes; /* of the test file of all workers together */
	uint64_t chunk_bytes;
	uint64_t workers; /* bonnie++'s concurrency; 0 not known */
	uint64_t
		depth; /* requests of a worker under way at once; 0 not known */
	uint64_t seeks;
	uint64_t seekers;
	char *seed;
	char *engine; /* how bytes were moved: "sync", "sync, direct" */
	double compress_ratio; /* of the data; up to 1: none, 0: not known */
	uint64_t dedupe_percent; /* share of its blocks that repeat */
	struct file_setup files;
	/* What came out. */
	struct phase_result *phases; /* in the order in which they ran */
	size_t phase_count;
	char **errors; /* one line each */
	size_t error_count;
};

struct result_set {
	struct result *results;
	size_t count;
};

void result_init(struct result *result);
void result_release(struct result *result);

/* Appends an empty phase with a copy of `key`. The pointer is good until the
 * next one is added. */
struct phase_result *result_add_phase(struct result *result, const char *key);

/* The phase with this key, NULL when there is none. */
struct phase_result *result_find_phase(const struct result *result,
				       const char *key);

/* A quantity as a table may show it: FAILED when the phase was broken off, for
 * half a test is no figure. */
struct quantity phase_quantity(const struct phase_result *phase,
			       enum quantity_id id);

/* The same for a phase by key; ABSENT when there is no such phase. */
struct quantity result_quantity(const struct result *result, const char *key,
				enum quantity_id id);

/* Adds a copy of `text`. */
void result_add_error(struct result *result, const char *text);
void result_add_device(struct result *result, const char *text);

/* Appends a copy of everything in `finding` and makes the phase's verdict the
 * worse of the two. */
void phase_add_finding(struct phase_result *phase,
		       const struct finding *finding);

/* The first finding with this code, NULL when there is none. */
const struct finding *phase_find_finding(const struct phase_result *phase,
					 const char *code);

void result_set_init(struct result_set *set);
void result_set_release(struct result_set *set);

/* Appends an empty result; good until the next one is added. */
struct result *result_set_add(struct result_set *set);

#endif
