#include "observe/detect.h"

#include <math.h>

#include "core/meter.h"
#include "observe/latency_split.h"
#include "observe/notes.h"
#include "observe/thresholds.h"
#include "observe/view.h"

/* No device splits a request of this size. */
enum { READ_SMALL_BYTES = 64 * 1024 };

static enum verdict
verdict_of_hits(double share)
{
	if (share > threshold(THRESHOLD_CACHED_SHARE))
		return VERDICT_CACHED;
	if (share > threshold(THRESHOLD_PARTLY_SHARE))
		return VERDICT_PARTLY;
	return VERDICT_OK;
}

static void
finish(struct note *note, double share, const char *ruler)
{
	note->value = share;
	note->limit = threshold(THRESHOLD_CACHED_SHARE);
	note->ruler = ruler;
}

/* Every worker waits for its own reads, so the rate without hits is the number
 * of workers over the mean latency of a miss. */
static double
disk_only_rate(const struct phase_view *view)
{
	const struct meter *total = view->total;
	double misses = (double)(total->probed - total->probed_hits);
	double seconds = (double)total->probed_miss_ns / 1e9;
	unsigned workers = view->workers ? view->workers : 1;

	if ((double)total->probed_misses_seen < threshold(THRESHOLD_MISSES) ||
	    seconds <= 0)
		return 0;
	return misses / seconds * workers;
}

/* Two digits are all that a few hundred misses are worth. */
static double
two_digits(double rate)
{
	double unit = pow(10, floor(log10(rate)) - 1);

	return round(rate / unit) * unit;
}

static void
judge_probes(const struct phase_view *view, struct notes *notes)
{
	const struct meter *total = view->total;
	double share = (double)total->probed_hits / (double)total->probed;
	enum verdict verdict = verdict_of_hits(share);
	double rate = disk_only_rate(view);
	struct note *note;

	if (verdict == VERDICT_OK)
		note = notes_add(notes, verdict, "cache-hits",
				 "%.1f%% of the reads came from cache",
				 100 * share);
	else if (rate > 0)
		note = notes_add(notes, verdict, "cache-hits",
				 "%.0f%% from cache; disk-only about %.0f/s",
				 100 * share, two_digits(rate));
	else
		note = notes_add(notes, verdict, "cache-hits",
				 "%.0f%% from cache; too few misses to tell "
				 "the disk's rate",
				 100 * share);
	finish(note, share, "ru_inblock");
}

/* Whether the device got small reads no larger than ours and no more of them:
 * then readahead, which brings in more than was asked for, took no part. Large
 * requests are split, and say nothing. */
static bool
nothing_ahead(const struct phase_view *view, uint64_t read_bytes)
{
	const struct traffic *traffic = &view->traffic;
	double each =
		(double)view->total->bytes / (double)view->total->operations;
	double most = 1 + threshold(THRESHOLD_PARTLY_SHARE);

	if (read_bytes == 0)
		return true;
	return traffic->top_reads.known && traffic->top_reads.value > 0 &&
	       each <= READ_SMALL_BYTES &&
	       (double)traffic->top_read_bytes.value <=
		       most * each * (double)traffic->top_reads.value &&
	       (double)read_bytes <= most * (double)view_read_bytes(view);
}

/* `at_least`: readahead of random reads brings in more than was asked for, so
 * that bytes give only a lower bound of the hits. */
static void
judge_bytes(const struct phase_view *view, uint64_t read_bytes, bool at_least,
	    struct notes *notes)
{
	double share = 1 - (double)read_bytes / (double)view_read_bytes(view);
	enum verdict verdict;
	struct note *note;

	if (share < 0)
		share = 0;
	verdict = verdict_of_hits(share);
	if (at_least && verdict == VERDICT_OK)
		note = notes_add(notes, VERDICT_UNCHECKED, "cache-hits",
				 "cache hits unknown: readahead hides them");
	else if (verdict == VERDICT_OK)
		note = notes_add(notes, verdict, "cache-hits",
				 "%.1f%% served from page cache", 100 * share);
	else
		note = notes_add(notes, verdict, "cache-hits",
				 "%s%.0f%% served from page cache%s",
				 at_least ? "at least " : "", 100 * share,
				 verdict == VERDICT_CACHED
					 ? " -> not a disk figure"
					 : "");
	finish(note, share, "read_bytes");
}

