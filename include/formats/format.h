#ifndef FORMATS_FORMAT_H
#define FORMATS_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct result_set;

/* A layout that results are written in, or read from, or both. */
struct format {
	const char *name; /* "bonnie++1-csv" */
	const char *summary;
	/* Writes the whole set; 0, or -1 with errno of the failed write.
	 * NULL: cannot be written. */
	int (*emit)(const struct result_set *set, FILE *out);
	/* What of this set the format cannot hold, as a short text for
	 * people, or NULL: said once on stderr by the caller. */
	const char *(*misses)(const struct result_set *set);
	/* How sure, 0 (no) to 100, that `text` (the first bytes of a file) is
	 * in this format. */
	int (*bid)(const char *text, size_t length);
	/* Appends the results in `text` to the set; `source` names the file
	 * in messages. 0, or -1 when it is broken. NULL: cannot be read. */
	int (*parse)(const char *source, const char *text, size_t length,
		     struct result_set *set, struct error *error);
};

/* A format is a constant row in a file of its own; registry.c lists them. */
extern const struct format bonnie_format;
extern const struct format bonniepp1_format;
extern const struct format bonniepp1_csv_format;
extern const struct format bonniepp2_format;
extern const struct format bonniepp2_csv_format;
extern const struct format rawio_format;
extern const struct format tiobench_format;
extern const struct format json_format;
extern const struct format long_format;
extern const struct format markdown_format;
extern const struct format html_format;
extern const struct format time_format;
extern const struct format time_bsd_format;
extern const struct format time_posix_format;

/* All formats; NULL after the last. */
const struct format *format_at(size_t index);

/* By name; NULL when there is none. */
const struct format *format_find(const char *name);

/* The reader that bids highest; NULL when none knows it. */
const struct format *format_detect(const char *text, size_t length);

#endif
