#include "plan_rig.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "workloads/workload.h"

struct settings settings;
struct target_facts facts;
struct error plan_error;
struct plan plan;

void
plan_rig_directory(void)
{
	settings_init(&settings);
	settings.size_given = true;
	settings.size_bytes = 16 * UNITS_GIB;
	facts = (struct target_facts){
		.directory = true,
		.writable = true,
		.free_bytes = TIB,
		.free_inodes = 1000000,
		.ram_bytes = 8 * UNITS_GIB,
		.cacheable_bytes = 4 * UNITS_GIB,
		.cold_provable = true,
	};
	error_clear(&plan_error);
	plan = (struct plan){ 0 };
}

void
plan_rig_release(void)
{
	plan_release(&plan);
}

void
ask_for(const char *const *tests, size_t count)
{
	settings.tests = tests;
	settings.test_count = count;
}

void
make(void)
{
	ck_assert_msg(plan_make(&plan, &settings, &facts, &plan_error) == 0,
		      "%s", plan_error.text);
}

void
refused(enum error_kind kind, const char *text)
{
	error_clear(&plan_error);
	ck_assert_int_eq(plan_make(&plan, &settings, &facts, &plan_error), -1);
	ck_assert_int_eq(plan_error.kind, kind);
	ck_assert_msg(strstr(plan_error.text, text), "'%s' is not in '%s'",
		      text, plan_error.text);
}

const char *
keys(void)
{
	static char text[512];

	text[0] = '\0';
	for (size_t i = 0; i < plan.phase_count; i++) {
		const struct phase_plan *phase = &plan.phases[i];
		size_t used = strlen(text);

		snprintf(text + used, sizeof text - used,
			 phase->unrecorded ? "%s(%s)" : "%s%s", i ? " " : "",
			 phase->workload->key);
	}
	return text;
}

const struct phase_plan *
phase_of(const char *key)
{
	for (size_t i = 0; i < plan.phase_count; i++)
		if (strcmp(plan.phases[i].workload->key, key) == 0)
			return &plan.phases[i];
	ck_abort_msg("no phase '%s'", key);
	return NULL;
}
