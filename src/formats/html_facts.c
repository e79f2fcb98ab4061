#include "formats/html_section.h"

#include <stdio.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "formats/html_page.h"

/* What was measured, on what, by what. */

static void
add_fact(struct strbuf *text, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	html_add(text, "dt", name);
	html_add(text, "dd", value);
	strbuf_add_char(text, '\n');
}

static void
add_bytes(struct strbuf *text, const char *name, uint64_t bytes)
{
	char number[UNITS_TEXT_BYTES];

	if (bytes)
		add_fact(text, name, units_format_bytes(number, bytes));
}

static void
add_count(struct strbuf *text, const char *name, uint64_t count)
{
	char number[UNITS_TEXT_BYTES];

	snprintf(number, sizeof number, "%ju", (uintmax_t)count);
	if (count)
		add_fact(text, name, number);
}

static void
add_place(struct strbuf *text, const struct environment *environment)
{
	add_fact(text, "File system", environment->file_system);
	add_fact(text, "Mount options", environment->mount_options);
	if (!environment->device_count)
		return;
	html_add(text, "dt",
		 environment->device_count > 1 ? "Devices" : "Device");
	for (size_t i = 0; i < environment->device_count; i++)
		html_add(text, "dd", environment->devices[i]);
	strbuf_add_char(text, '\n');
}

static void
add_files(struct strbuf *text, const struct file_setup *files)
{
	struct strbuf value;
	char number[UNITS_TEXT_BYTES];

	if (!files->units)
		return;
	strbuf_init(&value);
	strbuf_addf(&value, "%ju × 1024", (uintmax_t)files->units);
	if (files->link != LINK_NONE)
		strbuf_addf(&value, ", %s links",
			    files->link == LINK_HARD ? "hard" : "symbolic");
	else if (files->max_bytes)
		strbuf_addf(&value, ", up to %s each",
			    units_format_bytes(number, files->max_bytes));
	else
		strbuf_add(&value, ", empty");
	if (files->directories > 1)
		strbuf_addf(&value, ", in %ju directories",
			    (uintmax_t)files->directories);
	add_fact(text, "Files", value.text);
	strbuf_release(&value);
}

static void
add_test_file(struct strbuf *text, const struct result *result)
{
	struct strbuf value;
	char number[UNITS_TEXT_BYTES];

	strbuf_init(&value);
	if (result->size_bytes)
		strbuf_add(&value,
			   units_format_bytes(number, result->size_bytes));
	if (result->chunk_bytes)
		strbuf_addf(&value, "%sin chunks of %s",
			    value.length ? " " : "",
			    units_format_bytes(number, result->chunk_bytes));
	add_fact(text, "Test file", value.text);
	strbuf_release(&value);
}

static void
add_seeks(struct strbuf *text, const struct result *result)
{
	struct strbuf value;

	if (!result->seeks)
		return;
	strbuf_init(&value);
	strbuf_addf(&value, "%ju", (uintmax_t)result->seeks);
	if (result->seekers)
		strbuf_addf(&value, " by %ju seekers",
			    (uintmax_t)result->seekers);
	add_fact(text, "Seeks", value.text);
	strbuf_release(&value);
}

static void
add_work(struct strbuf *text, const struct result *result)
{
	add_test_file(text, result);
	add_seeks(text, result);
	add_files(text, &result->files);
	add_count(text, "Workers", result->workers);
	if (result->depth > 1)
		add_count(text, "Requests at once", result->depth);
}

static void
add_tool(struct strbuf *text, const struct result *result)
{
	struct strbuf value;

	if (!result->tool)
		return;
	strbuf_init(&value);
	strbuf_add(&value, result->tool);
	if (result->tool_version)
		strbuf_addf(&value, " %s", result->tool_version);
	add_fact(text, "Measured by", value.text);
	strbuf_release(&value);
}

static void
add_errors(struct strbuf *text, const struct result_set *set)
{
	bool any = false;

	for (size_t i = 0; i < set->count; i++)
		for (size_t e = 0; e < set->results[i].error_count; e++) {
			if (!any)
				strbuf_add(text, "<ul class=\"errors\" "
						 "aria-label=\"Errors\">\n");
			any = true;
			html_add(text, "li", set->results[i].errors[e]);
			strbuf_add_char(text, '\n');
		}
	if (any)
		strbuf_add(text, "</ul>\n");
}

void
html_add_facts(struct html_page *page, const struct html_group *group)
{
	const struct result *first = group->set.results;
	struct strbuf *text = page->text;

	add_errors(text, &group->set);
	html_heading(page, "What was measured");
	strbuf_add(text, "<dl>\n");
	add_fact(text, "Machine", first->machine);
	add_fact(text, "Label", first->label);
	add_fact(text, "System", first->environment.kernel);
	add_bytes(text, "Memory", first->environment.ram_bytes);
	add_place(text, &first->environment);
	add_work(text, first);
	add_count(text, "Runs", group->set.count);
	add_fact(text, "Started", first->environment.started);
	add_tool(text, first);
	add_fact(text, "Command", first->environment.command);
	add_fact(text, "Read from", first->source);
	strbuf_add(text, "</dl>\n");
}
