#include "workloads/tree_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "core/error.h"
#include "core/rng.h"
#include "io/calls.h"
#include "io/entry.h"
#include "workloads/job.h"

bool
tree_excuses(struct job *job, int code)
{
	switch (code) {
	case EACCES:
	case EPERM:
		job->tree_counts.unreadable++;
		return true;
	case ENOENT:
	case ENOTDIR:
	case EISDIR:
	case ELOOP:
	case ESTALE:
		job->tree_counts.vanished++;
		return true;
	default:
		return false;
	}
}

bool
tree_excuses_copy(struct job *job, int code)
{
	if (!job->tree.path ||
	    (code != EEXIST && code != ENOTDIR && code != ELOOP))
		return false;
	job->tree_counts.changed++;
	return true;
}

/* Far from even for the last characters alone: mixed once more. */
static uint64_t
hash_name(uint64_t hash, const char *name)
{
	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	return rng_mix(hash);
}

static DIR *
open_stream(struct job *job, int directory, const char *name)
{
	const struct io_calls *calls = job->calls;
	DIR *stream;

	do
		stream = calls->open_directory(calls->self, directory, name);
	while (!stream && errno == EINTR);
	return stream;
}

static void
push(struct tree_walk *walk, DIR *stream, const char *name, uint64_t hash)
{
	struct tree_level *level = &walk->levels[walk->depth++];
	size_t length = strnlen(name, sizeof level->name - 1);

	level->stream = stream;
	level->fd = dirfd(stream);
	level->other_fd = -1;
	level->left_out = false;
	level->hash = hash;
	level->shared = !walk->alone && walk->depth <= TREE_SHARED_LEVELS;
	memcpy(level->name, name, length);
	level->name[length] = '\0';
	walk->top = level;
}

int
tree_walk_begin(struct tree_walk *walk, struct job *job, int root_fd)
{
	DIR *stream;

	walk->job = job;
	walk->alone = job->workers == 1;
	walk->shared_only = false;
	walk->pass = 0;
	walk->entering = true;
	walk->leaving = false;
	walk->depth = 0;
	walk->top = NULL;
	stream = open_stream(job, root_fd, ".");
	if (!stream)
		return error_set_errno(job->error, errno,
				       "cannot open directory '%s'",
				       job->tree.path ? job->tree.path : ".");
	push(walk, stream, ".", 0);
	return 0;
}

static int
pop(struct tree_walk *walk)
{
	struct job *job = walk->job;
	const struct io_calls *calls = job->calls;
	struct tree_level *level = walk->top;
	int status = 0;

	walk->depth--;
	walk->top = walk->depth ? &walk->levels[walk->depth - 1] : NULL;
	if (level->other_fd >= 0 &&
	    calls->close(calls->self, level->other_fd) < 0 && errno != EINTR)
		status = error_set_errno(job->error, errno, "cannot close '%s'",
					 level->name);
	if (calls->close_directory(calls->self, level->stream) < 0 &&
	    errno != EINTR)
		status = error_set_errno(job->error, errno,
					 "cannot close directory '%s'",
					 level->name);
	return status;
}

int
tree_walk_end(struct tree_walk *walk)
{
	int status = 0;

	while (walk->depth)
		if (pop(walk) < 0)
			status = -1;
	return status;
}

/* The next entry's name; NULL with *status 0 at the end. */
static struct dirent *
read_entry(struct tree_walk *walk, int *status)
{
	const struct io_calls *calls = walk->job->calls;
	struct dirent *entry;

	do {
		errno = 0;
		entry = calls->read_directory(calls->self, walk->top->stream);
		if (!entry && errno && !tree_excuses(walk->job, errno))
			*status = error_set_errno(walk->job->error, errno,
						  "cannot read directory '%s'",
						  walk->top->name);
		if (!entry)
			return NULL;
	} while (entry->d_name[0] == '.' &&
		 (!entry->d_name[1] ||
		  (entry->d_name[1] == '.' && !entry->d_name[2])));
	return entry;
}

/* 0, or -1 where it is not to be had: *status then says if that is fatal. */
static int
find_kind(struct tree_walk *walk, const struct dirent *entry,
	  enum entry_kind *kind, int *status)
{
	const struct io_calls *calls = walk->job->calls;
	struct stat facts;

