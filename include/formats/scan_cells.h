#ifndef FORMATS_SCAN_CELLS_H
#define FORMATS_SCAN_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/scan_words.h"
#include "results/result.h"

/* What the cells of a table of results may hold. */

enum cell_kind {
	CELL_NONE, /* no cell at all */
	CELL_EMPTY, /* not run */
	CELL_NUMBER,
	CELL_OVER, /* +++++, *****, #####: no figure */
};

struct cell {
	enum cell_kind kind;
	double number;
	bool fraction; /* written with a decimal point */
	char unit; /* k m g t, %, or 0 */
	size_t signs; /* of CELL_OVER: how many pluses, stars or hashes */
};

/* The whole of `text`: `24041`, `244.3`, `1585.`, `1.4g`, `47.9MB/s`, `99%`,
 * `+++++`, ``. */
struct cell cell_parse(const char *text);

/* `1.4g`, `k`, `MB/s`: 1, 1024, ...; 0 for another unit. */
double cell_unit_factor(char unit);

/* A cell as a quantity: its number times `factor`. */
struct quantity cell_quantity(const struct cell *cell, double factor);

/* `49489us`, `140ms`, `3s` in seconds; false when it is none. */
bool cell_latency(const char *text, double *seconds);

/* bonnie++'s `16G`, `256M:64k`, `1G:::1024000:16`; numbers that were not given
 * are 0. */
struct cell_size {
	uint64_t size_bytes;
	uint64_t chunk_bytes;
	uint64_t workers;
	uint64_t seeks;
	uint64_t seekers;
};

bool cell_size_parse(const char *text, struct cell_size *size);

/* bonnie++'s `16`, `16:link`, `16:4096:512/10:1k`: thousands of files, greatest
 * and smallest size, directories, chunk; 2.00's `16:4096:512:10` has ten
 * directories. */
bool cell_files(const char *text, struct file_setup *files);

/* A whole number without a sign, below 10^12. */
bool cell_count(const char *text, uint64_t *count);

/* The six pairs of rate and CPU of a row of bonnie or bonnie++. */
enum { ROW_PAIRS = 6 };

struct row {
	struct cell values[ROW_PAIRS];
	struct cell cpus[ROW_PAIRS];
	size_t pairs; /* that are shown */
	size_t words; /* that the row takes */
	bool present[ROW_PAIRS]; /* which of the six are shown */
	bool one_line;
	bool ends_line; /* nothing follows on its last line */
	bool by_columns; /* each pair stands below its heading */
};

/* Where a heading put the ends of its six CPU columns. */
struct row_columns {
	size_t count;
	uint32_t ends[ROW_PAIRS];
};

/* Reads a row that begins at word `at`, also one that was broken into several
 * lines. With fewer than six pairs the columns, or the custom of leaving out
 * the two per-char tests, tell which are missing; `columns` NULL: all six must
 * be there. false: no row. */
bool row_read(const struct scan_window *window, size_t at,
	      const struct row_columns *columns, struct row *row);

/* How many of the six are shown; whether any has a unit, as in 1.4g. */
size_t row_shown(const struct row *row);
bool row_has_units(const struct row *row);

/* Whether all rates but the last have a unit, or none. */
bool row_has_uniform_units(const struct row *row);

#endif
