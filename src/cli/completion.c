#include "cli/completion.h"

#include <stddef.h>
#include <string.h>

#include "cli/command.h"
#include "cli/option.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "io/engine.h"
#include "workloads/workload.h"

static void
add_word(struct strbuf *text, const char *word)
{
	if (text->length && text->text[text->length - 1] != ' ')
		strbuf_add_char(text, ' ');
	strbuf_add(text, word);
}

void
completion_offered(struct strbuf *words, const struct option_row *row)
{
	switch (row->offer) {
	case OFFER_WORDS:
		for (const char *const *word = row->words; *word; word++)
			add_word(words, *word);
		break;
	case OFFER_TESTS:
		for (size_t i = 0; workload_suites[i]; i++)
			add_word(words, workload_suites[i]);
		for (size_t i = 0; workload_at(i); i++)
			add_word(words, workload_at(i)->key);
		break;
	case OFFER_FORMATS:
		for (size_t i = 0; format_at(i); i++)
			if (format_at(i)->emit)
				add_word(words, format_at(i)->name);
		break;
	case OFFER_ENGINES:
		for (size_t i = 0; engines[i]; i++)
			add_word(words, engines[i]->name);
		break;
	default:
		break;
	}
}

void
completion_commands(struct strbuf *words)
{
	for (const struct command *command = commands; command->name; command++)
		add_word(words, command->name);
}

void
completion_quoted(struct strbuf *text, const char *words, const char *escaped)
{
	for (; *words; words++) {
		if (*words == '\'') {
			strbuf_add(text, "`");
			continue;
		}
		if (strchr(escaped, *words))
			strbuf_add_char(text, '\\');
		strbuf_add_char(text, *words);
	}
}
