#include "cli/help.h"

#include <string.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "io/engine.h"
#include "workloads/workload.h"

enum { LINE_BYTES = 72 };

/* The last change to what the page says of its own. */
static const char page_date[] = "2026-11-30";

/* Text as roff wants it: a minus sign is not a hyphen, and a line that begins
 * with a dot or a quote is not a request. */
static void
add_roff(struct strbuf *page, const char *text)
{
	for (; *text; text++) {
		bool line_begins = page->length == 0 ||
				   page->text[page->length - 1] == '\n';

		if (line_begins && (*text == '.' || *text == '\''))
			strbuf_add(page, "\\&");
		if (*text == '-')
			strbuf_add(page, "\\-");
		else if (*text == '\\')
			strbuf_add(page, "\\e");
		else
			strbuf_add_char(page, *text);
	}
}

static size_t
line_length(const struct strbuf *page)
{
	const char *begin = strrchr(page->text, '\n');

	return strlen(begin ? begin + 1 : page->text);
}

/* The same where roff fills lines: ours may end at any blank. */
static void
add_filled(struct strbuf *page, const char *text)
{
	while (*text) {
		char word[128];
		size_t length = strcspn(text, " ");

		length = length < sizeof word ? length : sizeof word - 1;
		memcpy(word, text, length);
		word[length] = '\0';
		text += length;
		add_roff(page, word);
		if (*text != ' ')
			continue;
		text++;
		if (line_length(page) + strcspn(text, " ") < LINE_BYTES)
			strbuf_add_char(page, ' ');
		else
			strbuf_add_char(page, '\n');
	}
}

static void
add_line(struct strbuf *page, const char *text)
{
	add_filled(page, text);
	strbuf_add_char(page, '\n');
}

/* A tagged paragraph, its tag in bold. */
static void
add_paragraph(struct strbuf *page, const char *tag, const char *text)
{
	strbuf_add(page, ".TP\n\\fB");
	add_roff(page, tag);
	strbuf_add(page, "\\fR\n");
	add_line(page, text);
}

static void
add_option(struct strbuf *page, const struct option_row *row)
{
	strbuf_add(page, ".TP\n\\fB");
	if (row->letter)
		strbuf_addf(page, "\\-%c\\fR, \\fB", row->letter);
	strbuf_add(page, "\\-\\-");
	add_roff(page, row->name);
	strbuf_add(page, "\\fR");
	if (row->argument) {
		strbuf_add(page,
			   row->takes == OPTION_GLUED ? "[=\\fI" : " \\fI");
		add_roff(page, row->argument);
		strbuf_add(page, "\\fR");
		strbuf_add(page, row->takes == OPTION_GLUED ? "]" : "");
	}
	strbuf_add_char(page, '\n');
	add_filled(page, row->help);
	if (row->fallback) {
		strbuf_add(page, "\n(default: ");
		add_filled(page, row->fallback);
		strbuf_add_char(page, ')');
	}
	strbuf_add(page, ".\n");
}

static void
add_options(struct strbuf *page, const struct command *command)
{
	const char *group = NULL;

	strbuf_addf(page, ".SH OPTIONS OF %s\n", command->name);
	for (const struct option_row *row = command->options; row->name;
	     row++) {
		if (!group || strcmp(group, row->group) != 0)
			strbuf_addf(page, ".SS %s\n", row->group);
		group = row->group;
		add_option(page, row);
	}
}

static void
add_synopsis(struct strbuf *page)
{
	strbuf_add(page, ".SH SYNOPSIS\n.nf\n");
	for (const struct command *command = commands; command->name;
	     command++) {
		bool first = command == commands;

		strbuf_addf(page,
			    first ? "\\fBdiskbench\\fR [\\fB%s\\fR] "
				  : "\\fBdiskbench %s\\fR ",
			    command->name);
		add_line(page, command->usage);
	}
	strbuf_add(page, ".fi\n");
}

static void
add_description(struct strbuf *page)
{
	strbuf_add(page, ".SH DESCRIPTION\n");
	add_line(page,
		 "Measures how fast a disk, or what is mounted on a directory, "
		 "writes, reads, seeks and handles files, and says what each "
		 "figure is worth: whether it is the disk's or the page "
		 "cache's. The letters of bonnie++ keep their meaning.");
	strbuf_add(page, ".PP\n");
	add_line(page,
		 "All files lie in one folder diskbench.PID below the target, "
		 "which is removed at the end, also after a signal or an "
		 "error. Should the process be killed, the next run names the "
		 "folder that was left.");
}

static void
add_lists(struct strbuf *page)
{
	strbuf_add(page, ".SH TESTS\n");
	for (size_t i = 0; workload_at(i); i++)
		add_paragraph(page, workload_at(i)->key,
			      workload_at(i)->summary);
	strbuf_add(page, ".SH FORMATS\n");
	for (size_t i = 0; format_at(i); i++)
		add_paragraph(page, format_at(i)->name, format_at(i)->summary);
	strbuf_add(page, ".SH ENGINES\n");
	for (size_t i = 0; engines[i]; i++)
		add_paragraph(page, engines[i]->name, engines[i]->summary);
}

/* A topic of the help, as it is. */
static void
add_topic(struct strbuf *page, const char *heading, const char *topic)
{
	struct strbuf text;

	strbuf_init(&text);
	help_topic(&text, topic);
	strbuf_addf(page, ".SH %s\n.nf\n", heading);
	add_roff(page, text.text);
	strbuf_add(page, ".fi\n");
	strbuf_release(&text);
}

static void
add_examples(struct strbuf *page)
{
	strbuf_add(page, ".SH EXAMPLES\n");
	add_paragraph(page, "diskbench /mnt/raid",
		      "The whole suite with a size that fits the disk.");
	add_paragraph(page, "diskbench -s 16384 -n 0 /mnt/raid",
		      "File I/O with 16 GiB, no file tests.");
	add_paragraph(page, "diskbench -x 5 -o json=raid.json /mnt/raid",
		      "Five runs, with everything that was found in JSON.");
	add_paragraph(page, "diskbench --dry-run /mnt/raid",
		      "What would be done, and the space that it needs.");
	strbuf_add(page, ".SH SEE ALSO\n.BR bonnie++ (8),\n.BR fio (1)\n");
}

void
help_manual(struct strbuf *page)
{
	strbuf_addf(page, ".TH DISKBENCH 1 \"%s\" ", page_date);
	strbuf_add(page,
		   "\"diskbench " DISKBENCH_VERSION "\" \"User Commands\"\n"
		   ".SH NAME\ndiskbench \\- disk benchmark with honest "
		   "figures\n");
	add_synopsis(page);
	add_description(page);
	strbuf_add(page, ".SH COMMANDS\n");
	for (const struct command *command = commands; command->name; command++)
		add_paragraph(page, command->name, command->summary);
	for (const struct command *command = commands; command->name; command++)
		if (command->options)
			add_options(page, command);
	add_lists(page);
	add_topic(page, "SIZES", "sizes");
	add_topic(page, "EXIT STATUS", "exit codes");
	add_topic(page, "VERDICTS", "verdicts");
	add_examples(page);
}
