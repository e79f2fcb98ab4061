#include "formats/output.h"

#include <errno.h>
#include <stdlib.h>

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

void
output_add_number(struct strbuf *text, double number)
{
	char digits[40];
	int precision = 15;

	do
		snprintf(digits, sizeof digits, "%.*g", precision, number);
	while (precision++ < 17 && strtod(digits, NULL) != number);
	strbuf_add(text, digits);
}
