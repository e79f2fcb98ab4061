#ifndef FORMATS_BONNIEPP_H
#define FORMATS_BONNIEPP_H

#include <stdbool.h>
#include <stddef.h>

#include "results/quantity.h"

struct result;
struct result_set;
struct strbuf;

/* What bonnie++'s text and CSV layouts of all versions have in common: twelve
 * tests in fixed columns, and how a figure, a size and a name are spelled.
 *
 * Figures: K/sec (1024 bytes) and files/s are truncated to whole numbers, as is
 * the CPU share; a figure that was too fast is +++++ and its CPU share +++; one
 * that is absent or failed is empty, and so is its CPU share. */

enum {
	BONNIEPP_IO = 6, /* putc write rewrite getc read seeks */
	BONNIEPP_SEEKS = 5, /* the last of them */
	BONNIEPP_COLUMNS = 12, /* then create stat delete, twice */
	BONNIEPP_CELL_BYTES = 32,
};

struct bonniepp_column {
	const char *key;
	enum quantity_id id;
	double unit; /* base units in one unit of the column */
};

extern const struct bonniepp_column bonniepp_columns[BONNIEPP_COLUMNS];

/* How a column's figure is written. */
enum bonniepp_style {
	BONNIEPP_PLAIN, /* seeks: one decimal below 1000, none from there */
	BONNIEPP_TENTHS, /* seeks: always one decimal (1.0x CSV) */
	BONNIEPP_SUFFIXED, /* K/sec as 1987k, 86.0m, 2.3g (2.00 text) */
};

struct bonniepp_cell {
	char value[BONNIEPP_CELL_BYTES];
	char cpu[BONNIEPP_CELL_BYTES];
	char latency[BONNIEPP_CELL_BYTES]; /* 52575us, 245ms, 100s */
};

/* The figures of a column as they are printed. */
void bonniepp_cell(struct bonniepp_cell *cell, const struct result *result,
		   size_t column, enum bonniepp_style style);

/* Whether the file-I/O (file-metadata) part is there at all. A result without
 * any phase has the parts that its set-up announces. */
bool bonniepp_has_io(const struct result *result);
bool bonniepp_has_files(const struct result *result);

/* Whether the layouts can show anything of the result. */
bool bonniepp_fits(const struct result *result);

/* "16G", "300M", for sizes that are no whole MiB "1500k". */
void bonniepp_add_size(struct strbuf *text, const struct result *result);

/* "64k", "512"; "1m" from 1 MiB on if `mebibytes`. */
void bonniepp_add_chunk(struct strbuf *text, unsigned long long chunk_bytes,
			bool mebibytes);

/* "16", "16:link", "16:4096:512/10". */
void bonniepp_add_files(struct strbuf *text, const struct result *result);

/* The machine's name (failing that, the label), with every control character
 * turned into '_', and with `csv` every ',', '"', '<' and '>' too, so that no
 * name can break a line, or the page that a tool makes of it. */
void bonniepp_add_name(struct strbuf *text, const struct result *result,
		       bool csv);

/* Any text, cleaned in the same way; NULL adds nothing. */
void bonniepp_add_clean(struct strbuf *text, const char *dirty, bool csv);

/* The program version a row or a heading shows: the result's, "1.03" where it
 * has none (a 27-field row does not carry any). */
const char *bonniepp_version(const struct result *result);

/* What differs between the text layouts. */
struct bonniepp_dialect {
	bool concurrency; /* 1.9x: the line with the concurrency */
	bool suffixed; /* 1.98 on: rates as 1987k, sizes as 4G:64k:2 */
	bool latency; /* 1.9x on: a row of latencies under each part */
	bool mebibytes; /* 1.9x on: chunks as 1m */
};

/* The text block of one result. */
void bonniepp_add_text(struct strbuf *text, const struct result *result,
		       const struct bonniepp_dialect *dialect);

/* For a format's `misses`: a test without a column was left out. */
const char *bonniepp_misses(const struct result_set *set);

/* One CSV row of any version (27 fields or IO's 14 of 1.0x, versioned rows
 * from 1.90a to 2.00) in `line`, without its newline. Fills the freshly
 * initialised `result` but for source and line. 0; -1 when it is no such row,
 * and nothing was filled. */
int bonniepp_read_row(const char *line, size_t length, struct result *result);

/* Whether the line is one of the headings that bonnie++ writes above rows. */
bool bonniepp_is_heading(const char *line, size_t length);

#endif
