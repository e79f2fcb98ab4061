#include "core/strbuf.h"
#include "formats/bonniepp.h"
#include "formats/bonniepp_rows.h"
#include "formats/format.h"
#include "formats/output.h"
#include "formats/scan.h"
#include "results/result.h"

static const char heading[] =
	"name,file_size,putc,putc_cpu,put_block,put_block_cpu,rewrite,"
	"rewrite_cpu,getc,getc_cpu,get_block,get_block_cpu,seeks,seeks_cpu,"
	"num_files,seq_create,seq_create_cpu,seq_stat,seq_stat_cpu,seq_del,"
	"seq_del_cpu,ran_create,ran_create_cpu,ran_stat,ran_stat_cpu,ran_del,"
	"ran_del_cpu\n";

static int
emit_text(const struct result_set *set, FILE *out)
{
	static const struct bonniepp_dialect dialect = { .latency = false };
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++) {
		if (text.length)
			strbuf_add_char(&text, '\n');
		bonniepp_add_text(&text, &set->results[i], &dialect);
	}
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static void
add_pairs(struct strbuf *text, const struct result *result, size_t first)
{
	for (size_t i = first; i < first + BONNIEPP_IO; i++) {
		struct bonniepp_cell cell;

		bonniepp_cell(&cell, result, i, BONNIEPP_TENTHS);
		strbuf_addf(text, ",%s,%s", cell.value, cell.cpu);
	}
}

static void
add_row(struct strbuf *text, const struct result *result)
{
	bonniepp_add_name(text, result, true);
	strbuf_add_char(text, ',');
	if (bonniepp_has_io(result)) {
		struct strbuf chunk;

		strbuf_init(&chunk);
		bonniepp_add_size(text, result);
		bonniepp_add_chunk(&chunk, result->chunk_bytes, false);
		if (chunk.length)
			strbuf_addf(text, ":%s", chunk.text);
		strbuf_release(&chunk);
	}
	add_pairs(text, result, 0);
	strbuf_add_char(text, ',');
	if (bonniepp_has_files(result))
		bonniepp_add_files(text, result);
	add_pairs(text, result, BONNIEPP_IO);
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
	return bonniepp_bid_rows(text, length, false);
}

static int
bid_text(const char *text, size_t length)
{
	return scan_bid(text, length, "bonnie++", "1.0", "1.9");
}

const struct format bonniepp1_format = {
	.name = "bonnie++1",
	.summary = "bonnie++ 1.0x, text",
	.emit = emit_text,
	.misses = bonniepp_misses,
	.bid = bid_text,
	.parse = scan_parse,
};

const struct format bonniepp1_csv_format = {
	.name = "bonnie++1-csv",
	.summary = "bonnie++ 1.0x, CSV row of 27 fields",
	.emit = emit_rows,
	.misses = bonniepp_misses,
	.bid = bid_rows,
	.parse = bonniepp_parse_rows,
};
