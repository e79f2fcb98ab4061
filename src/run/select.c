#include "run/select.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "workloads/workload.h"

enum { WORD_MOST = 31 };

size_t
select_row_count(void)
{
	size_t count = 0;

	while (workload_at(count))
		count++;
	return count;
}

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Damerau and Levenshtein's distance with three rows of the table. */
unsigned
select_distance(const char *one, const char *other)
{
	unsigned rows[3][WORD_MOST + 1];
	size_t one_length = strlen(one), other_length = strlen(other);

	if (one_length > WORD_MOST || other_length > WORD_MOST)
		return WORD_MOST;
	for (unsigned j = 0; j <= other_length; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= one_length; i++) {
		unsigned *now = rows[i % 3];
		const unsigned *above = rows[(i + 2) % 3];
		const unsigned *two_above = rows[(i + 1) % 3];

		now[0] = i;
		for (unsigned j = 1; j <= other_length; j++) {
			unsigned differs = one[i - 1] != other[j - 1];

			now[j] = least(above[j] + 1, now[j - 1] + 1);
			now[j] = least(now[j], above[j - 1] + differs);
			if (i > 1 && j > 1 && one[i - 1] == other[j - 2] &&
			    one[i - 2] == other[j - 1])
				now[j] = least(now[j], two_above[j - 2] + 1);
		}
	}
	return rows[one_length % 3][other_length];
}

/* Marks what one word names; false when it names nothing. */
static bool
mark_word(const char *word, bool *wanted)
{
	bool all = strcmp(word, "all") == 0;
	bool found = false;

	for (size_t i = 0; workload_at(i); i++) {
		const struct workload *row = workload_at(i);

		if (!all && strcmp(word, row->key) != 0 &&
		    strcmp(word, row->suite) != 0)
			continue;
		wanted[i] = true;
		found = true;
	}
	return found;
}

static void
add_near(struct strbuf *near, const char *word, const char *candidate,
	 unsigned distance)
{
	if (select_distance(word, candidate) != distance)
		return;
	if (near->length)
		strbuf_add(near, " or ");
	strbuf_addf(near, "'%s'", candidate);
}

/* The names that are as near to `word` as any is, if that is near at all. */
static void
find_near(struct strbuf *near, const char *word)
{
	unsigned best = 1 + (unsigned)strlen(word) / 3;
	bool any = false;

	for (unsigned distance = 1; distance <= best && !any; distance++) {
		for (size_t i = 0; workload_suites[i]; i++)
			add_near(near, word, workload_suites[i], distance);
		for (size_t i = 0; workload_at(i); i++)
			add_near(near, word, workload_at(i)->key, distance);
		add_near(near, word, "all", distance);
		any = near->length > 0;
	}
}

static int
refuse_word(const char *word, struct error *error)
{
	struct strbuf near;

	strbuf_init(&near);
	find_near(&near, word);
	if (near.length)
		error_set(error, ERROR_USAGE,
			  "-t: unknown test '%s', did you mean %s?", word,
			  near.text);
	else
		error_set(error, ERROR_USAGE,
			  "-t: unknown test '%s', see 'diskbench list tests'",
			  word);
	strbuf_release(&near);
	return -1;
}

int
select_tests(const char *const *words, size_t word_count, bool *wanted,
	     struct error *error)
{
	for (size_t i = 0; i < word_count; i++)
		if (!mark_word(words[i], wanted))
			return refuse_word(words[i], error);
	return 0;
}
