#include "formats/scan_reader.h"

#include <string.h>

#include "core/mem.h"
#include "core/units.h"

/* tiobench.pl's reports: tables of one test each under a heading, in widths
 * that changed over the years, and before them one table with four tests side
 * by side. A row is three whole numbers (MB, block, threads), then rates, each
 * with its share of CPU in percent. */

enum { WIDE_TESTS = 4, SETUP_WORDS = 3 };

static const char *const wide_tests[WIDE_TESTS] = { "tio-read", "tio-rread",
						    "tio-write", "tio-rwrite" };

static size_t
read_heading(struct scan *scan, size_t at)
{
	const struct scan_window *window = &scan->window;
	bool random = scan_word_is(window, at, "Random");

	if (!random && !scan_word_is(window, at, "Sequential"))
		return 0;
	if (scan_word_is(window, at + 1, "Reads"))
		scan->tiobench.test = random ? "tio-rread" : "tio-read";
	else if (scan_word_is(window, at + 1, "Writes"))
		scan->tiobench.test = random ? "tio-rwrite" : "tio-write";
	else
		return 0;
	return 2;
}

/* A share that was too fast to be known keeps its sign: `+++++%`. */
static struct cell
share_parse(const char *text)
{
	struct cell cell = cell_parse(text);
	size_t length = strcspn(text, "%");
	char bare[16];

	if (cell.kind != CELL_NONE || strcmp(text + length, "%") != 0 ||
	    length >= sizeof bare)
		return cell;
	memcpy(bare, text, length);
	bare[length] = '\0';
	cell = cell_parse(bare);
	cell.unit = '%';
	return cell;
}

static bool
is_figure(const struct cell *cell)
{
	return cell->kind == CELL_NUMBER || cell->kind == CELL_OVER;
}

/* `38.60 20.2%`; returns the words taken. */
static size_t
read_pair(const struct scan_window *window, size_t at, struct cell *rate,
	  struct cell *cpu)
{
	size_t words = 2;

	*rate = cell_parse(scan_word_text(window, at));
	*cpu = share_parse(scan_word_text(window, at + 1));
	if (cpu->kind == CELL_NUMBER && !cpu->unit &&
	    !strcmp(scan_word_text(window, at + 2), "%")) {
		cpu->unit = '%';
		words++;
	}
	if (!is_figure(rate) || rate->unit || !is_figure(cpu) ||
	    cpu->unit != '%')
		return 0;
	return words;
}

static void
put_pair(struct result *result, const char *test, const struct cell *rate,
	 const struct cell *cpu)
{
	scan_put(result, test, QUANTITY_RATE,
		 cell_quantity(rate, (double)UNITS_MIB), true);
	scan_put(result, test, QUANTITY_CPU, cell_quantity(cpu, 1), true);
}

/* Four pairs, 0 words when there are not so many. */
static size_t
read_wide(const struct scan_window *window, size_t at, struct result *result)
{
	size_t words = 0;
	struct cell rates[WIDE_TESTS];
	struct cell cpus[WIDE_TESTS];

	for (size_t i = 0; i < WIDE_TESTS; i++) {
		size_t taken =
			read_pair(window, at + words, &rates[i], &cpus[i]);

		if (!taken)
			return 0;
		words += taken;
	}
	for (size_t i = 0; i < WIDE_TESTS; i++)
		put_pair(result, wide_tests[i], &rates[i], &cpus[i]);
	return words;
}

/* The mean latency or, in wider layouts, mean, maximum and two shares of slow
 * requests. The whole number behind them ends both. */
static size_t
read_latencies(const struct scan_window *window, size_t at, const char *test,
	       struct result *result)
{
	static const enum quantity_id ids[] = { QUANTITY_LATENCY_MEAN,
						QUANTITY_LATENCY_MAX };
	size_t words = 0;

	while (words < 4) {
		struct cell cell =
			cell_parse(scan_word_text(window, at + words));

		if (cell.kind != CELL_NUMBER || !cell.fraction || cell.unit)
			break;
		if (words < 2)
			scan_put(result, test, ids[words],
				 cell_quantity(&cell, 1e-3), true);
		words++;
	}
	return words;
}

/* The share of CPU behind the setup and the rate. */
static bool
has_percent(const struct scan_window *window, size_t at)
{
	return strchr(scan_word_text(window, at), '%') ||
	       !strcmp(scan_word_text(window, at + 1), "%");
}

/* MB, block size and threads. */
static bool
read_setup(const struct scan_window *window, size_t at, struct result *result)
{
	uint64_t megabytes;

	if (!cell_count(scan_word_text(window, at), &megabytes) ||
	    !cell_count(scan_word_text(window, at + 1), &result->chunk_bytes) ||
	    !cell_count(scan_word_text(window, at + 2), &result->workers))
		return false;
	result->size_bytes = megabytes * UNITS_MIB;
	return megabytes < 1000000000 && result->workers;
}

/* The words behind the setup, as figures of `result`. */
static size_t
read_figures(const struct scan_window *window, size_t at, const char *test,
	     struct result *result)
{
	struct cell rate;
	struct cell cpu;
	size_t words = read_pair(window, at, &rate, &cpu);
	size_t wide;

	if (!words)
		return 0;
	wide = read_wide(window, at, result);
	if (wide)
		return wide;
	if (!test)
		return 0;
	put_pair(result, test, &rate, &cpu);
	return words + read_latencies(window, at + words, test, result);
}

static size_t
read_row(struct scan *scan, size_t at)
{
	struct result result;
	size_t first;
	size_t words = 0;

	if (!has_percent(&scan->window, at + SETUP_WORDS + 1))
		return 0;
	result_init(&result);
	if (read_setup(&scan->window, at, &result))
		words = read_figures(&scan->window, at + SETUP_WORDS,
				     scan->tiobench.test, &result);
	if (!words) {
		result_release(&result);
		return 0;
	}
	result.tool = mem_strdup("tiobench");
	result.label = scan_name_before(scan, at, &first);
	result.line = scan->window.words[first].line;
	scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	return SETUP_WORDS + words;
}

const struct scan_reader scan_tiobench_readers[] = {
	{ "tiobench heading", WORD_OTHER, "SR-", read_heading },
	{ "tiobench row", WORD_NUMBER, NULL, read_row },
	{ NULL, 0, NULL, NULL },
};
