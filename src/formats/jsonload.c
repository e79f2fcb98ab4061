#include "formats/jsonload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "formats/jsonread.h"
#include "results/result.h"

/* The object that is being read, and what to say of it. */
struct loader {
	const char *source;
	size_t line;
	struct error *error;
};

static int
refuse(const struct loader *loader, const char *key, const char *want)
{
	return error_set(loader->error, ERROR_RUN,
			 "'%s' line %zu: '%s' is wrong, want %s",
			 loader->source, loader->line, key, want);
}

/* NULL also for null. */
static const struct json_value *
member(const struct json_value *object, const char *key)
{
	const struct json_value *value = json_member(object, key);

	return value && value->type != JSON_NULL ? value : NULL;
}

static int
load_string(const struct loader *loader, const struct json_value *object,
	    const char *key, char **string)
{
	const struct json_value *value = member(object, key);

	if (!value)
		return 0;
	if (value->type != JSON_STRING)
		return refuse(loader, key, "a text");
	*string = mem_strdup(value->string);
	return 0;
}

static int
load_count(const struct loader *loader, const struct json_value *object,
	   const char *key, uint64_t *count)
{
	const struct json_value *value = member(object, key);

	if (!value)
		return 0;
	if (value->type != JSON_NUMBER || !value->whole)
		return refuse(loader, key, "a whole number");
	*count = value->count;
	return 0;
}

/* NAN for what is not there. */
static int
load_number(const struct loader *loader, const struct json_value *object,
	    const char *key, double *number)
{
	const struct json_value *value = member(object, key);

	*number = NAN;
	if (!value)
		return 0;
	if (value->type != JSON_NUMBER)
		return refuse(loader, key, "a number");
	*number = value->number;
	return 0;
}

/* The place of a word in a list of `count`; what is not there is place 0. */
static int
load_word(const struct loader *loader, const struct json_value *object,
	  const char *key, const char *const *words, size_t count)
{
	const struct json_value *value = member(object, key);

	if (!value)
		return 0;
	for (size_t i = 0; i < count && value->type == JSON_STRING; i++)
		if (words[i] && strcmp(words[i], value->string) == 0)
			return (int)i;
	return refuse(loader, key, "one of the words that are written there");
}

/* An array or object; NULL with *status 0 when it is not there. */
static const struct json_value *
load_items(const struct loader *loader, const struct json_value *object,
	   const char *key, enum json_type type, int *status)
{
	const struct json_value *value = member(object, key);

	*status = 0;
	if (value && value->type != type) {
		*status = refuse(loader, key,
				 type == JSON_ARRAY ? "an array" : "an object");
		return NULL;
	}
	return value;
}

static int
load_strings(const struct loader *loader, const struct json_value *object,
	     const char *key, struct result *result,
	     void (*add)(struct result *, const char *))
{
	int status;
	const struct json_value *array =
		load_items(loader, object, key, JSON_ARRAY, &status);

	for (size_t i = 0; array && i < array->item_count; i++) {
		if (array->items[i].type != JSON_STRING)
			return refuse(loader, key, "texts");
		add(result, array->items[i].string);
	}
	return status;
}

static int
load_environment(const struct loader *loader, const struct json_value *object,
		 struct result *result)
{
	struct environment *to = &result->environment;
	int status;
	const struct json_value *from =
		load_items(loader, object, "environment", JSON_OBJECT, &status);

	if (!from)
		return status;
	if (load_string(loader, from, "kernel", &to->kernel) != 0 ||
	    load_string(loader, from, "file_system", &to->file_system) != 0 ||
	    load_string(loader, from, "mount_options", &to->mount_options) !=
		    0 ||
	    load_strings(loader, from, "devices", result, result_add_device) !=
		    0 ||
	    load_count(loader, from, "ram_bytes", &to->ram_bytes) != 0 ||
	    load_string(loader, from, "command", &to->command) != 0 ||
	    load_string(loader, from, "started", &to->started) != 0)
		return -1;
	if (result->tool_version)
		return 0;
	return load_string(loader, from, "version", &result->tool_version);
}

static int
load_files(const struct loader *loader, const struct json_value *object,
	   struct file_setup *files)
{
	static const char *const links[] = { "none", "hard", "symbolic" };
	int status;
	const struct json_value *from =
		load_items(loader, object, "files", JSON_OBJECT, &status);
	int link;

