#include "core/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

static const char want_size[] = "want a number like 64k, 1.5g, 4MiB";

static int
refuse(const char *option, const char *text, const char *why,
       struct error *error)
{
	return error_set(error, ERROR_USAGE, "%s: '%s' %s, %s", option, text,
			 why, want_size);
}

static size_t
count_digits(const char *text)
{
	return strspn(text, "0123456789");
}

/* The multiplier that a unit stands for; 0 when it is none. */
static uint64_t
find_unit(const char *unit, uint64_t bare_unit)
{
	static const char prefixes[] = "kKmMgGtT";
	const char *prefix;
	uint64_t factor = 1024, multiplier = 1;

	if (!*unit)
		return bare_unit;
	if (strcmp(unit, "B") == 0)
		return 1;
	prefix = strchr(prefixes, *unit);
	if (!prefix)
		return 0;
	if (strcmp(unit + 1, "B") == 0)
		factor = 1000;
	else if (unit[1] && strcmp(unit + 1, "i") != 0 &&
		 strcmp(unit + 1, "iB") != 0)
		return 0;
	for (int power = 0; power <= (prefix - prefixes) / 2; power++)
		multiplier *= factor;
	return multiplier;
}

/* number * multiplier in exact arithmetic; -1 beyond INT64_MAX. */
static int
multiply_whole(const char *digits, size_t count, uint64_t multiplier,
	       uint64_t *bytes)
{
	uint64_t number = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t digit = (uint64_t)(digits[i] - '0');

		if (number > (INT64_MAX - digit) / 10)
			return -1;
		number = 10 * number + digit;
	}
	if (number > INT64_MAX / multiplier)
		return -1;
	*bytes = number * multiplier;
	return 0;
}

/* The whole part of 0.DIGITS * multiplier. From the last digit to the first,
 * because rounding down inside does not change the whole part. */
static uint64_t
multiply_fraction(const char *digits, size_t count, uint64_t multiplier)
{
	uint64_t part = 0;

	while (count-- > 0)
		part = ((uint64_t)(digits[count] - '0') * multiplier + part) /
		       10;
	return part;
}

int
units_parse_bytes(const char *option, const char *text, uint64_t bare_unit,
		  uint64_t *bytes, struct error *error)
{
	size_t whole = count_digits(text), decimals = 0;
	const char *fraction = text + whole, *unit = fraction;
	uint64_t multiplier, number;

	if (*fraction == '.') {
		decimals = count_digits(++fraction);
		unit = fraction + decimals;
		if (!decimals)
			return refuse(option, text, "is not a size", error);
	}
	multiplier = find_unit(unit, bare_unit);
	if (!whole || !multiplier)
		return refuse(option, text, "is not a size", error);
	if (multiply_whole(text, whole, multiplier, &number) != 0)
		return refuse(option, text, "is over 8 EiB", error);
	if (decimals && multiplier == 1)
		return refuse(option, text, "is not a whole number of bytes",
			      error);
	if (decimals) {
		uint64_t part =
			multiply_fraction(fraction, decimals, multiplier);

		if (!number && !part && strspn(fraction, "0") < decimals)
			return refuse(option, text, "is less than one byte",
				      error);
		if (part > INT64_MAX - number)
			return refuse(option, text, "is over 8 EiB", error);
		number += part;
	}
	*bytes = number;
	return 0;
}

int
units_parse_count(const char *option, const char *text,
		  struct units_range range, uint64_t *count,
		  struct error *error)
{
	size_t digits = count_digits(text);
	uint64_t number = 0;
	bool fits = digits > 0 && !text[digits];

	for (size_t i = 0; fits && i < digits; i++) {
		uint64_t digit = (uint64_t)(text[i] - '0');

		fits = number <= (UINT64_MAX - digit) / 10;
		number = 10 * number + digit;
	}
	if (!fits || number < range.low || number > range.high)
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not a whole number from %ju to "
				 "%ju",
				 option, text, (uintmax_t)range.low,
				 (uintmax_t)range.high);
	*count = number;
	return 0;
}

/* [-]DIGITS[.DIGITS]: strtod() alone would take 1e6, 0x10, inf and blanks. */
static bool
is_decimal(const char *text)
{
	size_t digits;

	text += *text == '-';
	digits = count_digits(text);
	if (!digits)
		return false;
	text += digits;
	if (!*text)
		return true;
	digits = count_digits(text + 1);
	return *text == '.' && digits && !text[1 + digits];
}

