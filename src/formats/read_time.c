#include "formats/scan_reader.h"

#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/strbuf.h"

/* What time(1) and the shells print: `949.21s real 6.28s user 142.21s system`,
 * `5676.29 real 7701.09 user 6133.60 sys`, and three lines of `real 0m1.23s`
 * or `real 1.23`. */

enum { TIMES = 3, LABEL_WORDS = 6 };

static const enum quantity_id time_ids[TIMES] = { QUANTITY_WALL,
						  QUANTITY_USER_TIME,
						  QUANTITY_SYS_TIME };

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Half of the world writes 0m1,234s. */
static void
use_points(char *number)
{
	char *comma = strchr(number, ',');

	if (comma && !strchr(number, '.'))
		*comma = '.';
}

/* `12.56`, `949.21s`, `2m3.456s`, `1h2m3.45s` */
static bool
read_duration(const char *text, double *seconds)
{
	char part[16];
	struct cell cell;

	*seconds = 0;
	for (;;) {
		size_t length = strspn(text, "0123456789.,");
		char unit = text[length];

		if (!length || length >= sizeof part || !is_digit(*text))
			return false;
		memcpy(part, text, length);
		part[length] = '\0';
		use_points(part);
		cell = cell_parse(part);
		if (cell.kind != CELL_NUMBER)
			return false;
		text += length + (unit != '\0');
		if (unit == 'h')
			*seconds += cell.number * 3600;
		else if (unit == 'm')
			*seconds += cell.number * 60;
		else
			*seconds += cell.number;
		if (unit == 's' || !unit)
			return !*text;
		if (unit != 'h' && unit != 'm')
			return false;
	}
}

/* Whether word `at` names the time `which`. */
static bool
is_name(const struct scan_window *window, size_t at, size_t which)
{
	const char *text = scan_word_text(window, at);

	if (which == 0)
		return !strcmp(text, "real");
	if (which == 1)
		return !strcmp(text, "user");
	return !strncmp(text, "sys", 3) &&
	       (!text[3] || !strncmp(text + 3, "tem", 3) || text[3] == ',');
}

/* The name of what was timed, for a row without one on its line: the line
 * above. */
static char *
label_above(const struct scan *scan, size_t at)
{
	const struct scan_window *window = &scan->window;
	struct strbuf label;
	size_t from;

	if (!at || window->words[at].after_gap || at <= window->taken)
		return NULL;
	for (from = at - 1; from > window->taken; from--)
		if (window->words[from].starts)
			break;
	strbuf_init(&label);
	for (size_t i = from; i < at; i++) {
		if (i > from)
			strbuf_add_char(&label, ' ');
		strbuf_add(&label, window->words[i].text);
	}
	return strbuf_detach(&label);
}

/* `fsck /dev/rwd2e:` in front of the times, back to the row before or to
 * another colon. */
static char *
label_before(const struct scan *scan, size_t at)
{
	const struct scan_window *window = &scan->window;
	struct strbuf label;
	size_t from = at - 1;

	while (from > window->taken && at - from < LABEL_WORDS &&
	       !window->words[from].starts) {
		const char *word = window->words[from - 1].text;
		size_t length = strlen(word);

		if (length && strchr(":.", word[length - 1]))
			break;
		from--;
	}
	strbuf_init(&label);
	for (size_t i = from; i < at; i++) {
		if (i > from)
			strbuf_add_char(&label, ' ');
		strbuf_add(&label, window->words[i].text);
	}
	return strbuf_detach(&label);
}

static bool
has_letter(const char *text)
{
	for (; *text; text++)
		if ((*text >= 'a' && *text <= 'z') ||
		    (*text >= 'A' && *text <= 'Z'))
			return true;
	return false;
}

static char *
find_label(const struct scan *scan, size_t at)
{
	const struct scan_window *window = &scan->window;
	char *label = NULL;

	if (window->words[at].starts)
		label = label_above(scan, at);
	else if (at > window->taken)
		label = label_before(scan, at);
	if (label && !has_letter(label)) {
		free(label);
		label = NULL;
	}
	if (label && label[strlen(label) - 1] == ':')
		label[strlen(label) - 1] = '\0';
	return label;
}

static size_t
add(struct scan *scan, size_t at, const double seconds[TIMES])
{
	struct result result;

	result_init(&result);
	result.tool = mem_strdup("time");
	result.line = scan->window.words[at].line;
	result.label = find_label(scan, at);
	for (size_t i = 0; i < TIMES; i++)
		scan_put(&result, "command", time_ids[i],
			 quantity_known(seconds[i]), true);
	scan_runs_add(&scan->runs, &result, RUN_TEXT, false);
	return 2 * TIMES;
}

/* Times have decimals or units; mere counts are something else. */
static bool
is_time(const char *text)
{
	return strpbrk(text, ".,hms") != NULL;
}

/* Each time is followed by its name. */
static size_t
read_times_first(struct scan *scan, size_t at)
{
	double seconds[TIMES];

	for (size_t i = 0; i < TIMES; i++)
		if (!is_name(&scan->window, at + 2 * i + 1, i) ||
		    !read_duration(scan_word_text(&scan->window, at + 2 * i),
				   &seconds[i]) ||
		    !is_time(scan_word_text(&scan->window, at + 2 * i)))
			return 0;
	return add(scan, at, seconds);
}

/* Each name is followed by its time. */
static size_t
read_names_first(struct scan *scan, size_t at)
{
	double seconds[TIMES];

	for (size_t i = 0; i < TIMES; i++)
		if (!is_name(&scan->window, at + 2 * i, i) ||
		    !read_duration(
			    scan_word_text(&scan->window, at + 2 * i + 1),
			    &seconds[i]) ||
		    !is_time(scan_word_text(&scan->window, at + 2 * i + 1)))
			return 0;
	return add(scan, at, seconds);
}

const struct scan_reader scan_time_readers[] = {
	{ "times before names", WORD_NUMBER | WORD_COMMAS, "0123456789",
	  read_times_first },
	{ "names before times", WORD_OTHER, "r", read_names_first },
	{ NULL, 0, NULL, NULL },
};
