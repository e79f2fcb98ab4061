#ifndef FORMATS_SCAN_READER_H
#define FORMATS_SCAN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/scan_cells.h"
#include "formats/scan_runs.h"
#include "formats/scan_words.h"

/* Readers of the layouts that posts have. A reader looks at the words of the
 * window from one word on. */

enum { SCAN_NAME_BYTES = 128, SCAN_BLOCK_RUNS = 32 };

enum bonnie_section { SECTION_NONE, SECTION_IO, SECTION_FILES };

/* What the headings said of the bonnie and bonnie++ rows below them. */
struct scan_bonnie {
	enum bonnie_section section;
	uint64_t touched; /* position of the last heading or row */
	bool plus; /* %CP: bonnie++ */
	bool mega; /* M/sec */
	char version[16]; /* "" when there was none */
	uint64_t version_at; /* its position */
	bool own_version; /* the file part has a heading of its own */
	uint64_t workers;
	char name[SCAN_NAME_BYTES]; /* in the heading of the file part */
	struct row_columns columns;
	size_t columns_line;
	size_t runs[SCAN_BLOCK_RUNS]; /* of the I/O part: indices in the set */
	size_t run_count;
	size_t run_next; /* the next one to get a file part */
	struct row last; /* the row above, for its latencies */
	size_t last_run;
	bool has_last;
	bool joint; /* I/O and file part were one row */
};

struct scan_tiobench {
	const char *test; /* of the table's heading; NULL: none yet */
	uint64_t workers; /* of the box */
	size_t rows[4]; /* of the box, by test */
	bool known[4];
};

struct scan {
	struct scan_window window;
	struct scan_runs runs;
	struct scan_bonnie bonnie;
	struct scan_tiobench tiobench;
};

struct scan_reader {
	const char *name;
	unsigned kinds; /* enum word_kind: at which words it is asked */
	const char *begins; /* and with which first characters; NULL: any */
	/* Adds what begins at word `at` to scan->runs and returns how many
	 * words it took; 0: nothing for this reader. */
	size_t (*read)(struct scan *scan, size_t at);
};

extern const struct scan_reader scan_heading_readers[];
extern const struct scan_reader scan_csv_readers[];
extern const struct scan_reader scan_bonnie_readers[];
extern const struct scan_reader scan_bonniepp_readers[];
extern const struct scan_reader scan_sizeless_readers[];
extern const struct scan_reader scan_rawio_readers[];
extern const struct scan_reader scan_tiobench_readers[];
extern const struct scan_reader scan_tiotest_readers[];
extern const struct scan_reader scan_time_readers[];

/* Number of words from the start of the file to word `at`. */
uint64_t scan_position(const struct scan *scan, size_t at);

/* The words before `at` on its line that no result has taken yet, a name for
 * the row, with single blanks; `first` is where it begins (`at` when there is
 * none). NULL when there is none; otherwise the caller frees it. */
char *scan_name_before(const struct scan *scan, size_t at, size_t *first);

/* Whether a heading or row of bonnie stands at most `words` before `at`. */
bool scan_bonnie_near(const struct scan *scan, size_t at, uint64_t words);

/* The row that ends before word `end` was read, it is the run at `index`. */
void scan_bonnie_done(struct scan *scan, size_t end, const struct row *row,
		      size_t index);

/* Adds `result`, the I/O row that ends before word `end`, as a run of `tool`. */
void scan_bonnie_add(struct scan *scan, size_t end, const struct row *row,
		     struct result *result, const char *tool);

/* Puts the rates and CPUs of a row of block tests, in KiB/s, and of seeks. */
void scan_put_io(struct result *result, const struct row *row);

#endif
