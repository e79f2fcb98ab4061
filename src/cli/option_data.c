#include "cli/option_apply.h"

#include "core/error.h"
#include "core/units.h"

static const struct units_range percent_range = { 0, 100 };
static const struct units_span ratio_span = { 1, PATTERN_RATIO_MOST };

int
apply_verify(void *into, const char *spelled, const char *value,
	     struct error *error)
{
	struct options *options = into;

	(void)spelled;
	(void)value;
	(void)error;
	options->settings.check_every = 1;
	return 0;
}

int
apply_compress(void *into, const char *spelled, const char *value,
	       struct error *error)
{
	struct options *options = into;

	return units_parse_number(spelled, value, ratio_span,
				  &options->settings.data.compress_ratio,
				  error);
}

int
apply_dedupe(void *into, const char *spelled, const char *value,
	     struct error *error)
{
	struct options *options = into;
	uint64_t percent;

	if (units_parse_count(spelled, value, percent_range, &percent, error) !=
	    0)
		return -1;
	options->settings.data.dedupe_percent = (unsigned)percent;
	return 0;
}
