#ifndef FORMATS_SCAN_WORDS_H
#define FORMATS_SCAN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/scan_clean.h"

/* Third stage of reading a post: clean lines as a window of words. Readers
 * look at words and not at lines, because posts have lost line breaks, white
 * space or both; where a word stood is kept for the cases that need it. */

enum word_kind {
	WORD_OTHER = 1,
	WORD_NUMBER = 2, /* begins with a digit, or is +++++ or ***** */
	WORD_COMMAS = 4, /* has a comma */
	WORD_EMPTY = 8, /* an empty cell of a table */
	WORD_PROSE = 16, /* a whole line in which there can be no result */
};

struct scan_word {
	const char *text; /* terminated */
	size_t line; /* 1-based line of the file */
	uint32_t column; /* 0-based column behind its last character */
	uint8_t kind; /* enum word_kind */
	bool starts; /* first on its line */
	bool ends; /* last on its line */
	bool after_gap; /* an empty line stands before it */
};

enum {
	WINDOW_WORDS = 256,
	WINDOW_AHEAD = 96, /* words that a reader may look ahead */
	WINDOW_BEHIND = 32, /* and back, for a name */
	WORD_BYTES = 1024, /* a longer word is noise */
};

struct scan_window {
	struct scan_word words[WINDOW_WORDS];
	size_t count;
	size_t at; /* the word that is being looked at */
	size_t taken; /* words before this one belong to results */
	uint64_t passed; /* words that left the window */
	char *arena; /* the words' texts */
	size_t arena_used;
	bool in_line; /* the next word does not start a line */
	bool gap; /* an empty line was the last thing seen */
};

void scan_window_init(struct scan_window *window);
void scan_window_release(struct scan_window *window);

/* Whether a reader can look far enough ahead, or room must be made. */
bool scan_window_ready(const struct scan_window *window);

/* Forgets words that were looked at. */
void scan_window_slide(struct scan_window *window);

/* Adds the words of `line` from byte `from` on, until the window is ready;
 * returns where to go on, line->length when all were added. */
size_t scan_window_add(struct scan_window *window,
		       const struct clean_line *line, size_t from);

/* The text of word `at`; "" behind the last. */
const char *scan_word_text(const struct scan_window *window, size_t at);

/* Whether word `at` is `text`, dashes around it and a colon after it left
 * aside. */
bool scan_word_is(const struct scan_window *window, size_t at,
		  const char *text);

/* Whether words `first` and `second`, the later, are on one line. */
bool scan_words_on_line(const struct scan_window *window, size_t first,
			size_t second);

#endif
