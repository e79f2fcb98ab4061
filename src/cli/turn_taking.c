#include "cli/turn_taking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report_style.h"
#include "cli/session.h"
#include "cli/streams.h"
#include "compare/compare.h"
#include "compare/report.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "run/interrupt.h"

void
turn_taking_init(struct turn_taking *turns, const struct options *options,
		 const char *command)
{
	turns->options = options;
	turns->count = options->target_count;
	turns->own = mem_alloc(turns->count, sizeof *turns->own);
	turns->sessions = mem_alloc(turns->count, sizeof *turns->sessions);
	for (size_t i = 0; i < turns->count; i++) {
		struct settings *settings = &turns->own[i].settings;

		turns->own[i] = *options;
		settings->target = options->targets[i];
		if (!settings->label)
			settings->label = settings->target;
		session_init(&turns->sessions[i], &turns->own[i], command);
		turns->sessions[i].label = settings->target;
	}
}

void
turn_taking_release(struct turn_taking *turns)
{
	for (size_t i = 0; i < turns->count; i++)
		session_release(&turns->sessions[i]);
	free(turns->sessions);
	free(turns->own);
}

/* There can be one workspace at a time. */
static bool
run_turn(struct session *session)
{
	bool more = session_begin(session) == 0 && session_step(session);

	session_end(session);
	return more && !session->output_lost;
}

/* Forth in one round, back in the next. */
static void
run_all(struct turn_taking *turns)
{
	size_t count = turns->count;

	for (unsigned round = 0; round < turns->options->settings.runs; round++)
		for (size_t i = 0; i < count; i++) {
			size_t turn = round % 2 ? count - 1 - i : i;

			if (!run_turn(&turns->sessions[turn]))
				return;
		}
}

/* Targets that came to a result, held against the first of them. */
static int
print_comparison(const struct turn_taking *turns, FILE *out)
{
	const struct compare_settings settings = { .confidence = 0.95 };
	const struct report_style style = report_style_here();
	struct compare_input *inputs = mem_alloc(turns->count, sizeof *inputs);
	struct compare_pairing pairing;
	struct comparison comparison;
	struct strbuf text;
	size_t count = 0;
	int status = 0;

	for (size_t i = 0; i < turns->count; i++) {
		const struct result_set *set = &turns->sessions[i].results;

		if (set->count > 0 && set->results[0].phase_count > 0)
			inputs[count++] = (struct compare_input){
				turns->own[i].settings.target, set->results,
				set->count
			};
	}
	compare_pairing_make(&pairing, inputs, count);
	strbuf_init(&text);
	if (count > 1) {
		strbuf_add_char(&text, '\n');
		comparison_make(&comparison, &settings, &pairing);
		report_add_text(&text, &comparison, &style);
		comparison_release(&comparison);
		status = stream_print(out, &text);
	}
	strbuf_release(&text);
	compare_pairing_release(&pairing);
	free(inputs);
	return status;
}

static int
print_text_to(const struct turn_taking *turns, FILE *out)
{
	for (size_t i = 0; i < turns->count; i++)
		if (turns->options->settings.runs > 1 &&
		    output_honest(&turns->sessions[i].results, out) != 0)
			return -1;
	return print_comparison(turns, out);
}

static int
print_text(const struct turn_taking *turns)
{
	FILE *out = output_text_stream(turns->options);
	int status;

	if (!out)
		return 0;
	status = print_text_to(turns, out);
	if (status != 0 && out == stdout)
		print_text_to(turns, stderr);
	return status;
}

/* The results of all targets, which stay where they are. */
static int
write_rows(const struct turn_taking *turns)
{
	struct result_set all = { NULL, 0 };
	int status;

	for (size_t i = 0; i < turns->count; i++)
		all.count += turns->sessions[i].results.count;
	all.results = mem_alloc(all.count, sizeof *all.results);
	all.count = 0;
	for (size_t i = 0; i < turns->count; i++) {
		const struct result_set *set = &turns->sessions[i].results;

		if (set->count)
			memcpy(&all.results[all.count], set->results,
			       set->count * sizeof *set->results);
		all.count += set->count;
	}
	status = output_rows(turns->options, &all);
	free(all.results);
	return status;
}

int
turn_taking_run(struct turn_taking *turns)
{
	int status = STATUS_DONE;

	run_all(turns);
	if (print_text(turns) != 0)
		status = STATUS_RUN;
	if (write_rows(turns) != 0)
		status = STATUS_RUN;
	if (interrupt_signal() != 0)
		return session_status(&turns->sessions[0]);
	for (size_t i = 0; i < turns->count; i++) {
		int own = session_status(&turns->sessions[i]);

		status = own > status ? own : status;
	}
	return status;
}
