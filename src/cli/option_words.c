#include "cli/option_apply.h"

#include <string.h>

#include "core/error.h"

const char *const cache_words[] = { "cold", "warm", "keep", NULL };
const char *const progress_words[] = { "auto", "always", "never", NULL };
const char *const turn_words[] = { "s", "p", NULL };

/* The index of `value` among `words`. */
static int
parse_word(const char *spelled, const char *value, const char *const *words,
	   unsigned *index, struct error *error)
{
	char list[64] = "";
	size_t used = 0;

	for (*index = 0; words[*index]; ++*index)
		if (strcmp(value, words[*index]) == 0)
			return 0;
	for (const char *const *word = words; *word; word++) {
		const char *before = word == words ? ""
				     : word[1]     ? ", "
						   : " or ";

		used += strlen(before) + strlen(*word);
		if (used >= sizeof list)
			break;
		memcpy(list + strlen(list), before, strlen(before) + 1);
		memcpy(list + strlen(list), *word, strlen(*word) + 1);
	}
	return error_set(error, ERROR_USAGE, "%s: '%s' is not known, want %s",
			 spelled, value, list);
}

int
apply_cache(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	static const enum cache_policy policies[] = { CACHE_COLD, CACHE_WARM,
						      CACHE_KEEP };
	struct options *options = into;
	unsigned index;

	if (parse_word(spelled, value, cache_words, &index, error) != 0)
		return -1;
	options->settings.cache = policies[index];
	return 0;
}

int
apply_progress(void *into, const char *spelled, const char *value,
	       struct error *error)
{
	static const enum progress_mode modes[] = { PROGRESS_AUTO,
						    PROGRESS_ALWAYS,
						    PROGRESS_NEVER };
	struct options *options = into;
	unsigned index;

	if (parse_word(spelled, value, progress_words, &index, error) != 0)
		return -1;
	options->progress = modes[index];
	return 0;
}

int
apply_turns(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;
	unsigned index;

	if (parse_word(spelled, value, turn_words, &index, error) != 0)
		return -1;
	options->turns = index == 0 ? TURNS_SEMAPHORES : TURNS_PROMPTS;
	return 0;
}
