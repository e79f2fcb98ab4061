#include "cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/prompt.h"
#include "cli/streams.h"
#include "cli/writable.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "formats/json.h"
#include "io/workspace.h"
#include "results/worth.h"
#include "run/header.h"
#include "run/interrupt.h"
#include "run/runner.h"

void
session_init(struct session *session, const struct options *options,
	     const char *command)
{
	memset(session, 0, sizeof *session);
	session->options = options;
	session->command = command;
	session->save.fd = -1;
	result_set_init(&session->results);
	progress_line_init(&session->progress, options->progress,
			   options->quiet);
}

void
session_release(struct session *session)
{
	save_close(&session->save);
	result_set_release(&session->results);
	for (size_t i = 0; i < session->point_count; i++)
		plan_release(&session->points[i].plan);
	free(session->points);
}

int
session_plan(struct session *session, const struct target_facts *facts)
{
	const struct settings *settings = &session->options->settings;
	size_t count = points_count(settings);

	session->points = mem_alloc(count, sizeof *session->points);
	for (size_t i = 0; i < count; i++) {
		struct session_point *point = &session->points[i];

		points_settings(settings, i, &point->settings, point->label);
		session->point_count++;
		if (plan_make(&point->plan, &point->settings, facts,
			      &session->error) < 0)
			return -1;
	}
	return 0;
}

/* Said also to those who want no progress: somebody has to look. */
static void
say_stuck(struct session *session, const struct progress *progress)
{
	char clock[UNITS_TEXT_BYTES];

	progress_line_clear(&session->progress);
	say("test '%s' has come nowhere for %s: a worker waits for the system "
	    "to read, write or flush '%s'",
	    progress->key, units_format_clock(clock, progress->stuck_ns),
	    session->options->settings.target);
}

static void
show_progress(void *context, const struct progress *progress)
{
	struct session *session = context;

	if (progress->event == PROGRESS_STUCK) {
		say_stuck(session, progress);
		return;
	}
	progress_line_show(&session->progress, progress);
}

static int
wait_turn(void *context, size_t phase, struct error *error)
{
	struct session *session = context;

	progress_line_clear(&session->progress);
	if (session->options->turns == TURNS_PROMPTS)
		return prompt_wait(phase, error);
	return turns_wait(&session->turns, &interrupt_stop, error);
}

/* A line that cannot be saved is no reason to give up the measurement. */
static void
save_text(struct session *session, const struct strbuf *line)
{
	struct error error = { ERROR_NONE, 0, 0, "" };

	if (save_line(&session->save, line->text, line->length, &error) == 0)
		return;
	progress_line_clear(&session->progress);
	if (!session->save_lost)
		say_error(&error);
	session->save_lost = true;
}

static int
save_phase(void *context, const struct result *so_far,
	   const struct phase_result *phase, struct error *error)
{
	struct session *session = context;
	struct strbuf line;

	(void)error;
	strbuf_init(&line);
	json_add_phase_line(&line, so_far, phase);
	save_text(session, &line);
	strbuf_release(&line);
	return 0;
}

static void
save_run(struct session *session, const struct result *result)
{
	struct strbuf line;

	strbuf_init(&line);
	json_add_run_line(&line, result);
	save_text(session, &line);
	strbuf_release(&line);
}

static int
fill_header(struct session *session, const struct session_point *point,
	    struct result *result)
{
	int status = header_fill(result, &point->plan, &point->settings,
				 session->command, &session->error);

	if (session->label) {
		free(result->label);
		result->label = mem_strdup(session->label);
	}
	return status;
}

static void
say_costs(const struct result *result)
{
	for (size_t i = 0; i < result->phase_count; i++) {
		const struct phase_result *phase = &result->phases[i];
		const struct finding *cost =
			phase_find_finding(phase, "own-cost");

		if (cost)
			say("%s: %s", phase->key, cost->text);
	}
}

/* One run, printed and saved as far as it came. */
static int
run_once(struct session *session, const struct session_point *point)
{
	struct result *result = result_set_add(&session->results);
	const struct run_hooks hooks = {
		.context = session,
		.progress = show_progress,
		.wait_turn = session->options->turns ? wait_turn : NULL,
		.phase_done = save_phase,
	};
	const struct run_setup setup = {
		.plan = &point->plan,
		.settings = &point->settings,
		.workspace = session->workspace,
		.hooks = &hooks,
		.stop = &interrupt_stop,
	};
	int status;

	status = fill_header(session, point, result);
	if (status == 0)
		status = run_plan(&setup, result, &session->error);
	progress_line_clear(&session->progress);
	if (session->options->verbose)
		say_costs(result);
	save_run(session, result);
	if (session->point_count == 1 &&
	    output_run(session->options, &session->results,
		       session->results.count - 1) != 0)
		session->output_lost = true;
	return status;
}

