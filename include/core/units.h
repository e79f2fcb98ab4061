#ifndef CORE_UNITS_H
#define CORE_UNITS_H

#include <stdint.h>

#define UNITS_KIB UINT64_C(1024)
#define UNITS_MIB (UNITS_KIB * 1024)
#define UNITS_GIB (UNITS_MIB * 1024)
#define UNITS_NS_PER_S UINT64_C(1000000000)

struct error;

/* The size grammar: DIGITS[.DIGITS][UNIT]. k m g t, also Ki and KiB, are powers
 * of 1024; kB MB GB TB powers of 1000 (any case of the first letter in all of
 * them); B is a byte. A number without a unit is multiplied by `bare_unit` (1
 * = bytes, UNITS_MIB for -s). The arithmetic is exact; part of a byte that a
 * fraction leaves is dropped (1.1k is 1126). Refused are: a sign, blanks, an
 * exponent, a digit missing on either side of the point, a fraction of bytes
 * (0.5, 1.5B), one that leaves no whole byte (0.0001k), and more than
 * INT64_MAX. Failure returns -1, leaves *bytes alone, and gives an
 * ERROR_USAGE that reads "<option>: '<text>' <why>, want ...". */
int units_parse_bytes(const char *option, const char *text, uint64_t bare_unit,
		      uint64_t *bytes, struct error *error);

struct units_range {
	uint64_t low, high;
};

/* A plain decimal count within `range`, no sign, no unit. */
int units_parse_count(const char *option, const char *text,
		      struct units_range range, uint64_t *count,
		      struct error *error);

struct units_span {
	double low, high;
};

/* [-]DIGITS[.DIGITS] within `span`. */
int units_parse_number(const char *option, const char *text,
		       struct units_span span, double *number,
		       struct error *error);

enum { UNITS_TEXT_BYTES = 32 };

/* All of these return `text`. Three significant digits, for people. */

/* "16 GiB", "1.5 MiB", "512 B": powers of 1024, without trailing zeros. */
const char *units_format_bytes(char text[UNITS_TEXT_BYTES], uint64_t bytes);

/* The same as an argument that units_parse_bytes() takes and that gives no less:
 * "45.4g", "16g", "1.5m", "512B". */
const char *units_format_argument(char text[UNITS_TEXT_BYTES], uint64_t bytes);

/* "1.23 GB/s", "50.0 MB/s": powers of 1000. */
const char *units_format_rate(char text[UNITS_TEXT_BYTES], double bytes_per_s);

/* "62 ns", "1.50 ms", "3.20 s"; never 0 for a value that is not. */
const char *units_format_seconds(char text[UNITS_TEXT_BYTES], double seconds);

/* "3:07" or "1:02:03", for time left. */
const char *units_format_clock(char text[UNITS_TEXT_BYTES], uint64_t ns);

#endif
