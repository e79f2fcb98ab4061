#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Runs a fuzz target once for each file of a folder, without a fuzzer. */

static int
run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct strbuf text;
	char bytes[4096];
	size_t count;

	if (!file) {
		perror(path);
		return -1;
	}
	strbuf_init(&text);
	while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
		strbuf_add_bytes(&text, bytes, count);
	fclose(file);
	LLVMFuzzerTestOneInput((const uint8_t *)text.text, text.length);
	strbuf_release(&text);
	return 0;
}

int
main(int argc, char **argv)
{
	DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
	const struct dirent *entry;
	struct strbuf path;
	int files = 0;

	if (!folder) {
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return EXIT_FAILURE;
	}
	strbuf_init(&path);
	while ((entry = readdir(folder))) {
		if (entry->d_name[0] == '.')
			continue;
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s", argv[1], entry->d_name);
		if (run_file(path.text) == 0)
			files++;
	}
	strbuf_release(&path);
	closedir(folder);
	printf("%d files\n", files);
	return files ? EXIT_SUCCESS : EXIT_FAILURE;
}
