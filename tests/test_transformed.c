#include <check.h>

#include "formats/scan.h"
#include "golden.h"
#include "unit.h"

/* What mail programs, forums and terminals do to a text must not change what is
 * read of it: every example of tests/golden, transformed in each way, gives the
 * figures that it gives untouched. */

static void
dump_phase(struct strbuf *text, const struct phase_result *phase)
{
	for (int id = 0; id < QUANTITY_COUNT; id++) {
		const struct quantity *quantity = &phase->quantities[id];

		if (quantity->state != QUANTITY_ABSENT)
			strbuf_addf(text, "  %s %s %d %.9g\n", phase->key,
				    quantity_table[id].key, quantity->state,
				    quantity->value);
	}
}

/* Everything that is read of the text, but where. */
static char *
figures_of(const char *text, size_t length)
{
	struct result_set set;
	struct strbuf figures;

	result_set_init(&set);
	strbuf_init(&figures);
	scan_text("text", text, length, &set);
	for (size_t i = 0; i < set.count; i++) {
		const struct result *result = &set.results[i];

		strbuf_addf(&figures, "%s, '%s', %llu by %llu\n", result->tool,
			    result->machine ? result->machine : "",
			    (unsigned long long)result->size_bytes,
			    (unsigned long long)result->chunk_bytes);
		for (size_t p = 0; p < result->phase_count; p++)
			dump_phase(&figures, &result->phases[p]);
	}
	result_set_release(&set);
	return strbuf_detach(&figures);
}

/* ---- transformations ---------------------------------------------------- */

typedef void transform(struct strbuf *to, const char *from);

static void
replace(struct strbuf *to, const char *from, const char *what, const char *with)
{
	size_t length = strlen(what);

	while (*from) {
		const char *found = strstr(from, what);
		size_t before = found ? (size_t)(found - from) : strlen(from);

		strbuf_add_bytes(to, from, before);
		from += before;
		if (!found)
			break;
		strbuf_add(to, with);
		from += length;
	}
}

static void
escape(struct strbuf *to, const char *from)
{
	for (; *from; from++)
		if (*from == '<')
			strbuf_add(to, "&lt;");
		else if (*from == '>')
			strbuf_add(to, "&gt;");
		else if (*from == '&')
			strbuf_add(to, "&amp;");
		else if (*from == '\'')
			strbuf_add(to, "&#39;");
		else
			strbuf_add_char(to, *from);
}

/* Quoted-printable, lines of at most 76 characters, the soft break included. */
static void
quoted_printable(struct strbuf *to, const char *from)
{
	size_t column = 0;

	for (; *from; from++) {
		bool coded = *from == '=' || (*from == ' ' && from[1] == '\n');

		if (*from == '\n') {
			strbuf_add_char(to, '\n');
			column = 0;
			continue;
		}
		if (column + (coded ? 3 : 1) > 75) {
			strbuf_add(to, "=\n");
			column = 0;
		}
		if (coded)
			strbuf_addf(to, "=%02X", (unsigned)*from);
		else
			strbuf_add_char(to, *from);
		column += coded ? 3 : 1;
	}
}

/* Where a line that may have `width` columns is broken. */
static size_t
break_of(const char *line, size_t length, size_t width, bool at_blanks)
{
	size_t at = width;

	if (length <= width)
		return length;
	if (!at_blanks)
		return width;
	while (at > 0 && line[at] != ' ')
		at--;
	return at > 0 && strspn(line, " ") < at ? at : length;
}

static void
wrap(struct strbuf *to, const char *from, size_t width, bool at_blanks)
{
	while (*from) {
		size_t length = strcspn(from, "\n");
		size_t part = break_of(from, length, width, at_blanks);

		strbuf_add_bytes(to, from, part);
		strbuf_add_char(to, '\n');
		from += part;
		if (part == length)
			from += *from == '\n';
		else if (at_blanks)
			from++;
	}
}

static void
through(struct strbuf *to, const char *from, transform *first,
	transform *second)
{
	struct strbuf between;

	strbuf_init(&between);
	first(&between, from);
	second(to, between.text);
	strbuf_release(&between);
}

static void
quote(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "> ", "\n");
}

static void
quote_twice(struct strbuf *to, const char *from)
{
	golden_dress(to, from, ">> ", "\n");
}

static void
quote_by_initials(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "ZC> ", "\n");
}

static void
indent_by_tab(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "\t", "\n");
}

static void
end_by_crlf(struct strbuf *to, const char *from)
{
	replace(to, from, "\n", "\r\n");
}

static void
end_by_cr(struct strbuf *to, const char *from)
{
	replace(to, from, "\n", "\r");
}

static void
end_by_separator(struct strbuf *to, const char *from)
{
	replace(to, from, "\n", "\xe2\x80\xa8");
}

static void
double_space(struct strbuf *to, const char *from)
{
	replace(to, from, "\n", "\n\n");
}

static void
begin_by_mark(struct strbuf *to, const char *from)
{
	strbuf_add(to, "\xef\xbb\xbf");
	strbuf_add(to, from);
}

static void
keep_blanks(struct strbuf *to, const char *from)
{
	replace(to, from, " ", "\xc2\xa0");
}

static void
keep_blanks_in_latin1(struct strbuf *to, const char *from)
{
	replace(to, from, " ", "\xa0");
}

