#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

/* rawio's table. K is 1000 bytes: sequential transfers of its were of 16384
 * bytes, and K/sec over /sec is 16.384. */

enum { K_BYTES = 1000, RATE_WIDTH = 8, OPS_WIDTH = 5, SHARE_WIDTH = 5 };
enum { TOTAL_WIDTH = 6, COUNT_WIDTH = 7 };

static const char *const tests[] = { "RR", "SR", "RW", "SW", NULL };

/* Its readers go by blanks, so that there is none in the name. */
static void
add_name(struct strbuf *text, const struct result *result)
{
	size_t begin = text->length;

	strbuf_add(text,
		   result->label && *result->label ? result->label : "anon");
	for (size_t i = begin; i < text->length; i++)
		if ((unsigned char)text->text[i] <= ' ')
			text->text[i] = '_';
}

static void
add_figure(struct strbuf *text, const struct quantity *quantity, double unit,
	   int width, int decimals)
{
	strbuf_add_char(text, ' ');
	if (quantity->state == QUANTITY_KNOWN && fabs(quantity->value) < 1e18)
		strbuf_addf(text, "%*.*f", width, decimals,
			    quantity->value / unit);
	else
		strbuf_addf(text, "%*s", width,
			    quantity->state == QUANTITY_TOO_FAST ? "+++++"
								 : "-");
}

/* The number of transfers: known of our own runs. */
static void
add_count(struct strbuf *text, const struct quantity *quantities)
{
	const struct quantity *ops = &quantities[QUANTITY_OPS];
	const struct quantity *wall = &quantities[QUANTITY_WALL];
	double count = ops->value * wall->value;

	if (ops->state == QUANTITY_KNOWN && wall->state == QUANTITY_KNOWN &&
	    count >= 0 && count < 1e15)
		strbuf_addf(text, " %*.0f", COUNT_WIDTH, count);
}

static void
add_row(struct strbuf *text, const struct result *result,
	const struct phase_result *phase)
{
	const struct quantity *quantities = phase->quantities;
	size_t column = 5;

	strbuf_add(text, phase->key);
	strbuf_pad(text, column);
	add_name(text, result);
	strbuf_pad(text, column + 8);
	add_figure(text, &quantities[QUANTITY_RATE], K_BYTES, RATE_WIDTH, 1);
	add_figure(text, &quantities[QUANTITY_OPS], 1, OPS_WIDTH, 0);
	add_figure(text, &quantities[QUANTITY_USER], 1, SHARE_WIDTH, 1);
	add_figure(text, &quantities[QUANTITY_SYS], 1, SHARE_WIDTH, 1);
	add_figure(text, &quantities[QUANTITY_CPU], 1, TOTAL_WIDTH, 1);
	add_count(text, quantities);
	strbuf_add_char(text, '\n');
}

static void
add_rows(struct strbuf *text, const struct result *result)
{
	for (size_t i = 0; tests[i]; i++) {
		const struct phase_result *phase =
			result_find_phase(result, tests[i]);

		if (!phase || phase->state != PHASE_COMPLETE)
			continue;
		if (!text->length)
			strbuf_addf(text, "%-4s %-8s %*s %*s %*s %*s %*s\n",
				    "Test", "ID", RATE_WIDTH, "K/sec",
				    OPS_WIDTH, "/sec", SHARE_WIDTH, "%User",
				    SHARE_WIDTH, "%Sys", TOTAL_WIDTH, "%Total");
		add_row(text, result, phase);
	}
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++)
		add_rows(&text, &set->results[i]);
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static bool
is_held(const char *key)
{
	for (size_t i = 0; tests[i]; i++)
		if (strcmp(tests[i], key) == 0)
			return true;
	return false;
}

static const char *
misses(const struct result_set *set)
{
	return output_leaves_out(set, is_held)
		       ? "tests that rawio does not have"
		       : NULL;
}

static int
bid(const char *text, size_t length)
{
	return scan_bid(text, length, "rawio", NULL, NULL);
}

const struct format rawio_format = {
	.name = "rawio",
	.summary = "rawio's table of four tests",
	.emit = emit,
	.misses = misses,
	.bid = bid,
	.parse = scan_parse,
};
