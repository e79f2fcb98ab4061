#ifndef RUN_WATCH_H
#define RUN_WATCH_H

struct cold_start;
struct meter;
struct phase_plan;
struct phase_result;
struct phase_view;
struct run;
struct span;
struct team;

/* What the runner knows of a phase that is over, for the observers. */
struct watched {
	const struct phase_plan *phase;
	const struct team *team;
	const struct cold_start *cold;
	const struct span *span;
	const struct meter *total; /* of all workers */
};

/* All of this does nothing where the settings are for no observation: then
 * watch_judge() says so, and calls each figure "unchecked". */

/* Before the first phase, with the place under test open. */
void watch_begin(struct run *run, int place_fd);

/* Take the counters around what is timed, and have an eye on the first data
 * file of a phase that is to pass the page cache by. */
void watch_before(struct run *run, const struct team *team);
void watch_after(struct run *run);

/* Once in a run, before the first test that reads a data file which is to be
 * cold and is not small: looks for a cache below. Takes a second or two, leaves
 * the file's beginning untouched, but not its page cache cold. */
void watch_probe(struct run *run, const struct phase_plan *phase,
		 const struct team *team);

/* Once in a run, after the first test that writes a data file which is not
 * small: whether zeros are stored faster than data. Takes half a second. */
void watch_zeros(struct run *run, const struct phase_plan *phase,
		 const struct team *team);

/* Looks at the first data file, where the phase has one, before it is closed
 * and maybe removed. */
void watch_look_at(struct phase_view *view, const struct run *run,
		   const struct team *team);

/* Fills in the rest of the view and adds what the detectors find to `result`,
 * whose quantities are filled. */
void watch_judge(struct phase_view *view, struct run *run,
		 const struct watched *watched, struct phase_result *result);

#endif
