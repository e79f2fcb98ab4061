#include "core/markdown.h"

#include <inttypes.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/figures.h"
#include "formats/format.h"
#include "formats/output.h"
#include "results/result.h"

static void
add_fact(struct strbuf *text, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	strbuf_addf(text, "- %s: ", name);
	markdown_add(text, value);
	strbuf_add_char(text, '\n');
}

static void
add_bytes(struct strbuf *text, const char *name, uint64_t bytes)
{
	char size[UNITS_TEXT_BYTES];

	if (bytes)
		add_fact(text, name, units_format_bytes(size, bytes));
}

static void
add_files(struct strbuf *text, const struct file_setup *files)
{
	if (!files->units)
		return;
	strbuf_addf(text, "- files: %" PRIu64, files->units * 1024);
	if (files->max_bytes)
		strbuf_addf(text, " of %" PRIu64 " to %" PRIu64 " bytes",
			    files->min_bytes, files->max_bytes);
	if (files->directories > 1)
		strbuf_addf(text, " in %" PRIu64 " directories",
			    files->directories);
	strbuf_add_char(text, '\n');
}

static void
add_facts(struct strbuf *text, const struct result *result)
{
	const struct environment *environment = &result->environment;

	add_bytes(text, "size", result->size_bytes);
	add_bytes(text, "chunk", result->chunk_bytes);
	if (result->workers > 1)
		strbuf_addf(text, "- workers: %" PRIu64 "\n", result->workers);
	if (result->depth > 1)
		strbuf_addf(text, "- depth: %" PRIu64 "\n", result->depth);
	add_files(text, &result->files);
	add_fact(text, "file system", environment->file_system);
	add_fact(text, "mount options", environment->mount_options);
	for (size_t i = 0; i < environment->device_count; i++)
		add_fact(text, "device", environment->devices[i]);
	add_bytes(text, "memory", environment->ram_bytes);
	add_fact(text, "kernel", environment->kernel);
	add_fact(text, "started", environment->started);
	add_fact(text, "command", environment->command);
}

static void
add_heading(struct strbuf *text, const struct result *result)
{
	const char *name = result->machine ? result->machine : result->label;

	strbuf_add(text, "### ");
	markdown_add(text, name && *name ? name : "Results");
	if (result->tool) {
		strbuf_add(text, ", ");
		markdown_add(text, result->tool);
	}
	if (result->tool && result->tool_version) {
		strbuf_add_char(text, ' ');
		markdown_add(text, result->tool_version);
	}
	strbuf_add(text, "\n\n");
}

/* What is missing is an empty cell. */
static void
add_cell(struct strbuf *text, const struct phase_result *phase,
	 enum quantity_id id)
{
	strbuf_add(text, " | ");
	if (phase->quantities[id].state != QUANTITY_ABSENT)
		figures_add_quantity(text, id, &phase->quantities[id]);
}

static void
add_phase(struct strbuf *text, const struct phase_result *phase)
{
	static const enum quantity_id others[] = {
		QUANTITY_CPU,
		QUANTITY_LATENCY_MEAN,
		QUANTITY_LATENCY_MAX,
	};

	strbuf_add(text, "| ");
	markdown_add(text, phase->key);
	add_cell(text, phase, figures_main(phase));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		add_cell(text, phase, others[i]);
	strbuf_add(text, " | ");
	if (phase->state == PHASE_FAILED)
		strbuf_add(text, "failed");
	else if (phase->state == PHASE_INCOMPLETE)
		strbuf_add(text, "not finished");
	else if (phase->verdict != VERDICT_NONE)
		strbuf_add(text, verdict_names[phase->verdict]);
	strbuf_add(text, " |\n");
}

static void
add_table(struct strbuf *text, const struct result *result)
{
	if (!result->phase_count)
		return;
	strbuf_add(text, "\n| Test | Figure | CPU | Latency | Max | Verdict |\n"
			 "|---|--:|--:|--:|--:|---|\n");
	for (size_t i = 0; i < result->phase_count; i++)
		add_phase(text, &result->phases[i]);
}

/* A finding that makes a figure worth less, or an error. */
static void
add_remarks(struct strbuf *text, const struct result *result)
{
	struct strbuf remarks;

	strbuf_init(&remarks);
	for (size_t i = 0; i < result->phase_count; i++) {
		const struct phase_result *phase = &result->phases[i];

		for (size_t f = 0; f < phase->finding_count; f++)
			if (phase->findings[f].verdict > VERDICT_OK)
				add_fact(&remarks, phase->key,
					 phase->findings[f].text);
	}
	for (size_t i = 0; i < result->error_count; i++)
		add_fact(&remarks, "error", result->errors[i]);
	if (remarks.length)
		strbuf_addf(text, "\n%s", remarks.text);
	strbuf_release(&remarks);
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++) {
		if (i > 0)
			strbuf_add_char(&text, '\n');
		add_heading(&text, &set->results[i]);
		add_facts(&text, &set->results[i]);
		add_table(&text, &set->results[i]);
		add_remarks(&text, &set->results[i]);
	}
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static const char *
misses(const struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			if (set->results[i].phases[p].window_count)
				return "the course of the phases";
	return NULL;
}

const struct format markdown_format = {
	.name = "markdown",
	.summary = "tables that can be pasted into an issue",
	.emit = emit,
	.misses = misses,
};
