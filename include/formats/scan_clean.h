#ifndef FORMATS_SCAN_CLEAN_H
#define FORMATS_SCAN_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/strbuf.h"
#include "formats/scan_lines.h"

/* Second stage of reading a post: takes off what mail programs, forums and
 * browsers put around a line (tags, entities, quoted-printable, escapes, marks
 * of quotation and comments), and keeps its columns. */

/* Ends a cell of an HTML table. */
#define SCAN_CELL_END '\037'

struct clean_line {
	const char *text; /* no control characters but SCAN_CELL_END */
	size_t length;
	size_t number; /* 1-based line of the file where it began */
	bool starts; /* false: goes on where the line before stopped */
	bool ends; /* false: the next one goes on with this line */
	bool plain; /* prose: nothing in it can belong to a result */
};

typedef void clean_line_sink(void *context, const struct clean_line *line);

struct scan_clean {
	unsigned char kinds[256]; /* what a byte may mean */
	struct strbuf text; /* of the line that is being made */
	size_t number; /* of the line that is being read */
	unsigned tag_lines; /* lines in which an open tag may still end */
	bool goes_on; /* the last line given did not end */
	bool broken; /* a part of the line that is being read was given */
	clean_line_sink *sink;
	void *context;
};

void scan_clean_init(struct scan_clean *clean, clean_line_sink *sink,
		     void *context);
void scan_clean_release(struct scan_clean *clean);

/* Gives the sink one line, or more where a tag breaks it. */
void scan_clean_line(struct scan_clean *clean, const struct scan_line *line);

/* Stages of cleaning, each for what stands at the start of `text`: adds what
 * it means to clean->text and returns how many bytes it took, 0 when it means
 * nothing. */
size_t scan_clean_tag(struct scan_clean *clean, const char *text,
		      size_t length);
size_t scan_clean_entity(struct scan_clean *clean, const char *text,
			 size_t length);
size_t scan_clean_escape(struct scan_clean *clean, const char *text,
			 size_t length);
size_t scan_clean_utf8(struct scan_clean *clean, const char *text,
		       size_t length);

/* How many bytes at `text` tell a terminal to change colour or the like. */
size_t scan_clean_terminal(const char *text, size_t length);

/* Ends the line that is being made. */
void scan_clean_break(struct scan_clean *clean);

/* Where the text begins behind the marks of quotation and comments: `> `,
 * `ZC> `, `# `, `| `, also several. At most `length`. */
size_t scan_unquote(const char *text, size_t length);

#endif
