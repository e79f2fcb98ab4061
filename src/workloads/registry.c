#include "workloads/workload.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* One line a family. Rows of one suite run by their turn, equals as here. */
static const struct workload *const families[] = {
	chars_workloads,   block_workloads,
	seeks_workloads,   file_workloads,
	raw_workloads,     tio_workloads,
	tree_workloads,    probe_workloads,
	command_workloads, NULL,
};

const char *const workload_suites[] = { "bonnie", "raw",     "tio", "tree",
					"probe",  "command", NULL };

static unsigned
suite_rank(const struct workload *row)
{
	unsigned rank = 0;

	while (workload_suites[rank] &&
	       strcmp(workload_suites[rank], row->suite) != 0)
		rank++;
	return rank;
}

/* The row that is registered as number `index`; NULL beyond the last. */
static const struct workload *
registered(size_t index)
{
	for (size_t f = 0; families[f]; f++)
		for (const struct workload *row = families[f]; row->key; row++)
			if (index-- == 0)
				return row;
	return NULL;
}

static bool
runs_before(const struct workload *a, const struct workload *b)
{
	unsigned rank_a = suite_rank(a);
	unsigned rank_b = suite_rank(b);

	return rank_a != rank_b ? rank_a < rank_b : a->turn < b->turn;
}

enum { ROWS_MOST = 64 };

/* The rows in the order in which they run. Sorted once: a row stays where it
 * is put among equals. */
static const struct workload *const *
ordered(void)
{
	static const struct workload *rows[ROWS_MOST + 1];
	const struct workload *row;

	if (rows[0])
		return rows;
	for (size_t count = 0; (row = registered(count)) != NULL; count++) {
		size_t at = count;

		assert(count < ROWS_MOST);
		for (; at > 0 && runs_before(row, rows[at - 1]); at--)
			rows[at] = rows[at - 1];
		rows[at] = row;
	}
	return rows;
}

const struct workload *
workload_at(size_t index)
{
	return index < ROWS_MOST ? ordered()[index] : NULL;
}

const struct workload *
workload_find(const char *key)
{
	const struct workload *row;

	for (size_t i = 0; (row = registered(i)) != NULL; i++)
		if (strcmp(row->key, key) == 0)
			return row;
	return NULL;
}

bool
workload_logs_operations(const struct workload *row)
{
	const unsigned both = WORKLOAD_TRANSFERS | WORKLOAD_OPERATIONS;

	return (row->flags & WORKLOAD_TREE) || (row->flags & both) == both;
}
