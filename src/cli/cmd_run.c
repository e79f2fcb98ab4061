#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/privileges.h"
#include "cli/random_file.h"
#include "cli/session.h"
#include "cli/streams.h"
#include "cli/turn_taking.h"
#include "core/error.h"
#include "core/strbuf.h"
#include "io/workspace.h"
#include "platform/platform.h"
#include "run/facts.h"
#include "run/interrupt.h"
#include "run/plan.h"
#include "run/turns.h"

static void
say_identity(const struct options *options)
{
	if (!options->user && !options->group && geteuid() == 0)
		say("running as root; -u USER gives up root's rights first");
	else if ((options->user || options->group) && !options->quiet)
		fprintf(stderr, "Using uid:%lu, gid:%lu.\n",
			(unsigned long)geteuid(), (unsigned long)getegid());
}

/* The numbers of -Z; what is made of a seed (names, data) follows from them
 * too. */
static int
take_table(struct options *options, struct error *error)
{
	struct settings *settings = &options->settings;
	const uint32_t *table;

	options->random_table = random_file_read(
		options->random_path, &settings->random_count, error);
	table = options->random_table;
	if (!table)
		return -1;
	settings->random_table = table;
	settings->seed_text = options->random_path;
	if (!settings->seed_given)
		settings->seed = (uint64_t)table[0] << 32 |
				 table[settings->random_count - 1];
	return 0;
}

static int
take_random(struct options *options, struct error *error)
{
	uint64_t *seed = &options->settings.seed;

	if (options->random_path)
		return take_table(options, error);
	if (options->settings.seed_given ||
	    platform_entropy(seed, sizeof *seed) == 0)
		return 0;
	return error_set(error, ERROR_RUN,
			 "the system gives no random seed, want -z SEED");
}

static void
say_leftovers(const char *path)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	struct strbuf names;
	char *name, *end;

	strbuf_init(&names);
	if (workspace_leftovers(path, &names, &error) < 0)
		say("%s", error.text);
	for (name = names.text; (end = strchr(name, '\n')); name = end + 1) {
		*end = '\0';
		say("left by an earlier run: '%s/%s', remove it with rm -r",
		    path, name);
	}
	strbuf_release(&names);
}

static void
print_plan(const struct plan *plan, FILE *stream)
{
	struct strbuf text;

	strbuf_init(&text);
	plan_describe(plan, &text);
	stream_print(stream, &text);
	strbuf_release(&text);
}

static void
print_plans(const struct session *session, FILE *stream)
{
	for (size_t i = 0; i < session->point_count; i++) {
		const struct session_point *point = &session->points[i];

		if (point->label[0])
			fprintf(stream, "%s\n", point->label);
		print_plan(&point->plan, stream);
	}
}

static void
say_more(const struct session *session)
{
	print_plans(session, stderr);
	say("seed: %" PRIu64, session->points[0].plan.seed);
	say("command: %s", session->command);
}

/* For measuring what observation costs; no option, since it makes no figure
 * better and every one "unchecked". */
static int
take_observation(struct settings *settings, struct error *error)
{
	const char *word = getenv("DISKBENCH_OBSERVE");

	settings->unobserved = word && strcmp(word, "off") == 0;
	if (!word || settings->unobserved || strcmp(word, "on") == 0)
		return 0;
	return error_set(error, ERROR_USAGE,
			 "DISKBENCH_OBSERVE is '%s', want 'on' or 'off'", word);
}

/* What comes before the first plan. */
static int
get_ready(struct options *options, struct error *error)
{
	if (take_observation(&options->settings, error) != 0 ||
	    privileges_drop(options->user, options->group, error) != 0)
		return -1;
	say_identity(options);
	return take_random(options, error);
}

/* Nothing stays behind on the target. A dry run has nothing more to come, so
 * that it is refused here or not at all. */
