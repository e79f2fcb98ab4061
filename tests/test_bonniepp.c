#include <check.h>

#include "core/mem.h"
#include "core/strbuf.h"
#include "core/utf8.h"
#include "formats/bonniepp.h"
#include "golden.h"
#include "unit.h"

static struct result_set set;

static void
init(void)
{
	result_set_init(&set);
}

static void
release(void)
{
	result_set_release(&set);
}

static struct result *
read_row(const char *row)
{
	struct result result;

	result_init(&result);
	ck_assert_msg(bonniepp_read_row(row, strlen(row), &result) == 0, "%s",
		      row);
	*result_set_add(&set) = result;
	return &set.results[set.count - 1];
}

static void
check_emit(const char *format, const char *expected)
{
	char *text = golden_emit(format_find(format), &set);

	ck_assert_str_eq(text, expected);
	free(text);
}

static double
figure(const char *key, enum quantity_id id)
{
	struct quantity quantity =
		result_quantity(&set.results[set.count - 1], key, id);

	ck_assert_int_eq(quantity.state, QUANTITY_KNOWN);
	return quantity.value;
}

/* The text that stood above a row in the same output: its path, from the
 * row's. Empty when there is none, as under -q and -x. */
static void
text_path(struct strbuf *path, const char *row_path, const char *end)
{
	const char *folder = strstr(row_path, "-csv/");
	const char *name = folder + strlen("-csv/");
	size_t length;
	const char *suffix = strstr(name, ".read.csv");

	suffix = suffix ? suffix : strstr(name, ".csv");
	length = (size_t)(suffix - name);
	strbuf_clear(path);
	strbuf_add_bytes(path, row_path, (size_t)(folder - row_path));
	strbuf_addf(path, "/%.*s%s", (int)length, name, end);
}

static bool
read_text(struct strbuf *text, const char *row_path)
{
	struct strbuf path;
	bool found;

	strbuf_init(&path);
	text_path(&path, row_path, ".txt");
	found = golden_read(text, path.text);
	if (!found) {
		text_path(&path, row_path, ".read.txt");
		found = golden_read(text, path.text);
	}
	strbuf_release(&path);
	return found;
}

/* Puts our line of the file tests in place of theirs when all but the rates is
 * the same. */
static void
replace_rates(struct strbuf *expected, const char *ours)
{
	char tokens[2][13][20] = { { "" } };
	const char *lines[2] = { strstr(expected->text, "Create"),
				 strstr(ours, "Create") };
	struct strbuf fixed;

	for (int i = 0; i < 2 && lines[i]; i++) {
		const char *line = strstr(lines[i], "/sec %CP\n");

		lines[i] = line = line + strlen("/sec %CP\n");
		for (int t = 0; t < 13; t++, line += strcspn(line, " \n")) {
			line += strspn(line, " ");
			ck_assert_int_eq(sscanf(line, "%19s", tokens[i][t]), 1);
		}
	}
	if (!lines[0] || !lines[1])
		return;
	for (int t = 0; t < 13; t += 2)
		ck_assert_str_eq(tokens[0][t], tokens[1][t]);
	strbuf_init(&fixed);
	strbuf_add_bytes(&fixed, expected->text,
			 (size_t)(lines[0] - expected->text));
	strbuf_add_bytes(&fixed, lines[1], strcspn(lines[1], "\n"));
	strbuf_add(&fixed, strchr(lines[0], '\n'));
	strbuf_release(expected);
	*expected = fixed;
}

/* What bonnie++ 2.00 prints wrong, or does not put into the row: the rates of
 * the file tests; the chunk, and with it the space that is left for the name; a
 * number of seekers of one digit. */
static void
undo_bugs(const char *path, struct strbuf *expected, const char *ours)
{
	if (strstr(path, "64k") || strstr(path, "shm_seeks") ||
	    strstr(path, "shm_seekcpu1.csv"))
		memcpy(strstr(expected->text, "%CP\n") + 4,
		       strstr(ours, "%CP\n") + 4, 19);
	replace_rates(expected, ours);
}

