#include "cli/option.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "run/select.h"

struct parser {
	const struct option_row *rows;
	void *into;
	char *const *next; /* the word after the current one */
	struct error *error;
};

enum { SPELLED_BYTES = 40 };

static const struct option_row *
find_letter(const struct option_row *rows, char letter)
{
	for (; rows->name; rows++)
		if (rows->letter == letter)
			return rows;
	return NULL;
}

static const struct option_row *
find_name(const struct option_row *rows, const char *name, size_t length)
{
	for (; rows->name; rows++)
		if (strlen(rows->name) == length &&
		    memcmp(rows->name, name, length) == 0)
			return rows;
	return NULL;
}

/* The option that `name` was likely meant to be; NULL when none is near. */
static const char *
nearest_name(const struct option_row *rows, const char *name)
{
	unsigned best = 2 + (strlen(name) > 4);
	const char *nearest = NULL;

	for (; rows->name; rows++) {
		unsigned distance = select_distance(name, rows->name);

		if (distance < best) {
			best = distance;
			nearest = rows->name;
		}
	}
	return nearest;
}

static int
refuse_name(const struct parser *parser, const char *name, size_t length)
{
	char *text = mem_alloc(length + 1, 1);
	const char *nearest;

	memcpy(text, name, length);
	nearest = nearest_name(parser->rows, text);
	if (nearest)
		error_set(parser->error, ERROR_USAGE,
			  "unknown option '--%s', did you mean '--%s'?", text,
			  nearest);
	else
		error_set(parser->error, ERROR_USAGE,
			  "unknown option '--%s', see 'diskbench --help'",
			  text);
	free(text);
	return -1;
}

static int
apply(const struct parser *parser, const struct option_row *row,
      const char *spelled, const char *value)
{
	bool *flag;

	if (row->apply)
		return row->apply(parser->into, spelled, value, parser->error);
	flag = (bool *)((char *)parser->into + row->flag);
	*flag = true;
	return 0;
}

static int
refuse_missing(const struct parser *parser, const struct option_row *row,
	       const char *spelled)
{
	return error_set(parser->error, ERROR_USAGE,
			 "%s: the value is missing, want %s %s", spelled,
			 spelled, row->argument);
}

static int
parse_long(struct parser *parser, const char *word)
{
	const char *name = word + 2;
	size_t length = strcspn(name, "=");
	const char *value = name[length] ? name + length + 1 : NULL;
	const struct option_row *row = find_name(parser->rows, name, length);
	char spelled[SPELLED_BYTES];

	if (!row)
		return refuse_name(parser, name, length);
	snprintf(spelled, sizeof spelled, "--%s", row->name);
	if (value && row->takes == OPTION_FLAG)
		return error_set(parser->error, ERROR_USAGE,
				 "%s: '%s' is too much, it takes no value",
				 spelled, value);
	if (!value && row->takes == OPTION_VALUE) {
		if (!*parser->next)
			return refuse_missing(parser, row, spelled);
		value = *parser->next++;
	}
	return apply(parser, row, spelled, value);
}

/* A word of letters; one that takes a value ends it. */
static int
parse_letters(struct parser *parser, const char *word)
{
	for (const char *at = word + 1; *at; at++) {
		const struct option_row *row = find_letter(parser->rows, *at);
		char spelled[] = { '-', *at, '\0' };
		const char *value = at[1] ? at + 1 : NULL;

		if (!row)
			return error_set(
				parser->error, ERROR_USAGE,
				"unknown option '%s' in '%s', see 'diskbench "
				"--help'",
				spelled, word);
		if (row->takes == OPTION_FLAG) {
			if (apply(parser, row, spelled, NULL) != 0)
				return -1;
			continue;
		}
		if (!value && row->takes == OPTION_VALUE) {
			if (!*parser->next)
				return refuse_missing(parser, row, spelled);
			value = *parser->next++;
		}
		return apply(parser, row, spelled, value);
	}
	return 0;
}

static void
add_operand(struct operands *operands, const char *word)
{
	operands->words = mem_grow(operands->words, operands->count,
				   sizeof *operands->words);
	operands->words[operands->count++] = word;
}

int
option_parse(const struct option_row *rows, void *into, char *const *argv,
	     struct operands *operands, struct error *error)
{
	struct parser parser = { rows, into, argv, error };
	const char *word;

	memset(operands, 0, sizeof *operands);
	if (!*parser.next++)
		return 0;
	while ((word = *parser.next) != NULL) {
		int status = 0;

		parser.next++;
		if (strcmp(word, "--") == 0) {
			operands->rest = parser.next;
			return 0;
		}
		if (word[0] != '-' || !word[1])
			add_operand(operands, word);
		else if (word[1] == '-')
			status = parse_long(&parser, word);
		else
			status = parse_letters(&parser, word);
		if (status != 0)
			return -1;
	}
	return 0;
}

void
operands_release(struct operands *operands)
{
	free(operands->words);
	memset(operands, 0, sizeof *operands);
}
