#include "formats/scan_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

/* So many equal figures are no accident. */
enum { ENOUGH_EQUAL = 3 };

void
scan_runs_init(struct scan_runs *runs, const char *source,
	       struct result_set *set)
{
	memset(runs, 0, sizeof *runs);
	runs->set = set;
	runs->source = source;
	runs->first = set->count;
}

void
scan_put(struct result *result, const char *phase, enum quantity_id id,
	 struct quantity quantity, bool replace)
{
	struct phase_result *found;

	if (quantity.state == QUANTITY_ABSENT)
		return;
	found = result_find_phase(result, phase);
	if (!found)
		found = result_add_phase(result, phase);
	if (replace || found->quantities[id].state == QUANTITY_ABSENT)
		found->quantities[id] = quantity;
}

/* How two results compare in the figures that both have. */
struct likeness {
	size_t equal; /* known and the same */
	size_t both_too_fast;
	size_t different;
};

/* Whether two known figures can be one. Text shows seeks without decimals
 * where CSV has one, and 2.00 shows rates with two digits. */
static bool
near(double a, double b, enum quantity_id id, bool rounded)
{
	double slack = id == QUANTITY_OPS ? 1 : 0;

	if (id == QUANTITY_CPU)
		slack = 1;
	if (id == QUANTITY_RATE && rounded)
		slack = 0.06 * fmax(a, b);
	return fabs(a - b) <= slack;
}

static void
compare_phase(const struct phase_result *a, const struct phase_result *b,
	      bool rounded, struct likeness *likeness)
{
	for (int id = 0; id < QUANTITY_COUNT; id++) {
		struct quantity x = a->quantities[id];
		struct quantity y = b->quantities[id];

		if (x.state == QUANTITY_ABSENT || y.state == QUANTITY_ABSENT ||
		    id == QUANTITY_LATENCY_MAX)
			continue;
		if (x.state != y.state ||
		    (x.state == QUANTITY_KNOWN &&
		     !near(x.value, y.value, (enum quantity_id)id, rounded)))
			likeness->different++;
		else if (x.state == QUANTITY_KNOWN)
			likeness->equal += x.value > 0;
		else
			likeness->both_too_fast++;
	}
}

static struct likeness
compare(const struct result *a, const struct result *b, bool rounded)
{
	struct likeness likeness = { 0, 0, 0 };

	for (size_t i = 0; i < a->phase_count; i++) {
		const struct phase_result *other =
			result_find_phase(b, a->phases[i].key);

		if (other)
			compare_phase(&a->phases[i], other, rounded, &likeness);
	}
	return likeness;
}

/* Names are cut to their column in text. */
static bool
names_agree(const char *a, const char *b)
{
	size_t length;

	if (!a || !b)
		return true;
	length = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
	return !strncmp(a, b, length);
}

static bool
same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Both are known, and not the same. */
static bool
differ(uint64_t a, uint64_t b)
{
	return a && b && a != b;
}

static bool
is_same_run(const struct scan_runs *runs, const struct run_note *note,
	    const struct result *result, enum run_origin origin, bool rounded)
{
	const struct result *known = &runs->set->results[note->index];
	bool completes = origin == RUN_CSV ? !note->from_csv : !note->from_text;
	struct likeness likeness;

	if (differ(known->size_bytes, result->size_bytes) ||
	    differ(known->files.units, result->files.units) ||
	    differ(known->workers, result->workers) ||
	    !same_text(known->tool, result->tool) ||
	    !same_text(known->label, result->label))
		return false;
	likeness =
		compare(known, result, completes && (rounded || note->rounded));
	if (likeness.different)
		return false;
	if (likeness.equal >= ENOUGH_EQUAL)
		return true;
	return completes && note == &runs->notes[runs->count - 1] &&
	       likeness.equal + likeness.both_too_fast > 1 &&
	       names_agree(known->machine, result->machine);
}

static void
take_string(char **to, char **from, bool replace)
{
	if (!*from || (*to && !replace))
		return;
	free(*to);
	*to = *from;
	*from = NULL;
}

/* CSV gives a name in full where text cuts it, but of a name with blanks only
 * the last word is known to be of the row. */
static bool
is_last_word(const char *name, const char *word)
{
	size_t start;

	if (!name || !word || strlen(name) <= strlen(word))
		return false;
	start = strlen(name) - strlen(word);
	return name[start - 1] == ' ' && !strcmp(name + start, word);
}

/* Adds to `known` what `result` says of the same run. */
static void
merge(struct result *known, struct result *result, bool replace)
{
	for (size_t i = 0; i < result->phase_count; i++)
		for (int id = 0; id < QUANTITY_COUNT; id++)
			scan_put(known, result->phases[i].key,
				 (enum quantity_id)id,
				 result->phases[i].quantities[id], replace);
	take_string(&known->machine, &result->machine,
		    replace && !is_last_word(known->machine, result->machine));
	take_string(&known->tool_version, &result->tool_version, replace);
	take_string(&known->seed, &result->seed, replace);
	if (!known->size_bytes)
		known->size_bytes = result->size_bytes;
	if (!known->chunk_bytes)
		known->chunk_bytes = result->chunk_bytes;
	if (!known->workers)
		known->workers = result->workers;
	if (!known->seeks || replace)
		known->seeks = result->seeks;
	if (!known->seekers || replace)
		known->seekers = result->seekers;
	if (!known->files.units || (replace && result->files.units))
		known->files = result->files;
}

static void
note_add(struct scan_runs *runs, const struct run_note *note)
{
	if (runs->count == RUN_NOTES) {
		memmove(runs->notes, runs->notes + 1,
			(RUN_NOTES - 1) * sizeof *runs->notes);
		runs->count--;
	}
	runs->notes[runs->count++] = *note;
}

size_t
scan_runs_append(struct scan_runs *runs, struct result *result)
{
	struct result *added = result_set_add(runs->set);

	*added = *result;
	added->source = mem_strdup(runs->source);
	result_init(result);
	return runs->set->count - 1;
}

size_t
scan_runs_add(struct scan_runs *runs, struct result *result,
	      enum run_origin origin, bool rounded)
{
	struct run_note note = { .rounded = rounded,
				 .from_text = origin == RUN_TEXT,
				 .from_csv = origin == RUN_CSV };

	for (size_t i = runs->count; i-- > 0;) {
		struct run_note *known = &runs->notes[i];

		if (!is_same_run(runs, known, result, origin, rounded))
			continue;
		merge(&runs->set->results[known->index], result,
		      origin == RUN_CSV);
		result_release(result);
		known->from_text |= note.from_text;
		known->from_csv |= note.from_csv;
		return known->index;
	}
	note.index = scan_runs_append(runs, result);
	note_add(runs, &note);
	return note.index;
}
