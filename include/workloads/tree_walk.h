#ifndef WORKLOADS_TREE_WALK_H
#define WORKLOADS_TREE_WALK_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct job;

enum {
	TREE_LEVELS = 128, /* a deeper tree is refused */
	TREE_NAME_BYTES = 256,
	/* Directories so near to the root are gone through by every worker,
	 * each taking its share of what lies in them. */
	TREE_SHARED_LEVELS = 2,
};

enum tree_event {
	TREE_ENTER, /* a directory, which is walk->top from here on */
	TREE_FILE, /* walk->name in the directory walk->top */
	TREE_LINK,
	TREE_SPECIAL,
	TREE_LEAVE, /* all in walk->top was seen; it is closed next */
	TREE_END,
};

/* A directory that is open. */
struct tree_level {
	DIR *stream;
	int fd;
	int other_fd; /* the visitor's own, closed with it; -1: none */
	bool shared; /* with the other workers */
	bool left_out; /* by the visitor who entered it: nothing in it is seen */
	uint64_t hash; /* of the path, to share it out by */
	struct stat status; /* the visitor's own */
	char name[TREE_NAME_BYTES];
};

/* A walk over a tree, depth first, in the order in which directories are
 * listed, with one descriptor a level and no path names. Links are never
 * followed. What one worker sees, no other one does, but for shared
 * directories. */
struct tree_walk {
	struct job *job;
	bool alone; /* sees everything */
	/* Of all walks of the phase which one this is, from 1 on, the same for
	 * all workers: directories are taken by who comes first. 0: they are
	 * shared out by their names, as files always are. */
	unsigned pass;
	bool shared_only; /* sees the shared directories and no files */
	bool entering; /* the root is the first event */
	bool leaving; /* the top is closed when the walk goes on */
	unsigned depth; /* levels that are open */
	struct tree_level *top;
	const char *name;
	struct tree_level levels[TREE_LEVELS];
};

/* Starts at the directory `root_fd`, which stays the caller's. */
int tree_walk_begin(struct tree_walk *walk, struct job *job, int root_fd);

/* The next event. What cannot be read or is gone is counted and left out.
 * 0, or -1 with job->error. */
int tree_walk_next(struct tree_walk *walk, enum tree_event *event);

/* Closes what is open still; 0, or -1 with job->error. */
int tree_walk_end(struct tree_walk *walk);

/* Whether a failed call on an entry of the tree means that it may not be read
 * or is not there any more: counts it, and the walk goes on. */
bool tree_excuses(struct job *job, int code);

/* The same for a failed call on what a copy is made into, which an entry may be
 * in the way of that has changed its kind or was listed twice: where the tree is
 * one that others may change. Counts it. */
bool tree_excuses_copy(struct job *job, int code);

#endif
