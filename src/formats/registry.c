#include <string.h>

#include "formats/format.h"
#include "formats/scan.h"

/* In the order of `list formats`. */
/* clang-format off */
static const struct format *const formats[] = {
	&bonnie_format,
	&bonniepp1_format,
	&bonniepp1_csv_format,
	&bonniepp2_format,
	&bonniepp2_csv_format,
	&rawio_format,
	&tiobench_format,
	&post_format,
	&json_format,
	&long_format,
	&markdown_format,
	&html_format,
	&time_format,
	&time_bsd_format,
	&time_posix_format,
};
/* clang-format on */

enum { FORMATS = sizeof formats / sizeof *formats };

const struct format *
format_at(size_t index)
{
	return index < FORMATS ? formats[index] : NULL;
}

const struct format *
format_find(const char *name)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

const struct format *
format_detect(const char *text, size_t length)
{
	const struct format *best = NULL;
	int best_bid = 0;

	for (size_t i = 0; i < FORMATS; i++) {
		int bid = formats[i]->bid ? formats[i]->bid(text, length) : 0;

		if (formats[i]->parse && bid > best_bid) {
			best = formats[i];
			best_bid = bid;
		}
	}
	return best;
}
