#ifndef TESTS_SAMPLE_H
#define TESTS_SAMPLE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/mem.h"
#include "core/rng.h"
#include "formats/bonniepp.h"
#include "results/result.h"

/* Results made of random numbers, with widths and states of all kinds. */

/* From 1e-9 to 1e12, each order of magnitude as likely as another. */
static inline double
sample_value(struct rng *rng)
{
	double exponent = (double)rng_below(rng, 2100) / 100 - 9;

	return pow(10, exponent);
}

static inline struct quantity
sample_quantity(struct rng *rng, double largest)
{
	double value = sample_value(rng);

	switch (rng_below(rng, 10)) {
	case 0:
		return (struct quantity){ .state = QUANTITY_ABSENT };
	case 1:
		return (struct quantity){ .state = QUANTITY_TOO_FAST };
	case 2:
		return (struct quantity){ .state = QUANTITY_FAILED };
	default:
		return quantity_known(value < largest ? value : largest);
	}
}

static inline void
sample_findings(struct rng *rng, struct phase_result *phase)
{
	char code[] = "cold-start", ruler[] = "ru_inblock";
	char text[] = "a \"quoted\" text,\nof two lines\t\\ \x01 \xc3\xa4 end";

	for (uint64_t i = rng_below(rng, 3); i > 0; i--) {
		struct finding finding = {
			.code = code,
			.value = sample_value(rng),
			.limit = i == 1 ? NAN : sample_value(rng),
			.ruler = i == 1 ? NULL : ruler,
			.text = text,
			.verdict = (enum verdict)rng_below(rng, VERDICT_COUNT),
		};
		phase_add_finding(phase, &finding);
	}
}

static inline void
sample_course(struct rng *rng, struct phase_result *phase)
{
	phase->latency.known = rng_below(rng, 2) == 0;
	if (phase->latency.known) {
		phase->latency.p50_s = sample_value(rng);
		phase->latency.p90_s = sample_value(rng);
		phase->latency.p99_s = sample_value(rng);
		phase->latency.p999_s = sample_value(rng);
		phase->latency.max_s = sample_value(rng);
	}
	phase->bar_count = rng_below(rng, 4);
	phase->bars = mem_alloc(phase->bar_count, sizeof *phase->bars);
	for (size_t i = 0; i < phase->bar_count; i++) {
		phase->bars[i].upper_s = sample_value(rng);
		phase->bars[i].count = rng_next(rng);
	}
	phase->window_quantity =
		rng_below(rng, 2) ? QUANTITY_RATE : QUANTITY_OPS;
	phase->window_count = rng_below(rng, 5);
	phase->windows = mem_alloc(phase->window_count, sizeof(double));
	for (size_t i = 0; i < phase->window_count; i++)
		phase->windows[i] = sample_value(rng);
}

static inline void
sample_phase(struct rng *rng, struct phase_result *phase)
{
	phase->state = (enum phase_state)rng_below(rng, 3);
	phase->verdict = (enum verdict)rng_below(rng, VERDICT_COUNT);
	for (size_t i = 0; i < QUANTITY_COUNT; i++)
		phase->quantities[i] = sample_quantity(
			rng, i == QUANTITY_LATENCY_MAX ? 1e6 : 1e12);
	sample_findings(rng, phase);
	sample_course(rng, phase);
}

static inline void
sample_setup(struct rng *rng, struct result *result)
{
	static const uint64_t chunks[] = { 8192, 512, 65536, 1 << 20, 1536 };

	result->size_bytes = (1 + rng_below(rng, 5000)) << 20;
	result->chunk_bytes = chunks[rng_below(rng, 5)];
	result->workers = 1 + rng_below(rng, 4);
	result->seeks = 1 + rng_below(rng, 10000);
	result->seekers = 1 + rng_below(rng, 30);
	result->files.units = 1 + rng_below(rng, 200);
	result->files.link = (enum link_kind)rng_below(rng, 3);
	if (result->files.link == LINK_NONE && rng_below(rng, 2)) {
		result->files.max_bytes = 1 + rng_below(rng, 100000);
		result->files.min_bytes =
			rng_below(rng, result->files.max_bytes);
	}
	if (rng_below(rng, 2))
		result->files.directories = 2 + rng_below(rng, 100);
}

/* All but phases. */
static inline void
sample_header(struct rng *rng, struct result *result)
{
	result->tool = mem_strdup("diskbench");
	result->tool_version = mem_strdup("1.0.0");
	result->machine = mem_strdup("fluffy");
	result->label = rng_below(rng, 2) ? mem_strdup("a, \"b\"\nc") : NULL;
	result->seed = mem_strdup("42");
	result->engine = mem_strdup("sync");
	result->environment.kernel = mem_strdup("Linux 6.1");
	result->environment.ram_bytes = rng_next(rng);
	result->environment.command = mem_strdup("diskbench -s 1g");
	result->environment.started = mem_strdup("2024-02-29T12:00:00+0100");
	result_add_device(result, "sda: disk");
	if (rng_below(rng, 2))
		result_add_error(result, "no space left on 'x'");
	sample_setup(rng, result);
}

/* Every test of bonnie++ with a chance of nine in ten, and some others. */
static inline void
sample_fill(struct rng *rng, struct result *result)
{
	static const char *const others[] = { "RR", "fsync", "tio-read" };

	sample_header(rng, result);
	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++)
		if (rng_below(rng, 10))
			sample_phase(rng,
				     result_add_phase(result,
						      bonniepp_columns[i].key));
	for (size_t i = 0; i < 3; i++)
		if (rng_below(rng, 2))
			sample_phase(rng, result_add_phase(result, others[i]));
}

#endif
