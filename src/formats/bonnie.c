#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/bonniepp.h"
#include "formats/format.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

/* Bonnie has the tests of bonnie++'s file-I/O part and no others. */

enum { NAME_COLUMNS = 8 };

static const char heading[] =
	"              -------Sequential Output-------- ---Sequential Input-- "
	"--Random--\n"
	"              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- "
	"--Seeks---\n"
	"Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU "
	" /sec %CPU\n";

static void
add_number(struct strbuf *text, const struct quantity *quantity, double unit,
	   int width, int decimals)
{
	double value = quantity->value / unit;

	if (quantity->state == QUANTITY_TOO_FAST)
		strbuf_addf(text, "%*s", width, width > 4 ? "+++++" : "+++");
	else if (quantity->state != QUANTITY_KNOWN || !(value >= 0) ||
		 value > 1e18)
		strbuf_addf(text, "%*s", width, "");
	else
		strbuf_addf(text, "%*.*f", width, decimals,
			    decimals ? value : floor(value));
}

static void
add_row(struct strbuf *text, const struct result *result)
{
	struct strbuf name;

	strbuf_init(&name);
	bonniepp_add_name(&name, result, false);
	strbuf_add_fitted(text, name.text, NAME_COLUMNS);
	strbuf_addf(text, " %4llu",
		    (unsigned long long)(result->size_bytes / UNITS_MIB));
	strbuf_release(&name);
	for (size_t i = 0; i < BONNIEPP_IO; i++) {
		const struct bonniepp_column *column = &bonniepp_columns[i];
		struct quantity value =
			result_quantity(result, column->key, column->id);
		struct quantity cpu =
			result_quantity(result, column->key, QUANTITY_CPU);

		if (value.state == QUANTITY_TOO_FAST ||
		    value.state == QUANTITY_ABSENT)
			cpu.state = value.state;
		strbuf_add_char(text, ' ');
		add_number(text, &value, column->unit, 5, i == BONNIEPP_SEEKS);
		strbuf_add_char(text, ' ');
		add_number(text, &cpu, 1, 4, 1);
	}
	strbuf_add_char(text, '\n');
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++) {
		if (!bonniepp_has_io(&set->results[i]))
			continue;
		if (text.length == 0)
			strbuf_add(&text, heading);
		add_row(&text, &set->results[i]);
	}
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static bool
is_held(const char *key)
{
	for (size_t i = 0; i < BONNIEPP_IO; i++)
		if (strcmp(bonniepp_columns[i].key, key) == 0)
			return true;
	return false;
}

static const char *
misses(const struct result_set *set)
{
	return output_leaves_out(set, is_held)
		       ? "tests that Bonnie does not have"
		       : NULL;
}

static int
bid(const char *text, size_t length)
{
	return scan_bid(text, length, "bonnie", NULL, NULL);
}

const struct format bonnie_format = {
	.name = "bonnie",
	.summary = "Bonnie, the classic text table",
	.emit = emit,
	.misses = misses,
	.bid = bid,
	.parse = scan_parse,
};
