#include "formats/scan_reader.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/units.h"
#include "results/measure.h"

/* tiotest's boxes, one for rates and one for latencies, and its terse lines. */

enum { TESTS = 4, BOX_WORDS = 300, TERSE_FIGURES = 8, TERSE_SHORT = 4 };

static const struct {
	const char *terse;
	const char *test;
	bool random;
	bool write;
} tests[TESTS] = {
	{ "write:", "tio-write", false, true },
	{ "rwrite:", "tio-rwrite", true, true },
	{ "read:", "tio-read", false, false },
	{ "rread:", "tio-rread", true, false },
};

/* `Tiotest results for 16 concurrent io threads:` */
static size_t
read_title(struct scan *scan, size_t at)
{
	struct scan_tiobench *box = &scan->tiobench;
	const struct scan_window *window = &scan->window;

	if (!scan_word_is(window, at, "Tiotest") ||
	    !scan_word_is(window, at + 1, "results"))
		return 0;
	memset(box->known, 0, sizeof box->known);
	if (!cell_count(scan_word_text(window, at + 3), &box->workers))
		box->workers = 0;
	return 2;
}

/* `Random Write`: the test, and how many words its name is; TESTS for none. */
static size_t
read_name(const struct scan_window *window, size_t at, size_t *words)
{
	bool random = scan_word_is(window, at, "Random");
	const char *text = scan_word_text(window, at + random);

	*words = 1 + random;
	for (size_t i = 0; i < TESTS; i++)
		if (tests[i].random == random &&
		    !strcmp(text, tests[i].write ? "Write" : "Read"))
			return i;
	return TESTS;
}

/* A number and its unit, two words or one. */
static size_t
read_measure(const struct scan_window *window, size_t at, const char *unit,
	     double *number)
{
	struct cell cell = cell_parse(scan_word_text(window, at));

	if (cell.kind != CELL_NUMBER)
		return 0;
	*number = cell.number;
	if (cell.unit == '%' && !strcmp(unit, "%"))
		return 1;
	if (cell.unit || strcmp(scan_word_text(window, at + 1), unit) != 0)
		return 0;
	return 2;
}

/* `2048 MBs  0.2 s  8667.792 MB/s  445.2 %  5535.9 %` */
static size_t
read_rates(const struct scan_window *window, size_t at, double figures[5])
{
	static const char *const units[] = { "MBs", "s", "MB/s", "%", "%" };
	size_t words = 0;

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
		size_t taken =
			read_measure(window, at + words, units[i], &figures[i]);

		if (!taken)
			return 0;
		words += taken;
	}
	return words;
}

static void
add_rates(struct scan *scan, size_t at, size_t test, const double figures[5])
{
	static const struct {
		enum quantity_id id;
		double factor;
	} columns[] = { [1] = { QUANTITY_WALL, 1 },
			[2] = { QUANTITY_RATE, (double)UNITS_MIB },
			[3] = { QUANTITY_USER, 1 },
			[4] = { QUANTITY_SYS, 1 } };
	struct scan_tiobench *box = &scan->tiobench;
	struct result result;

	result_init(&result);
	result.tool = mem_strdup("tiotest");
	result.line = scan->window.words[at].line;
	result.workers = box->workers;
	if (figures[0] < 1e9)
		result.size_bytes = (uint64_t)figures[0] * UNITS_MIB;
	for (size_t i = 1; i < sizeof columns / sizeof columns[0]; i++)
		scan_put(&result, tests[test].test, columns[i].id,
			 quantity_known(figures[i] * columns[i].factor), true);
	box->rows[test] = scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	box->known[test] = true;
}

