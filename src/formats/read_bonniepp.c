#include "formats/scan_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/units.h"
#include "formats/bonniepp.h"

/* bonnie++'s text: rows of the I/O part and of the file part, and the Latency
 * rows of 1.9x and later. */

enum {
	NEAR_WORDS = 60,
	DEFAULT_CHUNK_BYTES = 8192,
	SETUP_CELLS = 5,
	PAIR_COLUMNS = 8, /* a rate and its CPU, at least */
	FILES_A_UNIT = 1024,
};

/* 1.98 to 2.00a print the number of files where the rates of the file part
 * belong; what bon_csv2txt makes of their rows has the rates. */
static bool
is_false_rate(const struct quantity *rate, const struct file_setup *files,
	      const char *version)
{
	if (rate->state != QUANTITY_KNOWN ||
	    rate->value != (double)files->units * FILES_A_UNIT)
		return false;
	return !strncmp(version, "1.98", 4) || !strncmp(version, "1.99", 4) ||
	       !strcmp(version, "2.00") || !strcmp(version, "2.00a");
}

static bool
is_mebibytes(const char *text, struct cell_size *size)
{
	uint64_t megabytes;

	memset(size, 0, sizeof *size);
	if (!cell_count(text, &megabytes) || megabytes > 1000000000)
		return false;
	size->size_bytes = megabytes * UNITS_MIB;
	return true;
}

/* What stands in front of the six pairs of an I/O row. */
struct io_row {
	struct cell_size size;
	struct row row;
	size_t words; /* of the size, and of a chunk in a cell of its own */
};

/* bonnie++'s shares of CPU are whole numbers. */
static bool
has_whole_shares(const struct row *row)
{
	for (size_t i = 0; i < ROW_PAIRS; i++)
		if (row->cpus[i].fraction)
			return false;
	return true;
}

/* Tables that bon_csv2html made have a cell for the chunk behind the size, often
 * an empty one. */
static bool
reads_behind_chunk(const struct scan *scan, size_t at, struct row *row)
{
	return scan_words_on_line(&scan->window, at, at + 1) &&
	       scan->window.words[at + 1].kind & (WORD_NUMBER | WORD_EMPTY) &&
	       row_read(&scan->window, at + 2, &scan->bonnie.columns, row) &&
	       row->pairs == ROW_PAIRS && row->one_line &&
	       row_has_uniform_units(row) && has_whole_shares(row);
}

/* The size at `at` is the end of a name: `2 x 36G`. */
static bool
has_size_behind(const struct scan *scan, size_t at)
{
	struct cell_size size;
	struct row row;

	return scan_words_on_line(&scan->window, at, at + 1) &&
	       cell_size_parse(scan_word_text(&scan->window, at + 1), &size) &&
	       row_read(&scan->window, at + 2, &scan->bonnie.columns, &row);
}

static bool
read_pairs(const struct scan *scan, size_t at, struct io_row *io)
{
	struct row behind_chunk;
	bool read = row_read(&scan->window, at + 1, &scan->bonnie.columns,
			     &io->row);

	io->words = 1;
	if (has_size_behind(scan, at))
		return false;
	if (read && row_has_uniform_units(&io->row))
		return true;
	if (reads_behind_chunk(scan, at, &behind_chunk)) {
		io->words = 2;
		io->row = behind_chunk;
		return true;
	}
	return read;
}

/* Such a row may have any number of figures, as when a run was of one test. The
 * size or the number of files at `at` stands left of the first column. */
static bool
is_below_heading(const struct scan *scan, size_t at, const struct row *row)
{
	return row->by_columns && row->ends_line &&
	       scan->window.words[at].column + PAIR_COLUMNS <=
		       scan->bonnie.columns.ends[0];
}

/* `16G`, or a bare number of MiB where nothing but the row is on the line. */
static bool
is_io_row(const struct scan *scan, size_t at, struct io_row *io)
{
	const char *text = scan_word_text(&scan->window, at);
	bool near = scan_bonnie_near(scan, at, NEAR_WORDS);
	bool sized = cell_size_parse(text, &io->size);

	if (!sized &&
	    !(near && scan->bonnie.plus && scan->bonnie.section == SECTION_IO &&
	      is_mebibytes(text, &io->size)))
		return false;
	/* A page of bon_csv2html mixes M/sec and K/sec under one heading. */
	if (scan->bonnie.mega || !read_pairs(scan, at, io))
		return false;
	if (!sized)
		return scan_words_on_line(&scan->window, at, at + 1) &&
		       row_shown(&io->row) == ROW_PAIRS && io->row.ends_line;
	if (!near)
		return io->row.pairs == ROW_PAIRS;
	/* A name like a size, in front of classic bonnie's row. */
	if (!scan->bonnie.plus && !io->row.ends_line)
		return false;
	return row_shown(&io->row) > 1 || is_below_heading(scan, at, &io->row);
}

