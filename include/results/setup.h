#ifndef RESULTS_SETUP_H
#define RESULTS_SETUP_H

#include <stdbool.h>

struct file_setup;
struct result;

/* What of two results was done alike. Only then are they runs of one
 * configuration, or can their figures be held against each other. */

/* The same size of the test file. diskbench finds a size by itself, and proves
 * that a read was cold, which is what the size matters for elsewhere: of its
 * own runs the larger may be less than twice the smaller. */
bool result_same_size(const struct result *a, const struct result *b);

/* Equally compressible, with as many repeated blocks. */
bool result_same_data(const struct result *a, const struct result *b);

/* The same number, sizes and directories of files. */
bool result_same_files(const struct file_setup *a, const struct file_setup *b);

/* As many requests under way at once; where nothing is known of that, it was
 * one. */
bool result_same_depth(const struct result *a, const struct result *b);

/* Whether the results are runs of one configuration: the same tool measured
 * the same place in the same way under the same label. */
bool result_same_setup(const struct result *a, const struct result *b);

#endif