/* `0.006 ms  28.019 ms` of the second box, for the row of the first. */
static size_t
read_latencies(struct scan *scan, size_t at, size_t test)
{
	static const enum quantity_id ids[] = { QUANTITY_LATENCY_MEAN,
						QUANTITY_LATENCY_MAX };
	struct scan_tiobench *box = &scan->tiobench;
	size_t words = 0;
	double ms;

	if (!box->known[test])
		return 0;
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		size_t taken =
			read_measure(&scan->window, at + words, "ms", &ms);

		if (!taken)
			return 0;
		words += taken;
		scan_put(&scan->runs.set->results[box->rows[test]],
			 tests[test].test, ids[i], quantity_known(ms / 1e3),
			 false);
	}
	return words;
}

static size_t
read_box_row(struct scan *scan, size_t at)
{
	double figures[5];
	size_t name;
	size_t test = read_name(&scan->window, at, &name);
	size_t words;

	if (test == TESTS)
		return 0;
	words = read_rates(&scan->window, at + name, figures);
	if (words)
		add_rates(scan, at, test, figures);
	else
		words = read_latencies(scan, at + name, test);
	return words ? name + words : 0;
}

static size_t
read_box(struct scan *scan, size_t at)
{
	switch (*scan_word_text(&scan->window, at)) {
	case 'T':
		return read_title(scan, at);
	case 'R':
	case 'W':
		return read_box_row(scan, at);
	default:
		return 0;
	}
}

/* The numbers of a terse line; false when there is anything else. */
static bool
read_terse_figures(const char *text, double figures[TERSE_FIGURES],
		   size_t *count)
{
	for (*count = 0; *count < TERSE_FIGURES; ++*count) {
		char part[24];
		size_t length = strcspn(text, ",");
		struct cell cell;

		if (length >= sizeof part)
			return false;
		memcpy(part, text, length);
		part[length] = '\0';
		cell = cell_parse(part);
		if (cell.kind != CELL_NUMBER || !cell.fraction || cell.unit)
			return false;
		figures[*count] = cell.number;
		text += length;
		if (!*text)
			break;
		text++;
	}
	++*count;
	return *count == TERSE_FIGURES || *count == TERSE_SHORT;
}

/* Amount and times as the measure that they are, so that the rate comes out
 * as every rate does. */
static void
put_terse(struct phase_result *phase, const double *figures, size_t count)
{
	struct measure *measure = mem_alloc(1, sizeof *measure);

	measure->span.wall_ns = (uint64_t)(figures[1] * 1e9);
	measure->span.user_ns = (uint64_t)(figures[2] * 1e9);
	measure->span.sys_ns = (uint64_t)(figures[3] * 1e9);
	measure->total.bytes = (uint64_t)(figures[0] * (double)UNITS_MIB);
	measure->moves_bytes = true;
	measure_to_phase(measure, phase);
	free(measure);
	if (count < TERSE_FIGURES)
		return;
	phase->quantities[QUANTITY_LATENCY_MEAN] =
		quantity_known(figures[4] / 1e3);
	phase->quantities[QUANTITY_LATENCY_MAX] =
		quantity_known(figures[5] / 1e3);
}

static size_t
read_terse(struct scan *scan, size_t at)
{
	const char *text = scan_word_text(&scan->window, at);
	double figures[TERSE_FIGURES];
	struct result result;
	size_t count;
	size_t test = 0;

	if (*text != 'w' && *text != 'r')
		return 0;
	while (test < TESTS &&
	       strncmp(text, tests[test].terse, strlen(tests[test].terse)) != 0)
		test++;
	if (test == TESTS ||
	    !read_terse_figures(text + strlen(tests[test].terse), figures,
				&count))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (figures[i] > 1e9)
			return 0;
	result_init(&result);
	result.tool = mem_strdup("tiotest");
	result.line = scan->window.words[at].line;
	result.size_bytes = (uint64_t)(figures[0] * (double)UNITS_MIB);
	put_terse(result_add_phase(&result, tests[test].test), figures, count);
	scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	return 1;
}

const struct scan_reader scan_tiotest_readers[] = {
	{ "tiotest box", WORD_OTHER, "TRW", read_box },
	{ "tiotest terse line", WORD_COMMAS, "wr", read_terse },
	{ NULL, 0, NULL, NULL },
};