static int
make_plan(struct session *session)
{
	const struct settings *settings = &session->options->settings;
	struct error *error = &session->error;
	bool dry_run = session->options->dry_run;
	struct target_facts facts;

	if (facts_gather(&facts, settings->target, !dry_run, error) != 0)
		return -1;
	if (settings->tree.path &&
	    facts_gather_tree(&facts, settings->tree.path, settings->target,
			      error) != 0)
		return -1;
	if (session_plan(session, &facts) != 0)
		return -1;
	return dry_run ? session_check(session) : 0;
}

static void
say_before(const struct session *session)
{
	bool verbose = session->options->verbose;
	const struct plan *first = &session->points[0].plan;

	if (first->warning)
		say("%s", first->warning);
	if (first->size_reason && !verbose)
		say("size: %s", first->size_reason);
	if (verbose)
		say_more(session);
}

/* The plan stands; what is to be known before it is carried out. */
static void
announce(const struct session *session)
{
	const struct options *options = session->options;
	const struct plan *first = &session->points[0].plan;

	if (options->dry_run)
		print_plans(session, stdout);
	else
		say_before(session);
	if (!first->target)
		say_leftovers(options->settings.target);
}

static int
measure(struct options *options, const char *command_line)
{
	struct session session;
	int status;

	session_init(&session, options, command_line);
	if (get_ready(options, &session.error) == 0 &&
	    make_plan(&session) == 0) {
		announce(&session);
		status = options->dry_run ? STATUS_DONE : session_run(&session);
	} else {
		status = session_fail(&session);
	}
	session_release(&session);
	return status;
}

/* The plans of all targets, or none: the one that failed is `*failed`. */
static int
make_plans(struct turn_taking *turns, size_t *failed)
{
	for (size_t i = 0; i < turns->count; i++) {
		*failed = i;
		if (make_plan(&turns->sessions[i]) != 0)
			return -1;
	}
	for (size_t i = 0; i < turns->count; i++)
		announce(&turns->sessions[i]);
	return 0;
}

static int
measure_in_turns(struct options *options, const char *command_line)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	struct turn_taking turns;
	size_t failed;
	int status = STATUS_DONE;

	if (get_ready(options, &error) != 0)
		return say_error(&error);
	turn_taking_init(&turns, options, command_line);
	if (make_plans(&turns, &failed) != 0)
		status = session_fail(&turns.sessions[failed]);
	else if (!options->dry_run)
		status = turn_taking_run(&turns);
	turn_taking_release(&turns);
	return status;
}

static void
print_semaphores(unsigned processes)
{
	if (processes)
		printf("semaphores for %u processes, key %d\n", processes,
		       TURNS_KEY);
	else
		printf("removal of the semaphores with key %d\n", TURNS_KEY);
}

static int
semaphores(const struct options *options)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	int status;

	if (options->dry_run) {
		print_semaphores(options->processes);
		return STATUS_DONE;
	}
	status = options->processes
			 ? turns_create(TURNS_KEY, options->processes, &error)
			 : turns_delete(TURNS_KEY, &error);
	return status == 0 ? STATUS_DONE : say_error(&error);
}

static void
print_help(void)
{
	struct strbuf text;

	strbuf_init(&text);
	help_overview(&text);
	stream_print(stdout, &text);
	strbuf_release(&text);
}

static int
act(struct options *options, char *const *argv)
{
	struct strbuf command_line;
	int status;

	if (options->help) {
		print_help();
		return STATUS_DONE;
	}
	if (options->version) {
		fputs("diskbench " DISKBENCH_VERSION "\n", stdout);
		return STATUS_DONE;
	}
	if (options->semaphores)
		return semaphores(options);
	interrupt_install(INTERRUPT_PATIENCE_NS);
	strbuf_init(&command_line);
	command_line_add(&command_line, argv);
	status = options->interleave
			 ? measure_in_turns(options, command_line.text)
			 : measure(options, command_line.text);
	strbuf_release(&command_line);
	return status;
}

int
cmd_run(int argc, char **argv)
{
	struct error error = { ERROR_NONE, 0, 0, "" };
	struct options options;
	int status;

	(void)argc;
	options_init(&options);
	if (options_parse(&options, argv, &error) != 0)
		status = say_error(&error);
	else
		status = act(&options, argv);
	options_release(&options);
	return status;
}
