#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

struct error;
struct options;
struct output_request;
struct result_set;

/* Whether all files of -o can be written, as far as can be told before a run:
 * 0, or -1 with `error`. */
int output_check(const struct options *options, struct error *error);

/* A run cannot be had again: what standard output does not take of it goes to
 * standard error. */

/* The text of one finished run, on standard output or with -q on standard
 * error. 0, or -1 after having said what is wrong. */
int output_run(const struct options *options, const struct result_set *set,
	       size_t index);

/* Writes the set in each of the formats asked for, and says what they cannot
 * hold. 0, or -1 after having said what is wrong. */
int output_formats(const struct output_request *requests, size_t count,
		   const struct result_set *set);

/* Where text for people goes; NULL: nowhere. */
FILE *output_text_stream(const struct options *options);

/* What the figures of the set are worth. 0, or -1 after having said what is
 * wrong. */
int output_honest(const struct result_set *set, FILE *out);

/* The CSV rows and the formats of -o: output_all() without the summary. */
int output_rows(const struct options *options, const struct result_set *set);

/* All that comes at the end: the summary of several runs, CSV rows, and the
 * formats of -o. A file is there as a whole or not at all. 0, or -1 after
 * having said what is wrong; the others are written all the same. */
int output_all(const struct options *options, const struct result_set *set);

#endif
