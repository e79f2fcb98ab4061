#include "formats/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"

static void
collect_phase(struct figures *figures, const struct phase_result *phase,
	      enum quantity_id id)
{
	struct quantity quantity = phase_quantity(phase, id);

	if (quantity.state == QUANTITY_FAILED)
		figures->incomplete++;
	else if (quantity.state == QUANTITY_TOO_FAST)
		figures->too_fast++;
	else if (quantity.state == QUANTITY_KNOWN && isfinite(quantity.value))
		figures->values[figures->count++] = quantity.value;
}

void
figures_collect(struct figures *figures, const struct result_set *set,
		const char *key, enum quantity_id id)
{
	memset(figures, 0, sizeof *figures);
	figures->values = mem_alloc(set->count, sizeof *figures->values);
	for (size_t i = 0; i < set->count; i++) {
		const struct phase_result *phase =
			result_find_phase(&set->results[i], key);

		if (phase)
			collect_phase(figures, phase, id);
	}
}

void
figures_release(struct figures *figures)
{
	free(figures->values);
	memset(figures, 0, sizeof *figures);
}

bool
figures_seen(const struct result_set *set, size_t index, const char *key)
{
	for (size_t i = 0; i < index; i++)
		if (result_find_phase(&set->results[i], key))
			return true;
	return false;
}

enum quantity_id
figures_main(const struct phase_result *phase)
{
	static const enum quantity_id bytes[] = { QUANTITY_RATE, QUANTITY_OPS };
	static const enum quantity_id requests[] = { QUANTITY_OPS,
						     QUANTITY_RATE };
	/* A test of how long a request takes is none of bandwidth. */
	bool of_requests = strcmp(phase->key, "latency") == 0;
	const enum quantity_id *first = of_requests ? requests : bytes;

	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
		if (phase->quantities[first[i]].state != QUANTITY_ABSENT)
			return first[i];
	return QUANTITY_WALL;
}

void
figures_add_value(struct strbuf *text, enum quantity_id id, double value)
{
	const char *unit = quantity_table[id].unit;
	char number[UNITS_TEXT_BYTES];

	if (!isfinite(value))
		strbuf_add_char(text, '-');
	else if (strcmp(unit, "bytes/s") == 0)
		strbuf_add(text, units_format_rate(number, value));
	else if (strcmp(unit, "s") == 0)
		strbuf_add(text, units_format_seconds(number, value));
	else if (strcmp(unit, "percent") == 0)
		strbuf_addf(text, "%.1f %%", value);
	else if (strcmp(unit, "1/s") == 0 && fabs(value) < 999.95)
		strbuf_addf(text, "%.1f /s", value);
	else if (strcmp(unit, "1/s") == 0)
		/* Cut like the figures of bonnie++'s layouts. */
		strbuf_addf(text, "%.0f /s", trunc(value));
	else
		strbuf_addf(text, "%.0f", value);
}

/* A part of a value whose text is `number`, in the same unit without naming
 * it: units of rates and times are powers of 1000 apart. */
static void
add_in_unit(struct strbuf *text, const char *number, double value, double part)
{
	double shown = strtod(number, NULL);

	if (shown != 0 && value != 0)
		part /= pow(1000, round(log(value / shown) / log(1000)));
	strbuf_addf(text, "%.*f",
		    fabs(part) < 9.995   ? 2
		    : fabs(part) < 99.95 ? 1
					 : 0,
		    part);
}

void
figures_add_interval(struct strbuf *text, enum quantity_id id, double mean,
		     double half_width)
{
	struct strbuf number;
	const char *unit;

	strbuf_init(&number);
	figures_add_value(&number, id, mean);
	unit = strchr(number.text, ' ');
	strbuf_add_bytes(text, number.text, strcspn(number.text, " "));
	strbuf_add(text, " ± ");
	add_in_unit(text, number.text, mean, half_width);
	if (unit)
		strbuf_add(text, unit);
	strbuf_release(&number);
}

void
figures_add_quantity(struct strbuf *text, enum quantity_id id,
		     const struct quantity *quantity)
{
	switch (quantity->state) {
	case QUANTITY_ABSENT:
		strbuf_add_char(text, '-');
		break;
	case QUANTITY_KNOWN:
		figures_add_value(text, id, quantity->value);
		break;
	case QUANTITY_TOO_FAST:
		strbuf_add(text, "+++++");
		break;
	case QUANTITY_FAILED:
		strbuf_add(text, "failed");
		break;
	}
}
