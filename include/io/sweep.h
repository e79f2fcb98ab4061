#ifndef IO_SWEEP_H
#define IO_SWEEP_H

#include <stdbool.h>

/* The first entry that could not be removed. */
struct sweep_failure {
	int errno_code; /* 0: everything is gone */
	char name[256]; /* "" when the directory could not be listed */
};

enum sweep_mode {
	SWEEP_ORDINARY,
	SWEEP_IN_SIGNAL, /* async-signal-safe calls only */
};

/* Removes everything in the directory `fd` but an entry named `keep` (may be
 * NULL). Links are removed, never followed. Takes at most three descriptors
 * and no memory, however many entries there are and however deep they lie: a
 * directory that is not empty is first moved up to below `fd`. 0, or -1 with
 * `failure` filled in; what could be removed is gone then, too. */
int sweep_directory(int fd, const char *keep, enum sweep_mode mode,
		    struct sweep_failure *failure);

/* Whether nothing lies in a directory; false also when it cannot be listed. */
bool sweep_finds_nothing(int fd);

#endif
