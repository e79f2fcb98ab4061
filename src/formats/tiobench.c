#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/format.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

/* The report of tiobench.pl as it is since August 2020. */

static const char unit_block[] =
	"\n"
	"Unit information\n"
	"================\n"
	"File size = megabytes (2^20 bytes, 1,048,576 bytes)\n"
	"Blk Size  = bytes\n"
	"Rate      = megabytes per second\n"
	"CPU%      = percentage of CPU used during the test\n"
	"Latency   = milliseconds\n"
	"Lat%      = percent of requests that took longer than X seconds\n"
	"CPU Eff   = Rate divided by CPU% - throughput per cpu load\n";

static const char columns[] =
	"                              File   Blk   Num                       "
	"  Avg      Maximum      Lat%     Lat%     CPU\n"
	"Identifier                    Size   Size  Thr      Rate     (CPU%)  "
	"Latency    Latency      >2s      >10s     Eff\n"
	"---------------------------- ------ ------ ---  ------------ ------ "
	"--------- -----------  -------- -------- -------\n";

static const struct section {
	const char *key;
	const char *title;
} sections[] = {
	{ "tio-read", "Sequential Reads" },
	{ "tio-rread", "Random Reads" },
	{ "tio-write", "Sequential Writes" },
	{ "tio-rwrite", "Random Writes" },
	{ NULL, NULL },
};

enum { NAME_COLUMNS = 28 };

/* The label, else the release of the kernel, as tiobench.pl has it. */
static void
add_identifier(struct strbuf *text, const struct result *result)
{
	const char *kernel = result->environment.kernel;
	const char *release = kernel ? strchr(kernel, ' ') : NULL;

	if (result->label && *result->label)
		strbuf_add_fitted(text, result->label, NAME_COLUMNS);
	else if (release)
		strbuf_addf(text, "%-*.*s", NAME_COLUMNS,
			    (int)strcspn(release + 1, " "), release + 1);
	else
		strbuf_add_fitted(text, "-", NAME_COLUMNS);
}

static void
add_centred(struct strbuf *text, uint64_t number, int width)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%llu",
			      (unsigned long long)number);
	int left = length < width ? (width - length) / 2 : 0;

	strbuf_addf(text, "%*s%-*s", left, "", width - left, digits);
}

static void
add_number(struct strbuf *text, const struct quantity *quantity, double scale,
	   int width, int decimals)
{
	if (quantity->state == QUANTITY_KNOWN && fabs(quantity->value) < 1e18)
		strbuf_addf(text, "%*.*f", width, decimals,
			    quantity->value * scale);
	else
		strbuf_addf(text, "%*s", width,
			    quantity->state == QUANTITY_TOO_FAST ? "+++++"
								 : "-");
}

/* A share of CPU in five characters. */
static void
add_cpu(struct strbuf *text, const struct quantity *cpu)
{
	int decimals = cpu->value < 99.995 ? 2 : cpu->value < 999.95 ? 1 : 0;

	add_number(text, cpu, 1, 5, decimals);
	strbuf_add_char(text, '%');
}

/* Percent of requests that took longer; what is not known is no 0. */
static void
add_slow(struct strbuf *text, const struct phase_result *phase, double limit_s)
{
	const struct quantity *most = &phase->quantities[QUANTITY_LATENCY_MAX];
	double slow = 0, total = 0;

	if (most->state == QUANTITY_KNOWN && most->value <= limit_s) {
		strbuf_addf(text, "%8.5f", 0.0);
		return;
	}
	for (size_t i = 0; i < phase->bar_count; i++) {
		total += (double)phase->bars[i].count;
		if (phase->bars[i].upper_s > limit_s)
			slow += (double)phase->bars[i].count;
	}
	if (total > 0)
		strbuf_addf(text, "%8.5f", 100 * slow / total);
	else
		strbuf_addf(text, "%8s", "-");
}

static void
add_efficiency(struct strbuf *text, const struct phase_result *phase)
{
	const struct quantity *rate = &phase->quantities[QUANTITY_RATE];
	const struct quantity *cpu = &phase->quantities[QUANTITY_CPU];
	double megabytes = rate->value / (double)UNITS_MIB;

	if (rate->state == QUANTITY_KNOWN && cpu->state == QUANTITY_KNOWN)
		strbuf_addf(text, "%7.0f",
			    floor(megabytes / (cpu->value / 100 + 0.00001)));
	else
		strbuf_addf(text, "%7s", "-");
}

static void
add_row(struct strbuf *text, const struct result *result,
	const struct phase_result *phase)
{
	const struct quantity *quantities = phase->quantities;

	add_identifier(text, result);
	strbuf_add_char(text, ' ');
	add_centred(text, result->size_bytes / UNITS_MIB, 6);
	strbuf_add_char(text, ' ');
	add_centred(text, result->chunk_bytes, 6);
	strbuf_addf(text, " %3llu  ", (unsigned long long)result->workers);
	add_number(text, &quantities[QUANTITY_RATE], 1 / (double)UNITS_MIB, 12,
		   2);
	strbuf_add_char(text, ' ');
	add_cpu(text, &quantities[QUANTITY_CPU]);
	strbuf_add_char(text, ' ');
	add_number(text, &quantities[QUANTITY_LATENCY_MEAN], 1000, 9, 3);
	strbuf_add_char(text, ' ');
	add_number(text, &quantities[QUANTITY_LATENCY_MAX], 1000, 11, 2);
	strbuf_add(text, "  ");
	add_slow(text, phase, 2);
	strbuf_add_char(text, ' ');
	add_slow(text, phase, 10);
	strbuf_add_char(text, ' ');
	add_efficiency(text, phase);
	strbuf_add_char(text, '\n');
}

static void
add_heading(struct strbuf *text, const char *title)
{
	if (!text->length)
		strbuf_add(text, unit_block);
	strbuf_addf(text, "\n%s\n", title);
	for (size_t i = 0; i < strlen(title); i++)
		strbuf_add_char(text, '=');
	strbuf_addf(text, "\n%s", columns);
}

static void
add_section(struct strbuf *text, const struct section *section,
	    const struct result_set *set)
{
	bool headed = false;

	for (size_t i = 0; i < set->count; i++) {
		const struct phase_result *phase =
			result_find_phase(&set->results[i], section->key);

		if (!phase || phase->state != PHASE_COMPLETE)
			continue;
		if (!headed)
			add_heading(text, section->title);
		headed = true;
		add_row(text, &set->results[i], phase);
	}
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; sections[i].key; i++)
		add_section(&text, &sections[i], set);
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static bool
is_held(const char *key)
{
	for (size_t i = 0; sections[i].key; i++)
		if (strcmp(sections[i].key, key) == 0)
			return true;
	return false;
}

static const char *
misses(const struct result_set *set)
{
	return output_leaves_out(set, is_held)
		       ? "tests that tiobench does not have"
		       : NULL;
}

static int
bid(const char *text, size_t length)
{
	return scan_bid(text, length, "tiobench", NULL, NULL);
}

const struct format tiobench_format = {
	.name = "tiobench",
	.summary = "tiobench.pl's report, a table a test",
	.emit = emit,
	.misses = misses,
	.bid = bid,
	.parse = scan_parse,
};