	*kind = entry_kind_of(entry);
	if (*kind != ENTRY_UNKNOWN)
		return 0;
	if (calls->stat_at(calls->self, walk->top->fd, entry->d_name, &facts,
			   AT_SYMLINK_NOFOLLOW) == 0) {
		*kind = entry_kind_of_mode(facts.st_mode);
		return 0;
	}
	if (!tree_excuses(walk->job, errno))
		*status = error_set_errno(walk->job->error, errno,
					  "cannot look at '%s'", entry->d_name);
	return -1;
}

/* Whether this worker is the first one to come to what has this hash, in this
 * pass: then it is and remains its own. */
static bool
claim(const struct tree_walk *walk, uint64_t hash)
{
	const struct job *job = walk->job;
	atomic_uint *place = &job->claims[hash % TREE_CLAIMS];
	unsigned first = walk->pass * job->workers;
	unsigned own = first + job->worker;
	unsigned holder = atomic_load(place);

	if (holder < first &&
	    atomic_compare_exchange_strong(place, &holder, own))
		return true;
	return holder == own;
}

/* Whether the entry with this hash, below a shared directory, is another
 * worker's. */
static bool
is_others(const struct tree_walk *walk, uint64_t hash, bool directory)
{
	const struct job *job = walk->job;

	if (directory && walk->depth < TREE_SHARED_LEVELS)
		return false;
	if (directory && !walk->shared_only && walk->pass && job->claims)
		return !claim(walk, hash);
	return walk->shared_only || hash % job->workers != job->worker;
}

/* A directory that all workers go through is counted by one of them. */
static bool
excuses_directory(struct tree_walk *walk, int code, uint64_t hash)
{
	struct job *job = walk->job;
	struct tree_counts before = job->tree_counts;
	bool excused = tree_excuses(job, code);

	if (walk->top->shared && hash % job->workers != job->worker)
		job->tree_counts = before;
	return excused;
}

static int
enter(struct tree_walk *walk, const char *name, uint64_t hash, bool *entered)
{
	DIR *stream;

	if (walk->depth == TREE_LEVELS)
		return error_set(walk->job->error, ERROR_RUN,
				 "directory '%s' lies too deep, want at most "
				 "%d levels",
				 name, TREE_LEVELS - 1);
	stream = open_stream(walk->job, walk->top->fd, name);
	*entered = stream != NULL;
	if (stream)
		push(walk, stream, name, hash);
	else if (!excuses_directory(walk, errno, hash))
		return error_set_errno(walk->job->error, errno,
				       "cannot open directory '%s'", name);
	return 0;
}

/* Whether the entry is an event; *status -1 where it is a failure. */
static bool
take_entry(struct tree_walk *walk, const struct dirent *entry,
	   enum tree_event *event, int *status)
{
	static const enum tree_event events[] = {
		[ENTRY_DIRECTORY] = TREE_ENTER,
		[ENTRY_FILE] = TREE_FILE,
		[ENTRY_LINK] = TREE_LINK,
		[ENTRY_SPECIAL] = TREE_SPECIAL,
	};
	enum entry_kind kind;
	uint64_t hash = 0;
	bool entered = true;

	if (find_kind(walk, entry, &kind, status) < 0)
		return false;
	if (walk->top->shared) {
		hash = hash_name(walk->top->hash, entry->d_name);
		if (is_others(walk, hash, kind == ENTRY_DIRECTORY))
			return false;
	}
	walk->name = entry->d_name;
	*event = events[kind];
	if (kind == ENTRY_DIRECTORY)
		*status = enter(walk, entry->d_name, hash, &entered);
	return *status == 0 && entered;
}

int
tree_walk_next(struct tree_walk *walk, enum tree_event *event)
{
	struct dirent *entry;
	int status = 0;

	if (walk->leaving || (walk->top && walk->top->left_out)) {
		walk->leaving = false;
		if (pop(walk) < 0)
			return -1;
	}
	*event = walk->entering ? TREE_ENTER : TREE_END;
	if (walk->entering || !walk->top) {
		walk->entering = false;
		return 0;
	}
	while ((entry = read_entry(walk, &status)) != NULL) {
		if (take_entry(walk, entry, event, &status))
			return 0;
		if (status < 0)
			return -1;
	}
	*event = TREE_LEAVE;
	walk->leaving = true;
	return status;
}
