#include "run/judge.h"

#include <inttypes.h>
#include <math.h>

#include "core/error.h"
#include "core/meter.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"

/* What is off by less went to a wrong place. */
enum { WRAP_LEAST_BYTES = 1 << 20 };

void
judge_direct(bool proven, struct phase_result *phase)
{
	char code[] = "direct-io", ruler[] = "open mode";
	char yes[] = "every descriptor was in direct mode";
	char no[] = "direct mode was asked for, but cannot be shown";
	struct finding finding = {
		.code = code,
		.value = proven,
		.limit = NAN,
		.ruler = ruler,
		.text = proven ? yes : no,
		.verdict = proven ? VERDICT_OK : VERDICT_UNPROVEN,
	};

	phase_add_finding(phase, &finding);
}

void
judge_flush(const struct meter *total, unsigned workers,
	    struct phase_result *phase)
{
	char code[] = "flush-share", ruler[] = "clock";
	double flush_s = phase->quantities[QUANTITY_FLUSH_TIME].value;
	double wall_s = phase->quantities[QUANTITY_WALL].value;
	struct finding finding = { .code = code,
				   .limit = NAN,
				   .ruler = ruler,
				   .verdict = VERDICT_OK };
	struct strbuf text;

	if (!total->flushes || !(wall_s > 0))
		return;
	finding.value = flush_s / (wall_s * workers);
	strbuf_init(&text);
	strbuf_addf(&text,
		    "%.0f %% of the time went into bringing data to stable "
		    "storage",
		    100 * finding.value);
	finding.text = text.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
}

void
judge_cost(double cost_ns, struct phase_result *phase)
{
	char code[] = "own-cost", ruler[] = "calibration";
	double median_ns = 1e9 * phase->latency.p50_s;
	struct finding finding = { .code = code,
				   .limit = NAN,
				   .ruler = ruler,
				   .verdict = VERDICT_OK };
	struct strbuf text;

	if (!phase->latency.known || !(median_ns > 0))
		return;
	finding.value = cost_ns / median_ns;
	strbuf_init(&text);
	strbuf_addf(&text, "own cost %.0f ns/op, %.1f %% of the median",
		    cost_ns, 100 * finding.value);
	finding.text = text.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
}

static struct meter_shift
find_usual_shift(const struct meter *total)
{
	struct meter_shift usual = { 0, 0 };

	for (size_t i = 0; i < METER_SHIFTS; i++)
		if (total->shifts[i].count > usual.count)
			usual = total->shifts[i];
	return usual;
}

/* Other blocks' data: a device with less room than it says gives all that
 * lies in one piece from the same distance. */
static void
tell_aliases(const struct meter *total, struct strbuf *text)
{
	struct meter_shift usual = find_usual_shift(total);
	uint64_t aliases = total->faults[PATTERN_ALIAS];
	char bytes[UNITS_TEXT_BYTES];

	strbuf_addf(text, "%" PRIu64 " returned other blocks' data", aliases);
	if (usual.bytes < WRAP_LEAST_BYTES || usual.count < 2)
		return;
	units_format_bytes(bytes, usual.bytes);
	if (usual.count == aliases)
		strbuf_addf(text, "; wraps at %s of the file", bytes);
	else
		strbuf_addf(text, ", %.0f %% of it from %s away",
			    100 * (double)usual.count / (double)aliases, bytes);
}

static void
tell_first(const struct pattern_report *first, struct strbuf *text)
{
	if (first->fault == PATTERN_GOOD)
		return;
	strbuf_addf(text, "; the first at byte %" PRIu64, first->offset_bytes);
	if (first->fault == PATTERN_ALIAS)
		strbuf_addf(text, ", where that of byte %" PRIu64 " was",
			    first->found_bytes);
	if (first->fault == PATTERN_FLIPPED)
		strbuf_addf(text, ", by %u bit%s", first->bits,
			    first->bits == 1 ? "" : "s");
}

static void
tell_faults(const struct meter *total, struct strbuf *text)
{
	static const char *const kinds[PATTERN_FAULTS] = {
		[PATTERN_FLIPPED] = "had flipped bits",
		[PATTERN_STALE] = "were stale: an earlier write's data",
		[PATTERN_FOREIGN] = "were foreign: no data of this file",
	};
	const char *before = ": ";

	if (total->faults[PATTERN_ALIAS]) {
		strbuf_add(text, before);
		tell_aliases(total, text);
		before = "; ";
	}
	for (size_t i = 0; i < PATTERN_FAULTS; i++) {
		if (!kinds[i] || !total->faults[i])
			continue;
		strbuf_addf(text, "%s%" PRIu64 " %s", before, total->faults[i],
			    kinds[i]);
		before = "; ";
	}
	tell_first(&total->first_fault, text);
}

void
judge_data(const struct meter *total, struct phase_result *phase,
	   struct error *error)
{
	char code[] = "data-check", ruler[] = "stamps";
	struct finding finding = { .code = code,
				   .value = (double)total->mismatched,
				   .limit = 0,
				   .ruler = ruler,
				   .verdict = VERDICT_OK };
	struct strbuf text;

	if (!total->checked)
		return;
	strbuf_init(&text);
	if (total->mismatched) {
		finding.verdict = VERDICT_INVALID;
		strbuf_addf(&text,
			    "%" PRIu64 " of %" PRIu64 " chunks that were "
			    "checked came back wrong",
			    total->mismatched, total->checked);
		tell_faults(total, &text);
		error_set(error, ERROR_DATA, "data of test '%s': %s",
			  phase->key, text.text);
	} else {
		strbuf_addf(&text, "all %" PRIu64 " chunks checked were right",
			    total->checked);
	}
	finding.text = text.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
}