static void
check_text(const char *path)
{
	const struct format *rows, *texts;
	struct strbuf row, expected;
	struct result_set read;
	char *ours;

	strbuf_init(&row);
	strbuf_init(&expected);
	if (read_text(&expected, path)) {
		rows = format_find("bonnie++1-csv");
		texts = format_find(strstr(path, "bonnie++1-csv")
					    ? "bonnie++1"
					    : "bonnie++2");
		ck_assert(golden_read(&row, path));
		golden_parse(rows, path, row.text, &read);
		for (size_t i = 0; i < read.count; i++)
			if (!read.results[i].tool_version)
				read.results[i].tool_version = mem_strdup(
					strstr(path, "1.02b")   ? "1.02b"
					: strstr(path, "1.03e") ? "1.03e"
								: "1.03");
		ours = golden_emit(texts, &read);
		if (strstr(path, "2.00a"))
			undo_bugs(path, &expected, ours);
		ck_assert_msg(strcmp(ours, expected.text) == 0,
			      "%s\n%s\nis printed as\n%s", path, expected.text,
			      ours);
		free(ours);
		result_set_release(&read);
	}
	strbuf_release(&row);
	strbuf_release(&expected);
}

START_TEST(a_row_becomes_the_text_that_bonniepp_printed_above_it)
{
	ck_assert_int_gt(golden_each("bonnie++1-csv", check_text), 20);
	ck_assert_int_gt(golden_each("bonnie++2-csv", check_text), 20);
}
END_TEST

#define FILES_PLUS ",16,,,,,1,1,2,2,3,3,4,4,5,5,6,6"
#define NO_FILES ",,,,,,,,,,,,,"

START_TEST(the_row_of_196_that_is_one_field_short_is_read_in_place)
{
	read_row("1.96,1.96,fluffy,1,42,,,,,,,,,,,,,,16,,,,,3734,82,+++++,"
		 "+++,+++++,+++,8555,94,+++++,+++,+++++,+++,,,,,,,9541us,325us,"
		 "2243us,9268us,318us,1957us");
	ck_assert_uint_eq(set.results[0].files.units, 16);
	ck_assert(figure("seq-create", QUANTITY_OPS) == 3734);
	ck_assert(figure("ran-create", QUANTITY_CPU) == 94);
	ck_assert(figure("ran-delete", QUANTITY_LATENCY_MAX) == 1957e-6);
	ck_assert_uint_eq(set.results[0].phase_count, 6);
}
END_TEST

START_TEST(surplus_fields_belong_to_the_name)
{
	read_row("1.98,2.00a,a,b,c,1,42,256M,,8192,5,,,7,6,+++++,+++,,,"
		 "+++++,+++,+++++,+++,,,,,,,,,,,,,,,,,,,2156us,100us,,8076us,"
		 "12076us,,,,,,");
	ck_assert_str_eq(set.results[0].machine, "a,b,c");
	ck_assert_str_eq(set.results[0].seed, "42");
	ck_assert(figure("write", QUANTITY_RATE) == 7 * 1024);
	read_row("x,y,2G,,,586979,99,3260350,97,,,+++++,+++,1611.2,2" NO_FILES);
	ck_assert_str_eq(set.results[1].machine, "x,y");
	ck_assert(figure("seeks", QUANTITY_OPS) == 1611.2);
}
END_TEST

START_TEST(directories_in_the_field_of_the_chunk_are_directories)
{
	struct file_setup *files;

	read_row("1.98,2.00a,m,1,42,,,,,,,,,,,,,,,,,64,4096,512,,10,1,1,2,2,3,"
		 "3,4,4,5,5,6,6,,,,,,,1us,2us,3us,4us,5us,6us");
	files = &set.results[0].files;
	ck_assert_uint_eq(files->directories, 10);
	ck_assert_uint_eq(files->chunk_bytes, 0);
	read_row("1.98,2.00a,m,1,42,,,,,,,,,,,,,,,,,64,4096,512,10,1k,1,1,2,2,"
		 "3,3,4,4,5,5,6,6,,,,,,,1us,2us,3us,4us,5us,6us");
	files = &set.results[1].files;
	ck_assert_uint_eq(files->directories, 10);
	ck_assert_uint_eq(files->chunk_bytes, 1024);
}
END_TEST

