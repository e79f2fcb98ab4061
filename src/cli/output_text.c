#include "cli/output_text.h"

#include <stdlib.h>
#include <string.h>

#include "cli/streams.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/listing.h"
#include "formats/probe_text.h"
#include "formats/sweep_text.h"
#include "results/result.h"
#include "workloads/workload.h"

/* In the order in which they are printed. */
static const struct layout {
	const char *suite;
	const char *format;
} layouts[] = {
	{ "bonnie", "bonnie++1" },
	{ "raw", "rawio" },
	{ "tio", "tiobench" },
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

bool
output_has_suite(const struct result *result, const char *suite)
{
	for (size_t i = 0; i < result->phase_count; i++) {
		const struct workload *workload =
			workload_find(result->phases[i].key);

		if (workload && strcmp(workload->suite, suite) == 0)
			return true;
	}
	return false;
}

static bool
any_has_suite(const struct result_set *set, const char *suite)
{
	for (size_t i = 0; i < set->count; i++)
		if (output_has_suite(&set->results[i], suite))
			return true;
	return false;
}

static int
emit_layout(const struct layout *layout, const struct result_set *set,
	    FILE *out)
{
	int status;

	if (!any_has_suite(set, layout->suite))
		return 0;
	status = format_find(layout->format)->emit(set, out);
	return stream_flush(out) != 0 ? -1 : status;
}

static enum chart_charset
charset_here(void)
{
	return chart_charset_of(getenv("LC_ALL"), getenv("LC_CTYPE"),
				getenv("LANG"));
}

int
output_sweep(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	sweep_text_add(&text, set, charset_here());
	status = stream_print(out, &text);
	strbuf_release(&text);
	return status;
}

static int
emit_probes(const struct result_set *set, FILE *out)
{
	enum chart_charset charset = charset_here();
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++)
		probe_text_add(&text, &set->results[i], charset);
	status = stream_print(out, &text);
	strbuf_release(&text);
	return status;
}

static int
emit_listings(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++)
		listing_add(&text, &set->results[i]);
	status = stream_print(out, &text);
	strbuf_release(&text);
	return status;
}

int
output_text(const struct result_set *set, FILE *out)
{
	for (size_t i = 0; i < LAYOUTS; i++)
		if (emit_layout(&layouts[i], set, out) != 0)
			return -1;
	return emit_probes(set, out) != 0 ? -1 : emit_listings(set, out);
}
