#include <stdint.h>

#include "core/strbuf.h"
#include "formats/bonniepp.h"
#include "results/result.h"

/* The heading's first column and every row's are this wide, with the blank
 * that ends them. */
enum { FIRST_COLUMN = 20, LATENCY_COLUMN = 17, DEFAULT_CHUNK_BYTES = 8192 };

static void
add_version(struct strbuf *text, const struct result *result)
{
	struct strbuf version;

	strbuf_init(&version);
	bonniepp_add_clean(&version, bonniepp_version(result), false);
	strbuf_addf(text, "Version %5s ", version.text);
	strbuf_release(&version);
	strbuf_pad(text, FIRST_COLUMN);
}

static void
add_name(struct strbuf *text, const struct result *result, size_t columns)
{
	struct strbuf name;

	strbuf_init(&name);
	bonniepp_add_name(&name, result, false);
	strbuf_add_fitted(text, name.text, columns);
	strbuf_release(&name);
}

/* size:chunk:concurrency:seeks:seekers, each empty where it is the default. */
static void
add_long_size(struct strbuf *text, const struct result *result)
{
	bonniepp_add_size(text, result);
	strbuf_add_char(text, ':');
	bonniepp_add_chunk(text, result->chunk_bytes, true);
	strbuf_add_char(text, ':');
	if (result->workers > 1)
		strbuf_addf(text, "%llu", (unsigned long long)result->workers);
	strbuf_add_char(text, ':');
	if (result->seeks && result->seeks != 8192)
		strbuf_addf(text, "%llu", (unsigned long long)result->seeks);
	strbuf_add_char(text, ':');
	if (result->seekers && result->seekers != 5)
		strbuf_addf(text, "%llu", (unsigned long long)result->seekers);
	while (text->length > 0 && text->text[text->length - 1] == ':')
		text->text[--text->length] = '\0';
}

static bool
has_chunk(const struct result *result)
{
	return result->chunk_bytes &&
	       result->chunk_bytes != DEFAULT_CHUNK_BYTES;
}

/* Name and size, together one column less than FIRST_COLUMN wide; a size that
 * leaves the name no room is printed whole. */
static void
add_name_and_size(struct strbuf *text, const struct result *result,
		  const struct bonniepp_dialect *dialect)
{
	struct strbuf size;

	strbuf_init(&size);
	if (dialect->suffixed) {
		add_long_size(&size, result);
	} else {
		bonniepp_add_size(&size, result);
		if (has_chunk(result)) {
			strbuf_add_char(&size, ':');
			bonniepp_add_chunk(&size, result->chunk_bytes,
					   dialect->mebibytes);
		}
	}
	if (size.length < FIRST_COLUMN - 2) {
		add_name(text, result, FIRST_COLUMN - 2 - size.length);
		strbuf_addf(text, " %s", size.text);
	} else {
		strbuf_addf(text, "%*s", FIRST_COLUMN - 1, size.text);
	}
	strbuf_release(&size);
}

static void
add_figures(struct strbuf *text, const struct result *result, size_t first,
	    const struct bonniepp_dialect *dialect)
{
	for (size_t i = first; i < first + BONNIEPP_IO; i++) {
		struct bonniepp_cell cell;

		bonniepp_cell(&cell, result, i,
			      dialect->suffixed ? BONNIEPP_SUFFIXED
						: BONNIEPP_PLAIN);
		strbuf_addf(text, " %5s %3s", cell.value, cell.cpu);
	}
	strbuf_add_char(text, '\n');
}

/* Nothing where no latency is known, as in a row of 1.0x. */
static void
add_latencies(struct strbuf *text, const struct result *result, size_t first)
{
	struct bonniepp_cell cells[BONNIEPP_IO];
	bool any = false;

	for (size_t i = 0; i < BONNIEPP_IO; i++) {
		bonniepp_cell(&cells[i], result, first + i, BONNIEPP_PLAIN);
		any = any || cells[i].latency[0];
	}
	if (!any)
		return;
	strbuf_add(text, "Latency");
	strbuf_pad(text, LATENCY_COLUMN);
	for (size_t i = 0; i < BONNIEPP_IO; i++)
		strbuf_addf(text, " %9s", cells[i].latency);
	strbuf_add_char(text, '\n');
}

static void
add_io_part(struct strbuf *text, const struct result *result,
	    const struct bonniepp_dialect *dialect)
{
	unsigned long long workers = result->workers ? result->workers : 1;

	add_version(text, result);
	strbuf_add(text, "------Sequential Output------ "
			 "--Sequential Input- --Random-\n");
	if (dialect->concurrency)
		strbuf_addf(text, "Concurrency %3llu ", workers);
	strbuf_pad(text, FIRST_COLUMN);
	strbuf_add(text, "-Per Chr- --Block-- -Rewrite- "
			 "-Per Chr- --Block-- --Seeks--\n");
	if (dialect->suffixed)
		strbuf_add(text, "Name:Size etc        /sec %CP  /sec %CP "
				 " /sec %CP  /sec %CP  /sec %CP  /sec %CP\n");
	else
		strbuf_addf(text,
			    "Machine   %s K/sec %%CP K/sec %%CP K/sec %%CP "
			    "K/sec %%CP K/sec %%CP  /sec %%CP\n",
			    has_chunk(result) ? "Size:chnk" : "     Size");
	add_name_and_size(text, result, dialect);
	add_figures(text, result, 0, dialect);
	if (dialect->latency)
		add_latencies(text, result, 0);
}

static const char *
files_heading(const struct file_setup *files)
{
	if (files->link != LINK_NONE || (files->max_bytes && !files->min_bytes))
		return "files:max          ";
	return files->min_bytes ? "files:max:min      " : "              files";
}

/* 1.0x names version and machine here only where no part above has. */
static void
add_files_part(struct strbuf *text, const struct result *result,
	       const struct bonniepp_dialect *dialect)
{
	bool named = dialect->latency || !bonniepp_has_io(result);
	struct strbuf files;

	if (named)
		add_version(text, result);
	strbuf_pad(text, FIRST_COLUMN);
	strbuf_add(text, "------Sequential Create------ "
			 "--------Random Create--------\n");
	if (named)
		add_name(text, result, FIRST_COLUMN - 1);
	strbuf_pad(text, FIRST_COLUMN);
	strbuf_add(text, "-Create-- --Read--- -Delete-- "
			 "-Create-- --Read--- -Delete--\n");
	strbuf_addf(text,
		    "%s  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP "
		    " /sec %%CP  /sec %%CP\n",
		    files_heading(&result->files));
	strbuf_init(&files);
	bonniepp_add_files(&files, result);
	strbuf_addf(text, "%*s", FIRST_COLUMN - 1, files.text);
	strbuf_release(&files);
	add_figures(text, result, BONNIEPP_IO, dialect);
	if (dialect->latency)
		add_latencies(text, result, BONNIEPP_IO);
}

void
bonniepp_add_text(struct strbuf *text, const struct result *result,
		  const struct bonniepp_dialect *dialect)
{
	bool io = bonniepp_has_io(result);
	bool files = bonniepp_has_files(result);

	if (io)
		add_io_part(text, result, dialect);
	if (files)
		add_files_part(text, result, dialect);
	else if (io && dialect->latency)
		strbuf_add_char(text, '\n');
}