START_TEST(rows_of_every_known_version_are_read)
{
	static const struct {
		const char *row;
		double latency;
	} rows[] = {
		{ "2,1.90a,m,256M,,1,1,2,2,3,3,4,4,5,5,6,6" FILES_PLUS, 0 },
		{ "2,1.91,m,256M,,1,1,2,2,3,3,4,4,5,5,6,6" FILES_PLUS
		  ",9us,,,,,,,,,,,",
		  9e-6 },
		{ "1.92,1.92,m,256M,,1,1,2,2,3,3,4,4,5,5,6,6,16,,,,,1,1,2,2,3,"
		  "3,4,4,5,5,6,6,9us,,,,,,,,,,,",
		  9e-6 },
		{ "1.93c,1.93c,m,1,2,256M,,1,1,2,2,3,3,4,4,5,5,6,6,16,,,,,1,1,"
		  "2,2,3,3,4,4,5,5,6,6,9us,,,,,,,,,,,",
		  9e-6 },
		{ "1.97,1.97,m,1,2,256M,,1,1,2,2,3,3,4,4,5,5,6,6,16,,,,,1,1,2,"
		  "2,3,3,4,4,5,5,6,6,9us,,,,,,,,,,,",
		  9e-6 },
		{ "1.98,1.98,m,1,2,256M,,8192,5,1,1,2,2,3,3,4,4,5,5,6,6,16,,,,"
		  ",1,1,2,2,3,3,4,4,5,5,6,6",
		  0 },
		{ "2.01,2.01,m,1,2,256M,,8192,5,1,1,2,2,3,3,4,4,5,5,6,6,16,,,,"
		  ",1,1,2,2,3,3,4,4,5,5,6,6,9us,,,,,,,,,,,",
		  9e-6 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *row = rows[i].row;
		/* 1.90 and 1.91 had one field less in the files' set-up. */
		char shorter[300];

		snprintf(shorter, sizeof shorter, "%s", row);
		if (row[0] == '2' && row[1] == ',') {
			char *files = strstr(shorter, ",16,,,,,");
			memmove(files + 4, files + 5, strlen(files + 5) + 1);
		}
		read_row(shorter);
		ck_assert_str_eq(set.results[i].machine, "m");
		ck_assert_uint_eq(set.results[i].size_bytes, 256 << 20);
		ck_assert_uint_eq(set.results[i].files.units, 16);
		ck_assert(figure("seeks", QUANTITY_OPS) == 6);
		ck_assert(figure("ran-delete", QUANTITY_CPU) == 6);
		if (rows[i].latency > 0)
			ck_assert(figure("putc", QUANTITY_LATENCY_MAX) ==
				  rows[i].latency);
	}
}
END_TEST

START_TEST(a_line_that_is_no_row_is_not_read)
{
	static const char *const lines[] = {
		"",
		",",
		",,,,,,,,,,,,,,,,,,,,,,,,,,",
		"name,16G,1,2,3,4,5,6,7,8,9,10,11", /* 13 */
		"name,16,1,2,3,4,5,6,7,8,9,10,11,12", /* no unit */
		"name,16G,1,2,3,x,5,6,7,8,9,10,11,12",
		"name,16G,1,2,3,-4,5,6,7,8,9,10,11,12",
		"name,16G,1,2,3,1e3,5,6,7,8,9,10,11,12",
		"name,99999999999999999999G,1,2,3,4,5,6,7,8,9,10,11,12",
		"name,16G:,1,2,3,4,5,6,7,8,9,10,11,12",
		"name,16G,1,2,3,4,5,6,7,8,9,10,.,12",
		"1.98,2.00a,m,1,2,256M,,8192,5,1,1,2,2,3,3,4,4,5,5,6",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct result result;

		result_init(&result);
		ck_assert_msg(bonniepp_read_row(lines[i], strlen(lines[i]),
						&result) == -1,
			      "%s", lines[i]);
		ck_assert_uint_eq(result.phase_count, 0);
		ck_assert_ptr_null(result.machine);
	}
}
END_TEST

START_TEST(a_broken_line_among_rows_is_named)
{
	struct error error = { .kind = ERROR_NONE };
	const char *text = "a,16G,1,2,3,4,5,6,7,8,9,10,11,12\r\n"
			   "# a remark\n\nb,16G,1,2,3";

	ck_assert_int_eq(
		format_find("bonnie++1-csv")
			->parse("f.csv", text, strlen(text), &set, &error),
		-1);
	ck_assert_ptr_nonnull(strstr(error.text, "'f.csv' line 4"));
	ck_assert_uint_eq(set.count, 1);
	ck_assert(figure("seeks", QUANTITY_CPU) == 12);
}
END_TEST

START_TEST(no_name_can_break_a_row_or_a_line)
{
	struct result *result =
		read_row("m,16G,1,2,3,4,5,6,7,8,9,10,11,12" NO_FILES);

	free(result->machine);
	result->machine = mem_strdup("a,b\"c\rd\ne\x01\x7f");
	check_emit("bonnie++1-csv",
		   "a_b_c_d_e__,16G,1,2,3,4,5,6,7,8,9,10,11.0,12" NO_FILES
		   "\n");
	check_emit("bonnie",
		   "              -------Sequential Output-------- "
		   "---Sequential Input-- --Random--\n"
		   "              -Per Char- --Block--- -Rewrite-- "
		   "-Per Char- --Block--- --Seeks---\n"
		   "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU "
		   "K/sec %CPU  /sec %CPU\n"
		   "a,b\"c_d_ 16384     1  2.0     3  4.0     5  6.0     7  "
		   "8.0     9 10.0  11.0 12.0\n");
}
END_TEST

/* The column that the figure `number` ends in, counted in characters. */
static size_t
column_of(const char *format, const char *number)
{
	char *text = golden_emit(format_find(format), &set);
	char *end = strstr(text, number);
	const char *start;
	size_t column;

	ck_assert_ptr_nonnull(end);
	*end = '\0';
	start = strrchr(text, '\n');
	column = utf8_count(start ? start + 1 : text);
	free(text);
	return column;
}

/* The tools that make pages of rows copy names as they are. */
START_TEST(no_name_in_a_row_is_markup)
{
	static const char *const formats[] = { "bonnie++1-csv",
					       "bonnie++2-csv" };
	struct result *result =
		read_row("m,16G,1,2,3,4,5,6,7,8,9,10,11,12" NO_FILES);

	free(result->machine);
	result->machine = mem_strdup("<script>m</script>");
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char *text = golden_emit(format_find(formats[i]), &set);

		ck_assert_ptr_nonnull(strstr(text, "_script_m_/script_,"));
		ck_assert_ptr_null(strpbrk(text, "<>"));
		free(text);
	}
}
END_TEST

