#ifndef RESULTS_WORTH_H
#define RESULTS_WORTH_H

#include <stddef.h>

#include "results/result.h"

/* What a verdict says about the one question that matters most: is it the
 * disk that the figure measures? */
enum worth {
	WORTH_UNKNOWN, /* nobody looked */
	WORTH_DISK, /* yes, maybe with a remark */
	WORTH_UNCHECKED, /* somebody should have looked, and could not */
	WORTH_OTHER, /* no: a cache, a limit, a lie */
};

enum worth verdict_worth(enum verdict verdict);

/* The same of a phase. A remark that weighs more than "unchecked", as a
 * neighbour does, does not make it the disk's: what nobody could check about
 * it stays unchecked. */
enum worth phase_worth(const struct phase_result *phase);

/* The finding that made the phase's verdict; NULL when there is none. */
const struct finding *phase_reason(const struct phase_result *phase);

/* Withholds the rates and CPU figures of a phase that measured something other
 * than the disk: they become TOO_FAST, which every format shows as "+++++". */
void phase_withhold(struct phase_result *phase);

/* How many phases measured something other than the disk. */
size_t result_count_other(const struct result *result);

#endif
