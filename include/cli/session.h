#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <stdbool.h>

#include "cli/progress_line.h"
#include "cli/save.h"
#include "core/error.h"
#include "results/result.h"
#include "run/plan.h"
#include "run/points.h"
#include "run/turns.h"

struct options;
struct target_facts;
struct workspace;

/* All runs of one plan, from the workspace to the output. */
struct session {
	const struct options *options;
	const char *command; /* the command line */
	const char *label; /* of the results; NULL: the settings' */
	/* What is run: one point, or those of a sweep. */
	struct session_point {
		struct settings settings;
		struct plan plan;
		char label[POINT_LABEL_BYTES];
	} * points;
	size_t point_count;
	struct workspace *workspace;
	struct result_set results;
	struct progress_line progress;
	struct save save;
	struct turns turns;
	struct error error; /* what ended the runs */
	bool output_lost; /* standard output or error, or a file of -o */
	bool output_refused; /* a file of -o, before anything was run */
	bool save_lost;
};

/* The pointers are kept. */
void session_init(struct session *session, const struct options *options,
		  const char *command);
void session_release(struct session *session);

/* Makes the points and their plans: 0, or -1 with session->error. */
int session_plan(struct session *session, const struct target_facts *facts);

/* What session_run() would refuse before it touched anything, for a dry run: 0,
 * or -1 with session->error. */
int session_check(struct session *session);

/* Where there was not even a plan, for the reason in session->error: writes the
 * formats of -o, with the error in them, but for a dry run, says it, and returns
 * the exit status. */
int session_fail(struct session *session);

/* The steps of session_run, for several sessions that take turns: opens what
 * is needed (0, or -1 with session->error, which is noted as a result); makes
 * the next run (false: there is to be no other); removes the workspace, after
 * which it may begin again; says what went wrong and returns the exit
 * status. */
int session_begin(struct session *session);
bool session_step(struct session *session);
void session_end(struct session *session);
int session_status(const struct session *session);

/* Runs the plan as often as it says, prints and saves what is finished
 * whatever happens, removes the workspace, says what went wrong, and returns
 * the exit status. */
int session_run(struct session *session);

#endif
