#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "results/result.h"

/* Example files lie in tests/golden/<format>/. One whose name has ".read."
 * in it is only read: another layout, or a bug, keeps it from being written
 * back as it is. */

/* Appends the file's bytes; false when it cannot be opened. */
static inline bool
golden_read(struct strbuf *text, const char *path)
{
	FILE *file = fopen(path, "rb");
	char bytes[4096];
	size_t count;

	if (!file)
		return false;
	while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
		strbuf_add_bytes(text, bytes, count);
	fclose(file);
	return true;
}

/* Appends the lines of `text`, each between `before` and `after`. */
static inline void
golden_dress(struct strbuf *dressed, const char *text, const char *before,
	     const char *after)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		strbuf_add(dressed, before);
		strbuf_add_bytes(dressed, text, length);
		strbuf_add(dressed, after);
		text += length + (text[length] == '\n');
	}
}

/* Calls `visit` with the path of each file of tests/golden/<format>; returns
 * how many there were. */
static inline int
golden_each(const char *format, void (*visit)(const char *path))
{
	struct strbuf path;
	DIR *folder;
	struct dirent *entry;
	int files = 0;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/golden/%s", TEST_SOURCE_DIR, format);
	folder = opendir(path.text);
	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.')
			continue;
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/golden/%s/%s", TEST_SOURCE_DIR, format,
			    entry->d_name);
		visit(path.text);
		files++;
	}
	if (folder)
		closedir(folder);
	strbuf_release(&path);
	return files;
}

/* What the format writes of the set; to be freed. */
static inline char *
golden_emit(const struct format *format, const struct result_set *set)
{
	char *text = NULL, *copy;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	ck_assert_msg(format->emit(set, out) == 0, "%s: emit", format->name);
	fclose(out);
	copy = mem_strdup(text);
	free(text);
	return copy;
}

/* Reads text into an empty set, with a message on failure. */
static inline void
golden_parse(const struct format *format, const char *name, const char *text,
	     struct result_set *set)
{
	struct error error = { .kind = ERROR_NONE };

	result_set_init(set);
	ck_assert_msg(format->parse(name, text, strlen(text), set, &error) == 0,
		      "%s: %s", name, error.text);
}

#endif
