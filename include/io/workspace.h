#ifndef IO_WORKSPACE_H
#define IO_WORKSPACE_H

#include <stddef.h>

struct error;
struct strbuf;

/* The one folder `diskbench.<pid>` that a run keeps below its target, with a
 * lock in it. It is made with O_NOFOLLOW semantics and 0700; everything in it
 * goes when the run ends, however it ends. */
struct workspace;

/* Makes the folder below `parent`: diskbench.<pid>, or diskbench.<pid>.<n> when
 * that name is taken, be it by a planted link or folder. There is one at a
 * time in a process. NULL with `error` set on failure, and then nothing is
 * left. */
struct workspace *workspace_create(const char *parent, struct error *error);

int workspace_fd(const struct workspace *workspace);
const char *workspace_name(const struct workspace *workspace);

/* Removes everything in the folder but the lock: between runs. */
int workspace_empty(struct workspace *workspace, struct error *error);

/* Removes the folder with all in it, never following a link, and frees. */
int workspace_remove(struct workspace *workspace, struct error *error);

/* The same with async-signal-safe calls only and from any thread, for the
 * second signal; the workspace is unusable then. Where the platform cannot
 * list a directory that way, a folder that is not empty stays, and is one of
 * the leftovers of the next run. Without a workspace, and in a forked child of
 * its owner, it does nothing. */
void workspace_remove_in_signal(void);

/* Folders of earlier runs that died (their lock is free): one name a line is
 * added to `names`. Nothing is changed in them, and this process's own is left
 * out. Returns how many, or -1. */
int workspace_leftovers(const char *parent, struct strbuf *names,
			struct error *error);

#endif
