#include "results/worth.h"

enum worth
verdict_worth(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_NONE:
	case VERDICT_COUNT:
		return WORTH_UNKNOWN;
	case VERDICT_UNCHECKED:
		return WORTH_UNCHECKED;
	case VERDICT_INVALID:
	case VERDICT_CACHED:
	case VERDICT_LIMITED:
		return WORTH_OTHER;
	case VERDICT_OK:
	case VERDICT_UNPROVEN:
	case VERDICT_SHORT:
	case VERDICT_UNSTEADY:
	case VERDICT_SHARED:
	case VERDICT_PARTLY:
		break;
	}
	return WORTH_DISK;
}

enum worth
phase_worth(const struct phase_result *phase)
{
	enum worth worth = verdict_worth(phase->verdict);

	for (size_t i = 0; worth == WORTH_DISK && i < phase->finding_count; i++)
		if (phase->findings[i].verdict == VERDICT_UNCHECKED)
			worth = WORTH_UNCHECKED;
	return worth;
}

const struct finding *
phase_reason(const struct phase_result *phase)
{
	for (size_t i = 0; i < phase->finding_count; i++)
		if (phase->findings[i].verdict == phase->verdict)
			return &phase->findings[i];
	return NULL;
}

static void
withhold(struct quantity *quantity)
{
	if (quantity->state == QUANTITY_KNOWN)
		*quantity = (struct quantity){ .state = QUANTITY_TOO_FAST };
}

void
phase_withhold(struct phase_result *phase)
{
	static const enum quantity_id rates[] = {
		QUANTITY_RATE, QUANTITY_OPS, QUANTITY_CPU,
		QUANTITY_USER, QUANTITY_SYS,
	};

	if (verdict_worth(phase->verdict) != WORTH_OTHER)
		return;
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		withhold(&phase->quantities[rates[i]]);
}

size_t
result_count_other(const struct result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->phase_count; i++)
		count +=
			verdict_worth(result->phases[i].verdict) == WORTH_OTHER;
	return count;
}