/* Such tables also have a cell for the concurrency, between name and size. */
static bool
has_workers(const struct scan *scan, size_t at, const struct io_row *io,
	    uint64_t *workers)
{
	return io->words > 1 && at > scan->window.taken &&
	       !scan->window.words[at].starts &&
	       !scan->window.words[at - 1].starts &&
	       cell_count(scan->window.words[at - 1].text, workers);
}

static size_t
read_io_row(struct scan *scan, size_t at)
{
	struct io_row io;
	struct result result;
	size_t first;
	bool workers;

	if (!is_io_row(scan, at, &io))
		return 0;
	result_init(&result);
	workers = has_workers(scan, at, &io, &io.size.workers);
	result.machine = scan_name_before(scan, at - workers, &first);
	result.line = scan->window.words[first].line;
	result.size_bytes = io.size.size_bytes;
	result.chunk_bytes =
		io.size.chunk_bytes ? io.size.chunk_bytes : DEFAULT_CHUNK_BYTES;
	result.workers = io.size.workers;
	result.seeks = io.size.seeks;
	result.seekers = io.size.seekers;
	scan_bonnie_add(scan, at + io.words + io.row.words, &io.row, &result,
			"bonnie++");
	return io.words + io.row.words;
}

/* Whether the run that the heading of the file part names can be this one:
 * each part cuts the name to its own width. */
static bool
is_named_so(const struct result *result, const char *name)
{
	size_t length;

	if (!result->machine || !*name)
		return true;
	length = strlen(name) < strlen(result->machine)
			 ? strlen(name)
			 : strlen(result->machine);
	return !strncmp(result->machine, name, length);
}

/* The run of the I/O part above that a row of the file part completes; NULL
 * when it is a run of its own. */
static struct result *
find_io_run(struct scan *scan, const char *name, size_t *index)
{
	struct scan_bonnie *bonnie = &scan->bonnie;

	for (size_t i = bonnie->run_next; i < bonnie->run_count; i++) {
		struct result *result =
			&scan->runs.set->results[bonnie->runs[i]];

		if (bonnie->own_version || *name)
			if (!is_named_so(result, name))
				continue;
		bonnie->run_next = i + 1;
		*index = bonnie->runs[i];
		return result;
	}
	return NULL;
}

static void
put_files(struct result *result, const struct row *row,
	  const struct file_setup *files, const char *version)
{
	if (!result->files.units)
		result->files = *files;
	for (size_t i = 0; i < ROW_PAIRS; i++) {
		struct quantity rate = cell_quantity(&row->values[i], 1);

		if (!is_false_rate(&rate, files, version))
			scan_put(result, bonniepp_columns[BONNIEPP_IO + i].key,
				 QUANTITY_OPS, rate, false);
		scan_put(result, bonniepp_columns[BONNIEPP_IO + i].key,
			 QUANTITY_CPU, cell_quantity(&row->cpus[i], 1), false);
	}
}

/* The name of the row, or the one in the heading; "" when there is none. */
static char *
files_name(const struct scan *scan, size_t at, size_t *first)
{
	char *name = scan_name_before(scan, at, first);

	if (name && !strcmp(name, "files")) {
		free(name);
		*first = at;
		name = NULL;
	}
	return name ? name : mem_strdup(scan->bonnie.name);
}

static void
add_files(struct scan *scan, size_t at, size_t end, const struct row *row,
	  const struct file_setup *files)
{
	struct result result;
	struct result *run;
	size_t first;
	size_t index;
	char *name = files_name(scan, at, &first);

	run = find_io_run(scan, name, &index);
	if (run) {
		put_files(run, row, files, scan->bonnie.version);
		free(name);
	} else {
		result_init(&result);
		result.tool = mem_strdup("bonnie++");
		if (*scan->bonnie.version)
			result.tool_version = mem_strdup(scan->bonnie.version);
		result.line = scan->window.words[first].line;
		result.machine = *name ? name : NULL;
		if (!*name)
			free(name);
		put_files(&result, row, files, scan->bonnie.version);
		index = scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	}
	scan_bonnie_done(scan, end, row, index);
}

/* The pairs behind the files cell. In a table of one row for both parts there
 * may be cells for the greatest and smallest size, directories and chunk. */
