#ifndef FORMATS_BONNIEPP_ROWS_H
#define FORMATS_BONNIEPP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct result;
struct result_set;
struct strbuf;

/* Files that hold nothing but bonnie++'s CSV rows: the two formats share all
 * of it but the row itself. */

/* One row a result, under `heading` when there is more than one; results that
 * have none of bonnie++'s tests are left out. As a format's emit. */
int bonniepp_emit_rows(const struct result_set *set, FILE *out,
		       const char *heading,
		       void (*add_row)(struct strbuf *, const struct result *));

/* As a format's bid: sure when the first row's kind is the wanted one and all
 * complete lines are rows, headings, comments (#) or empty. */
int bonniepp_bid_rows(const char *text, size_t length, bool versioned);

/* As a format's parse: rows of all kinds and versions, mixed as they come. */
int bonniepp_parse_rows(const char *source, const char *text, size_t length,
			struct result_set *set, struct error *error);

#endif