START_TEST(a_name_of_many_bytes_shifts_no_column)
{
	static const char *const formats[] = { "bonnie", "bonnie++1",
					       "bonnie++2" };
	const char *const names[] = { "b\xc3\xbcro",
				      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
				      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
				      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
				      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
				      "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac" };
	struct result *result =
		read_row("m,16G,1,2,3,4,5,6,7,8,9,10,777,12" NO_FILES);

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		size_t column = column_of(formats[i], "777");

		for (size_t n = 0; n < 2; n++) {
			free(result->machine);
			result->machine = mem_strdup(names[n]);
			ck_assert_uint_eq(column_of(formats[i], "777"), column);
		}
		free(result->machine);
		result->machine = mem_strdup("m");
	}
}
END_TEST

START_TEST(a_row_behind_a_name_of_many_bytes_is_read_by_its_columns)
{
	struct result *result =
		read_row("m,16G,,,3,4,,,,,9,10,777,12" NO_FILES);
	struct result_set read;
	char *text;

	free(result->machine);
	result->machine = mem_strdup("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
				     "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac");
	text = golden_emit(format_find("bonnie++1"), &set);
	result_set_init(&read);
	ck_assert_int_eq(format_find("bonnie++1")
				 ->parse("-", text, strlen(text), &read, NULL),
			 0);
	ck_assert_uint_eq(read.count, 1);
	ck_assert_ptr_nonnull(result_find_phase(&read.results[0], "write"));
	ck_assert_ptr_null(result_find_phase(&read.results[0], "rewrite"));
	ck_assert_ptr_nonnull(result_find_phase(&read.results[0], "read"));
	result_set_release(&read);
	free(text);
}
END_TEST

