#include "results/result.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_NONE] = "none",           [VERDICT_OK] = "ok",
	[VERDICT_UNCHECKED] = "unchecked", [VERDICT_UNPROVEN] = "unproven",
	[VERDICT_SHORT] = "short",         [VERDICT_UNSTEADY] = "unsteady",
	[VERDICT_SHARED] = "shared",       [VERDICT_LIMITED] = "limited",
	[VERDICT_PARTLY] = "partly",       [VERDICT_CACHED] = "cached",
	[VERDICT_INVALID] = "invalid",
};

void
result_init(struct result *result)
{
	memset(result, 0, sizeof *result);
}

static void
phase_release(struct phase_result *phase)
{
	for (size_t i = 0; i < phase->finding_count; i++) {
		free(phase->findings[i].code);
		free(phase->findings[i].ruler);
		free(phase->findings[i].text);
	}
	free(phase->findings);
	free(phase->windows);
	free(phase->bars);
	free(phase->key);
}

static void
strings_free(char **strings, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(strings[i]);
	free(strings);
}

static void
environment_release(struct environment *environment)
{
	free(environment->kernel);
	free(environment->file_system);
	free(environment->mount_options);
	strings_free(environment->devices, environment->device_count);
	free(environment->command);
	free(environment->started);
}

void
result_release(struct result *result)
{
	for (size_t i = 0; i < result->phase_count; i++)
		phase_release(&result->phases[i]);
	free(result->phases);
	strings_free(result->errors, result->error_count);
	environment_release(&result->environment);
	free(result->source);
	free(result->tool);
	free(result->tool_version);
	free(result->machine);
	free(result->label);
	free(result->seed);
	free(result->engine);
	result_init(result);
}

struct phase_result *
result_add_phase(struct result *result, const char *key)
{
	struct phase_result *phase;

	result->phases = mem_grow(result->phases, result->phase_count,
				  sizeof *result->phases);
	phase = &result->phases[result->phase_count++];
	memset(phase, 0, sizeof *phase);
	phase->key = mem_strdup(key);
	return phase;
}

struct phase_result *
result_find_phase(const struct result *result, const char *key)
{
	for (size_t i = 0; i < result->phase_count; i++)
		if (strcmp(result->phases[i].key, key) == 0)
			return &result->phases[i];
	return NULL;
}

const struct finding *
phase_find_finding(const struct phase_result *phase, const char *code)
{
	for (size_t i = 0; i < phase->finding_count; i++)
		if (phase->findings[i].code &&
		    strcmp(phase->findings[i].code, code) == 0)
			return &phase->findings[i];
	return NULL;
}

struct quantity
phase_quantity(const struct phase_result *phase, enum quantity_id id)
{
	struct quantity quantity = phase->quantities[id];

	if (phase->state != PHASE_COMPLETE && quantity.state != QUANTITY_ABSENT)
		quantity = (struct quantity){ .state = QUANTITY_FAILED };
	return quantity;
}

struct quantity
result_quantity(const struct result *result, const char *key,
		enum quantity_id id)
{
	const struct phase_result *phase = result_find_phase(result, key);

	if (!phase)
		return (struct quantity){ .state = QUANTITY_ABSENT };
	return phase_quantity(phase, id);
}

static void
add_string(char ***strings, size_t *count, const char *text)
{
	*strings = mem_grow(*strings, *count, sizeof **strings);
	(*strings)[(*count)++] = mem_strdup(text);
}

void
result_add_error(struct result *result, const char *text)
{
	add_string(&result->errors, &result->error_count, text);
}

void
result_add_device(struct result *result, const char *text)
{
	add_string(&result->environment.devices,
		   &result->environment.device_count, text);
}

void
phase_add_finding(struct phase_result *phase, const struct finding *finding)
{
	struct finding *copy;

	phase->findings = mem_grow(phase->findings, phase->finding_count,
				   sizeof *phase->findings);
	copy = &phase->findings[phase->finding_count++];
	*copy = *finding;
	copy->code = mem_strdup(finding->code);
	copy->ruler = mem_strdup(finding->ruler);
	copy->text = mem_strdup(finding->text);
	if (finding->verdict > phase->verdict)
		phase->verdict = finding->verdict;
}

void
result_set_init(struct result_set *set)
{
	memset(set, 0, sizeof *set);
}

void
result_set_release(struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		result_release(&set->results[i]);
	free(set->results);
	result_set_init(set);
}

struct result *
result_set_add(struct result_set *set)
{
	struct result *result;

	set->results = mem_grow(set->results, set->count, sizeof *set->results);
	result = &set->results[set->count++];
	result_init(result);
	return result;
}
