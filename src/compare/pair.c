#include "compare/pair.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"
#include "results/setup.h"

static bool
same_known(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

static void
group_add(struct compare_group *group, const struct result *run)
{
	group->runs = mem_grow(group->runs, group->count, sizeof *group->runs);
	group->runs[group->count++] = run;
}

/* The group of this input that the run repeats, or a new one. */
static struct compare_group *
group_for(struct compare_pairing *pairing, size_t input,
	  const struct result *run)
{
	struct compare_group *group;

	for (size_t i = 0; i < pairing->group_count; i++) {
		group = &pairing->groups[i];
		if (group->input == input &&
		    result_same_setup(group->runs[0], run))
			return group;
	}
	pairing->groups = mem_grow(pairing->groups, pairing->group_count,
				   sizeof *pairing->groups);
	group = &pairing->groups[pairing->group_count++];
	*group = (struct compare_group){ .input = input };
	return group;
}

static void
make_groups(struct compare_pairing *pairing, const struct compare_input *inputs,
	    size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t r = 0; r < inputs[i].count; r++) {
			const struct result *run = &inputs[i].results[r];

			group_add(group_for(pairing, i, run), run);
		}
}

static const char *
name_of(const struct compare_group *group)
{
	const struct result *run = group->runs[0];

	return run->label ? run->label : run->machine;
}

static struct compare_match *
add_match(struct compare_pairing *pairing, const struct compare_group *first)
{
	struct compare_match *match;

	pairing->matches = mem_grow(pairing->matches, pairing->match_count,
				    sizeof *pairing->matches);
	match = &pairing->matches[pairing->match_count++];
	match->name = mem_strdup(name_of(first));
	match->groups = mem_alloc(pairing->side_count, sizeof *match->groups);
	return match;
}

static bool
shares_test(const struct compare_group *a, const struct compare_group *b)
{
	for (size_t i = 0; i < a->runs[0]->phase_count; i++)
		if (result_find_phase(b->runs[0], a->runs[0]->phases[i].key))
			return true;
	return false;
}

/* In which round two groups may be matched. */
enum { BY_LABEL, BY_MACHINE, BY_ORDER, ROUNDS };

static bool
may_match(const struct compare_group *a, const struct compare_group *b,
	  int round)
{
	const struct result *run_a = a->runs[0], *run_b = b->runs[0];

	if (round == BY_LABEL)
		return same_known(run_a->label, run_b->label);
	if (round == BY_MACHINE)
		return same_known(run_a->machine, run_b->machine);
	return true;
}

/* Of several that may, the one with most in common. */
static int
closeness(const struct compare_group *a, const struct compare_group *b)
{
	const struct result *run_a = a->runs[0], *run_b = b->runs[0];

	return 64 * shares_test(a, b) +
	       32 * same_known(run_a->machine, run_b->machine) +
	       16 * same_known(run_a->tool, run_b->tool) +
	       8 * (run_a->size_bytes == run_b->size_bytes) +
	       4 * (run_a->chunk_bytes == run_b->chunk_bytes) +
	       2 * (run_a->depth == run_b->depth) +
	       (run_a->workers == run_b->workers);
}

static void
put(struct compare_match *match, struct compare_group *group)
{
	match->groups[group->input] = group;
	group->matched = true;
}

static void
match_side(struct compare_pairing *pairing, struct compare_match *match,
	   size_t side, int round)
{
	struct compare_group *found = NULL;
	int best = -1;

	for (size_t i = 0; i < pairing->group_count; i++) {
		struct compare_group *group = &pairing->groups[i];
		int close = closeness(match->groups[0], group);

		if (group->input != side || group->matched || close <= best ||
		    !may_match(match->groups[0], group, round))
			continue;
		best = close;
		found = group;
	}
	if (found)
		put(match, found);
}

static void
match_round(struct compare_pairing *pairing, int round)
{
	for (size_t m = 0; m < pairing->match_count; m++) {
		struct compare_match *match = &pairing->matches[m];

		for (size_t side = 1; side < pairing->side_count; side++)
			if (!match->groups[side])
				match_side(pairing, match, side, round);
	}
}

/* Those of one input become matches; what no other takes stands alone. */
static void
begin_matches(struct compare_pairing *pairing, size_t from, size_t below)
{
	for (size_t i = 0; i < pairing->group_count; i++) {
		struct compare_group *group = &pairing->groups[i];

		if (!group->matched && group->input >= from &&
		    group->input < below)
			put(add_match(pairing, group), group);
	}
}

