#ifndef WORKLOADS_TREE_COPY_H
#define WORKLOADS_TREE_COPY_H

#include "workloads/tree_visit.h"

/* The copy lies below this name in job->directory_fd. */
extern const char tree_copy_name[];

/* Copies what is visited. Needs the task's links_fd. */
tree_visit tree_copy_visit;

/* Directories that all workers have put something into get their status when
 * the last one is done. */
tree_visit tree_settle_visit;

/* What this worker has copied is compared with the tree `tree`. */
int tree_compare_copy(struct job *job, const char *tree);

#endif
