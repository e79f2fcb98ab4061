#ifndef OBSERVE_DETECT_H
#define OBSERVE_DETECT_H

#include <stddef.h>

struct notes;
struct phase_view;

/* A detector looks at one phase and adds what it found; it adds nothing when
 * it has nothing to do with that kind of phase, and an UNCHECKED note when it
 * should have looked but could not. */
struct detector {
	const char *name;
	void (*look)(const struct phase_view *view, struct notes *notes);
};

/* In order of the questions: is it a disk, did the data reach it or come from
 * it, was it the limit, was it steady, was it enough. NULL name at the end. */
extern const struct detector detectors[];

/* All of them, ranked. */
void detect_all(const struct phase_view *view, struct notes *notes);

void detect_storage(const struct phase_view *view, struct notes *notes);
void detect_extents(const struct phase_view *view, struct notes *notes);
void detect_cache(const struct phase_view *view, struct notes *notes);
void detect_below(const struct phase_view *view, struct notes *notes);
void detect_direct(const struct phase_view *view, struct notes *notes);
void detect_reread(const struct phase_view *view, struct notes *notes);
void detect_files(const struct phase_view *view, struct notes *notes);
void detect_bounds(const struct phase_view *view, struct notes *notes);
void detect_amplification(const struct phase_view *view, struct notes *notes);
void detect_limit(const struct phase_view *view, struct notes *notes);
void detect_cpu(const struct phase_view *view, struct notes *notes);
void detect_neighbours(const struct phase_view *view, struct notes *notes);
void detect_steady(const struct phase_view *view, struct notes *notes);
void detect_tails(const struct phase_view *view, struct notes *notes);
void detect_flushes(const struct phase_view *view, struct notes *notes);
void detect_host(const struct phase_view *view, struct notes *notes);
void detect_place(const struct phase_view *view, struct notes *notes);
void detect_requests(const struct phase_view *view, struct notes *notes);
void detect_short(const struct phase_view *view, struct notes *notes);

#endif
