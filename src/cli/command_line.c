#include "cli/command_line.h"

#include <string.h>

#include "core/strbuf.h"

static void
add_word(struct strbuf *text, const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789-_=+,.:/@%";

	if (*word && strspn(word, plain) == strlen(word)) {
		strbuf_add(text, word);
		return;
	}
	strbuf_add_char(text, '\'');
	for (; *word; word++)
		if (*word == '\'')
			strbuf_add(text, "'\\''");
		else
			strbuf_add_char(text, *word);
	strbuf_add_char(text, '\'');
}

void
command_line_add(struct strbuf *text, char *const *argv)
{
	strbuf_add(text, "diskbench");
	for (size_t i = 1; argv[0] && argv[i]; i++) {
		strbuf_add_char(text, ' ');
		add_word(text, argv[i]);
	}
}
