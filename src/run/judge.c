#include "run/judge.h"

#include <inttypes.h>
#include <math.h>

#include "core/error.h"
#include "core/meter.h"
#include "core/strbuf.h"
#include "results/result.h"

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
