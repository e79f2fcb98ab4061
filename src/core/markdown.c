#include "core/markdown.h"

#include <string.h>

#include "core/strbuf.h"

void
markdown_add(struct strbuf *text, const char *words)
{
	for (; words && *words; words++) {
		unsigned char byte = (unsigned char)*words;

		if (byte < ' ' || byte == 0x7f) {
			strbuf_add_char(text, ' ');
			continue;
		}
		if (strchr("\\`*_{}[]<>|#~&", byte))
			strbuf_add_char(text, '\\');
		strbuf_add_char(text, *words);
	}
}
