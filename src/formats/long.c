#include <math.h>
#include <string.h>

#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/longread.h"
#include "formats/output.h"
#include "results/result.h"

/* What is not known is 0 in the model and empty here. */
static void
add_count(struct strbuf *text, unsigned long long count)
{
	if (count)
		strbuf_addf(text, "%llu", count);
}

static bool
same_source(const struct result *a, const struct result *b)
{
	if (!a->source || !b->source)
		return a->source == b->source;
	return strcmp(a->source, b->source) == 0;
}

/* Which result of its file it is, from 1; `before` is that of the one before.
 * Results of a file mostly follow each other. */
static size_t
run_of(const struct result_set *set, size_t index, size_t before)
{
	const struct result *result = &set->results[index];
	size_t run = 1;

	if (index > 0 && same_source(&set->results[index - 1], result))
		return before + 1;
	for (size_t i = 0; i < index; i++)
		run += same_source(&set->results[i], result);
	return run;
}

/* There is no column for the depth: it stands in the label, unless it does
 * so as the point of a sweep. */
static void
add_label(struct strbuf *text, const struct result *result)
{
	struct strbuf label;
	char depth[LONG_DEPTH_BYTES];

	snprintf(depth, sizeof depth, "%s%llu", long_depth,
		 (unsigned long long)result->depth);
	strbuf_init(&label);
	if (result->label)
		strbuf_add(&label, result->label);
	if (result->depth > 1 && strcmp(label.text, depth) != 0)
		strbuf_addf(&label, "%s%s", label.length ? " " : "", depth);
	strbuf_add_csv(text, label.text);
	strbuf_release(&label);
}

/* The fields that all rows of a result begin with. */
static void
add_head(struct strbuf *text, const struct result *result, size_t run)
{
	strbuf_add_csv(text, result->source);
	strbuf_add_char(text, ',');
	add_count(text, result->line);
	strbuf_addf(text, ",%zu,", run);
	strbuf_add_csv(text, result->machine);
	strbuf_add_char(text, ',');
	add_label(text, result);
	strbuf_add_char(text, ',');
	add_count(text, result->size_bytes);
	strbuf_add_char(text, ',');
	add_count(text, result->chunk_bytes);
	strbuf_add_char(text, ',');
	add_count(text, result->workers);
	strbuf_add_char(text, ',');
}

static void
add_phase(struct strbuf *text, const char *head,
	  const struct phase_result *phase)
{
	for (size_t i = 0; i < QUANTITY_COUNT; i++) {
		struct quantity quantity =
			phase_quantity(phase, (enum quantity_id)i);
		bool known = quantity.state == QUANTITY_KNOWN;

		if (quantity.state == QUANTITY_ABSENT ||
		    (known && !isfinite(quantity.value)))
			continue;
		strbuf_add(text, head);
		strbuf_add_csv(text, phase->key);
		strbuf_addf(text, ",%s,%s,%s,", quantity_table[i].key,
			    quantity_table[i].unit,
			    long_states[quantity.state]);
		if (known)
			strbuf_add_number(text, quantity.value);
		strbuf_add_char(text, '\n');
	}
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text, head;
	size_t run = 0;
	int status;

	strbuf_init(&text);
	strbuf_init(&head);
	strbuf_add(&text, long_heading);
	strbuf_add_char(&text, '\n');
	for (size_t i = 0; i < set->count; i++) {
		const struct result *result = &set->results[i];

		run = run_of(set, i, run);
		strbuf_clear(&head);
		add_head(&head, result, run);
		for (size_t p = 0; p < result->phase_count; p++)
			add_phase(&text, head.text, &result->phases[p]);
	}
	status = output_write(out, &text);
	strbuf_release(&head);
	strbuf_release(&text);
	return status;
}

static const char *
misses(const struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			if (set->results[i].phases[p].finding_count)
				return "what was found about the figures";
	return NULL;
}

static int
bid(const char *text, size_t length)
{
	size_t heading = strlen(long_heading);

	return length > heading && memcmp(text, long_heading, heading) == 0 &&
			       strchr("\r\n", text[heading])
		       ? 99
		       : 0;
}

const struct format long_format = {
	.name = "long",
	.summary = "tidy CSV, one row a quantity",
	.emit = emit,
	.misses = misses,
	.bid = bid,
	.parse = long_parse,
};
