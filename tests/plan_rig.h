#ifndef TESTS_PLAN_RIG_H
#define TESTS_PLAN_RIG_H

#include "core/error.h"
#include "core/units.h"
#include "run/plan.h"

/* Settings and facts to make a plan of by hand, for the tests of plans. */

#define TIB (1024 * UNITS_GIB)

extern struct settings settings;
extern struct target_facts facts;
extern struct error plan_error;
extern struct plan plan;

/* A writable directory with plenty of room, 16 GiB asked for. */
void plan_rig_directory(void);
void plan_rig_release(void);

void ask_for(const char *const *tests, size_t count);

/* Makes the plan, or fails the test. */
void make(void);

/* Fails the test unless there can be no plan, for a reason that has `text` in
 * it. */
void refused(enum error_kind kind, const char *text);

/* The keys of all phases, those that are no results in brackets. */
const char *keys(void);

/* Fails the test where there is none. */
const struct phase_plan *phase_of(const char *key);

#endif
