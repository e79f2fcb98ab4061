#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/html_page.h"
#include "formats/html_section.h"
#include "formats/output.h"
#include "results/result.h"

static void
add_sections(struct html_page *page, const struct html_group *group)
{
	html_add_worth(page, group);
	html_add_facts(page, group);
	html_add_bars(page, group);
	html_add_verdicts(page, group);
	html_add_course(page, group);
	html_add_latency(page, group);
	html_add_figures(page, group);
}

static void
add_title(struct strbuf *title, const struct html_group *groups, size_t count)
{
	strbuf_add(title, "Disk benchmark: ");
	if (count == 0)
		strbuf_add(title, "no results");
	else if (count == 1)
		html_add_name(title, groups->set.results);
	else
		strbuf_addf(title, "%zu configurations", count);
}

static void
add_contents(struct strbuf *text, const struct html_group *groups, size_t count)
{
	strbuf_add(text, "<nav aria-label=\"Configurations\">\n<ul>\n");
	for (size_t i = 0; i < count; i++) {
		struct strbuf name;

		strbuf_init(&name);
		html_add_name(&name, groups[i].set.results);
		strbuf_addf(text, "<li><a href=\"#g%u\">", groups[i].id);
		html_add_text(text, name.text);
		strbuf_add(text, "</a></li>\n");
		strbuf_release(&name);
	}
	strbuf_add(text, "</ul>\n</nav>\n");
}

static void
add_group(struct html_page *page, const struct html_group *group)
{
	struct strbuf name;

	strbuf_init(&name);
	html_add_name(&name, group->set.results);
	strbuf_addf(page->text,
		    "<section aria-labelledby=\"g%u\">\n<h2 id=\"g%u\">",
		    group->id, group->id);
	html_add_text(page->text, name.text);
	strbuf_add(page->text, "</h2>\n");
	add_sections(page, group);
	strbuf_add(page->text, "</section>\n");
	strbuf_release(&name);
}

static void
add_body(struct html_page *page, const struct html_group *groups, size_t count)
{
	if (count == 1) {
		add_sections(page, groups);
		return;
	}
	if (count > 1)
		add_contents(page->text, groups, count);
	html_add_sweep(page, groups, count);
	page->level = 3;
	for (size_t i = 0; i < count; i++)
		add_group(page, &groups[i]);
}

static int
emit(const struct result_set *set, FILE *out)
{
	struct strbuf text, title;
	struct html_page page = { .text = &text, .level = 2 };
	struct html_group *groups;
	size_t count;
	int status;

	strbuf_init(&text);
	strbuf_init(&title);
	groups = html_groups_new(set, &count);
	add_title(&title, groups, count);
	html_begin(&text, title.text);
	html_add(&text, "h1", title.text);
	strbuf_add_char(&text, '\n');
	add_body(&page, groups, count);
	html_add(&text, "footer", "Written by diskbench " DISKBENCH_VERSION);
	html_end(&text);
	status = output_write(out, &text);
	html_groups_free(groups, count);
	strbuf_release(&title);
	strbuf_release(&text);
	return status;
}

const struct format html_format = {
	.name = "html",
	.summary = "a page of tables and charts, in one file",
	.emit = emit,
};
