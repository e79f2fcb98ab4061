#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/units.h"
#include "unit.h"

static struct error error;

static void
set_up(void)
{
	error_clear(&error);
}

static void
assert_bytes(const char *text, uint64_t expected)
{
	uint64_t bytes = 1;

	error_clear(&error);
	ck_assert_msg(units_parse_bytes("-s", text, 1, &bytes, &error) == 0,
		      "'%s': %s", text, error.text);
	ck_assert_msg(bytes == expected, "'%s' is %ju, not %ju", text,
		      (uintmax_t)bytes, (uintmax_t)expected);
}

static void
assert_refused(const char *text)
{
	uint64_t bytes = 77;

	error_clear(&error);
	ck_assert_msg(units_parse_bytes("-s", text, 1, &bytes, &error) == -1,
		      "'%s' was taken for %ju", text, (uintmax_t)bytes);
	ck_assert_uint_eq(bytes, 77);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_ptr_nonnull(strstr(error.text, "want a number"));
}

START_TEST(sizes_mean_what_they_say)
{
	assert_bytes("0", 0);
	assert_bytes("512", 512);
	assert_bytes("512B", 512);
	assert_bytes("010", 10);
	assert_bytes("64k", 65536);
	assert_bytes("1.5g", UINT64_C(1610612736));
	assert_bytes("4MiB", 4194304);
	assert_bytes("1TiB", UINT64_C(1099511627776));
	assert_bytes("2.50m", 2621440);
	assert_bytes("0.0k", 0);
}
END_TEST

START_TEST(a_letter_is_a_power_of_1024_in_either_case)
{
	const char *const units[] = { "k", "m", "g", "t" };
	const char *const capitals[] = { "K", "M", "G", "T" };
	char text[16];
	uint64_t power = 1;

	for (int i = 0; i < 4; i++) {
		const char *const endings[] = { "", "i", "iB" };

		power *= 1024;
		for (int j = 0; j < 3; j++) {
			snprintf(text, sizeof text, "3%s%s", units[i],
				 endings[j]);
			assert_bytes(text, 3 * power);
			snprintf(text, sizeof text, "3%s%s", capitals[i],
				 endings[j]);
			assert_bytes(text, 3 * power);
		}
	}
}
END_TEST

START_TEST(a_letter_with_b_is_a_power_of_1000)
{
	assert_bytes("1kB", 1000);
	assert_bytes("1KB", 1000);
	assert_bytes("4MB", 4000000);
	assert_bytes("1.5GB", 1500000000);
	assert_bytes("2TB", UINT64_C(2000000000000));
}
END_TEST

START_TEST(what_is_not_a_size_is_refused)
{
	const char *const texts[] = {
		"",     "4096junk", "-1",   "1e6",   "4k-8k",   " 4k", "4k ",
		"4 k",  "+5",       "0x10", "1.",    ".5",      "1.k", "1.5.2k",
		"k",    "KiB",      "4kb",  "4kib",  "4KIB",    "4kk", "4p",
		"4E",   "1,5g",     "inf",  "nan",   "4k\n",    "1.5", "0.5B",
		"100x", "--",       ".",    "1..5k", "0.0001k",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_refused(texts[i]);
}
END_TEST

START_TEST(a_refusal_names_the_option_the_text_and_what_would_be_right)
{
	assert_refused("4096junk");
	ck_assert_str_eq(error.text, "-s: '4096junk' is not a size, want a "
				     "number like 64k, 1.5g, 4MiB");
	assert_refused("9999999t");
	ck_assert_ptr_nonnull(strstr(error.text, "'9999999t' is over"));
}
END_TEST

START_TEST(whole_numbers_are_exact_up_to_the_last_one)
{
	assert_bytes("2147483648", UINT64_C(1) << 31);
	assert_bytes("4294967296", UINT64_C(1) << 32);
	assert_bytes("9007199254740993", (UINT64_C(1) << 53) + 1);
	assert_bytes("9223372036854775807", INT64_MAX);
	assert_bytes("8388607t", (UINT64_C(1) << 63) - (UINT64_C(1) << 40));
	assert_bytes("9223372036854775.807kB", INT64_MAX);
}
END_TEST

START_TEST(what_does_not_fit_is_refused_and_not_wrapped)
{
	assert_refused("9223372036854775808");
	assert_refused("18446744073709551616");
	assert_refused("18446744073709551617");
	assert_refused("8388608t");
	assert_refused("16777216t");
	assert_refused("9223372036854775.808kB");
	assert_refused("99999999999999999999999999999999999999999999");
}
END_TEST

START_TEST(fractions_are_exact_where_they_can_be_and_else_rounded_down)
{
	assert_bytes("0.1g", 107374182);
	assert_bytes("1.1k", 1126);
	assert_bytes("0.000000000931322574615478515625g", 1);
	assert_bytes("0.3TB", UINT64_C(300000000000));
	assert_bytes("0.999999999999999999999999999999k", 1023);
	assert_bytes("1.0009765625k", 1025);
}
END_TEST

START_TEST(a_number_without_a_unit_is_in_the_options_unit)
{
	uint64_t bytes;

	ck_assert_int_eq(
		units_parse_bytes("-s", "16384", UNITS_MIB, &bytes, &error), 0);
	ck_assert_uint_eq(bytes, UINT64_C(17179869184));
	ck_assert_int_eq(
		units_parse_bytes("-s", "1.5", UNITS_MIB, &bytes, &error), 0);
	ck_assert_uint_eq(bytes, 1572864);
	ck_assert_int_eq(
		units_parse_bytes("-s", "64k", UNITS_MIB, &bytes, &error), 0);
	ck_assert_uint_eq(bytes, 65536);
	ck_assert_int_eq(units_parse_bytes("-s", "8796093022208", UNITS_MIB,
					   &bytes, &error),
			 -1);
}
END_TEST

START_TEST(a_count_is_digits_within_its_bounds)
{
	uint64_t count = 77;

	ck_assert_int_eq(units_parse_count("-x", "1",
					   (struct units_range){ 1, 10 },
					   &count, &error),
			 0);
	ck_assert_uint_eq(count, 1);
	ck_assert_int_eq(
		units_parse_count("-x", "18446744073709551615",
				  (struct units_range){ 0, UINT64_MAX }, &count,
				  &error),
		0);
	ck_assert_uint_eq(count, UINT64_MAX);
}
END_TEST

START_TEST(what_is_not_a_count_is_refused_with_its_bounds)
{
	const char *const texts[] = { "",
				      "0",
				      "11",
				      "-1",
				      "+1",
				      "1.0",
				      "1k",
				      "1 ",
				      " 1",
				      "0x1",
				      "1e0",
				      "a",
				      "18446744073709551617" };
	uint64_t count = 77;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		error_clear(&error);
		ck_assert_int_eq(
			units_parse_count("-x", texts[i],
					  (struct units_range){ 1, 10 }, &count,
					  &error),
			-1);
		ck_assert_int_eq(error.kind, ERROR_USAGE);
		ck_assert_uint_eq(count, 77);
	}
	ck_assert_str_eq(error.text,
			 "-x: '18446744073709551617' is not a whole number "
			 "from 1 to 10");
}
END_TEST

