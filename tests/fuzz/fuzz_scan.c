#include <stddef.h>
#include <stdint.h>

#include "formats/format.h"
#include "formats/scan.h"
#include "results/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Any bytes at all: no crash, no read beyond the end, no endless loop. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct result_set set;

	result_set_init(&set);
	scan_text("fuzz", (const char *)bytes, length, &set);
	result_set_release(&set);
	return 0;
}
