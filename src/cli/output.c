#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/output_text.h"
#include "cli/streams.h"
#include "cli/writable.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/honest.h"
#include "formats/summary.h"
#include "results/result.h"
#include "run/points.h"

enum { FILE_MODE = 0666 };

int
output_check(const struct options *options, struct error *error)
{
	for (size_t i = 0; i < options->output_count; i++) {
		const char *path = options->outputs[i].path;

		if (path && writable_check_whole(path) != 0)
			return error_set_errno(error, errno,
					       "-o: cannot write '%s'", path);
	}
	return 0;
}

static int
refuse(const char *path)
{
	struct error error = { ERROR_NONE, 0, 0, "" };

	error_set_errno(&error, errno, "-o: cannot write '%s'", path);
	say_error(&error);
	return -1;
}

/* Writes to `fd`, which it closes. */
static int
emit_to(int fd, const struct format *format, const struct result_set *set)
{
	FILE *out = fdopen(fd, "w");
	int status;

	if (!out) {
		close(fd);
		return -1;
	}
	status = format->emit(set, out);
	if (fflush(out) != 0)
		status = -1;
	if (status == 0 && fsync(fd) != 0 && errno != EINVAL &&
	    errno != ENOTSUP && errno != EROFS)
		status = -1;
	if (fclose(out) != 0)
		status = -1;
	return status;
}

static int
emit_in_place(const struct output_request *request,
	      const struct result_set *set)
{
	int fd = open(request->path, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0 || emit_to(fd, request->format, set) != 0)
		return refuse(request->path);
	return 0;
}

static int
emit_file(const struct output_request *request, const struct result_set *set)
{
	char *path = writable_whole(request->path);
	struct strbuf other;
	int fd, status = -1;

	if (!path)
		return emit_in_place(request, set);
	strbuf_init(&other);
	strbuf_addf(&other, "%s.%ld.tmp", path, (long)getpid());
	fd = open(other.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		  FILE_MODE);
	if (fd >= 0 && emit_to(fd, request->format, set) == 0)
		status = rename(other.text, path);
	if (status != 0) {
		refuse(request->path);
		if (fd >= 0)
			unlink(other.text);
	}
	strbuf_release(&other);
	free(path);
	return status;
}

static int
emit_stream(const struct format *format, const struct result_set *set,
	    FILE *out)
{
	int status = format->emit(set, out);

	return stream_flush(out) != 0 ? -1 : status;
}

static void
say_misses(const struct format *format, const struct result_set *set)
{
	const char *missing = format->misses ? format->misses(set) : NULL;

	if (missing)
		say("%s does not hold %s", format->name, missing);
}

static bool
has_own_stdout(const struct options *options)
{
	for (size_t i = 0; i < options->output_count; i++)
		if (!options->outputs[i].path)
			return true;
	return false;
}

/* What the figures of the set are worth. */
int
output_honest(const struct result_set *set, FILE *out)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	honest_add(&text, set->results, set->count);
	status = stream_print(out, &text);
	strbuf_release(&text);
	return status;
}

/* Where text for people goes; NULL: nowhere. */
FILE *
output_text_stream(const struct options *options)
{
	if (options->quiet)
		return stderr;
	return has_own_stdout(options) ? NULL : stdout;
}

static int
print_run(const struct options *options, const struct result_set *one,
	  FILE *out)
{
	if (output_text(one, out) != 0)
		return -1;
	return options->settings.runs == 1 ? output_honest(one, out) : 0;
}

int
output_run(const struct options *options, const struct result_set *set,
	   size_t index)
{
	const struct result_set one = { &set->results[index], 1 };
	FILE *out = output_text_stream(options);
	int status;

	if (!out || !one.results->phase_count)
		return 0;
	status = print_run(options, &one, out);
	if (status != 0 && out == stdout)
		print_run(options, &one, stderr);
	return status;
}

static bool
has_phases(const struct result_set *set)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->results[i].phase_count)
			return true;
	return false;
}

static bool
any_has_suite(const struct result_set *set, const char *suite)
{
	for (size_t i = 0; i < set->count; i++)
		if (output_has_suite(&set->results[i], suite))
			return true;
	return false;
}

/* Points of a sweep stand in one table, whatever became of them. */
static int
emit_points(const struct result_set *set, FILE *out)
{
	if (!any_has_suite(set, "bonnie") && output_text(set, out) != 0)
		return -1;
	return output_sweep(set, out);
}

/* Several runs make statistics. */
static int
print_summary(const struct options *options, const struct result_set *set,
	      FILE *out)
{
	int status;

	if (points_count(&options->settings) > 1) {
		status = emit_points(set, out);
		return output_honest(set, out) != 0 ? -1 : status;
	}
	if (options->settings.runs == 1)
		return 0;
	status = summary_emit(set, out);
	if (stream_flush(out) != 0)
		return -1;
	return output_honest(set, out) != 0 ? -1 : status;
}

static int
emit_summary(const struct options *options, const struct result_set *set)
{
	FILE *out = output_text_stream(options);
	int status;

	if (!out || !has_phases(set))
		return 0;
	status = print_summary(options, set, out);
	if (status != 0 && out == stdout)
		print_summary(options, set, stderr);
	return status;
}

static int
emit_default(const struct options *options, const struct result_set *set)
{
	bool bonnie = any_has_suite(set, "bonnie");
	const struct format *csv =
		format_find(bonnie ? "bonnie++1-csv" : "long");
	int status;

	/* A row ends bonnie's text; other suites' CSV is long and only for
	 * those who want nothing else. */
	if (has_own_stdout(options) || !has_phases(set) ||
	    (!bonnie && !options->quiet))
		return 0;
	say_misses(csv, set);
	status = emit_stream(csv, set, stdout);
	if (status != 0)
		emit_stream(csv, set, stderr);
	return status;
}

int
output_formats(const struct output_request *requests, size_t count,
	       const struct result_set *set)
{
	int status = 0;

	for (size_t i = 0; i < count; i++) {
		int done = requests[i].path ? emit_file(&requests[i], set)
					    : emit_stream(requests[i].format,
							  set, stdout);

		say_misses(requests[i].format, set);
		if (done != 0)
			status = -1;
	}
	return status;
}

/* The format that standard output did not take. */
static void
emit_rescued(const struct options *options, const struct result_set *set)
{
	for (size_t i = 0; i < options->output_count; i++)
		if (!options->outputs[i].path)
			emit_stream(options->outputs[i].format, set, stderr);
}

int
output_rows(const struct options *options, const struct result_set *set)
{
	int status =
		output_formats(options->outputs, options->output_count, set);

	if (ferror(stdout))
		emit_rescued(options, set);
	return emit_default(options, set) != 0 ? -1 : status;
}

int
output_all(const struct options *options, const struct result_set *set)
{
	int status = emit_summary(options, set);

	return output_rows(options, set) != 0 ? -1 : status;
}
