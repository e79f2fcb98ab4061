#include "cli/progress_line.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "platform/platform.h"
#include "run/runner.h"

enum { COLUMNS_DEFAULT = 80, COLUMNS_LEAST = 20, COLUMNS_MOST = 1000 };
enum { BAR_MOST = 30, BAR_LEAST = 8, TITLE_COLUMNS = 32 };

static size_t
terminal_columns(void)
{
	unsigned columns = platform_terminal_columns(STDERR_FILENO);

	if (columns < COLUMNS_LEAST)
		return COLUMNS_DEFAULT;
	return columns < COLUMNS_MOST ? columns : COLUMNS_MOST;
}

void
progress_line_init(struct progress_line *line, enum progress_mode mode,
		   bool quiet)
{
	memset(line, 0, sizeof *line);
	line->columns = terminal_columns();
	if (mode == PROGRESS_ALWAYS)
		line->style = PROGRESS_LIVE;
	else if (mode == PROGRESS_NEVER || quiet)
		line->style = PROGRESS_SILENT;
	else if (isatty(STDERR_FILENO))
		line->style = PROGRESS_LIVE;
	else
		line->style = PROGRESS_LINES;
}

static void
add_figures(struct strbuf *text, const struct progress *progress)
{
	char figure[UNITS_TEXT_BYTES];

	if (progress->done >= 0)
		strbuf_addf(text, " %3.0f %%", 100 * progress->done);
	if (progress->rate > 0 && progress->rate_in_bytes)
		strbuf_addf(text, "  %s",
			    units_format_rate(figure, progress->rate));
	else if (progress->rate > 0)
		strbuf_addf(text, "  %.0f/s", progress->rate);
	if (progress->round > 1)
		strbuf_addf(text, "  round %u", progress->round);
	if (progress->left_ns != UINT64_MAX)
		strbuf_addf(text, "  %s left",
			    units_format_clock(figure, progress->left_ns));
	else
		strbuf_addf(text, "  %s",
			    units_format_clock(figure, progress->elapsed_ns));
}

static void
add_bar(struct strbuf *text, double done, size_t width)
{
	size_t filled = (size_t)(done * (double)width + 0.5);

	strbuf_add(text, " [");
	for (size_t i = 0; i < width; i++)
		strbuf_add_char(text, i < filled ? '#' : '.');
	strbuf_add_char(text, ']');
}

void
progress_line_format(struct strbuf *text, const struct progress *progress,
		     size_t columns)
{
	struct strbuf figures;
	size_t used, bar;

	strbuf_init(&figures);
	if (progress->stopping)
		strbuf_add(&figures, " stopping, again to end at once");
	else
		add_figures(&figures, progress);
	strbuf_addf(text, "%zu/%zu ", progress->phase + 1, progress->phases);
	strbuf_add(text, progress->text);
	strbuf_pad(text, TITLE_COLUMNS);
	used = text->length + figures.length + strlen(" []");
	bar = used < columns ? columns - used : 0;
	bar = bar < BAR_MOST ? bar : BAR_MOST;
	if (progress->done >= 0 && bar >= BAR_LEAST)
		add_bar(text, progress->done, bar);
	strbuf_add_bytes(text, figures.text, figures.length);
	if (text->length > columns) {
		text->length = columns;
		text->text[columns] = '\0';
	}
	strbuf_release(&figures);
}

static void
draw(struct progress_line *line, const struct progress *progress)
{
	struct strbuf text;
	size_t length;

	/* The last column stays free: writing it would begin a new line. */
	strbuf_init(&text);
	progress_line_format(&text, progress, line->columns - 1);
	length = text.length;
	strbuf_pad(&text, line->shown);
	fprintf(stderr, "\r%s", text.text);
	fflush(stderr);
	line->shown = length;
	strbuf_release(&text);
}

static void
add_plain(struct progress_line *line, const struct progress *progress)
{
	if (progress->event == PROGRESS_BEGIN) {
		/* A command may have something to say itself meanwhile. */
		line->open = strcmp(progress->key, "command") != 0;
		fprintf(stderr, "%s...%s", progress->text,
			line->open ? "" : "\n");
	} else if (progress->event == PROGRESS_END && line->open) {
		fputs(progress->stopping ? "interrupted\n" : "done\n", stderr);
		line->open = false;
	}
	fflush(stderr);
}

void
progress_line_show(struct progress_line *line, const struct progress *progress)
{
	if (line->style == PROGRESS_LINES)
		add_plain(line, progress);
	else if (line->style == PROGRESS_LIVE &&
		 progress->event != PROGRESS_END)
		draw(line, progress);
}

void
progress_line_clear(struct progress_line *line)
{
	if (line->open)
		putc('\n', stderr);
	if (line->shown)
		fprintf(stderr, "\r%*s\r", (int)line->shown, "");
	line->open = false;
	line->shown = 0;
}
