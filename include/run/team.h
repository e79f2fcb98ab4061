#ifndef RUN_TEAM_H
#define RUN_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/barrier.h"
#include "run/autosize.h"

struct error;
struct io_file;
struct job;
struct meter;
struct phase_plan;
struct run;

enum { TEAM_NAME_BYTES = 24 };

/* Everything that the workers of one phase are given: jobs, meters, buffers,
 * open files or directories. All of it is had before the clock starts. */
struct team {
	struct run *run;
	const struct phase_plan *phase;
	uint64_t file_bytes; /* that the phase works on, of each file */
	unsigned count; /* workers */
	struct job *jobs;
	struct meter *meters;
	struct error *errors; /* one a worker */
	struct io_file *files; /* one a worker */
	char (*names)[TEAM_NAME_BYTES]; /* of the data files, one a worker */
	atomic_uint arrivals; /* at the ends of rounds */
	struct barrier flush_line; /* of workers that share a file */
	atomic_uint *claims; /* of directories; NULL: nothing is shared out */
	struct autosize rule; /* where the size is to be found */
	struct autosize_watch *watches;
};

/* Allocates and fills the jobs; opens nothing. `index` is the phase's number,
 * which the random streams depend on. */
void team_init(struct team *team, struct run *run,
	       const struct phase_plan *phase, unsigned index);

/* Opens each worker's data file or directory, making it where the phase
 * does. */
int team_open(struct team *team, struct error *error);

/* Whether every worker's file is open and goes past the page cache. */
bool team_is_direct(const struct team *team);

/* Cuts the data files to `file_bytes`. */
int team_cut_files(const struct team *team, uint64_t file_bytes,
		   struct error *error);

/* Closes what is open, which may fail where data cannot be written. */
int team_close(struct team *team, struct error *error);

/* Closes what is open still, removes a data file that is the phase's own, and
 * frees. */
void team_release(struct team *team);

#endif
