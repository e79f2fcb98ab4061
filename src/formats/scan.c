#include "formats/scan.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "formats/format.h"
#include "formats/scan_clean.h"
#include "formats/scan_lines.h"
#include "formats/scan_reader.h"

enum { CHUNK_BYTES = 65536, BID_BYTES = 65536, BID_LIKELY = 50, BID_LAST = 1 };

/* Asked in this order at each word. */
static const struct scan_reader *const families[] = {
	scan_heading_readers,  scan_csv_readers,      scan_bonniepp_readers,
	scan_bonnie_readers,   scan_sizeless_readers, scan_rawio_readers,
	scan_tiobench_readers, scan_tiotest_readers,  scan_time_readers,
};

enum { FAMILIES = sizeof families / sizeof families[0] };

enum { READERS_MAX = 32 };

/* A whole way from bytes to results. */
struct scanner {
	struct scan_lines lines;
	struct scan_clean clean;
	struct scan scan;
	const struct scan_reader *readers[READERS_MAX];
	/* By a word's first character: a bit for each reader to be asked. */
	uint32_t asked[256];
};

static void
add_reader(struct scanner *scanner, size_t index,
	   const struct scan_reader *reader)
{
	assert(index < READERS_MAX);
	scanner->readers[index] = reader;
	for (int c = 1; c < 256; c++)
		if (!reader->begins || strchr(reader->begins, c))
			scanner->asked[c] |= UINT32_C(1) << index;
	if (!reader->begins)
		scanner->asked[0] |= UINT32_C(1) << index;
}

static void
add_readers(struct scanner *scanner)
{
	size_t index = 0;

	for (size_t i = 0; i < FAMILIES; i++)
		for (const struct scan_reader *reader = families[i];
		     reader->name; reader++)
			add_reader(scanner, index++, reader);
}

static size_t
read_word(struct scanner *scanner, size_t at)
{
	const struct scan_word *word = &scanner->scan.window.words[at];
	uint32_t asked = scanner->asked[(unsigned char)*word->text];

	if (word->kind & (WORD_PROSE | WORD_EMPTY))
		return 0;
	for (size_t i = 0; asked; i++, asked >>= 1) {
		const struct scan_reader *reader = scanner->readers[i];
		size_t words = 0;

		if (asked & 1 && reader->kinds & word->kind)
			words = reader->read(&scanner->scan, at);
		if (words)
			return words;
	}
	return 0;
}

/* Looks at all words but the last `ahead`. */
static void
read_words(struct scanner *scanner, size_t ahead)
{
	struct scan_window *window = &scanner->scan.window;

	while (window->at + ahead < window->count) {
		size_t words = read_word(scanner, window->at);

		window->at += words ? words : 1;
		if (words)
			window->taken = window->at;
	}
	scan_window_slide(window);
}

static void
take_line(void *context, const struct clean_line *line)
{
	struct scanner *scanner = context;
	struct scan_window *window = &scanner->scan.window;
	size_t at = 0;

	do {
		if (scan_window_ready(window))
			read_words(scanner, WINDOW_AHEAD);
		at = scan_window_add(window, line, at);
	} while (at < line->length);
}

static void
clean_line(void *context, const struct scan_line *line)
{
	scan_clean_line(context, line);
}

static struct scanner *
scanner_begin(const char *source, struct result_set *set)
{
	struct scanner *scanner = mem_alloc(1, sizeof *scanner);

	scan_lines_init(&scanner->lines, clean_line, &scanner->clean);
	scan_clean_init(&scanner->clean, take_line, scanner);
	scan_window_init(&scanner->scan.window);
	scan_runs_init(&scanner->scan.runs, source, set);
	add_readers(scanner);
	return scanner;
}

static void
scanner_feed(struct scanner *scanner, const char *bytes, size_t length)
{
	scan_lines_feed(&scanner->lines, bytes, length);
}

static void
scanner_end(struct scanner *scanner)
{
	scan_lines_finish(&scanner->lines);
	read_words(scanner, 0);
	scan_lines_release(&scanner->lines);
	scan_clean_release(&scanner->clean);
	scan_window_release(&scanner->scan.window);
	free(scanner);
}

int
scan_stream(const char *source, FILE *in, struct result_set *set,
	    struct error *error)
{
	struct scanner *scanner = scanner_begin(source, set);
	char *chunk = mem_alloc(CHUNK_BYTES, 1);
	size_t length;
	int status = 0;

	while ((length = fread(chunk, 1, CHUNK_BYTES, in)) > 0)
		scanner_feed(scanner, chunk, length);
	if (ferror(in))
		status = error_set_errno(error, errno, "cannot read '%s'",
					 source);
	scanner_end(scanner);
	free(chunk);
	return status;
}

void
scan_text(const char *source, const char *text, size_t length,
	  struct result_set *set)
{
	struct scanner *scanner = scanner_begin(source, set);

	while (length) {
		size_t part = length < CHUNK_BYTES ? length : CHUNK_BYTES;

		scanner_feed(scanner, text, part);
		text += part;
		length -= part;
	}
	scanner_end(scanner);
}

int
scan_parse(const char *source, const char *text, size_t length,
	   struct result_set *set, struct error *error)
{
	size_t before = set->count;

	scan_text(source, text, length, set);
	if (set->count > before)
		return 0;
	return error_set(error, ERROR_RUN,
			 "no results in '%s', want the output of bonnie, "
			 "bonnie++, rawio, tiobench or time",
			 source);
}

int
scan_bid(const char *text, size_t length, const char *tool, const char *from,
	 const char *below)
{
	struct result_set set;
	const struct result *first;
	int bid = BID_LIKELY;

	result_set_init(&set);
	scan_text("", text, length < BID_BYTES ? length : BID_BYTES, &set);
	first = set.results;
	if (!set.count || strcmp(first->tool, tool) != 0)
		bid = 0;
	else if (from && (!first->tool_version ||
			  strcmp(first->tool_version, from) < 0 ||
			  strcmp(first->tool_version, below) >= 0))
		bid = 0;
	result_set_release(&set);
	return bid;
}

static int
bid_any(const char *text, size_t length)
{
	(void)text;
	return length ? BID_LAST : 0;
}

const struct format post_format = {
	.name = "post",
	.summary = "anything with results in it: mail, pages, logs",
	.bid = bid_any,
	.parse = scan_parse,
};