/* "box, 1 GiB": what tells a group from others of that name. */
static char *
describe(const struct compare_group *group, size_t number)
{
	const struct result *run = group->runs[0];
	const char *name = name_of(group);
	char bytes[UNITS_TEXT_BYTES];
	struct strbuf text;

	strbuf_init(&text);
	if (name)
		strbuf_add(&text, name);
	else
		strbuf_addf(&text, "#%zu", number);
	if (run->tool)
		strbuf_addf(&text, ", %s", run->tool);
	if (run->tool && run->tool_version)
		strbuf_addf(&text, " %s", run->tool_version);
	if (run->size_bytes)
		strbuf_addf(&text, ", %s",
			    units_format_bytes(bytes, run->size_bytes));
	if (run->chunk_bytes)
		strbuf_addf(&text, " by %s",
			    units_format_bytes(bytes, run->chunk_bytes));
	if (run->workers > 1)
		strbuf_addf(&text, ", %llu workers",
			    (unsigned long long)run->workers);
	if (run->engine)
		strbuf_addf(&text, ", engine %s", run->engine);
	if (run->depth > 1)
		strbuf_addf(&text, ", depth %llu",
			    (unsigned long long)run->depth);
	return strbuf_detach(&text);
}

static struct compare_group *
first_of(const struct compare_pairing *pairing, size_t match)
{
	size_t side = 0;

	while (!pairing->matches[match].groups[side])
		side++;
	return pairing->matches[match].groups[side];
}

static bool
is_namesake(const struct compare_pairing *pairing, size_t match)
{
	const char *name = name_of(first_of(pairing, match));

	for (size_t m = 0; m < pairing->match_count; m++)
		if (m != match &&
		    same_known(name, name_of(first_of(pairing, m))))
			return true;
	return !name && pairing->match_count > 1;
}

static void
tell_namesakes_apart(struct compare_pairing *pairing)
{
	for (size_t m = 0; m < pairing->match_count; m++) {
		struct compare_match *match = &pairing->matches[m];

		if (!is_namesake(pairing, m))
			continue;
		free(match->name);
		match->name = describe(first_of(pairing, m), m + 1);
	}
}

static void
match_inputs(struct compare_pairing *pairing,
	     const struct compare_input *inputs, size_t count)
{
	pairing->side_count = count;
	pairing->sides = mem_alloc(count, sizeof *pairing->sides);
	for (size_t i = 0; i < count; i++)
		pairing->sides[i] = mem_strdup(inputs[i].name);
	begin_matches(pairing, 0, 1);
	for (int round = 0; round < ROUNDS; round++)
		match_round(pairing, round);
	begin_matches(pairing, 1, count);
	tell_namesakes_apart(pairing);
}

static bool
names_differ(const struct compare_pairing *pairing)
{
	for (size_t i = 0; i < pairing->group_count; i++) {
		const char *name = name_of(&pairing->groups[i]);

		for (size_t k = 0; k < i; k++)
			if (!name ||
			    same_known(name, name_of(&pairing->groups[k])))
				return false;
	}
	return name_of(&pairing->groups[0]) != NULL;
}

static void
match_groups(struct compare_pairing *pairing)
{
	bool by_name = names_differ(pairing);
	struct compare_match *match;

	pairing->side_count = pairing->group_count;
	pairing->sides = mem_alloc(pairing->side_count, sizeof *pairing->sides);
	match = add_match(pairing, &pairing->groups[0]);
	free(match->name);
	match->name = NULL;
	for (size_t i = 0; i < pairing->side_count; i++) {
		struct compare_group *group = &pairing->groups[i];

		match->groups[i] = group;
		pairing->sides[i] = by_name ? mem_strdup(name_of(group))
					    : describe(group, i + 1);
	}
}

void
compare_pairing_make(struct compare_pairing *pairing,
		     const struct compare_input *inputs, size_t count)
{
	memset(pairing, 0, sizeof *pairing);
	make_groups(pairing, inputs, count);
	if (count > 1)
		match_inputs(pairing, inputs, count);
	else if (pairing->group_count > 1)
		match_groups(pairing);
}

void
compare_pairing_release(struct compare_pairing *pairing)
{
	for (size_t i = 0; i < pairing->group_count; i++)
		free(pairing->groups[i].runs);
	for (size_t i = 0; i < pairing->side_count; i++)
		free(pairing->sides[i]);
	for (size_t i = 0; i < pairing->match_count; i++) {
		free(pairing->matches[i].name);
		free(pairing->matches[i].groups);
	}
	free(pairing->groups);
	free(pairing->sides);
	free(pairing->matches);
	memset(pairing, 0, sizeof *pairing);
}