START_TEST(failed_and_absent_figures_print_alike_and_too_fast_as_pluses)
{
	struct result *result = result_set_add(&set);
	struct phase_result *phase;

	result->machine = mem_strdup("m");
	result->size_bytes = UINT64_C(1) << 30;
	phase = result_add_phase(result, "write");
	phase->quantities[QUANTITY_RATE].state = QUANTITY_FAILED;
	phase->quantities[QUANTITY_CPU] = quantity_known(7);
	phase = result_add_phase(result, "rewrite");
	phase->quantities[QUANTITY_RATE].state = QUANTITY_TOO_FAST;
	phase->quantities[QUANTITY_CPU] = quantity_known(7);
	phase = result_add_phase(result, "read");
	phase->quantities[QUANTITY_RATE] = quantity_known(2047.99);
	phase->quantities[QUANTITY_CPU] = quantity_known(99.99);
	result_add_phase(result, "fsync");
	check_emit("bonnie++1-csv",
		   "m,1G,,,,,+++++,+++,,,1,99,," NO_FILES "\n");
	check_emit(
		"bonnie++1",
		"Version  1.03       ------Sequential Output------ "
		"--Sequential Input- --Random-\n"
		"                    -Per Chr- --Block-- -Rewrite- -Per Chr- "
		"--Block-- --Seeks--\n"
		"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP "
		"K/sec %CP  /sec %CP\n"
		"m                1G                     +++++ +++           "
		"    1  99          \n");
	ck_assert_ptr_nonnull(format_find("bonnie++1")->misses(&set));
}
END_TEST

START_TEST(wide_figures_stay_apart)
{
	read_row("m,16G,1234567,100,12345678,1179,3,4,7654321,6,5,6,1234567.8,"
		 "999" NO_FILES);
	char *text = golden_emit(format_find("bonnie++1"), &set);

	ck_assert_ptr_nonnull(strstr(text, "16G 1234567 100 12345678 1179     "
					   "3   4 7654321   6     5   6 1234568"
					   " 999\n"));
	free(text);
}
END_TEST

/* Reads the text of the row back; it must give the row. */
static void
check_round_trip(const char *row)
{
	char line[200];
	char *text;

	snprintf(line, sizeof line, "%s\n", row);
	result_set_release(&set);
	result_set_init(&set);
	read_row(row);
	text = golden_emit(format_find("bonnie++1"), &set);
	result_set_release(&set);
	result_set_init(&set);
	if (format_find("bonnie++1")
		    ->parse("-", text, strlen(text), &set, NULL) != 0)
		ck_abort_msg("no row in the text of %s", row);
	check_emit("bonnie++1-csv", line);
	free(text);
}

START_TEST(wide_figures_beside_any_skipped_tests_are_read_back)
{
	static const char *const pairs[] = { ",1234567,100", ",12345678,1179",
					     ",123,4",       ",7654321,6",
					     ",+++++,+++",   ",1234567.0,99" };
	static const char *const files[] = { ",1234567,100", ",+++++,+++",
					     ",123,4",       ",7654321,6",
					     ",9876543,99",  ",1234567,99" };

	for (unsigned mask = 1; mask < 64; mask++) {
		struct strbuf io_row;
		struct strbuf files_row;

		strbuf_init(&io_row);
		strbuf_init(&files_row);
		strbuf_add(&io_row, "m,16G");
		strbuf_add(&files_row, "m,16G,1,2,3,4,5,6,7,8,9,10,11.0,12,16");
		for (size_t i = 0; i < 6; i++) {
			bool shown = mask >> i & 1;

			strbuf_add(&io_row, shown ? pairs[i] : ",,");
			strbuf_add(&files_row, shown ? files[i] : ",,");
		}
		strbuf_add(&io_row, NO_FILES);
		check_round_trip(io_row.text);
		check_round_trip(files_row.text);
		strbuf_release(&io_row);
		strbuf_release(&files_row);
	}
}
END_TEST

