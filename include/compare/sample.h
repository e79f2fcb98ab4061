#ifndef COMPARE_SAMPLE_H
#define COMPARE_SAMPLE_H

#include "compare/compare.h"

/* The figure `id` of `test` in all runs of a group; NULL is a group without
 * runs. Released with compare_sample_release(). */
void compare_sample_take(struct compare_sample *sample,
			 const struct compare_group *group, const char *test,
			 enum quantity_id id);
void compare_sample_release(struct compare_sample *sample);

/* Whether any run had the figure, whatever became of it. */
bool compare_sample_there(const struct compare_sample *sample);

#endif
