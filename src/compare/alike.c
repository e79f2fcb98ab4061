#include "compare/alike.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "compare/method.h"
#include "compare/pair.h"
#include "compare/tests.h"
#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"
#include "results/setup.h"

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

static double
ratio_of(const struct result *result)
{
	return result->compress_ratio > 1 ? result->compress_ratio : 1;
}

static void
add_tool(struct strbuf *text, const struct result *result, const char *method)
{
	strbuf_add(text, result->tool ? result->tool : "unknown");
	if (result->tool_version)
		strbuf_addf(text, " %s", result->tool_version);
	if (method)
		strbuf_addf(text, " (%s)", method);
}

/* "other tool: bonnie, bonnie++ 1.03e"; nothing for the same of both. */
static bool
add_tools(struct strbuf *text, const struct result *a, const struct result *b,
	  const char *methods[2])
{
	bool tools_differ = texts_differ(a->tool, b->tool);

	if (!tools_differ && !texts_differ(a->tool_version, b->tool_version))
		return false;
	strbuf_addf(text, "other %s: ", tools_differ ? "tool" : "version");
	add_tool(text, a, methods[0]);
	strbuf_add(text, ", ");
	add_tool(text, b, methods[1]);
	return true;
}

static bool
unlike_method(struct strbuf *reason, const struct result *a,
	      const struct result *b, const char *test)
{
	const char *methods[2] = { compare_method(a, test),
				   compare_method(b, test) };

	if (!texts_differ(methods[0], methods[1]))
		return false;
	return add_tools(reason, a, b, methods);
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

	if (!a->size_bytes || !b->size_bytes || result_same_size(a, b))
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
	if (result_same_data(a, b))
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
	    result_same_files(&a->files, &b->files))
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

	if (unlike_method(reason, run_a, run_b, test) ||
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

void
compare_caveat(struct strbuf *text, const struct compare_group *a,
	       const struct compare_group *b)
{
	const struct result *run_a = a->runs[0], *run_b = b->runs[0];
	const char *methods[2] = { NULL, NULL };

	if (!texts_differ(run_a->tool, run_b->tool))
		return;
	add_tools(text, run_a, run_b, methods);
	strbuf_add(text, "; they measure this alike, as far as known");
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
	add_counts(text, "depth", run_a->depth, run_b->depth);
	add_texts(text, "engine", run_a->engine, run_b->engine);
	add_counts(text, "seekers", run_a->seekers, run_b->seekers);
	add_texts(text, "kernel", at_a->kernel, at_b->kernel);
	add_texts(text, "file system", at_a->file_system, at_b->file_system);
	add_texts(text, "mount options", at_a->mount_options,
		  at_b->mount_options);
	add_sizes(text, "memory", at_a->ram_bytes, at_b->ram_bytes);
}