static size_t
read_file_pairs(const struct scan *scan, size_t at, bool joint, struct row *row)
{
	for (size_t words = 1; words <= (joint ? SETUP_CELLS : 1); words++) {
		if (!row_read(&scan->window, at + words, &scan->bonnie.columns,
			      row) ||
		    row_has_units(row))
			continue;
		if (row->pairs != ROW_PAIRS &&
		    (joint || !is_below_heading(scan, at, row)))
			continue;
		if (!joint ||
		    (row->one_line && row->ends_line && has_whole_shares(row) &&
		     scan_words_on_line(&scan->window, at, at + words)))
			return words;
	}
	return 0;
}

static size_t
read_files_row(struct scan *scan, size_t at)
{
	struct scan_bonnie *bonnie = &scan->bonnie;
	struct file_setup files;
	struct row row;
	bool joint = bonnie->section == SECTION_IO && bonnie->has_last &&
		     !scan->window.words[at].starts &&
		     scan_position(scan, at) == bonnie->touched;
	size_t words;

	if ((bonnie->section != SECTION_FILES && !joint) || bonnie->mega ||
	    !scan_bonnie_near(scan, at, NEAR_WORDS) ||
	    !cell_files(scan_word_text(&scan->window, at), &files))
		return 0;
	words = read_file_pairs(scan, at, joint, &row);
	if (!words)
		return 0;
	bonnie->joint = joint;
	add_files(scan, at, at + words + row.words, &row, &files);
	return words + row.words;
}

/* A row of latencies: six cells, some of them empty or left out. */
struct latencies {
	double seconds[ROW_PAIRS];
	bool known[ROW_PAIRS];
	size_t count;
	size_t shown;
};

/* Which of the six a latency belongs to: each is right-aligned in ten columns
 * behind the first seventeen. */
static size_t
latency_place(const struct scan_word *word)
{
	size_t place = word->column < 27 ? 0 : (word->column - 27 + 5) / 10;

	return place < ROW_PAIRS ? place : ROW_PAIRS - 1;
}

static void
gather_latencies(const struct scan_window *window, size_t at,
		 struct latencies *row)
{
	memset(row, 0, sizeof *row);
	while (row->count < ROW_PAIRS && at + row->count < window->count) {
		const struct scan_word *word = &window->words[at + row->count];
		bool known =
			cell_latency(word->text, &row->seconds[row->count]);

		if (!known && word->kind != WORD_EMPTY)
			break;
		row->known[row->count++] = known;
		row->shown += known;
	}
}

/* With fewer than six cells the row above tells which are missing, or else
 * their columns. */
static void
put_latencies(struct scan *scan, size_t at, const struct latencies *row)
{
	struct scan_bonnie *bonnie = &scan->bonnie;
	struct result *result = &scan->runs.set->results[bonnie->last_run];
	size_t first = bonnie->section == SECTION_FILES ? BONNIEPP_IO : 0;
	bool in_order = row->count == row_shown(&bonnie->last);
	size_t place = 0;

	for (size_t i = 0; i < row->count; i++, place++) {
		if (row->count < ROW_PAIRS && in_order)
			while (!bonnie->last.present[place])
				place++;
		else if (row->count < ROW_PAIRS)
			place = latency_place(&scan->window.words[at + i]);
		if (row->known[i])
			scan_put(result, bonniepp_columns[first + place].key,
				 QUANTITY_LATENCY_MAX,
				 quantity_known(row->seconds[i]), false);
	}
}

static size_t
read_latencies(struct scan *scan, size_t at)
{
	struct latencies row;

	if (!scan_word_is(&scan->window, at, "Latency") ||
	    !scan->bonnie.has_last || !scan_bonnie_near(scan, at, NEAR_WORDS))
		return 0;
	gather_latencies(&scan->window, at + 1, &row);
	if (!row.shown && !scan->bonnie.joint)
		return 0;
	put_latencies(scan, at + 1, &row);
	/* One row for both parts has the latencies of both under it. */
	scan->bonnie.has_last = scan->bonnie.joint;
	if (scan->bonnie.joint)
		scan->bonnie.section = SECTION_FILES;
	scan->bonnie.joint = false;
	scan->bonnie.touched = scan_position(scan, at + 1 + row.count);
	return 1 + row.count;
}

const struct scan_reader scan_bonniepp_readers[] = {
	{ "bonnie++ file row", WORD_NUMBER, NULL, read_files_row },
	{ "bonnie++ row", WORD_NUMBER, NULL, read_io_row },
	{ "bonnie++ latencies", WORD_OTHER, "L-", read_latencies },
	{ NULL, 0, NULL, NULL },
};