	if (!from)
		return status;
	link = load_word(loader, from, "link", links, 3);
	if (link < 0)
		return -1;
	files->link = (enum link_kind)link;
	if (load_count(loader, from, "units", &files->units) != 0 ||
	    load_count(loader, from, "max_bytes", &files->max_bytes) != 0 ||
	    load_count(loader, from, "min_bytes", &files->min_bytes) != 0 ||
	    load_count(loader, from, "directories", &files->directories) != 0)
		return -1;
	return load_count(loader, from, "chunk_bytes", &files->chunk_bytes);
}

static int
load_header(const struct loader *loader, const struct json_value *object,
	    struct result *result)
{
	const struct {
		const char *key;
		char **string;
	} strings[] = {
		{ "tool", &result->tool },
		{ "tool_version", &result->tool_version },
		{ "machine", &result->machine },
		{ "label", &result->label },
		{ "seed", &result->seed },
		{ "engine", &result->engine },
	};
	const struct {
		const char *key;
		uint64_t *count;
	} counts[] = {
		{ "size_bytes", &result->size_bytes },
		{ "chunk_bytes", &result->chunk_bytes },
		{ "workers", &result->workers },
		{ "depth", &result->depth },
		{ "seeks", &result->seeks },
		{ "seekers", &result->seekers },
		{ "dedupe_percent", &result->dedupe_percent },
	};

	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		if (load_string(loader, object, strings[i].key,
				strings[i].string) != 0)
			return -1;
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (load_count(loader, object, counts[i].key,
			       counts[i].count) != 0)
			return -1;
	if (load_number(loader, object, "compress_ratio",
			&result->compress_ratio) != 0)
		return -1;
	if (isnan(result->compress_ratio))
		result->compress_ratio = 0;
	if (load_environment(loader, object, result) != 0 ||
	    load_files(loader, object, &result->files) != 0)
		return -1;
	return load_strings(loader, object, "errors", result, result_add_error);
}

/* The phase's verdict stays what the file says it is. */
static int
load_finding(const struct loader *loader, const struct json_value *object,
	     struct phase_result *phase)
{
	struct finding finding = { .code = NULL };
	enum verdict verdict = phase->verdict;
	int found = -1;

	if (object->type != JSON_OBJECT)
		return refuse(loader, "findings", "objects");
	if (load_string(loader, object, "code", &finding.code) == 0 &&
	    load_string(loader, object, "ruler", &finding.ruler) == 0 &&
	    load_string(loader, object, "text", &finding.text) == 0 &&
	    load_number(loader, object, "value", &finding.value) == 0 &&
	    load_number(loader, object, "limit", &finding.limit) == 0)
		found = load_word(loader, object, "verdict", verdict_names,
				  VERDICT_COUNT);
	if (found >= 0) {
		finding.verdict = (enum verdict)found;
		phase_add_finding(phase, &finding);
		phase->verdict = verdict;
	}
	free(finding.code);
	free(finding.ruler);
	free(finding.text);
	return found < 0 ? -1 : 0;
}

static int
load_quantity(const struct loader *loader, const char *key,
	      const struct json_value *object, struct phase_result *phase)
{
	static const char *const states[] = {
		[QUANTITY_ABSENT] = "absent",
		[QUANTITY_KNOWN] = "known",
		[QUANTITY_TOO_FAST] = "too-fast",
		[QUANTITY_FAILED] = "failed",
	};
	const struct quantity_info *info = quantity_find(key);
	struct quantity *quantity;
	int state;

	if (!info)
		return 0;
	if (object->type != JSON_OBJECT)
		return refuse(loader, key, "an object");
	quantity = &phase->quantities[info->id];
	state = load_word(loader, object, "state", states, 4);
	if (state < 0)
		return -1;
	quantity->state = (enum quantity_state)state;
	if (load_number(loader, object, "value", &quantity->value) != 0)
		return -1;
	if (quantity->state != QUANTITY_KNOWN)
		quantity->value = 0;
	return 0;
}

static int
load_latency(const struct loader *loader, const struct json_value *object,
	     struct latency_summary *latency)
{
	int status;
	const struct json_value *from =
		load_items(loader, object, "latency", JSON_OBJECT, &status);

	if (!from)
		return status;
	if (load_number(loader, from, "p50", &latency->p50_s) != 0 ||
	    load_number(loader, from, "p90", &latency->p90_s) != 0 ||
	    load_number(loader, from, "p99", &latency->p99_s) != 0 ||
	    load_number(loader, from, "p999", &latency->p999_s) != 0 ||
	    load_number(loader, from, "max", &latency->max_s) != 0)
		return -1;
	latency->known = !isnan(latency->p50_s) || !isnan(latency->p90_s) ||
			 !isnan(latency->p99_s) || !isnan(latency->p999_s) ||
			 !isnan(latency->max_s);
	return 0;
}

