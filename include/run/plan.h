#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/result.h"
#include "workloads/job.h"

struct copy_method;
struct engine;
struct error;
struct strbuf;
struct workload;

enum cache_policy { CACHE_COLD, CACHE_WARM, CACHE_KEEP };

/* What differs from run to run. */
enum sweep_what { SWEEP_NONE, SWEEP_CHUNK, SWEEP_DEPTH, SWEEP_THREADS };

enum { SWEEP_POINTS_MOST = 32 };

struct sweep {
	enum sweep_what what;
	uint64_t values[SWEEP_POINTS_MOST];
	size_t count;
	bool asked_for; /* by --sweep, not by a list of --threads */
};

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
	unsigned seekers; /* of each file; 0: not chosen */
	struct file_setup files;
	struct tree_setup tree;
	const struct copy_method *copy_method;
	struct job_command command; /* without arguments: none */
	bool skip_per_char; /* -f */
	uint64_t per_char_bytes; /* -fSIZE; 0: not limited */
	unsigned workers; /* -c */
	unsigned runs; /* -x */
	bool flush_each; /* -b */
	bool direct; /* -D */
	bool strict; /* withhold figures that are not the disk's */
	bool unobserved; /* look at no counter: all is "unchecked" */
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
	unsigned check_every; /* check one chunk read in so many; 0: 16 */
	struct pattern_shape data; /* --compress, --dedupe */
	/* Of tests of transfers (raw, tio, probe); 0: each test's own. */
	uint64_t count; /* transfers of all workers */
	uint64_t block_bytes;
	unsigned threads;
	unsigned depth; /* requests under way at once */
	uint64_t rate; /* transfers/s of all workers, open loop; 0: closed */
	unsigned mix_percent; /* share of writes in RR */
	const char *destroy; /* the device or file that may be written */
	const char *destroy_signature;
	struct sweep sweep;
	const char *point; /* of a sweep, which this is; or NULL */
	bool only_thread_files; /* leave out all other tests */
	uint64_t stuck_after_ns; /* no progress for so long is told */
	unsigned rounds_most; /* of a short test; 0: until it has a figure */
};

/* Defaults of every field. */
void settings_init(struct settings *settings);

/* Seekers of each file: those chosen, or five, or what PLAN_WORKERS_MOST leaves
 * for each of so many files. */
unsigned settings_seekers(const struct settings *settings);

/* What the platform said about the target. */
struct target_facts {
	bool directory; /* else a device or a regular file */
	uint64_t size_bytes; /* of a device or file; 0: it does not tell */
	bool direct_possible; /* a device or file has a direct mode */
	uint64_t unit_bytes; /* that it needs; 512 at least */
	bool writable;
	uint64_t free_bytes; /* for this user */
	uint64_t free_inodes; /* UINT64_MAX: the file system has no limit */
	uint64_t ram_bytes;
	uint64_t cacheable_bytes; /* what could be cached: memory, cgroups */
	bool cold_provable; /* page residency can be asked for here */
	/* Of a tree that was given: what a copy takes at least. */
	uint64_t tree_bytes;
	uint64_t tree_inodes;
	bool tree_holds_target;
};

/* Limits of what may be asked for. */
enum {
	PLAN_CHUNK_MOST = 16 << 20, /* bytes */
	PLAN_WORKERS_MOST = 1024, /* threads of one phase */
	PLAN_FILES_A_UNIT = 1024,
	PLAN_DEPTH_MOST = 1024,
};

/* A size that is to be found is a multiple of this, and at least as much. */
#define PLAN_SIZE_STEP_BYTES (UINT64_C(256) << 20)

/* One phase to run. */
struct phase_plan {
	const struct workload *workload;
	/* It only makes what a later phase needs: not a result. */
	bool unrecorded;
	bool fresh; /* the workspace is emptied before it */
	bool own_file; /* its data file is its own and goes after it */
	/* What it works on of one worker's data file; of a size that is to be
	 * found this is the limit (0: none), and 1 / size_share of the found
	 * size is taken. */
	uint64_t file_bytes;
	unsigned size_share; /* 0: the size is known */
	uint64_t chunk_bytes;
	uint64_t operations; /* of all workers; 0: given by the files */
	unsigned workers; /* threads that run at once */
	unsigned files; /* data files; worker w uses file w % files */
	/* `count` is of all workers together, everything else of each. */
	struct file_set file_set;
	struct tree_setup tree; /* of all workers together */
	uint64_t time_limit_ns;
	enum cache_policy cache;
	bool finds_size; /* writes until the rate is steady */
	bool direct;
	bool flush_each;
	/* Of a test of transfers: */
	bool target; /* on the device or file itself, not on a data file */
	bool varied; /* random lengths below chunk_bytes */
	bool writes; /* the target's contents go */
	uint64_t unit_bytes;
	unsigned depth;
	unsigned mix_percent;
	uint64_t rate; /* of all workers */
};

/* A value: it can be printed, and compared. What it points to is constant or
 * its own. */
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
	struct pattern_shape data; /* of what is written */
	bool checks_all; /* that was written, as it is read */
	const char *size_reason; /* why a found size must be larger; or NULL */
	char *warning; /* for the user before the run; or NULL */
	bool target; /* works on a device or file, or runs commands in a
		      * directory, without a workspace */
	bool writes_target;
};

/* Decides what will be done; touches nothing. Phases stand in the order of the
 * registry, but that which finds the size comes before all others that use the
 * data files. Where a test needs what no test before it has made, an
 * unrecorded phase that makes it is put in. -1 with `error` when the settings
 * make no sense (ERROR_USAGE) or the target cannot hold it (ERROR_RUN). */
int plan_make(struct plan *plan, const struct settings *settings,
	      const struct target_facts *facts, struct error *error);
void plan_release(struct plan *plan);

/* Whether a phase finds the size of the data files. */
bool plan_finds_size(const struct plan *plan);

/* Makes `file_bytes` (of one worker's file) the size that was to be found, so
 * that later runs of the plan take the first one's. */
void plan_settle(struct plan *plan, uint64_t file_bytes);

/* What `phase` works on when the data files are `found_bytes` long: whole
 * chunks, at least one. */
uint64_t phase_plan_bytes(const struct phase_plan *phase, uint64_t found_bytes);

/* `bytes` rounded down to whole chunks, but to one at least. */
uint64_t plan_whole_chunks(uint64_t bytes, uint64_t chunk_bytes);

/* The share of worker `worker` of `total` things: they differ by at most one
 * and add up. */
uint64_t plan_share(uint64_t total, unsigned worker, unsigned workers);

/* For --dry-run: one line a phase and what it needs. */
void plan_describe(const struct plan *plan, struct strbuf *text);

#endif
