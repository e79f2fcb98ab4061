#include "compare/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/tests.h"
#include "core/mem.h"
#include "results/worth.h"

/* What must last half a second to be a figure, as bonnie++ has it. */
static const double least_s = 0.5;
static const double wanted_share = 0.02;
static const double wanted_confidence = 0.95;

/* How much was done at least in a run that was too fast; 0: not known. */
static double
work_of(const struct result *run, const char *test, enum quantity_id id)
{
	if (id == QUANTITY_OPS && strcmp(test, "seeks") == 0)
		return (double)run->seeks;
	if (id == QUANTITY_OPS &&
	    compare_test_find(test).setup == COMPARE_SETUP_FILES)
		return (double)run->files.units * 1024;
	if (id == QUANTITY_RATE &&
	    (strcmp(test, "write") == 0 || strcmp(test, "rewrite") == 0 ||
	     strcmp(test, "read") == 0))
		return (double)run->size_bytes;
	return 0;
}

static void
add_too_fast(struct compare_sample *sample, const struct result *run,
	     const struct phase_result *phase, enum quantity_id id)
{
	double bound = work_of(run, phase->key, id) / least_s;

	if (verdict_worth(phase->verdict) == WORTH_OTHER)
		bound = 0;
	if (sample->too_fast++ == 0 || bound < sample->bound)
		sample->bound = bound;
}

static void
add_verdict(struct compare_sample *sample, enum verdict verdict)
{
	if (verdict > sample->verdict) {
		sample->verdict = verdict;
		sample->verdict_runs = 0;
	}
	sample->verdict_runs += verdict == sample->verdict;
}

static void
add_run(struct compare_sample *sample, const struct result *run,
	const struct phase_result *phase, enum quantity_id id)
{
	const struct quantity *quantity = &phase->quantities[id];

	if (quantity->state == QUANTITY_ABSENT)
		return;
	if (quantity->state == QUANTITY_FAILED ||
	    phase->state != PHASE_COMPLETE)
		sample->failed++;
	else if (quantity->state == QUANTITY_TOO_FAST)
		add_too_fast(sample, run, phase, id);
	else if (isfinite(quantity->value))
		sample->values[sample->count++] = quantity->value;
	else
		sample->failed++;
	add_verdict(sample, phase->verdict);
}

/* An outlier that nobody would notice is none. */
static bool
far_off(const struct compare_sample *sample, size_t index)
{
	double median = sample->stats.median;

	return fabs(sample->values[index] - median) >=
	       COMPARE_NOTICED * fabs(median);
}

static void
find_outliers(struct compare_sample *sample)
{
	bool *flags = mem_alloc(sample->count, sizeof *flags);

	stats_flag_outliers(sample->values, sample->count, flags);
	flags[0] =
		flags[0] || stats_first_differs(sample->values, sample->count);
	for (size_t i = sample->count; i > 0; i--)
		if (flags[i - 1] && far_off(sample, i - 1)) {
			sample->outlier_run = i;
			sample->outliers++;
		}
	free(flags);
}

static void
look_at(struct compare_sample *sample)
{
	if (sample->count <= COMPARE_ALONE)
		return;
	find_outliers(sample);
	sample->trend = stats_trend(sample->values, sample->count);
	if (sample->stats.mean > 0)
		sample->runs_wanted =
			stats_runs_needed(sample->stats.sd / sample->stats.mean,
					  wanted_share, wanted_confidence);
}

/* A test that was repeated within a run counts as often. */
static size_t
count_phases(const struct compare_group *group)
{
	size_t count = 0;

	for (size_t i = 0; group && i < group->count; i++)
		count += group->runs[i]->phase_count;
	return count;
}

void
compare_sample_take(struct compare_sample *sample,
		    const struct compare_group *group, const char *test,
		    enum quantity_id id)
{
	memset(sample, 0, sizeof *sample);
	sample->values = mem_alloc(count_phases(group), sizeof *sample->values);
	for (size_t i = 0; group && i < group->count; i++) {
		const struct result *run = group->runs[i];

		for (size_t p = 0; p < run->phase_count; p++)
			if (strcmp(run->phases[p].key, test) == 0)
				add_run(sample, run, &run->phases[p], id);
	}
	sample->stats = stats_of(sample->values, sample->count);
	look_at(sample);
}

void
compare_sample_release(struct compare_sample *sample)
{
	free(sample->values);
	memset(sample, 0, sizeof *sample);
}

bool
compare_sample_there(const struct compare_sample *sample)
{
	return sample->count || sample->too_fast || sample->failed;
}
