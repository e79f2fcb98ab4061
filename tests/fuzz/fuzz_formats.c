#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "formats/format.h"
#include "results/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* What was read can be written in every format. */
static void
emit_all(const struct result_set *set)
{
	const struct format *format;

	for (size_t i = 0; (format = format_at(i)); i++) {
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);

		if (!out)
			abort();
		if (format->misses)
			format->misses(set);
		if (format->emit)
			format->emit(set, out);
		fclose(out);
		free(text);
	}
}

/* Each reader takes any bytes at all, and says why when it does not. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	const char *text = (const char *)bytes;
	const struct format *likely = format_detect(text, length);
	const struct format *format;

	for (size_t i = 0; (format = format_at(i)); i++) {
		struct error error = { .kind = ERROR_NONE };
		struct result_set set;

		if (!format->parse)
			continue;
		result_set_init(&set);
		if (format->parse("fuzz", text, length, &set, &error) != 0 &&
		    error.kind == ERROR_NONE)
			abort();
		if (set.count && format == likely)
			emit_all(&set);
		result_set_release(&set);
	}
	return 0;
}