START_TEST(the_heading_of_several_rows_has_as_many_fields_as_they)
{
	static const char *const names[] = { "bonnie++1-csv", "bonnie++2-csv" };
	static const size_t fields[] = { 27, 50 };

	read_row("m,16G,1,2,3,4,5,6,7,8,9,10,11,12" NO_FILES);
	read_row("m,16G,1,2,3,4,5,6,7,8,9,10,11,12" NO_FILES);
	for (int i = 0; i < 2; i++) {
		char *text = golden_emit(format_find(names[i]), &set);
		size_t commas = 0, lines = 0;

		for (const char *c = text; *c; c++) {
			commas += *c == ',';
			lines += *c == '\n';
		}
		ck_assert_uint_eq(lines, 3);
		ck_assert_uint_eq(commas, 3 * (fields[i] - 1));
		free(text);
	}
}
END_TEST

START_TEST(latencies_change_their_unit_where_bonniepp_does)
{
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {
		{ 0, "0us" },
		{ 0.0000019, "1us" },
		{ 0.099999, "99999us" },
		{ 0.1, "100ms" },
		{ 99.999999, "99999ms" },
		{ 100, "100s" },
		{ 12345.9, "12345s" },
	};
	struct result *result = result_set_add(&set);
	struct phase_result *phase = result_add_phase(result, "write");

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bonniepp_cell cell;

		phase->quantities[QUANTITY_LATENCY_MAX] =
			quantity_known(cases[i].seconds);
		bonniepp_cell(&cell, result, 1, BONNIEPP_PLAIN);
		ck_assert_str_eq(cell.latency, cases[i].text);
	}
	for (int us = 1; us < 100000; us++) {
		struct bonniepp_cell cell;
		char text[20];

		snprintf(text, sizeof text, "%dus", us);
		phase->quantities[QUANTITY_LATENCY_MAX] =
			quantity_known(us / 1e6);
		bonniepp_cell(&cell, result, 1, BONNIEPP_PLAIN);
		ck_assert_str_eq(cell.latency, text);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("bonniepp");

	tcase_add_checked_fixture(tests, init, release);
	tcase_add_test(tests,
		       a_row_becomes_the_text_that_bonniepp_printed_above_it);
	tcase_add_test(tests,
		       the_row_of_196_that_is_one_field_short_is_read_in_place);
	tcase_add_test(tests, surplus_fields_belong_to_the_name);
	tcase_add_test(tests,
		       directories_in_the_field_of_the_chunk_are_directories);
	tcase_add_test(tests, rows_of_every_known_version_are_read);
	tcase_add_test(tests, a_line_that_is_no_row_is_not_read);
	tcase_add_test(tests, a_broken_line_among_rows_is_named);
	tcase_add_test(tests, no_name_can_break_a_row_or_a_line);
	tcase_add_test(tests, no_name_in_a_row_is_markup);
	tcase_add_test(tests, a_name_of_many_bytes_shifts_no_column);
	tcase_add_test(
		tests,
		a_row_behind_a_name_of_many_bytes_is_read_by_its_columns);
	tcase_add_test(
		tests,
		failed_and_absent_figures_print_alike_and_too_fast_as_pluses);
	tcase_add_test(tests, wide_figures_stay_apart);
	tcase_add_test(tests,
		       wide_figures_beside_any_skipped_tests_are_read_back);
	tcase_add_test(tests,
		       the_heading_of_several_rows_has_as_many_fields_as_they);
	tcase_add_test(tests, latencies_change_their_unit_where_bonniepp_does);
	return unit_run(tests);
}
