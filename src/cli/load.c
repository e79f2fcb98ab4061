#include "cli/load.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/scan.h"
#include "results/result.h"

enum { CHUNK_BYTES = 65536, HEAD_BYTES = 65536 };

/* Reads on until there are `wanted` bytes, or the file ends. */
static int
read_until(FILE *in, size_t wanted, struct strbuf *text)
{
	char chunk[CHUNK_BYTES];

	while (text->length < wanted) {
		size_t count = fread(chunk, 1, sizeof chunk, in);

		if (count == 0)
			break;
		strbuf_add_bytes(text, chunk, count);
	}
	return ferror(in) ? -1 : 0;
}

/* Programs of Windows begin a text with a mark of its encoding. */
static size_t
mark_bytes(const struct strbuf *text)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t length = sizeof mark - 1;

	return text->length >= length && !memcmp(text->text, mark, length)
		       ? length
		       : 0;
}

/* A post may be a log of any length, of which only the results are kept; all
 * other formats are read as a whole. */
static int
load(FILE *in, const char *name, struct result_set *set, struct error *error)
{
	const struct format *format;
	struct strbuf text;
	size_t mark;
	int status = -1;

	strbuf_init(&text);
	if (read_until(in, HEAD_BYTES, &text) != 0)
		goto unreadable;
	mark = mark_bytes(&text);
	format = format_detect(text.text + mark, text.length - mark);
	if (format && format->parse == scan_parse &&
	    fseek(in, 0, SEEK_SET) == 0) {
		status = scan_stream(name, in, set, error);
		goto done;
	}
	if (read_until(in, SIZE_MAX, &text) != 0)
		goto unreadable;
	if (format)
		status = format->parse(name, text.text + mark,
				       text.length - mark, set, error);
	else
		error_set(error, ERROR_RUN,
			  "no results in '%s', want a format of 'diskbench "
			  "list formats'",
			  name);
	goto done;
unreadable:
	error_set_errno(error, errno, "cannot read '%s'", name);
done:
	strbuf_release(&text);
	return status;
}

int
load_results(const char *path, struct result_set *set, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	const char *name = standard ? "standard input" : path;
	FILE *in = standard ? stdin : fopen(path, "rb");
	size_t before = set->count;
	int status;

	if (!in)
		return error_set_errno(error, errno, "cannot open '%s'", path);
	status = load(in, name, set, error);
	if (!standard)
		fclose(in);
	if (status == 0 && set->count == before)
		return error_set(error, ERROR_RUN,
				 "no results in '%s', want the output of a "
				 "benchmark",
				 name);
	return status;
}
