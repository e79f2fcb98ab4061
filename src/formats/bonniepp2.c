#include <string.h>

#include "core/strbuf.h"
#include "formats/bonniepp.h"
#include "formats/bonniepp_rows.h"
#include "formats/format.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

/* bonnie++ 2.00 leaves the two fields of the seeks out of its heading, so that
 * its names are off by two from there on. This one has 50, as the rows have. */
static const char heading[] =
	"format_version,bonnie_version,name,concurrency,seed,file_size,"
	"io_chunk_size,num_seeks,num_seekers,putc,putc_cpu,put_block,"
	"put_block_cpu,rewrite,rewrite_cpu,getc,getc_cpu,get_block,"
	"get_block_cpu,seeks,seeks_cpu,num_files,max_size,min_size,num_dirs,"
	"file_chunk_size,seq_create,seq_create_cpu,seq_stat,seq_stat_cpu,"
	"seq_del,seq_del_cpu,ran_create,ran_create_cpu,ran_stat,ran_stat_cpu,"
	"ran_del,ran_del_cpu,putc_latency,put_block_latency,rewrite_latency,"
	"getc_latency,get_block_latency,seeks_latency,seq_create_latency,"
	"seq_stat_latency,seq_del_latency,ran_create_latency,ran_stat_latency,"
	"ran_del_latency\n";

static const struct bonniepp_dialect dialect_19x = {
	.concurrency = true,
	.latency = true,
	.mebibytes = true,
};
static const struct bonniepp_dialect dialect_200 = {
	.suffixed = true,
	.latency = true,
	.mebibytes = true,
};

/* bonnie++ 1.90 to 1.97 printed K/sec and a line with the concurrency. */
static const struct bonniepp_dialect *
dialect_of(const struct result *result)
{
	const char *version = bonniepp_version(result);
	bool old = result->tool && strcmp(result->tool, "bonnie++") == 0 &&
		   strncmp(version, "1.9", 3) == 0 && version[3] >= '0' &&
		   version[3] <= '7';

	return old ? &dialect_19x : &dialect_200;
}

static int
emit_text(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++) {
		const struct result *result = &set->results[i];

		if (text.length)
			strbuf_add_char(&text, '\n');
		bonniepp_add_text(&text, result, dialect_of(result));
	}
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

/* Numbers always, as bonnie++ does; empty where not known. */
static void
add_io_setup(struct strbuf *text, const struct result *result)
{
	bonniepp_add_size(text, result);
	strbuf_add_char(text, ',');
	bonniepp_add_chunk(text, result->chunk_bytes, true);
	strbuf_add_char(text, ',');
	if (result->seeks)
		strbuf_addf(text, "%llu", (unsigned long long)result->seeks);
	strbuf_add_char(text, ',');
	if (result->seekers)
		strbuf_addf(text, "%llu", (unsigned long long)result->seekers);
}

/* files, max, min, dirs, chunk. A chunk size never stands without a number of
 * directories, because bonnie++ writes that number into the chunk's field. */
static void
add_files_setup(struct strbuf *text, const struct result *result)
{
	const struct file_setup *files = &result->files;

	if (files->units)
		strbuf_addf(text, "%llu", (unsigned long long)files->units);
	strbuf_add_char(text, ',');
	if (files->link == LINK_HARD)
		strbuf_add(text, "link");
	else if (files->link == LINK_SYMBOLIC)
		strbuf_add(text, "symlink");
	else if (files->max_bytes)
		strbuf_addf(text, "%llu", (unsigned long long)files->max_bytes);
	strbuf_add_char(text, ',');
	if (files->min_bytes)
		strbuf_addf(text, "%llu", (unsigned long long)files->min_bytes);
	strbuf_add_char(text, ',');
	if (files->directories > 1 || files->chunk_bytes)
		strbuf_addf(text, "%llu",
			    files->directories > 1
				    ? (unsigned long long)files->directories
				    : 1ULL);
	strbuf_add_char(text, ',');
	bonniepp_add_chunk(text, files->chunk_bytes, true);
}

static void
add_pairs(struct strbuf *text, const struct result *result, size_t first)
{
	for (size_t i = first; i < first + BONNIEPP_IO; i++) {
		struct bonniepp_cell cell;

		bonniepp_cell(&cell, result, i, BONNIEPP_PLAIN);
		strbuf_addf(text, ",%s,%s", cell.value, cell.cpu);
	}
}

static void
add_row(struct strbuf *text, const struct result *result)
{
	unsigned long long workers = result->workers ? result->workers : 1;

	strbuf_add(text, "1.98,");
	bonniepp_add_clean(text, bonniepp_version(result), true);
	strbuf_add_char(text, ',');
	bonniepp_add_name(text, result, true);
	strbuf_addf(text, ",%llu,", workers);
	bonniepp_add_clean(text, result->seed, true);
	strbuf_add_char(text, ',');
	if (bonniepp_has_io(result))
		add_io_setup(text, result);
	else
		strbuf_add(text, ",,,");
	add_pairs(text, result, 0);
	strbuf_add_char(text, ',');
	if (bonniepp_has_files(result))
		add_files_setup(text, result);
	else
		strbuf_add(text, ",,,,");
	add_pairs(text, result, BONNIEPP_IO);
	for (size_t i = 0; i < BONNIEPP_COLUMNS; i++) {
		struct bonniepp_cell cell;

		bonniepp_cell(&cell, result, i, BONNIEPP_PLAIN);
		strbuf_addf(text, ",%s", cell.latency);
	}
	strbuf_add_char(text, '\n');
}

static int
emit_rows(const struct result_set *set, FILE *out)
{
	return bonniepp_emit_rows(set, out, heading, add_row);
}

static int
bid_rows(const char *text, size_t length)
{
	return bonniepp_bid_rows(text, length, true);
}

static int
bid_text(const char *text, size_t length)
{
	return scan_bid(text, length, "bonnie++", "1.9", "3");
}

const struct format bonniepp2_format = {
	.name = "bonnie++2",
	.summary = "bonnie++ 1.9x and 2.00, text with latencies",
	.emit = emit_text,
	.misses = bonniepp_misses,
	.bid = bid_text,
	.parse = scan_parse,
};

const struct format bonniepp2_csv_format = {
	.name = "bonnie++2-csv",
	.summary = "bonnie++ 1.98 and 2.00, CSV row of 50 fields",
	.emit = emit_rows,
	.misses = bonniepp_misses,
	.bid = bid_rows,
	.parse = bonniepp_parse_rows,
};