static void
make_thin_blanks(struct strbuf *to, const char *from)
{
	replace(to, from, "  ", "\xe2\x80\x89 ");
}

static void
make_long_dashes(struct strbuf *to, const char *from)
{
	replace(to, from, "---", "\xe2\x80\x94");
}

static void
colour(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "\033[1;32m", "\033[0m\n");
}

static void
mark_as_code(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "`", "`\n");
}

static void
comment_out(struct strbuf *to, const char *from)
{
	golden_dress(to, from, "# ", "\n");
}

static void
put_into_page(struct strbuf *to, const char *from)
{
	strbuf_add(to, "<html><body>\n<pre>\n");
	escape(to, from);
	strbuf_add(to, "</pre></body></html>\n");
}

static void
put_into_lines_of_page(struct strbuf *to, const char *from)
{
	struct strbuf escaped, kept;

	strbuf_init(&escaped);
	strbuf_init(&kept);
	escape(&escaped, from);
	replace(&kept, escaped.text, " ", "&nbsp;");
	replace(to, kept.text, "\n", "<br />\n");
	strbuf_release(&escaped);
	strbuf_release(&kept);
}

static void
put_into_spans(struct strbuf *to, const char *from)
{
	struct strbuf escaped;

	strbuf_init(&escaped);
	escape(&escaped, from);
	golden_dress(to, escaped.text, "<span class=\"quote\">&gt; ",
		     "</span><br>\n");
	strbuf_release(&escaped);
}

static void
make_pluses_entities(struct strbuf *to, const char *from)
{
	replace(to, from, "+", "&#43;");
}

static void
put_into_forum(struct strbuf *to, const char *from)
{
	strbuf_addf(to, "[QUOTE=\"me, post: 12345\"][CODE]%s[/CODE][/QUOTE]\n",
		    from);
}

static void
quote_quoted_printable(struct strbuf *to, const char *from)
{
	through(to, from, quoted_printable, quote);
}

static void
code_quotes(struct strbuf *to, const char *from)
{
	through(to, from, quote, quoted_printable);
}

static void
wrap_80(struct strbuf *to, const char *from)
{
	wrap(to, from, 80, true);
}

static void
wrap_76(struct strbuf *to, const char *from)
{
	wrap(to, from, 76, true);
}

static void
wrap_72(struct strbuf *to, const char *from)
{
	wrap(to, from, 72, true);
}

static void
quote_wrapped(struct strbuf *to, const char *from)
{
	through(to, from, wrap_72, quote);
}

static void
wrap_quoted(struct strbuf *to, const char *from)
{
	through(to, from, quote, wrap_76);
}

/* In the middle of values, as only rows of commas are broken. */
static void
wrap_rows(struct strbuf *to, const char *from)
{
	while (*from) {
		size_t length = strcspn(from, "\n");
		char *line = mem_alloc(length + 1, 1);

		memcpy(line, from, length);
		wrap(to, line, 76, strchr(line, ',') == NULL);
		free(line);
		from += length + (from[length] == '\n');
	}
}

/* As archives do that show a mail as one line. */
static void
lose_line_ends(struct strbuf *to, const char *from)
{
	replace(to, from, "\n", " ");
}

static transform *const transforms[] = {
	quote,
	quote_twice,
	quote_by_initials,
	indent_by_tab,
	end_by_crlf,
	end_by_cr,
	end_by_separator,
	double_space,
	begin_by_mark,
	keep_blanks,
	keep_blanks_in_latin1,
	make_thin_blanks,
	make_long_dashes,
	colour,
	mark_as_code,
	comment_out,
	put_into_page,
	put_into_lines_of_page,
	put_into_spans,
	make_pluses_entities,
	put_into_forum,
	quoted_printable,
	quote_quoted_printable,
	code_quotes,
	wrap_80,
	wrap_76,
	wrap_72,
	quote_wrapped,
	wrap_quoted,
	wrap_rows,
	lose_line_ends,
};

enum { TRANSFORMS = sizeof transforms / sizeof *transforms };

static int transform_index;

static void
check_file(const char *path)
{
	struct strbuf text, transformed;
	char *before, *after;

	/* Several rows, then several others that belong to them: what is whose
	 * cannot be told on one line. */
	if (transforms[transform_index] == lose_line_ends &&
	    strstr(path, "csv2txt"))
		return;
	strbuf_init(&text);
	strbuf_init(&transformed);
	ck_assert(golden_read(&text, path));
	transforms[transform_index](&transformed, text.text);
	before = figures_of(text.text, text.length);
	after = figures_of(transformed.text, transformed.length);
	ck_assert_msg(*before, "%s: nothing read", path);
	ck_assert_msg(strcmp(before, after) == 0, "%s is read as\n%s\nof\n%s",
		      path, after, transformed.text);
	free(before);
	free(after);
	strbuf_release(&text);
	strbuf_release(&transformed);
}

START_TEST(no_transport_changes_a_figure)
{
	static const char *const folders[] = {
		"bonnie",        "bonnie++1", "bonnie++1-csv", "bonnie++2",
		"bonnie++2-csv", "rawio",     "tiobench",
	};

	transform_index = _i;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		ck_assert_int_gt(golden_each(folders[i], check_file), 0);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("transformed");

	tcase_add_loop_test(tests, no_transport_changes_a_figure, 0,
			    TRANSFORMS);
	tcase_set_timeout(tests, 120);
	return unit_run(tests);
}
