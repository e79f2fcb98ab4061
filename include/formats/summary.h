#ifndef FORMATS_SUMMARY_H
#define FORMATS_SUMMARY_H

#include <stdio.h>

struct result_set;

/* For people, after several runs of one plan: a table, at most 80 columns wide,
 * with mean, half width of its 95 % interval, least, most, coefficient of
 * variation and number of runs of each test's figure. Figures that were too
 * fast, failed or unfinished are not counted, and a line says so; a test
 * without any figure that counts has +++++ in place of a mean. 0, or -1 with
 * errno of the failed write. */
int summary_emit(const struct result_set *set, FILE *out);

#endif
