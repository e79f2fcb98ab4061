#include "formats/html_section.h"

#include "core/strbuf.h"
#include "formats/figures.h"
#include "formats/html_page.h"
#include "formats/label.h"

/* Every quantity of every test of every run, and what each of them means. */

static bool
is_used(const struct result_set *set, enum quantity_id id)
{
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			if (set->results[i].phases[p].quantities[id].state !=
			    QUANTITY_ABSENT)
				return true;
	return false;
}

static void
add_row(struct strbuf *text, const struct result_set *set, size_t run,
	const struct phase_result *phase)
{
	static const char *const states[] = {
		[PHASE_COMPLETE] = "complete",
		[PHASE_INCOMPLETE] = "incomplete",
		[PHASE_FAILED] = "failed",
	};
	struct quantity quantity;
	struct strbuf cell;

	strbuf_init(&cell);
	strbuf_add(text, "<tr>");
	html_add(text, "th scope=\"row\"", test_label(phase->key));
	strbuf_addf(text, "<td>%zu</td>", run + 1);
	html_add(text, "td", states[phase->state]);
	for (enum quantity_id id = 0; id < QUANTITY_COUNT; id++) {
		if (!is_used(set, id))
			continue;
		quantity = phase_quantity(phase, id);
		strbuf_clear(&cell);
		figures_add_quantity(&cell, id, &quantity);
		html_add(text, "td class=\"number\"", cell.text);
	}
	strbuf_add(text, "</tr>\n");
	strbuf_release(&cell);
}

static void
add_table(struct strbuf *text, const struct result_set *set)
{
	const char *heads[3 + QUANTITY_COUNT] = { "Test", "Run", "State" };
	size_t count = 3;

	for (enum quantity_id id = 0; id < QUANTITY_COUNT; id++)
		if (is_used(set, id))
			heads[count++] = quantity_table[id].key;
	html_table_begin(text, "Each test of each run", heads, count);
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			add_row(text, set, i, &set->results[i].phases[p]);
	html_table_end(text);
}

static void
add_meanings(struct strbuf *text, const struct result_set *set)
{
	strbuf_add(text, "<dl>\n");
	for (enum quantity_id id = 0; id < QUANTITY_COUNT; id++) {
		if (!is_used(set, id))
			continue;
		html_add(text, "dt", quantity_table[id].key);
		html_add(text, "dd", quantity_table[id].summary);
		strbuf_add_char(text, '\n');
	}
	html_add(text, "dt", "+++++");
	html_add(text, "dd",
		 "Too fast to mean anything, or not a figure of the disk and "
		 "withheld.");
	strbuf_add(text, "</dl>\n");
}

void
html_add_figures(struct html_page *page, const struct html_group *group)
{
	html_heading(page, "All figures");
	html_details_begin(page->text, "Every quantity of every run");
	add_table(page->text, &group->set);
	add_meanings(page->text, &group->set);
	html_details_end(page->text);
}
