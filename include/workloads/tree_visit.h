#ifndef WORKLOADS_TREE_VISIT_H
#define WORKLOADS_TREE_VISIT_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads/tree_make.h"
#include "workloads/tree_walk.h"

struct job;

/* What a test does at one event: 1 when a file is done, 0, or -1. */
typedef int tree_visit(struct job *job, enum tree_event event);

/* job->state of the tree tests. */
struct tree_task {
	tree_visit *visit;
	int links_fd;
	bool complete; /* the last round ran to its end */
	bool last; /* this worker was the last one to end it */
	unsigned passes; /* walks of all workers so far */
	uint64_t seen; /* files, to sample them */
	struct tree_walk walk;
	struct tree_maker maker;
};

/* The directory `name` in job->directory_fd, or -1 with job->error. */
int tree_open_root(struct job *job, const char *name);
int tree_close_root(struct job *job, int fd, const char *name);

/* One timed course through this worker's share of the tree `name`, with what
 * `visit` does; a file is an operation. */
int tree_visit_all(struct job *job, const char *name, tree_visit *visit);

/* The same without a clock: `alone` sees everything, else only the directories
 * that are shared are seen. */
int tree_visit_rest(struct job *job, const char *name, tree_visit *visit,
		    bool alone);

/* Whether this worker is the last one to end the round. To be asked once a
 * round. */
bool tree_is_last(const struct job *job);

#endif
