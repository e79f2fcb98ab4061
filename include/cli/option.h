#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stddef.h>

struct error;

enum option_takes {
	OPTION_FLAG, /* no value */
	OPTION_VALUE, /* -sVALUE, -s VALUE, --size=VALUE, --size VALUE */
	OPTION_GLUED, /* a value only where it is glued: -f10, --fast=10 */
};

/* What a shell offers as the value. */
enum option_offer {
	OFFER_NOTHING,
	OFFER_WORDS, /* of option_row.words */
	OFFER_FILES,
	OFFER_DIRECTORIES,
	OFFER_USERS,
	OFFER_GROUPS,
	OFFER_TESTS,
	OFFER_FORMATS,
	OFFER_ENGINES,
};

/* Takes a value into `into`. `spelled` is the option as the user wrote it
 * ("-s", "--size") and begins every message; `value` is NULL for a flag.
 * Returns 0, or -1 with an ERROR_USAGE. */
typedef int option_apply(void *into, const char *spelled, const char *value,
			 struct error *error);

/* One option: all that the parser, the help, the manual page and the shell
 * completions know of it. A table ends with a row without name. */
struct option_row {
	char letter; /* 0: none */
	const char *name; /* "size" */
	const char *argument; /* "SIZE"; NULL for a flag */
	enum option_takes takes;
	enum option_offer offer;
	const char *const *words; /* OFFER_WORDS; ends with NULL */
	const char *group; /* heading in the help */
	const char *fallback; /* the default, for people; NULL: none */
	const char *help; /* one sentence without full stop */
	option_apply *apply; /* NULL: a flag that sets a bool */
	size_t flag; /* offset of that bool in `into` */
};

/* What is no option. All point into argv. */
struct operands {
	const char **words; /* freed by operands_release */
	size_t count;
	char *const *rest; /* what follows "--"; NULL: there was none */
};

/* Reads argv[1] and on. Options and operands may be mixed; of an option that
 * is given twice the last one counts, as `apply` decides. The first mistake
 * ends it: -1 with an ERROR_USAGE that names the option and what would be
 * right. `operands` is to be released in both cases. */
int option_parse(const struct option_row *rows, void *into, char *const *argv,
		 struct operands *operands, struct error *error);
void operands_release(struct operands *operands);

#endif
