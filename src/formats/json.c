#include "formats/json.h"

#include <string.h>

#include "core/jsonwrite.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/output.h"
#include "results/result.h"

static const char *const phase_states[] = {
	[PHASE_COMPLETE] = "complete",
	[PHASE_INCOMPLETE] = "incomplete",
	[PHASE_FAILED] = "failed",
};

static const char *const quantity_states[] = {
	[QUANTITY_ABSENT] = "absent",
	[QUANTITY_KNOWN] = "known",
	[QUANTITY_TOO_FAST] = "too-fast",
	[QUANTITY_FAILED] = "failed",
};

static const char *const links[] = {
	[LINK_NONE] = "none",
	[LINK_HARD] = "hard",
	[LINK_SYMBOLIC] = "symbolic",
};

static void
add_strings(struct json_writer *writer, const char *key, char *const *strings,
	    size_t count)
{
	json_open(writer, key, '[');
	for (size_t i = 0; i < count; i++)
		json_string(writer, NULL, strings[i]);
	json_close(writer, ']');
}

static void
add_environment(struct json_writer *writer, const struct result *result)
{
	const struct environment *environment = &result->environment;

	json_open(writer, "environment", '{');
	json_string(writer, "kernel", environment->kernel);
	json_string(writer, "file_system", environment->file_system);
	json_string(writer, "mount_options", environment->mount_options);
	add_strings(writer, "devices", environment->devices,
		    environment->device_count);
	json_count(writer, "ram_bytes", environment->ram_bytes);
	json_string(writer, "command", environment->command);
	json_string(writer, "version", result->tool_version);
	json_string(writer, "started", environment->started);
	json_close(writer, '}');
}

static void
add_files(struct json_writer *writer, const struct file_setup *files)
{
	json_open(writer, "files", '{');
	json_count(writer, "units", files->units);
	json_count(writer, "max_bytes", files->max_bytes);
	json_count(writer, "min_bytes", files->min_bytes);
	json_string(writer, "link", links[files->link]);
	json_count(writer, "directories", files->directories);
	json_count(writer, "chunk_bytes", files->chunk_bytes);
	json_close(writer, '}');
}

static void
add_findings(struct json_writer *writer, const struct phase_result *phase)
{
	json_open(writer, "findings", '[');
	for (size_t i = 0; i < phase->finding_count; i++) {
		const struct finding *finding = &phase->findings[i];

		json_open(writer, NULL, '{');
		json_string(writer, "code", finding->code);
		json_number(writer, "value", finding->value);
		json_number(writer, "limit", finding->limit);
		json_string(writer, "ruler", finding->ruler);
		json_string(writer, "text", finding->text);
		json_string(writer, "verdict", verdict_names[finding->verdict]);
		json_close(writer, '}');
	}
	json_close(writer, ']');
}

static void
add_quantities(struct json_writer *writer, const struct phase_result *phase)
{
	json_open(writer, "quantities", '{');
	for (size_t i = 0; i < QUANTITY_COUNT; i++) {
		const struct quantity *quantity = &phase->quantities[i];

		if (quantity->state == QUANTITY_ABSENT)
			continue;
		json_open_flat(writer, quantity_table[i].key, '{');
		if (quantity->state == QUANTITY_KNOWN)
			json_number(writer, "value", quantity->value);
		else
			json_string(writer, "value", NULL);
		json_string(writer, "unit", quantity_table[i].unit);
		json_string(writer, "state", quantity_states[quantity->state]);
		json_close(writer, '}');
	}
	json_close(writer, '}');
}

static void
add_latency(struct json_writer *writer, const struct latency_summary *latency)
{
	const struct {
		const char *key;
		double seconds;
	} points[] = {
		{ "p50", latency->p50_s }, { "p90", latency->p90_s },
		{ "p99", latency->p99_s }, { "p999", latency->p999_s },
		{ "max", latency->max_s },
	};

	json_open_flat(writer, "latency", '{');
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		if (latency->known)
			json_number(writer, points[i].key, points[i].seconds);
		else
			json_string(writer, points[i].key, NULL);
	json_close(writer, '}');
}