/* Without any accounting a sequential read of a file that was proven cold
 * cannot have hit anything but its own readahead. */
static void
judge_start(const struct phase_view *view, struct notes *notes)
{
	double share =
		(double)view->start.cached_bytes / (double)view->total->bytes;
	struct note *note;

	if (share > 1)
		share = 1;
	note = notes_add(notes, verdict_of_hits(share), "cache-hits",
			 "%.0f%% of the file was in the page cache at the "
			 "start",
			 100 * share);
	finish(note, share,
	       view->start.ruler == RESIDENCY_MINCORE ? "mincore"
						      : "cachestat");
}

/* The last resort for random reads: hits and misses told apart by how long
 * they took. Only where the two are far apart, and the fast ones as fast as
 * cached reads were in the self-test; writes among them may be as fast. */
static bool
judge_latencies(const struct phase_view *view, struct notes *notes)
{
	const struct hist *hist = &view->total->latency;
	double warm_ns = (double)view->trust->warm_read_ns;
	struct latency_split split;
	unsigned workers = view->workers ? view->workers : 1;

	if (view->total->mixed_written_bytes ||
	    (double)hist->count < threshold(THRESHOLD_MISSES) || warm_ns <= 0)
		return false;
	split = latency_split_of(hist);
	if (split.high_ns < threshold(THRESHOLD_LATENCY_RATIO) * split.low_ns ||
	    split.low_ns > threshold(THRESHOLD_WARM_RATIO) * warm_ns)
		return false;
	finish(notes_add(notes, verdict_of_hits(split.low_share), "cache-hits",
			 "%.0f%% as fast as cache; the rest about %.0f/s",
			 100 * split.low_share,
			 two_digits(workers * 1e9 / split.high_ns)),
	       split.low_share, "latency");
	return true;
}

static bool
hits_do_not_matter(const struct phase_view *view)
{
	return !view_is(view, VIEW_READS) || view_is(view, VIEW_COMMAND) ||
	       view->total->operations == 0 ||
	       (view->total->bytes > 0 && view_read_bytes(view) == 0) ||
	       view->storage->mount.memory_backed;
}

void
detect_cache(const struct phase_view *view, struct notes *notes)
{
	bool random = view_is(view, VIEW_RANDOM);
	bool accounted = trust_is(&view->trust->accounting);
	bool bytes = view->total->bytes > 0;
	const char *reason = view->trust->accounting.reason;
	struct counter read;

	if (hits_do_not_matter(view))
		return;
	read = counter_since(view->before->own_read_bytes,
			     view->after->own_read_bytes);
	if (accounted && view->total->probed > 0)
		judge_probes(view, notes);
	else if (accounted && read.known && bytes)
		judge_bytes(view, read.value,
			    random && !view_is(view, VIEW_DIRECT) &&
				    !nothing_ahead(view, read.value),
			    notes);
	else if (!random && bytes && view->start_known &&
		 trust_is(&view->trust->residency))
		judge_start(view, notes);
	else if (!random || !judge_latencies(view, notes))
		notes_add(notes, VERDICT_UNCHECKED, "cache-hits",
			  "cache hits unknown: %s",
			  reason ? reason : "no counter of own reads");
}

/* A read that a full queue refused is made again, and the process has it
 * counted twice; the device did it once. It also counts what others read, so
 * the smaller of the two is nearer. */
static struct counter
bytes_read_once(const struct phase_view *view)
{
	const struct counter *device = &view->traffic.top_read_bytes;
	struct counter read = counter_since(view->before->own_read_bytes,
					    view->after->own_read_bytes);

	if (device->known && device->value > 0 && device->value < read.value)
		read.value = device->value;
	return read;
}

void
detect_amplification(const struct phase_view *view, struct notes *notes)
{
	struct counter read = bytes_read_once(view);
	double ratio;
	struct note *note;

	if (hits_do_not_matter(view) || view->total->bytes == 0 ||
	    !read.known || !trust_is(&view->trust->accounting))
		return;
	ratio = (double)read.value / (double)view_read_bytes(view);
	if (ratio <= threshold(THRESHOLD_AMPLIFICATION))
		return;
	note = notes_add(notes, VERDICT_PARTLY, "read-amplification",
			 "%.1fx more bytes read than asked (readahead)", ratio);
	note->value = ratio;
	note->limit = threshold(THRESHOLD_AMPLIFICATION);
	note->ruler = "read_bytes";
}
