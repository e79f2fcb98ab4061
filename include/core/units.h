#ifndef CORE_UNITS_H
#define CORE_UNITS_H

#include <stdint.h>

#define UNITS_KIB UINT64_C(1024)
#define UNITS_MIB (UNITS_KIB * 1024)
#define UNITS_GIB (UNITS_MIB * 1024)
#define UNITS_NS_PER_S UINT64_C(1000000000)

struct error;

/* The size grammar: DIGITS[.DIGITS][UNIT]. k m g t, also K Ki KiB (any case of
 * the first letter), are powers of 1024; kB MB GB TB powers of 1000. A number
 * without a unit is multiplied by `bare_unit` (1 = bytes, UNITS_MIB for -s).
 * Anything else, a negative or empty text, a fraction that leaves no whole
 * byte, or more than INT64_MAX is refused: -1 and an ERROR_USAGE that reads
 * "<option>: '<text>' <why>, want ...". */
int units_parse_bytes(const char *option, const char *text, uint64_t bare_unit,
		      uint64_t *bytes, struct error *error);

/* A plain decimal count from `low` to `high`, no sign, no unit. */
int units_parse_count(const char *option, const char *text, uint64_t low,
		      uint64_t high, uint64_t *count, struct error *error);

/* A decimal number from `low` to `high`, fractions allowed. */
int units_parse_number(const char *option, const char *text, double low,
		       double high, double *number, struct error *error);

enum { UNITS_TEXT_BYTES = 32 };

/* "16 GiB", "1.5 MiB", "512 B": three significant digits, for people. */
const char *units_format_bytes(char text[UNITS_TEXT_BYTES], uint64_t bytes);

/* "1.23 GB/s" (powers of 1000): three significant digits. */
const char *units_format_rate(char text[UNITS_TEXT_BYTES], double bytes_per_s);

/* "62 ns", "1.50 ms", "3.2 s": three significant digits, never 0 for a value
 * that is not. */
const char *units_format_seconds(char text[UNITS_TEXT_BYTES], double seconds);

/* "3:07" or "1:02:03", for time left. */
const char *units_format_clock(char text[UNITS_TEXT_BYTES], uint64_t ns);

#endif
