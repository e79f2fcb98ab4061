#include <string.h>

#include "compare/compare.h"
#include "compare/report.h"
#include "compare/tests.h"
#include "core/strbuf.h"

/* The columns of a report. */
static const struct {
	const char *name;
	const char *meaning;
} columns[] = {
	{ "A, B",
	  "The mean of the runs of each side. >N: too fast to be measured, "
	  "certainly above N; +++++: the same, and nothing is known of it, or "
	  "the figure was withheld as not the disk's." },
	{ "B - A",
	  "The difference of the means in percent of A's. It lies when the "
	  "runs of A were all made before those of B: then a disk that fills "
	  "or warms up looks like a difference. Make them in turns." },
	{ "interval",
	  "Where the true difference lies with the confidence asked for "
	  "(Welch's t, which allows for other numbers of runs and other "
	  "spreads; --pooled: ministat's). It lies when runs depend on each "
	  "other, and knows nothing of caches: it may be a precise interval "
	  "around a wrong figure." },
	{ "Result",
	  "faster, slower, higher, lower: proven, with all figures of the "
	  "table taken together (Holm 1979): of twelve figures one or more "
	  "differ by chance in 46 of 100 comparisons of equals. no difference "
	  "proven: none or too few runs, the interval says which. equivalent: "
	  "proven to be within --delta. unproven: one run only. not "
	  "comparable: see the remark." },
	{ "rank test",
	  "Mann and Whitney's exact test looks at the order of the runs only. "
	  "Where it disagrees, a few runs make the difference." },
};

/* What makes a figure of each kind lie. */
static const char *const lies[QUANTITY_COUNT] = {
	[QUANTITY_RATE] = "It lies when a cache took or gave the bytes, when "
			  "the flush is left out, or when it ran for less "
			  "than a second.",
	[QUANTITY_OPS] = "It lies when what is asked for is still cached, and "
			 "grows with the number that ask at once.",
	[QUANTITY_CPU] = "It lies when kernel threads do the work (write-back, "
			 "software RAID, encryption), and when a virtual "
			 "machine is not told what was taken from it.",
	[QUANTITY_USER] = "It lies on short runs: some systems count in ticks "
			  "of 10 ms.",
	[QUANTITY_SYS] = "It lies on short runs, and does not hold what kernel "
			 "threads did.",
	[QUANTITY_LATENCY_MAX] = "It is one operation out of all: it grows "
				 "with their number, and one interruption "
				 "makes it.",
	[QUANTITY_LATENCY_MEAN] = "It hides the tail, and cached operations "
				  "pull it down.",
	[QUANTITY_WALL] = "It lies when what was written is not on the disk "
			  "yet, and when others use the machine.",
	[QUANTITY_USER_TIME] = "It lies on short runs, and changes with the "
			       "clock rate of the CPU.",
	[QUANTITY_SYS_TIME] = "It does not hold what kernel threads did, as "
			      "for write-back.",
	[QUANTITY_FLUSH_TIME] = "It lies when the drive says that data is safe "
				"before it is.",
	[QUANTITY_FILES] = "It lies when files vanished or may not be read "
			   "meanwhile.",
	[QUANTITY_PEAK_MEMORY] = "It holds shared pages once for each process, "
				 "and not the page cache.",
	[QUANTITY_DEVICE_READ] = "It lies when others use the device; caches "
				 "below it are not seen.",
	[QUANTITY_DEVICE_WRITTEN] = "It lies when others use the device, and "
				    "holds the journal too.",
	[QUANTITY_DEVICE_FLUSHES] = "It lies when others use the device, and "
				    "counts flushes that the drive ignores.",
	[QUANTITY_DISK_WAIT] = "It is of the whole machine: others wait, too.",
};

/* What bonnie and bonnie++ call the tests. */
static const struct {
	const char *test;
	const char *heading;
} headings[] = {
	{ "putc", "Sequential Output, Per Chr" },
	{ "write", "Sequential Output, Block" },
	{ "rewrite", "Sequential Output, Rewrite" },
	{ "getc", "Sequential Input, Per Chr" },
	{ "read", "Sequential Input, Block" },
	{ "seeks", "Random Seeks" },
	{ "seq-create", "Sequential Create, Create" },
	{ "seq-stat", "Sequential Create, Read" },
	{ "seq-delete", "Sequential Create, Delete" },
	{ "ran-create", "Random Create, Create" },
	{ "ran-stat", "Random Create, Read" },
	{ "ran-delete", "Random Create, Delete" },
};

static void
add_item(struct strbuf *text, const char *name, const char *meaning)
{
	strbuf_add(text, "  ");
	report_add_clean(text, name, REPORT_COLUMNS / 2);
	strbuf_add_char(text, ':');
	report_wrap(text, meaning, 4);
}

static const char *
better_text(enum quantity_better better)
{
	switch (better) {
	case BETTER_MORE:
		return "more is better";
	case BETTER_LESS:
		return "less is better";
	case BETTER_NEITHER:
		break;
	}
	return "neither more nor less is better";
}

static bool
shows(const struct comparison *comparison, const char *test, int id)
{
	for (size_t t = 0; comparison && t < comparison->table_count; t++) {
		const struct compare_table *table = &comparison->tables[t];

		for (size_t i = 0; i < table->row_count; i++)
			if ((test && strcmp(table->rows[i].test, test) == 0) ||
			    (int)table->rows[i].id == id)
				return true;
	}
	return !comparison;
}

static void
add_quantities(struct strbuf *text, const struct comparison *comparison)
{
	struct strbuf words;

	strbuf_add(text, "\nFigures:\n");
	strbuf_init(&words);
	for (int i = 0; i < QUANTITY_COUNT; i++) {
		const struct quantity_info *info = &quantity_table[i];

		if (!shows(comparison, NULL, i))
			continue;
		strbuf_clear(&words);
		strbuf_addf(&words, "in %s, %s. %s %s", info->unit,
			    better_text(info->better), info->summary,
			    lies[i] ? lies[i] : "");
		add_item(text, info->key, words.text);
	}
	strbuf_release(&words);
}

static void
add_heading(struct strbuf *words, const char *test)
{
	for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
		if (strcmp(headings[i].test, test) == 0)
			strbuf_addf(words, " (bonnie's \"%s\".)",
				    headings[i].heading);
}

static void
add_tests(struct strbuf *text, const struct comparison *comparison)
{
	struct strbuf words;

	strbuf_add(text, "\nTests, and what makes their figures lie:\n");
	strbuf_init(&words);
	for (size_t i = 0; compare_tests[i].key; i++) {
		const struct compare_test *test = &compare_tests[i];

		if (!shows(comparison, test->key, -1))
			continue;
		strbuf_clear(&words);
		strbuf_addf(&words, "%s %s", test->meaning, test->lies);
		add_heading(&words, test->key);
		add_item(text, test->key, words.text);
	}
	strbuf_release(&words);
}

void
report_add_explanation(struct strbuf *text, const struct comparison *comparison)
{
	strbuf_add(text, "Columns:\n");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		add_item(text, columns[i].name, columns[i].meaning);
	add_quantities(text, comparison);
	add_tests(text, comparison);
}
