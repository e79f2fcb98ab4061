#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/result.h"
#include "workloads/job.h"

struct engine;
struct error;
struct strbuf;
struct workload;

enum cache_policy { CACHE_COLD, CACHE_WARM, CACHE_KEEP };

/* What the user wants, in base units: all that a plan depends on. `settings`
 * are filled by the option table, or by hand in a test. */
struct settings {
	const char *target; /* a directory, a device, a file */
	const char *label; /* -m; NULL: the host's name */
	const char *const *tests; /* keys and suites; NULL: bonnie */
	size_t test_count;
	bool size_given;
	uint64_t size_bytes; /* 0: no file-I/O part */
	uint64_t chunk_bytes;
	uint64_t seeks;
	unsigned seekers;
	struct file_setup files;
	bool skip_per_char; /* -f */
	uint64_t per_char_bytes; /* -fSIZE; 0: not limited */
	unsigned workers; /* -c */
	unsigned runs; /* -x */
	bool flush_each; /* -b */
	bool direct; /* -D */
	const struct engine *engine;
	uint64_t time_limit_ns; /* --time; 0: none */
	enum cache_policy cache;
	bool ram_given; /* -r */
	uint64_t ram_bytes; /* 0: no check */
	bool seed_given;
	uint64_t seed;
	const uint32_t *random_table; /* -Z */
	size_t random_count;
	const char *seed_text; /* "42" or the -Z file's name */
};

/* Defaults of every field. */
void settings_init(struct settings *settings);

/* What the platform said about the target. */
struct target_facts {
	bool directory;
	bool writable;
	uint64_t free_bytes; /* for this user */
	uint64_t free_inodes; /* UINT64_MAX: the file system has no limit */
	uint64_t ram_bytes;
	uint64_t cacheable_bytes; /* what could be cached: memory, cgroups */
	bool cold_provable; /* page residency can be asked for here */
};

/* One phase to run. */
struct phase_plan {
	const struct workload *workload;
	uint64_t file_bytes; /* of one worker's data file */
	uint64_t chunk_bytes;
	uint64_t operations; /* of all workers; 0: given by file_bytes */
	unsigned workers; /* threads that run at once */
	unsigned files; /* data files; worker w uses file w % files */
	struct file_set file_set; /* of one worker */
	uint64_t time_limit_ns;
	enum cache_policy cache;
	unsigned generation; /* of the data before the phase */
	bool finds_size; /* writes until the rate is steady */
	bool direct;
	bool flush_each;
};

/* A value: it can be printed, and compared. */
struct plan {
	struct phase_plan *phases;
	size_t phase_count;
	unsigned runs;
	uint64_t size_bytes; /* of all data files; 0 when it is to be found */
	uint64_t least_size_bytes; /* bounds of a size that is to be found */
	uint64_t most_size_bytes;
	uint64_t needed_bytes;
	uint64_t needed_inodes;
	uint64_t seed;
	const char *size_reason; /* why a found size must be larger; or NULL */
};

/* Decides what will be done; touches nothing. -1 with `error` when the
 * settings make no sense or the target cannot hold it. */
int plan_make(struct plan *plan, const struct settings *settings,
	      const struct target_facts *facts, struct error *error);
void plan_release(struct plan *plan);

/* For --dry-run: one line a phase and what it needs. */
void plan_describe(const struct plan *plan, struct strbuf *text);

#endif
