#include "cli/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* Copies one word to *to; where the text goes on, or NULL for an open quote. */
static const char *
take_word(const char *at, char **to)
{
	char quote = '\0';

	for (; *at && (quote || !is_blank(*at)); at++) {
		bool escapes = !quote || (quote == '"' &&
					  (at[1] == '"' || at[1] == '\\'));

		if (*at == '\\' && at[1] && escapes)
			*(*to)++ = *++at;
		else if (quote && *at == quote)
			quote = '\0';
		else if (!quote && (*at == '"' || *at == '\''))
			quote = *at;
		else
			*(*to)++ = *at;
	}
	*(*to)++ = '\0';
	return quote ? NULL : at;
}

char **
words_split(const char *spelled, const char *text, struct error *error)
{
	/* No word without a character and a blank or the end after it. */
	size_t most = strlen(text) / 2 + 2, count = 0;
	char **words = mem_alloc(1, most * sizeof *words + strlen(text) + 2);
	char *to = (char *)(words + most);
	const char *at = text;

	for (;;) {
		while (is_blank(*at))
			at++;
		if (!*at)
			break;
		words[count++] = to;
		at = take_word(at, &to);
		if (!at) {
			error_set(error, ERROR_USAGE,
				  "%s: a quote is open in '%s'", spelled, text);
			free(words);
			return NULL;
		}
	}
	if (count)
		return words;
	error_set(error, ERROR_USAGE, "%s: '%s' is no command", spelled, text);
	free(words);
	return NULL;
}
