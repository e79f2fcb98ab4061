#include "compare/alike.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "compare/pair.h"
#include "compare/tests.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"

static bool
same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Whether both are known and not the same. */
static bool
texts_differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

static bool
counts_differ(uint64_t a, uint64_t b)
{
	return a && b && a != b;
}

static bool
is_ours(const struct result *result)
{
	return result->tool && strcmp(result->tool, "diskbench") == 0;
}

/* diskbench finds a size by itself, and proves that a read was cold, which is
 * what the size matters for elsewhere. */
static bool
same_size(const struct result *a, const struct result *b)
{
	uint64_t low = a->size_bytes, high = b->size_bytes;

	if (low > high) {
		low = b->size_bytes;
		high = a->size_bytes;
	}
	return low == high ||
	       (low && is_ours(a) && is_ours(b) && high / 2 < low);
}

static bool
same_files(const struct file_setup *a, const struct file_setup *b)
{
	return a->units == b->units && a->max_bytes == b->max_bytes &&
	       a->min_bytes == b->min_bytes && a->link == b->link &&
	       (a->directories > 1 ? a->directories : 1) ==
		       (b->directories > 1 ? b->directories : 1);
}

static double
ratio_of(const struct result *result)
{
	return result->compress_ratio > 1 ? result->compress_ratio : 1;
}

static bool
same_data(const struct result *a, const struct result *b)
{
	return fabs(ratio_of(a) - ratio_of(b)) < 0.005 &&
	       a->dedupe_percent == b->dedupe_percent;
}

bool
compare_same_setup(const struct result *a, const struct result *b)
{
	return same_text(a->label, b->label) &&
	       same_text(a->machine, b->machine) &&
	       same_text(a->tool, b->tool) &&
	       same_text(a->tool_version, b->tool_version) && same_size(a, b) &&
	       a->chunk_bytes == b->chunk_bytes && a->workers == b->workers &&
	       same_files(&a->files, &b->files) && same_data(a, b);
}

/* Length of the first two numbers of a version: "1.03" of "1.03e". */
static size_t
series_length(const char *version)
{
	size_t length = strspn(version, "0123456789");

	if (version[length] == '.')
		length += 1 + strspn(version + length + 1, "0123456789");
	return length;
}

static bool
series_differ(const char *a, const char *b)
{
	size_t length;

	if (!a || !b)
		return false;
	length = series_length(a);
	return length != series_length(b) || strncmp(a, b, length) != 0;
}

static bool
unlike_tool(struct strbuf *reason, const struct result *a,
	    const struct result *b)
{
	if (texts_differ(a->tool, b->tool)) {
		strbuf_addf(reason, "other tool: %s, %s", a->tool, b->tool);
		return true;
	}
	if (series_differ(a->tool_version, b->tool_version)) {
		strbuf_addf(reason, "other version: %s %s, %s",
			    a->tool ? a->tool : "", a->tool_version,
			    b->tool_version);
		return true;
	}
	return false;
}

/* Only tests of data files and transfers have one. */
static bool
unlike_engine(struct strbuf *reason, const struct result *a,
	      const struct result *b)
{
	if (!texts_differ(a->engine, b->engine))
		return false;
	strbuf_addf(reason, "other engine: %s; %s", a->engine, b->engine);
	return true;
}

static bool
unlike_size(struct strbuf *reason, const struct result *a,
	    const struct result *b)
{
	char size_a[UNITS_TEXT_BYTES], size_b[UNITS_TEXT_BYTES];

	if (!a->size_bytes || !b->size_bytes || same_size(a, b))
		return false;
	strbuf_addf(reason, "other size: %s, %s",
		    units_format_bytes(size_a, a->size_bytes),
		    units_format_bytes(size_b, b->size_bytes));
	return true;
}

