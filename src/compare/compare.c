#include "compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "compare/alike.h"
#include "compare/judge.h"
#include "compare/sample.h"
#include "core/mem.h"
#include "core/strbuf.h"

/* The figures that can be a test's own, the first one found is. */
static const enum quantity_id main_ids[] = { QUANTITY_RATE, QUANTITY_OPS,
					     QUANTITY_WALL };

enum { MAIN_IDS = sizeof main_ids / sizeof *main_ids };

static void
take_row(struct compare_row *row, const struct compare_match *match,
	 size_t sides)
{
	row->cells = mem_alloc(sides, sizeof *row->cells);
	row->base = sides;
	for (size_t i = sides; i > 0; i--) {
		struct compare_sample *sample = &row->cells[i - 1].sample;

		compare_sample_take(sample, match->groups[i - 1], row->test,
				    row->id);
		if (compare_sample_there(sample))
			row->base = i - 1;
	}
}

static void
release_row(struct compare_row *row, size_t sides)
{
	for (size_t i = 0; i < sides; i++) {
		compare_sample_release(&row->cells[i].sample);
		free(row->cells[i].reason);
	}
	free(row->cells);
}

/* Adds the row when any side has the figure. */
static bool
add_row(struct compare_table *table, const struct compare_match *match,
	size_t sides, struct compare_row row)
{
	take_row(&row, match, sides);
	if (row.base == sides) {
		release_row(&row, sides);
		return false;
	}
	table->rows =
		mem_grow(table->rows, table->row_count, sizeof *table->rows);
	table->rows[table->row_count++] = row;
	return true;
}

static size_t
sides_with(const struct compare_match *match, size_t sides, const char *test,
	   enum quantity_id id)
{
	size_t with = 0;

	for (size_t i = 0; i < sides; i++) {
		const struct compare_group *group = match->groups[i];

		for (size_t r = 0; group && r < group->count; r++)
			if (result_quantity(group->runs[r], test, id).state !=
			    QUANTITY_ABSENT) {
				with++;
				break;
			}
	}
	return with;
}

/* The figure that most sides have. */
static enum quantity_id
main_id(const struct compare_match *match, size_t sides, const char *test)
{
	enum quantity_id best = main_ids[0];
	size_t most = 0;

	for (size_t i = 0; i < MAIN_IDS; i++) {
		size_t with = sides_with(match, sides, test, main_ids[i]);

		if (with > most) {
			most = with;
			best = main_ids[i];
		}
	}
	return best;
}

static void
add_test(struct compare_table *table, const struct compare_match *match,
	 size_t sides, const char *test)
{
	static const enum quantity_id others[] = {
		QUANTITY_CPU,
		QUANTITY_LATENCY_MAX,
		QUANTITY_USER_TIME,
		QUANTITY_SYS_TIME,
	};
	struct compare_row row = { .test = test, .main = true };
	size_t count = sizeof others / sizeof *others;

	row.id = main_id(match, sides, test);
	add_row(table, match, sides, row);
	/* Of a test with a rate the times only say it once more. */
	if (row.id != QUANTITY_WALL)
		count -= 2;
	row.main = false;
	for (size_t i = 0; i < count; i++) {
		row.id = others[i];
		add_row(table, match, sides, row);
	}
}

static bool
has_test(const struct compare_table *table, const char *test)
{
	for (size_t i = 0; i < table->row_count; i++)
		if (strcmp(table->rows[i].test, test) == 0)
			return true;
	return false;
}

static void
add_tests(struct compare_table *table, const struct compare_match *match,
	  size_t sides)
{
	for (size_t i = 0; i < sides; i++) {
		const struct compare_group *group = match->groups[i];

		for (size_t r = 0; group && r < group->count; r++)
			for (size_t p = 0; p < group->runs[r]->phase_count;
			     p++) {
				const char *test =
					group->runs[r]->phases[p].key;

				if (!has_test(table, test))
					add_test(table, match, sides, test);
			}
	}
}

static void
fill_header(struct compare_table *table, const struct compare_match *match,
	    size_t sides)
{
	table->name = mem_strdup(match->name);
	table->runs = mem_alloc(sides, sizeof *table->runs);
	table->differs = mem_alloc(sides, sizeof *table->differs);
	for (size_t i = 0; i < sides; i++) {
		struct strbuf text;

		if (!match->groups[i])
			continue;
		table->runs[i] = match->groups[i]->count;
		if (i == 0 || !match->groups[0])
			continue;
		strbuf_init(&text);
		compare_differences(&text, match->groups[0], match->groups[i]);
		if (text.length)
			table->differs[i] = mem_strdup(text.text);
		strbuf_release(&text);
	}
}

void
comparison_make(struct comparison *comparison,
		const struct compare_settings *settings,
		const struct compare_pairing *pairing)
{
	size_t sides = pairing->side_count;

	memset(comparison, 0, sizeof *comparison);
	comparison->settings = *settings;
	comparison->side_count = sides;
	comparison->sides = mem_alloc(sides, sizeof *comparison->sides);
	for (size_t i = 0; i < sides; i++)
		comparison->sides[i] = mem_strdup(pairing->sides[i]);
	comparison->table_count = pairing->match_count;
	comparison->tables =
		mem_alloc(pairing->match_count, sizeof *comparison->tables);
	for (size_t i = 0; i < pairing->match_count; i++) {
		struct compare_table *table = &comparison->tables[i];

		fill_header(table, &pairing->matches[i], sides);
		add_tests(table, &pairing->matches[i], sides);
		compare_judge(comparison, table, &pairing->matches[i]);
	}
}

static void
release_table(struct compare_table *table, size_t sides)
{
	for (size_t i = 0; i < table->row_count; i++)
		release_row(&table->rows[i], sides);
	for (size_t i = 0; i < sides; i++)
		free(table->differs[i]);
	free(table->differs);
	free(table->runs);
	free(table->rows);
	free(table->name);
}

void
comparison_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->table_count; i++)
		release_table(&comparison->tables[i], comparison->side_count);
	for (size_t i = 0; i < comparison->side_count; i++)
		free(comparison->sides[i]);
	free(comparison->sides);
	free(comparison->tables);
	memset(comparison, 0, sizeof *comparison);
}
