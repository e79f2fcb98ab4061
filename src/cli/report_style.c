#include "cli/report_style.h"

#include <stdlib.h>

#include "formats/chart_text.h"

struct report_style
report_style_here(void)
{
	enum chart_charset charset = chart_charset_of(
		getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"));

	return (struct report_style){ .utf8 = charset == CHART_UTF8 };
}
