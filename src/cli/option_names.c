#include "cli/option_apply.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words.h"
#include "core/error.h"
#include "core/mem.h"
#include "formats/format.h"
#include "io/copy.h"
#include "io/engine.h"

/* The names are looked up when all options are known. */
int
apply_tests(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;
	size_t count = 0;

	if (!*value)
		return error_set(error, ERROR_USAGE,
				 "%s: '' is empty, want tests or suites",
				 spelled);
	free(options->test_text);
	free(options->tests);
	options->tests = NULL;
	options->test_text = mem_strdup(value);
	for (char *at = options->test_text; at; count++) {
		char *comma = strchr(at, ',');

		options->tests =
			mem_grow(options->tests, count, sizeof *options->tests);
		options->tests[count] = at;
		if (comma)
			*comma++ = '\0';
		at = comma;
	}
	options->settings.tests = options->tests;
	options->settings.test_count = count;
	return 0;
}

int
apply_user(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;
	char *colon;

	free(options->user_text);
	options->user_text = mem_strdup(value);
	options->user = options->user_text;
	colon = strchr(options->user_text, ':');
	if (colon) {
		*colon = '\0';
		options->group = colon + 1;
	}
	if (!options->user[0] || (colon && !colon[1]))
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not a user, want USER or "
				 "USER:GROUP, by name or number",
				 spelled, value);
	return 0;
}

static const struct format *
find_format(const char *name, size_t length)
{
	for (size_t i = 0; format_at(i); i++) {
		const struct format *format = format_at(i);

		if (format->emit && strlen(format->name) == length &&
		    memcmp(format->name, name, length) == 0)
			return format;
	}
	return NULL;
}

int
apply_output(void *into, const char *spelled, const char *value,
	     struct error *error)
{
	struct options *options = into;
	size_t length = strcspn(value, "=");
	struct output_request request;

	request.format = find_format(value, length);
	request.path = value[length] ? value + length + 1 : NULL;
	if (!request.format)
		return error_set(error, ERROR_USAGE,
				 "%s: '%.*s' is not a format, see "
				 "'diskbench list formats'",
				 spelled, (int)length, value);
	if (request.path && !*request.path)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' names no file, want FORMAT or "
				 "FORMAT=FILE",
				 spelled, value);
	if (options->output_count == OUTPUT_MAX)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is one output too many, want at "
				 "most %d",
				 spelled, value, OUTPUT_MAX);
	options->outputs[options->output_count++] = request;
	return 0;
}

int
apply_engine(void *into, const char *spelled, const char *value,
	     struct error *error)
{
	struct options *options = into;

	const struct engine *engine = engine_find(value);
	const struct copy_method *method = copy_method_find(value);

	if (engine)
		options->settings.engine = engine;
	if (method)
		options->settings.copy_method = method;
	if (!engine && !method)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not an engine, see 'diskbench "
				 "list engines'",
				 spelled, value);
	return 0;
}

static int
take_text(const char **text, const char *spelled, const char *value,
	  struct error *error)
{
	*text = value;
	if (!*value)
		return error_set(error, ERROR_USAGE,
				 "%s: '' is empty, want a name", spelled);
	return 0;
}

int
apply_directory(void *into, const char *spelled, const char *value,
		struct error *error)
{
	struct options *options = into;

	if (take_text(&options->directory, spelled, value, error) != 0)
		return -1;
	options->settings.target = options->directory;
	return 0;
}

int
apply_machine(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;

	return take_text(&options->settings.label, spelled, value, error);
}

int
apply_group(void *into, const char *spelled, const char *value,
	    struct error *error)
{
	struct options *options = into;

	return take_text(&options->group, spelled, value, error);
}

int
apply_random_file(void *into, const char *spelled, const char *value,
		  struct error *error)
{
	struct options *options = into;

	return take_text(&options->random_path, spelled, value, error);
}

int
apply_save(void *into, const char *spelled, const char *value,
	   struct error *error)
{
	struct options *options = into;

	return take_text(&options->save_path, spelled, value, error);
}

int
apply_tree_from(void *into, const char *spelled, const char *value,
		struct error *error)
{
	struct options *options = into;

	if (take_text(&options->settings.tree.path, spelled, value, error) != 0)
		return -1;
	free(options->tree_path);
	options->tree_path = realpath(value, NULL);
	if (!options->tree_path)
		return error_set_errno(error, errno, "%s: cannot find '%s'",
				       spelled, value);
	options->settings.tree.path = options->tree_path;
	return 0;
}

int
apply_prepare(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;

	free(options->prepare_words);
	options->prepare_words = words_split(spelled, value, error);
	options->settings.command.prepare = options->prepare_words;
	return options->prepare_words ? 0 : -1;
}

int
apply_cleanup(void *into, const char *spelled, const char *value,
	      struct error *error)
{
	struct options *options = into;

	free(options->cleanup_words);
	options->cleanup_words = words_split(spelled, value, error);
	options->settings.command.cleanup = options->cleanup_words;
	return options->cleanup_words ? 0 : -1;
}
