#include "run/select.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "run/plan.h"
#include "run/plan_transfer.h"
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

static bool
is_asked_for(const struct settings *settings, const char *word)
{
	for (size_t i = 0; i < settings->test_count; i++)
		if (strcmp(settings->tests[i], word) == 0)
			return true;
	return false;
}

static int
select_default(const struct settings *settings,
	       const struct target_facts *facts, bool *wanted,
	       struct error *error)
{
	static const char *const suite[] = { "bonnie" };
	static const char *const rawio[] = { "RR", "SR", "RW", "SW" };
	static const char *const command[] = { "command" };

	if (settings->command.arguments)
		return select_tests(command, 1, wanted, error);
	if (facts->directory)
		return select_tests(suite, 1, wanted, error);
	return select_tests(rawio, settings->destroy ? 4 : 2, wanted, error);
}

static int
check_fit(const struct settings *settings, const struct target_facts *facts,
	  size_t index, bool *wanted, struct error *error)
{
	const char *key = workload_at(index)->key;

	if (transfer_fits(workload_at(index), facts))
		return 0;
	if (!is_asked_for(settings, "all"))
		return error_set(error, ERROR_USAGE,
				 "'%s' is not a directory, which test '%s' "
				 "needs; want one, or -t raw,latency",
				 settings->target, key);
	wanted[index] = false;
	return 0;
}

static int
check_consent(const struct settings *settings, size_t index, bool *wanted,
	      struct strbuf *without, struct error *error)
{
	const char *key = workload_at(index)->key;

	if (is_asked_for(settings, key) || settings->mix_percent)
		return error_set(error, ERROR_USAGE,
				 "test '%s' would destroy what is on '%s', "
				 "want --destroy=%s if it may go",
				 key, settings->target, settings->target);
	wanted[index] = false;
	strbuf_addf(without, "%s%s", without->length ? ", " : "", key);
	return 0;
}

/* -t may have left out what would run it, or ask for it where there is none;
 * among all tests it may be missing. */
static int
check_command(const struct settings *settings, const bool *wanted,
	      struct error *error)
{
	if (!settings->command.arguments && is_asked_for(settings, "command"))
		return error_set(error, ERROR_USAGE,
				 "test 'command' has no command, want '-- "
				 "COMMAND' as the last words");
	if (!settings->command.arguments)
		return 0;
	for (size_t i = 0; workload_at(i); i++)
		if (wanted[i] && (workload_at(i)->flags & WORKLOAD_COMMAND))
			return 0;
	return error_set(error, ERROR_USAGE,
			 "-t: no test would run the command '%s', want "
			 "'command' among the tests, or no -t",
			 settings->command.arguments[0]);
}

int
select_for_target(const struct settings *settings,
		  const struct target_facts *facts, bool *wanted,
		  char **left_out, struct error *error)
{
	struct strbuf without;
	int status;

	strbuf_init(&without);
	status = settings->test_count
			 ? select_tests(settings->tests, settings->test_count,
					wanted, error)
			 : select_default(settings, facts, wanted, error);
	for (size_t i = 0; status == 0 && workload_at(i); i++) {
		if (settings->only_thread_files &&
		    !(workload_at(i)->flags & WORKLOAD_THREAD_FILES))
			wanted[i] = false;
		if (wanted[i])
			status = check_fit(settings, facts, i, wanted, error);
		if (status == 0 && wanted[i] &&
		    !transfer_is_allowed(workload_at(i), settings, facts))
			status = check_consent(settings, i, wanted, &without,
					       error);
	}
	if (status == 0)
		status = check_command(settings, wanted, error);
	if (without.length) {
		strbuf_addf(&without,
			    ": left out, for what is on '%s' would go; want "
			    "--destroy=%s if it may",
			    settings->target, settings->target);
		*left_out = strbuf_detach(&without);
	}
	strbuf_release(&without);
	return status;
}