static int
load_bars(const struct loader *loader, const struct json_value *object,
	  struct phase_result *phase)
{
	int status;
	const struct json_value *array =
		load_items(loader, object, "latency_bars", JSON_ARRAY, &status);

	if (!array)
		return status;
	phase->bars = mem_alloc(array->item_count, sizeof *phase->bars);
	for (size_t i = 0; i < array->item_count; i++) {
		const struct json_value *bar = &array->items[i];

		if (bar->type != JSON_ARRAY || bar->item_count != 2 ||
		    bar->items[0].type != JSON_NUMBER || !bar->items[1].whole)
			return refuse(loader, "latency_bars",
				      "pairs of a number and a count");
		phase->bars[i].upper_s = bar->items[0].number;
		phase->bars[i].count = bar->items[1].count;
		phase->bar_count++;
	}
	return 0;
}

static int
load_windows(const struct loader *loader, const struct json_value *object,
	     struct phase_result *phase)
{
	int status;
	const struct json_value *of = member(object, "windows_of");
	const struct json_value *array =
		load_items(loader, object, "windows", JSON_ARRAY, &status);
	const struct quantity_info *info = of && of->type == JSON_STRING
						   ? quantity_find(of->string)
						   : NULL;

	if (of && !info)
		return refuse(loader, "windows_of", "the name of a quantity");
	if (info)
		phase->window_quantity = info->id;
	if (!array)
		return status;
	phase->windows = mem_alloc(array->item_count, sizeof *phase->windows);
	for (size_t i = 0; i < array->item_count; i++) {
		enum json_type type = array->items[i].type;

		if (type != JSON_NUMBER && type != JSON_NULL)
			return refuse(loader, "windows", "numbers");
		phase->windows[i] =
			type == JSON_NULL ? NAN : array->items[i].number;
		phase->window_count++;
	}
	return 0;
}

static int
load_parts(const struct loader *loader, const struct json_value *object,
	   struct phase_result *phase)
{
	int status;
	const struct json_value *findings =
		load_items(loader, object, "findings", JSON_ARRAY, &status);
	const struct json_value *quantities;

	for (size_t i = 0; findings && i < findings->item_count; i++)
		if (load_finding(loader, &findings->items[i], phase) != 0)
			return -1;
	if (status != 0)
		return -1;
	quantities =
		load_items(loader, object, "quantities", JSON_OBJECT, &status);
	for (size_t i = 0; quantities && i < quantities->item_count; i++)
		if (load_quantity(loader, quantities->keys[i],
				  &quantities->items[i], phase) != 0)
			return -1;
	if (status != 0 || load_latency(loader, object, &phase->latency) != 0 ||
	    load_bars(loader, object, phase) != 0)
		return -1;
	return load_windows(loader, object, phase);
}

static int
load_phase(const struct loader *loader, const struct json_value *object,
	   struct result *result)
{
	static const char *const states[] = {
		[PHASE_COMPLETE] = "complete",
		[PHASE_INCOMPLETE] = "incomplete",
		[PHASE_FAILED] = "failed",
	};
	const struct json_value *key = json_member(object, "test");
	struct phase_result *phase;
	int state, verdict;

	if (!key || key->type != JSON_STRING)
		return refuse(loader, "test", "a test's name in each phase");
	state = load_word(loader, object, "state", states, 3);
	verdict = load_word(loader, object, "verdict", verdict_names,
			    VERDICT_COUNT);
	if (state < 0 || verdict < 0)
		return -1;
	phase = result_add_phase(result, key->string);
	phase->state = (enum phase_state)state;
	phase->verdict = (enum verdict)verdict;
	return load_parts(loader, object, phase);
}

int
json_load_result(const char *source, size_t line,
		 const struct json_value *object, struct result *result,
		 struct error *error)
{
	const struct loader loader = { source, line, error };
	const struct json_value *phases;
	int status;

	if (object->type != JSON_OBJECT)
		return error_set(error, ERROR_RUN,
				 "'%s' line %zu: want an object for each run",
				 source, line);
	result->source = mem_strdup(source);
	result->line = line;
	phases = load_items(&loader, object, "phases", JSON_ARRAY, &status);
	if (!phases)
		return refuse(&loader, "phases", "an array");
	if (load_header(&loader, object, result) != 0)
		return -1;
	for (size_t i = 0; i < phases->item_count; i++)
		if (load_phase(&loader, &phases->items[i], result) != 0)
			return -1;
	return 0;
}
