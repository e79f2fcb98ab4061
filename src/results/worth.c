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

size_t
result_withhold(struct result *result)
{
	static const enum quantity_id rates[] = {
		QUANTITY_RATE, QUANTITY_OPS, QUANTITY_CPU,
		QUANTITY_USER, QUANTITY_SYS,
	};
	size_t withheld = 0;

	for (size_t i = 0; i < result->phase_count; i++) {
		struct phase_result *phase = &result->phases[i];

		if (verdict_worth(phase->verdict) != WORTH_OTHER)
			continue;
		for (size_t k = 0; k < sizeof rates / sizeof *rates; k++)
			withhold(&phase->quantities[rates[k]]);
		withheld++;
	}
	return withheld;
}