static void
add_phase(struct json_writer *writer, const struct phase_result *phase)
{
	json_open(writer, NULL, '{');
	json_string(writer, "test", phase->key);
	json_string(writer, "state", phase_states[phase->state]);
	json_string(writer, "verdict", verdict_names[phase->verdict]);
	add_findings(writer, phase);
	add_quantities(writer, phase);
	add_latency(writer, &phase->latency);
	json_open_flat(writer, "latency_bars", '[');
	for (size_t i = 0; i < phase->bar_count; i++) {
		json_open(writer, NULL, '[');
		json_number(writer, NULL, phase->bars[i].upper_s);
		json_count(writer, NULL, phase->bars[i].count);
		json_close(writer, ']');
	}
	json_close(writer, ']');
	json_string(writer, "windows_of",
		    quantity_table[phase->window_quantity].key);
	json_open_flat(writer, "windows", '[');
	for (size_t i = 0; i < phase->window_count; i++)
		json_number(writer, NULL, phase->windows[i]);
	json_close(writer, ']');
	json_close(writer, '}');
}

/* All of the result, or its header and `only` one phase. */
static void
add_result(struct json_writer *writer, const struct result *result,
	   const struct phase_result *only)
{
	json_open(writer, NULL, '{');
	json_string(writer, "schema", "diskbench/1");
	json_string(writer, "record", only ? "phase" : "run");
	json_string(writer, "tool", result->tool);
	json_string(writer, "tool_version", result->tool_version);
	json_string(writer, "machine", result->machine);
	json_string(writer, "label", result->label);
	add_environment(writer, result);
	json_count(writer, "size_bytes", result->size_bytes);
	json_count(writer, "chunk_bytes", result->chunk_bytes);
	json_count(writer, "workers", result->workers);
	json_count(writer, "depth", result->depth);
	json_count(writer, "seeks", result->seeks);
	json_count(writer, "seekers", result->seekers);
	json_string(writer, "seed", result->seed);
	json_string(writer, "engine", result->engine);
	json_number(writer, "compress_ratio", result->compress_ratio);
	json_count(writer, "dedupe_percent", result->dedupe_percent);
	add_files(writer, &result->files);
	add_strings(writer, "errors", result->errors, result->error_count);
	json_open(writer, "phases", '[');
	for (size_t i = 0; i < result->phase_count && !only; i++)
		add_phase(writer, &result->phases[i]);
	if (only)
		add_phase(writer, only);
	json_close(writer, ']');
	json_close(writer, '}');
}

void
json_add_phase_line(struct strbuf *text, const struct result *result,
		    const struct phase_result *phase)
{
	struct json_writer writer;

	json_writer_init(&writer, text, false);
	add_result(&writer, result, phase);
	strbuf_add_char(text, '\n');
}

void
json_add_run_line(struct strbuf *text, const struct result *result)
{
	struct json_writer writer;

	json_writer_init(&writer, text, false);
	add_result(&writer, result, NULL);
	strbuf_add_char(text, '\n');
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct json_writer writer;
	struct strbuf text;
	int status;

	strbuf_init(&text);
	json_writer_init(&writer, &text, true);
	if (set->count != 1)
		json_open(&writer, NULL, '[');
	for (size_t i = 0; i < set->count; i++)
		add_result(&writer, &set->results[i], NULL);
	if (set->count != 1)
		json_close(&writer, ']');
	strbuf_add_char(&text, '\n');
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static bool
has(const char *text, size_t length, const char *word)
{
	size_t word_length = strlen(word);

	for (size_t i = 0; i + word_length <= length; i++)
		if (memcmp(text + i, word, word_length) == 0)
			return true;
	return false;
}

static int
bid(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && strchr(" \t\r\n", text[i]) && text[i])
		i++;
	if (i == length || (text[i] != '{' && text[i] != '['))
		return 0;
	if (has(text, length, "\"diskbench/1\""))
		return 98;
	return has(text, length, "\"phases\"") ? 60 : 0;
}

const struct format json_format = {
	.name = "json",
	.summary = "everything, one object a run",
	.emit = emit,
	.bid = bid,
	.parse = json_parse_results,
};