int
units_parse_number(const char *option, const char *text, struct units_span span,
		   double *number, struct error *error)
{
	double value = is_decimal(text) ? strtod(text, NULL) : NAN;

	if (!(value >= span.low && value <= span.high))
		return error_set(error, ERROR_USAGE,
				 "%s: '%s' is not a number from %.9g to %.9g",
				 option, text, span.low, span.high);
	*number = value;
	return 0;
}

/* How many decimals three significant digits leave; the limits are where
 * rounding would make a fourth. */
static int
decimals_of(double value)
{
	return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

static void
drop_trailing_zeros(char *number)
{
	char *end = number + strlen(number);

	if (!strchr(number, '.'))
		return;
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		end[-1] = '\0';
}

const char *
units_format_bytes(char text[UNITS_TEXT_BYTES], uint64_t bytes)
{
	static const char *const names[] = { "B",   "KiB", "MiB", "GiB",
					     "TiB", "PiB", "EiB" };
	double value = (double)bytes;
	size_t unit = 0, length;

	while (value >= (unit ? 1023.5 : 1024)) {
		value /= 1024;
		unit++;
	}
	snprintf(text, UNITS_TEXT_BYTES, "%.*f", unit ? decimals_of(value) : 0,
		 value);
	drop_trailing_zeros(text);
	length = strlen(text);
	snprintf(text + length, UNITS_TEXT_BYTES - length, " %s", names[unit]);
	return text;
}

const char *
units_format_argument(char text[UNITS_TEXT_BYTES], uint64_t bytes)
{
	static const char letters[] = "kmgt";
	uint64_t unit_bytes = UNITS_KIB;
	uint64_t tenths;
	size_t unit = 0;

	if (bytes < UNITS_KIB) {
		snprintf(text, UNITS_TEXT_BYTES, "%juB", (uintmax_t)bytes);
		return text;
	}
	for (; letters[unit + 1] && bytes / UNITS_KIB >= unit_bytes; unit++)
		unit_bytes *= UNITS_KIB;
	tenths = bytes / unit_bytes * 10 +
		 (bytes % unit_bytes * 10 + unit_bytes - 1) / unit_bytes;
	if (tenths % 10)
		snprintf(text, UNITS_TEXT_BYTES, "%ju.%ju%c",
			 (uintmax_t)(tenths / 10), (uintmax_t)(tenths % 10),
			 letters[unit]);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%ju%c",
			 (uintmax_t)(tenths / 10), letters[unit]);
	return text;
}

const char *
units_format_rate(char text[UNITS_TEXT_BYTES], double bytes_per_s)
{
	static const char *const names[] = { "B/s",  "kB/s", "MB/s",
					     "GB/s", "TB/s", "PB/s" };
	size_t unit = 0;

	while (bytes_per_s >= 999.5 && unit < 5) {
		bytes_per_s /= 1000;
		unit++;
	}
	snprintf(text, UNITS_TEXT_BYTES, "%.*f %s", decimals_of(bytes_per_s),
		 bytes_per_s, names[unit]);
	return text;
}

const char *
units_format_seconds(char text[UNITS_TEXT_BYTES], double seconds)
{
	static const char *const names[] = { "s", "ms", "us", "ns" };
	size_t unit = 0;

	while (unit < 3 && seconds != 0 && fabs(seconds) < 0.9995) {
		seconds *= 1000;
		unit++;
	}
	if (unit == 3 && fabs(seconds) < 0.9995)
		snprintf(text, UNITS_TEXT_BYTES, "%.3g ns", seconds);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%.*f %s",
			 unit == 3 && fabs(seconds - round(seconds)) < 5e-4
				 ? 0
				 : decimals_of(fabs(seconds)),
			 seconds, names[unit]);
	return text;
}

const char *
units_format_clock(char text[UNITS_TEXT_BYTES], uint64_t ns)
{
	uint64_t seconds = ns / UNITS_NS_PER_S;
	uint64_t hours = seconds / 3600;
	unsigned minute = (unsigned)(seconds / 60 % 60);
	unsigned second = (unsigned)(seconds % 60);

	if (hours)
		snprintf(text, UNITS_TEXT_BYTES, "%ju:%02u:%02u",
			 (uintmax_t)hours, minute, second);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%u:%02u", minute, second);
	return text;
}