/* A size that the first run has found is the size of all of them. */
static void
keep_found_size(struct session *session)
{
	const struct result *first = &session->results.results[0];

	for (size_t i = 0; i < session->point_count; i++) {
		struct session_point *point = &session->points[i];

		if (point->plan.size_bytes == 0 && first->size_bytes > 0)
			plan_settle(&point->plan,
				    first->size_bytes /
					    point->settings.workers);
	}
}

bool
session_step(struct session *session)
{
	size_t run = session->results.count;

	if (run > 0 && session->workspace &&
	    workspace_empty(session->workspace, &session->error) != 0)
		return false;
	if (run_once(session, &session->points[run % session->point_count]) !=
		    0 ||
	    interrupt_signal() != 0 || session->output_lost)
		return false;
	keep_found_size(session);
	return true;
}

static int
check_streams(struct session *session)
{
	const struct options *options = session->options;

	if (options->turns == TURNS_SEMAPHORES &&
	    turns_open(&session->turns, TURNS_KEY, &session->error) != 0)
		return -1;
	if (output_check(options, &session->error) != 0) {
		session->output_refused = true;
		return -1;
	}
	return 0;
}

int
session_check(struct session *session)
{
	const struct options *options = session->options;
	struct error *error = &session->error;

	if (check_streams(session) != 0)
		return -1;
	if (options->save_path &&
	    writable_check_append(options->save_path) != 0)
		return error_set_errno(error, errno, "--save: cannot open '%s'",
				       options->save_path);
	return run_check(&session->points[0].plan, &options->settings, error);
}

static int
prepare(struct session *session)
{
	const struct options *options = session->options;

	if (check_streams(session) != 0)
		return -1;
	if (save_open(&session->save, options->save_path, &session->error) != 0)
		return -1;
	if (session->points[0].plan.target)
		return 0;
	session->workspace =
		workspace_create(options->settings.target, &session->error);
	return session->workspace ? 0 : -1;
}

static void
write_outputs(struct session *session)
{
	if (output_all(session->options, &session->results) != 0)
		session->output_lost = true;
}

/* A run that could not even begin is a result too, with an error. */
static void
note_failure(struct session *session)
{
	struct result *result = result_set_add(&session->results);
	const struct plan no_plan = { 0 };
	const struct settings *settings = &session->options->settings;

	header_fill(result,
		    session->points ? &session->points[0].plan : &no_plan,
		    settings, session->command, &session->error);
	result_add_error(result, session->error.text);
}

int
session_begin(struct session *session)
{
	if (prepare(session) == 0)
		return 0;
	note_failure(session);
	return -1;
}

void
session_end(struct session *session)
{
	struct error error = { ERROR_NONE, 0, 0, "" };

	/* Whatever went wrong before, what stays behind is to be known. */
	if (session->workspace &&
	    workspace_remove(session->workspace, &error) != 0) {
		if (strcmp(error.text, session->error.text) != 0)
			say_error(&error);
		session->output_lost = true;
	}
	session->workspace = NULL;
	save_close(&session->save);
}

static bool
has_other_figures(const struct session *session)
{
	for (size_t i = 0; i < session->results.count; i++)
		if (result_count_other(&session->results.results[i]) > 0)
			return true;
	return false;
}

int
session_status(const struct session *session)
{
	int number = interrupt_signal();

	if (number != 0) {
		say("ended by signal %d (%s)", number, strsignal(number));
		return STATUS_SIGNAL + number;
	}
	/* The attempt to write the error into the file has said it. */
	if (session->output_refused && session->output_lost)
		return STATUS_RUN;
	if (session->error.kind != ERROR_NONE)
		return say_error(&session->error);
	if (session->output_lost || session->save_lost)
		return STATUS_RUN;
	return session->options->settings.strict && has_other_figures(session)
		       ? STATUS_NOT_DISK
		       : STATUS_DONE;
}

int
session_fail(struct session *session)
{
	if (session->error.kind != ERROR_USAGE && !session->options->dry_run) {
		note_failure(session);
		write_outputs(session);
	}
	return session_status(session);
}

int
session_run(struct session *session)
{
	size_t runs = session->point_count * session->options->settings.runs;

	if (session_begin(session) == 0)
		while (runs > 0 && session_step(session))
			runs--;
	write_outputs(session);
	session_end(session);
	return session_status(session);
}
