#include "formats/output.h"

#include <errno.h>

#include "core/strbuf.h"
#include "results/result.h"

int
output_write(FILE *out, const struct strbuf *text)
{
	errno = 0;
	if (ferror(out) ||
	    fwrite(text->text, 1, text->length, out) != text->length ||
	    fflush(out) != 0) {
		if (errno == 0)
			errno = EIO;
		return -1;
	}
	return 0;
}

bool
output_leaves_out(const struct result_set *set, bool (*holds)(const char *key))
{
	for (size_t i = 0; i < set->count; i++)
		for (size_t p = 0; p < set->results[i].phase_count; p++)
			if (!holds(set->results[i].phases[p].key))
				return true;
	return false;
}
