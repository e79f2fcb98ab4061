#include "formats/label.h"

#include <stddef.h>
#include <string.h>

const char *
test_label(const char *key)
{
	static const struct {
		const char *key;
		const char *label;
	} labels[] = {
		{ "putc", "Char out" },         { "write", "Block out" },
		{ "rewrite", "Rewrite" },       { "getc", "Char in" },
		{ "read", "Block in" },         { "seeks", "Seeks" },
		{ "seq-create", "Seq create" }, { "seq-stat", "Seq stat" },
		{ "seq-delete", "Seq delete" }, { "ran-create", "Ran create" },
		{ "ran-stat", "Ran stat" },     { "ran-delete", "Ran delete" },
	};

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (strcmp(labels[i].key, key) == 0)
			return labels[i].label;
	return key;
}