START_TEST(a_number_is_a_plain_decimal_within_its_bounds)
{
	const char *const refused[] = { "",    "100.1", "-0.1", "1e1", "0x1",
					"inf", "nan",   "5 ",   " 5",  "5.",
					".5",  "+5",    "5%" };
	double number = 0;

	ck_assert_int_eq(units_parse_number("--delta", "2.5",
					    (struct units_span){ 0, 100 },
					    &number, &error),
			 0);
	ck_assert_double_eq(number, 2.5);
	ck_assert_int_eq(units_parse_number("--shift", "-2",
					    (struct units_span){ -3, 3 },
					    &number, &error),
			 0);
	ck_assert_double_eq(number, -2);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		error_clear(&error);
		ck_assert_int_eq(
			units_parse_number("--delta", refused[i],
					   (struct units_span){ 0, 100 },
					   &number, &error),
			-1);
	}
	ck_assert_str_eq(error.text, "--delta: '5%' is not a number from 0 to "
				     "100");
}
END_TEST

static void
assert_bytes_text(uint64_t bytes, const char *expected)
{
	char text[UNITS_TEXT_BYTES];

	ck_assert_str_eq(units_format_bytes(text, bytes), expected);
}

START_TEST(bytes_are_shown_with_three_digits_in_powers_of_1024)
{
	assert_bytes_text(0, "0 B");
	assert_bytes_text(512, "512 B");
	assert_bytes_text(1023, "1023 B");
	assert_bytes_text(1024, "1 KiB");
	assert_bytes_text(1536, "1.5 KiB");
	assert_bytes_text(100 * UNITS_KIB, "100 KiB");
	assert_bytes_text(UNITS_MIB - 1, "1 MiB");
	assert_bytes_text(16 * UNITS_GIB, "16 GiB");
	assert_bytes_text(UNITS_GIB * 10 / 3, "3.33 GiB");
	assert_bytes_text((UINT64_C(1) << 31) - 1, "2 GiB");
	assert_bytes_text(UINT64_C(1) << 32, "4 GiB");
	assert_bytes_text(UINT64_C(1) << 63, "8 EiB");
	assert_bytes_text(UINT64_MAX, "16 EiB");
}
END_TEST

static void
assert_argument(uint64_t bytes, const char *expected)
{
	char text[UNITS_TEXT_BYTES];

	ck_assert_str_eq(units_format_argument(text, bytes), expected);
}

