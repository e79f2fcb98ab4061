#include "formats/output.h"

#include <errno.h>

#include "core/strbuf.h"

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
