#ifndef RUN_PLAN_TRANSFER_H
#define RUN_PLAN_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct phase_plan;
struct plan;
struct settings;
struct target_facts;
struct workload;

/* The part of a plan that tests of transfers (raw, tio, probe) have of their
 * own. */

/* Whether a test can work on what the target is. */
bool transfer_fits(const struct workload *row,
		   const struct target_facts *facts);

/* Whether it may: a test that writes to a device or file needs --destroy. */
bool transfer_is_allowed(const struct workload *row,
			 const struct settings *settings,
			 const struct target_facts *facts);

/* Bytes of a device or file that are worked on: all of it, or as many as -s
 * says. 0 with `error` when it does not tell its size, or has none. */
uint64_t transfer_area(const struct settings *settings,
		       const struct target_facts *facts, struct error *error);

/* Completes a phase of which the sizes, `files` and `workers` are as for any
 * data file. */
void transfer_fill_phase(struct phase_plan *phase,
			 const struct settings *settings,
			 const struct target_facts *facts);

/* Whether all that was asked for can be done by the phases of the plan, and
 * each option of transfers that was given means something to one of them: 0, or
 * -1 with an ERROR_USAGE. */
int transfer_check_plan(const struct plan *plan,
			const struct settings *settings, struct error *error);

#endif