START_TEST(a_size_as_an_argument_is_short)
{
	assert_argument(512, "512B");
	assert_argument(UNITS_KIB, "1k");
	assert_argument(1536, "1.5k");
	assert_argument(UNITS_MIB - 1, "1024k");
	assert_argument(16 * UNITS_GIB, "16g");
	assert_argument(UNITS_GIB * 454 / 10, "45.4g");
	assert_argument(UNITS_GIB * 454 / 10 + 2, "45.5g");
	assert_argument(UNITS_GIB * 3000, "3t");
	assert_argument(UNITS_GIB * 1024 * 5000, "5000t");
}
END_TEST

START_TEST(a_size_as_an_argument_is_taken_and_gives_no_less)
{
	for (uint64_t bytes = 1; bytes < INT64_MAX / 3; bytes = bytes * 3 + 1) {
		char text[UNITS_TEXT_BYTES];
		uint64_t parsed;

		error_clear(&error);
		units_format_argument(text, bytes);
		ck_assert_msg(units_parse_bytes("-s", text, UNITS_MIB, &parsed,
						&error) == 0,
			      "%s", error.text);
		ck_assert_uint_ge(parsed, bytes);
		ck_assert_uint_le(parsed - bytes, bytes / 8);
	}
}
END_TEST

static void
assert_rate_text(double rate, const char *expected)
{
	char text[UNITS_TEXT_BYTES];

	ck_assert_str_eq(units_format_rate(text, rate), expected);
}

START_TEST(rates_are_shown_with_three_digits_in_powers_of_1000)
{
	assert_rate_text(0, "0.00 B/s");
	assert_rate_text(999.4, "999 B/s");
	assert_rate_text(999.5, "1.00 kB/s");
	assert_rate_text(1.234e9, "1.23 GB/s");
	assert_rate_text(50e6, "50.0 MB/s");
	assert_rate_text(9.996e6, "10.0 MB/s");
	assert_rate_text(205e6, "205 MB/s");
}
END_TEST

static void
assert_seconds_text(double seconds, const char *expected)
{
	char text[UNITS_TEXT_BYTES];

	ck_assert_str_eq(units_format_seconds(text, seconds), expected);
}

START_TEST(times_are_shown_with_three_digits_and_never_as_zero)
{
	assert_seconds_text(0, "0.00 s");
	assert_seconds_text(62e-9, "62 ns");
	assert_seconds_text(1.5e-9, "1.50 ns");
	assert_seconds_text(1.5e-3, "1.50 ms");
	assert_seconds_text(999.6e-6, "1.00 ms");
	assert_seconds_text(54.32e-6, "54.3 us");
	assert_seconds_text(3.2, "3.20 s");
	assert_seconds_text(133.33, "133 s");
	assert_seconds_text(7200, "7200 s");
	assert_seconds_text(1e-12, "0.001 ns");
	assert_seconds_text(1e-15, "1e-06 ns");
}
END_TEST

START_TEST(time_left_is_shown_as_a_clock)
{
	char text[UNITS_TEXT_BYTES];

	ck_assert_str_eq(units_format_clock(text, 0), "0:00");
	ck_assert_str_eq(units_format_clock(text, 187 * UNITS_NS_PER_S),
			 "3:07");
	ck_assert_str_eq(units_format_clock(text, 3723 * UNITS_NS_PER_S),
			 "1:02:03");
	ck_assert_str_eq(units_format_clock(text, UINT64_MAX), "5124095:34:33");
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("units");

	tcase_add_checked_fixture(tests, set_up, NULL);
	tcase_add_test(tests, sizes_mean_what_they_say);
	tcase_add_test(tests, a_letter_is_a_power_of_1024_in_either_case);
	tcase_add_test(tests, a_letter_with_b_is_a_power_of_1000);
	tcase_add_test(tests, what_is_not_a_size_is_refused);
	tcase_add_test(
		tests,
		a_refusal_names_the_option_the_text_and_what_would_be_right);
	tcase_add_test(tests, whole_numbers_are_exact_up_to_the_last_one);
	tcase_add_test(tests, what_does_not_fit_is_refused_and_not_wrapped);
	tcase_add_test(
		tests,
		fractions_are_exact_where_they_can_be_and_else_rounded_down);
	tcase_add_test(tests, a_number_without_a_unit_is_in_the_options_unit);
	tcase_add_test(tests, a_count_is_digits_within_its_bounds);
	tcase_add_test(tests, what_is_not_a_count_is_refused_with_its_bounds);
	tcase_add_test(tests, a_number_is_a_plain_decimal_within_its_bounds);
	tcase_add_test(tests,
		       bytes_are_shown_with_three_digits_in_powers_of_1024);
	tcase_add_test(tests, a_size_as_an_argument_is_short);
	tcase_add_test(tests, a_size_as_an_argument_is_taken_and_gives_no_less);
	tcase_add_test(tests,
		       rates_are_shown_with_three_digits_in_powers_of_1000);
	tcase_add_test(tests,
		       times_are_shown_with_three_digits_and_never_as_zero);
	tcase_add_test(tests, time_left_is_shown_as_a_clock);
	return unit_run(tests);
}