static bool
unlike_data(struct strbuf *reason, const struct result *a,
	    const struct result *b)
{
	if (same_data(a, b))
		return false;
	strbuf_addf(reason,
		    "other data: compresses %g times and %" PRIu64
		    " %% repeat, %g times and %" PRIu64 " %%",
		    ratio_of(a), a->dedupe_percent, ratio_of(b),
		    b->dedupe_percent);
	return true;
}

static void
add_files(struct strbuf *text, const struct file_setup *files)
{
	static const char *const links[] = { "", " hard links",
					     " symbolic links" };

	strbuf_addf(text, "%" PRIu64, files->units * 1024);
	strbuf_add(text, links[files->link]);
	if (files->max_bytes)
		strbuf_addf(text, " of %" PRIu64 " to %" PRIu64 " bytes",
			    files->min_bytes, files->max_bytes);
	if (files->directories > 1)
		strbuf_addf(text, " in %" PRIu64 " directories",
			    files->directories);
}

static bool
unlike_files(struct strbuf *reason, const struct result *a,
	     const struct result *b)
{
	if (!a->files.units || !b->files.units ||
	    same_files(&a->files, &b->files))
		return false;
	strbuf_add(reason, "other files: ");
	add_files(reason, &a->files);
	strbuf_add(reason, ", ");
	add_files(reason, &b->files);
	return true;
}

bool
compare_unlike(struct strbuf *reason, const struct compare_group *a,
	       const struct compare_group *b, const char *test)
{
	const struct result *run_a = a->runs[0], *run_b = b->runs[0];

	if (unlike_tool(reason, run_a, run_b) ||
	    unlike_data(reason, run_a, run_b))
		return true;
	switch (compare_test_find(test).setup) {
	case COMPARE_SETUP_SIZE:
		return unlike_engine(reason, run_a, run_b) ||
		       unlike_size(reason, run_a, run_b);
	case COMPARE_SETUP_FILES:
		return unlike_files(reason, run_a, run_b);
	case COMPARE_SETUP_NONE:
		break;
	}
	return false;
}

static void
add_texts(struct strbuf *text, const char *what, const char *a, const char *b)
{
	if (texts_differ(a, b))
		strbuf_addf(text, "%s%s (%s, %s)", text->length ? ", " : "",
			    what, a, b);
}

static void
add_counts(struct strbuf *text, const char *what, uint64_t a, uint64_t b)
{
	if (counts_differ(a, b))
		strbuf_addf(text, "%s%s (%" PRIu64 ", %" PRIu64 ")",
			    text->length ? ", " : "", what, a, b);
}

static void
add_sizes(struct strbuf *text, const char *what, uint64_t a, uint64_t b)
{
	char size_a[UNITS_TEXT_BYTES], size_b[UNITS_TEXT_BYTES];

	if (!a || !b)
		return;
	units_format_bytes(size_a, a);
	units_format_bytes(size_b, b);
	add_texts(text, what, size_a, size_b);
}

void
compare_differences(struct strbuf *text, const struct compare_group *a,
		    const struct compare_group *b)
{
	const struct result *run_a = a->runs[0], *run_b = b->runs[0];
	const struct environment *at_a = &run_a->environment;
	const struct environment *at_b = &run_b->environment;

	add_texts(text, "machine", run_a->machine, run_b->machine);
	add_texts(text, "version", run_a->tool_version, run_b->tool_version);
	add_sizes(text, "size", run_a->size_bytes, run_b->size_bytes);
	add_sizes(text, "chunk", run_a->chunk_bytes, run_b->chunk_bytes);
	add_counts(text, "workers", run_a->workers, run_b->workers);
	add_texts(text, "engine", run_a->engine, run_b->engine);
	add_counts(text, "seekers", run_a->seekers, run_b->seekers);
	add_texts(text, "kernel", at_a->kernel, at_b->kernel);
	add_texts(text, "file system", at_a->file_system, at_b->file_system);
	add_texts(text, "mount options", at_a->mount_options,
		  at_b->mount_options);
	add_sizes(text, "memory", at_a->ram_bytes, at_b->ram_bytes);
}
