#include <stdbool.h>
#include <stdlib.h>

#include "run/plan.h"

uint64_t
plan_share(uint64_t total, unsigned worker, unsigned workers)
{
	return total / workers + (worker < total % workers);
}

uint64_t
plan_whole_chunks(uint64_t bytes, uint64_t chunk_bytes)
{
	uint64_t whole = bytes / chunk_bytes * chunk_bytes;

	return whole ? whole : chunk_bytes;
}

uint64_t
phase_plan_bytes(const struct phase_plan *phase, uint64_t found_bytes)
{
	uint64_t bytes = phase->file_bytes;

	if (phase->size_share) {
		uint64_t share_bytes = found_bytes / phase->size_share;

		if (!bytes || share_bytes < bytes)
			bytes = share_bytes;
	}
	return plan_whole_chunks(bytes, phase->chunk_bytes);
}

void
plan_release(struct plan *plan)
{
	free(plan->phases);
	free(plan->warning);
	*plan = (struct plan){ 0 };
}

void
plan_settle(struct plan *plan, uint64_t file_bytes)
{
	for (size_t i = 0; i < plan->phase_count; i++) {
		struct phase_plan *phase = &plan->phases[i];

		if (phase->finds_size)
			plan->size_bytes = file_bytes * phase->files;
		phase->file_bytes = phase_plan_bytes(phase, file_bytes);
		phase->size_share = 0;
		phase->finds_size = false;
	}
}

bool
plan_finds_size(const struct plan *plan)
{
	for (size_t i = 0; i < plan->phase_count; i++)
		if (plan->phases[i].finds_size)
			return true;
	return false;
}
