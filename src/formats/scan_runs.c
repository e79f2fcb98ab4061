#include "formats/scan_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"

/* So many equal figures are no accident; text and CSV of a run stand so close
 * together. */
enum { ENOUGH_EQUAL = 3, NEAR_NOTES = 64, UNMARKED = 1 };

/* Times of less than this may well come out the same again. */
static const double distinct_wall_s = 10;

void
scan_runs_init(struct scan_runs *runs, const char *source,
	       struct result_set *set)
{
	runs->count = 0;
	runs->set = set;
	runs->source = source;
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

/* Both are known, and not the same. */
static bool
differ(uint64_t a, uint64_t b)
{
	return a && b && a != b;
}

/* Whether `result` is the other one of text and CSV of a run. */
static bool
completes(const struct scan_runs *runs, const struct run_note *note,
	  const struct result *result, bool rounded)
{
	const struct result *known = &runs->set->results[note->index];
	bool is_last = note->index + 1 == runs->set->count;
	struct likeness likeness;

	if (differ(known->size_bytes, result->size_bytes) ||
	    differ(known->files.units, result->files.units) ||
	    differ(known->workers, result->workers) ||
	    strcmp(known->tool, result->tool) != 0)
		return false;
	likeness = compare(known, result, rounded || note->rounded);
	if (likeness.different)
		return false;
	if (likeness.equal >= ENOUGH_EQUAL)
		return true;
	return is_last && likeness.equal + likeness.both_too_fast > 1 &&
	       names_agree(known->machine, result->machine);
}

/* Eight bytes at a step of FNV-1a, and the high ones back into the low. */
static void
mix(uint64_t *mark, uint64_t number)
{
	*mark = (*mark ^ number) * UINT64_C(0x100000001b3);
	*mark ^= *mark >> 29;
}

static void
mix_text(uint64_t *mark, const char *text)
{
	for (; *text; text++)
		mix(mark, (unsigned char)*text);
}

static void
mix_quantity(uint64_t *mark, uint64_t id, const struct quantity *quantity)
{
	uint64_t bits;

	memcpy(&bits, &quantity->value, sizeof bits);
	mix(mark, id << 8 | (uint64_t)quantity->state);
	mix(mark, bits);
}

/* A number that stands for the figures of a row, 0 when they are too few or
 * too common to tell it from another run's. */
static uint64_t
mark_of(const struct result *result)
{
	uint64_t mark = UINT64_C(0xcbf29ce484222325);
	size_t known = 0;
	size_t above_zero = 0;

	mix_text(&mark, result->tool);
	mix(&mark, result->size_bytes);
	mix(&mark, result->workers);
	for (size_t i = 0; i < result->phase_count; i++) {
		const struct phase_result *phase = &result->phases[i];

		mix_text(&mark, phase->key);
		for (size_t id = 0; id < QUANTITY_COUNT; id++) {
			const struct quantity *quantity =
				&phase->quantities[id];

			if (quantity->state == QUANTITY_ABSENT)
				continue;
			mix_quantity(&mark, id, quantity);
			known += quantity->state == QUANTITY_KNOWN;
			above_zero += quantity->value > 0;
		}
		if (!strcmp(phase->key, "command") &&
		    phase->quantities[QUANTITY_WALL].value < distinct_wall_s)
			return 0;
	}
	return known >= ENOUGH_EQUAL && above_zero >= ENOUGH_EQUAL - 1 ? mark
								       : 0;
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

static size_t
append(struct scan_runs *runs, struct result *result)
{
	struct result *added = result_set_add(runs->set);

	*added = *result;
	added->source = mem_strdup(runs->source);
	result_init(result);
	return runs->set->count - 1;
}

/* The note, counted back from the last, of a run with this very row; 0: none.
 */
static size_t
find_repeated(const struct scan_runs *runs, uint64_t mark,
	      enum run_origin origin)
{
	size_t kept = runs->count < RUN_NOTES ? runs->count : RUN_NOTES;

	for (size_t back = 1; mark && back <= kept; back++)
		if (runs->marks[origin][(runs->count - back) % RUN_NOTES] ==
		    mark)
			return back;
	return 0;
}

/* The same for a run that was read from the other one of text and CSV. */
static size_t
find_completed(const struct scan_runs *runs, const struct result *result,
	       enum run_origin origin, bool rounded)
{
	size_t kept = runs->count < NEAR_NOTES ? runs->count : NEAR_NOTES;

	for (size_t back = 1; back <= kept; back++) {
		size_t at = (runs->count - back) % RUN_NOTES;

		if (!runs->marks[origin][at] &&
		    completes(runs, &runs->notes[at], result, rounded))
			return back;
	}
	return 0;
}

/* Where the run of the row is noted, which may be a new one. */
static size_t
note_of(struct scan_runs *runs, struct result *result, size_t back,
	bool rounded)
{
	size_t at = (runs->count - back) % RUN_NOTES;

	if (back)
		return at;
	at = runs->count++ % RUN_NOTES;
	runs->notes[at] = (struct run_note){ append(runs, result), rounded };
	for (size_t i = 0; i < RUN_ORIGINS; i++)
		runs->marks[i][at] = 0;
	return at;
}

size_t
scan_runs_add(struct scan_runs *runs, struct result *result,
	      enum run_origin origin, bool rounded)
{
	uint64_t mark = mark_of(result);
	size_t back = find_repeated(runs, mark, origin);
	size_t at;

	if (!back)
		back = find_completed(runs, result, origin, rounded);
	at = note_of(runs, result, back, rounded);
	if (back) {
		merge(&runs->set->results[runs->notes[at].index], result,
		      origin == RUN_CSV);
		result_release(result);
	}
	runs->marks[origin][at] = mark ? mark : UNMARKED;
	return runs->notes[at].index;
}
