#include "run/cold.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/error.h"
#include "core/mem.h"
#include "core/strbuf.h"
#include "platform/platform.h"
#include "results/result.h"

enum { WARM_READ_BYTES = 256 * 1024 };

/* Up to so much left in the cache does not show in a figure; from so much on
 * the figure is the cache's. */
static const double left_most = 0.02;
static const double cached_least = 0.90;

static int
evict(int fd, const char *name, struct error *error)
{
	int status;

	do
		status = fsync(fd);
	while (status < 0 && errno == EINTR);
	/* Not every device can be told to. */
	if (status < 0 && errno != EINVAL)
		return error_set_errno(error, errno, "cannot flush '%s'", name);
	platform_evict(fd, 0, 0);
	return 0;
}

/* A device may have no end. */
static int
read_start(int fd, const char *name, uint64_t file_bytes, struct error *error)
{
	void *buffer = mem_alloc(1, WARM_READ_BYTES);
	uint64_t at_bytes = 0;
	ssize_t got;
	int code;

	do {
		got = pread(fd, buffer, WARM_READ_BYTES, (off_t)at_bytes);
		if (got > 0)
			at_bytes += (uint64_t)got;
	} while ((got > 0 && at_bytes < file_bytes) ||
		 (got < 0 && errno == EINTR));
	code = errno;
	free(buffer);
	if (got < 0)
		return error_set_errno(error, code, "cannot read '%s'", name);
	return 0;
}

static const char *
ruler_name(enum residency_ruler ruler)
{
	switch (ruler) {
	case RESIDENCY_CACHESTAT:
		return "cachestat";
	case RESIDENCY_MINCORE:
		return "mincore";
	case RESIDENCY_UNKNOWN:
		break;
	}
	return "";
}

/* One file that nobody could ask about makes the whole unknown. */
void
cold_start_look(struct cold_start *start, int fd, uint64_t file_bytes)
{
	struct residency residency = { .ruler = RESIDENCY_UNKNOWN };

	if (platform_residency(fd, 0, file_bytes, &residency) < 0)
		residency.ruler = RESIDENCY_UNKNOWN;
	if (!start->ruler || *start->ruler)
		start->ruler = ruler_name(residency.ruler);
	start->file_bytes += file_bytes;
	start->cached_bytes += residency.cached_bytes;
}

int
cold_start_open(struct cold_start *start, int fd, const char *name,
		uint64_t file_bytes, struct error *error)
{
	int status = 0;

	if (start->policy == CACHE_COLD)
		status = evict(fd, name, error);
	else if (start->policy == CACHE_WARM)
		status = read_start(fd, name, file_bytes, error);
	if (status == 0)
		cold_start_look(start, fd, file_bytes);
	return status;
}

int
cold_start_file(struct cold_start *start, int directory_fd, const char *name,
		uint64_t file_bytes, struct error *error)
{
	int fd = openat(directory_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	int status;

	if (fd < 0)
		return error_set_errno(error, errno, "cannot open '%s'", name);
	status = cold_start_open(start, fd, name, file_bytes, error);
	close(fd);
	return status;
}

static enum verdict
judge_share(const struct cold_start *start, double share)
{
	if (start->direct || start->policy != CACHE_COLD || share <= left_most)
		return VERDICT_OK;
	return share < cached_least ? VERDICT_PARTLY : VERDICT_CACHED;
}

static void
tell_share(const struct cold_start *start, double share, struct strbuf *text)
{
	static const char *const wanted[] = {
		[CACHE_COLD] = "evicted",
		[CACHE_WARM] = "read once before, as asked",
		[CACHE_KEEP] = "left as it was, as asked",
	};

	if (start->direct)
		strbuf_add(text, "the page cache was passed by; ");
	strbuf_addf(text, "%.1f %% of the file was cached at the start (%s)",
		    100 * share, wanted[start->policy]);
}

/* A tree that is to be left as it is has not been looked at. */
static const char *
why_unknown(const struct cold_start *start)
{
	if (start->policy == CACHE_KEEP && !start->ruler)
		return "the caches were left as they were, as asked";
	return "how much of the file was cached at the start cannot be asked "
	       "here";
}

/* What was not cold, and was not to be, is no proof that it was. */
static void
tell_state(struct finding *finding, char *state)
{
	if (finding->verdict != VERDICT_OK || finding->value <= left_most)
		return;
	finding->code = state;
	finding->limit = NAN;
}

void
cold_start_judge(const struct cold_start *start, struct phase_result *phase)
{
	char code[] = "cold-start", state[] = "start-state";
	struct finding finding = { .code = code, .limit = left_most };
	struct strbuf text, ruler;

	strbuf_init(&text);
	strbuf_init(&ruler);
	if (start->ruler && *start->ruler && start->file_bytes) {
		finding.value =
			(double)start->cached_bytes / (double)start->file_bytes;
		finding.verdict = judge_share(start, finding.value);
		strbuf_add(&ruler, start->ruler);
		tell_share(start, finding.value, &text);
	} else {
		finding.value = NAN;
		finding.verdict =
			start->direct ? VERDICT_OK : VERDICT_UNCHECKED;
		strbuf_add(&text, why_unknown(start));
	}
	tell_state(&finding, state);
	finding.text = text.text;
	finding.ruler = ruler.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
	strbuf_release(&ruler);
}

void
cold_start_judge_metadata(const struct cold_start *start,
			  struct phase_result *phase)
{
	char code[] = "cold-metadata", ruler[] = "";
	char dropped[] = "names and inodes were dropped from memory before, "
			 "those of the whole machine";
	char kept[] = "the caches of names and inodes were not emptied, which "
		      "takes a remount, or root's rights";
	char asked[] = "the caches of names and inodes were not emptied, as "
		       "asked";
	struct finding finding = { .code = code,
				   .value = NAN,
				   .limit = NAN,
				   .ruler = ruler,
				   .text = start->policy == CACHE_COLD ? kept
								       : asked,
				   .verdict = VERDICT_UNCHECKED };

	if (start->metadata_dropped) {
		finding.text = dropped;
		finding.verdict = VERDICT_OK;
	}
	phase_add_finding(phase, &finding);
}
