#include "formats/html_page.h"

#include <string.h>

#include "core/strbuf.h"
#include "core/utf8.h"
#include "results/worth.h"

void
html_begin(struct strbuf *text, const char *title)
{
	strbuf_add(text,
		   "<!DOCTYPE html>\n"
		   "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
		   "<head>\n<meta charset=\"utf-8\"/>\n"
		   "<meta http-equiv=\"Content-Security-Policy\" "
		   "content=\"default-src 'none'; "
		   "style-src 'unsafe-inline'; img-src data:\"/>\n"
		   "<meta name=\"viewport\" "
		   "content=\"width=device-width, initial-scale=1\"/>\n"
		   "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
		   "<link rel=\"icon\" href=\"data:,\"/>\n");
	html_add(text, "title", title);
	strbuf_add(text, "\n<style>\n");
	for (size_t i = 0; html_style[i]; i++)
		strbuf_add(text, html_style[i]);
	strbuf_add(text, "</style>\n</head>\n<body>\n<main>\n");
}

void
html_end(struct strbuf *text)
{
	strbuf_add(text, "</main>\n</body>\n</html>\n");
}

/* What XML cannot hold, or what would do something other than be shown. */
static bool
is_unfit(const char *start, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)start;

	if (length == 1)
		return (*bytes < ' ' && *bytes != '\t' && *bytes != '\n') ||
		       *bytes == 0x7f;
	if (length == 2)
		return bytes[0] == 0xc2 && bytes[1] < 0xa0;
	return length == 0 || memcmp(bytes, "\xef\xbf\xbe", 3) == 0 ||
	       memcmp(bytes, "\xef\xbf\xbf", 3) == 0;
}

void
html_add_text(struct strbuf *text, const char *words)
{
	while (words && *words) {
		size_t length = utf8_length(words);

		if (is_unfit(words, length))
			strbuf_add(text, "\xef\xbf\xbd");
		else if (strchr("<>&\"'", *words))
			strbuf_addf(text, "&#%d;", *words);
		else
			strbuf_add_bytes(text, words, length);
		words += length ? length : 1;
	}
}

void
html_add(struct strbuf *text, const char *tag, const char *words)
{
	strbuf_addf(text, "<%s>", tag);
	html_add_text(text, words);
	strbuf_addf(text, "</%.*s>", (int)strcspn(tag, " "), tag);
}

void
html_table_begin(struct strbuf *text, const char *caption,
		 const char *const *heads, size_t count)
{
	strbuf_add(text, "<div class=\"scroll\" role=\"region\" "
			 "tabindex=\"0\" aria-label=\"");
	html_add_text(text, caption);
	strbuf_add(text, "\">\n<table>\n");
	html_add(text, "caption", caption);
	strbuf_add(text, "\n<thead><tr>");
	for (size_t i = 0; i < count; i++)
		html_add(text, "th scope=\"col\"", heads[i]);
	strbuf_add(text, "</tr></thead>\n<tbody>\n");
}

void
html_table_end(struct strbuf *text)
{
	strbuf_add(text, "</tbody>\n</table>\n</div>\n");
}

void
html_details_begin(struct strbuf *text, const char *summary)
{
	strbuf_add(text, "<details>\n");
	html_add(text, "summary", summary);
	strbuf_add_char(text, '\n');
}

void
html_details_end(struct strbuf *text)
{
	strbuf_add(text, "</details>\n");
}

void
html_add_verdict(struct strbuf *text, enum verdict verdict)
{
	static const struct {
		const char *class;
		const char *sign;
	} looks[] = {
		[WORTH_UNKNOWN] = { "unknown", "–" },
		[WORTH_DISK] = { "remark", "!" },
		[WORTH_UNCHECKED] = { "unchecked", "?" },
		[WORTH_OTHER] = { "other", "×" },
	};
	enum worth worth = verdict_worth(verdict);
	bool is_ok = verdict == VERDICT_OK;

	strbuf_addf(text,
		    "<span class=\"verdict %s\">"
		    "<span aria-hidden=\"true\">%s</span> ",
		    is_ok ? "ok" : looks[worth].class,
		    is_ok ? "✓" : looks[worth].sign);
	html_add_text(text, verdict == VERDICT_NONE ? "not judged"
						    : verdict_names[verdict]);
	strbuf_add(text, "</span>");
}
