/* A phase under observation, for tests on real mounts: does one kind of I/O in
 * a directory and prints what the detectors say, one line a finding: code,
 * verdict, value, text. Usage: watch KIND DIRECTORY [WARM_PERCENT]. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/interval.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/permute.h"
#include "core/rng.h"
#include "observe/notes.h"
#include "observe/observer.h"
#include "observe/probe.h"
#include "observe/view.h"
#include "results/measure.h"
#include "results/result.h"

enum { FILE_BYTES = 32 << 20, CHUNK_BYTES = 64 << 10, PAGE_BYTES = 4096 };

static const char data_name[] = "watch.data";

struct watch {
	int directory_fd;
	int fd;
	unsigned flags;
	unsigned char *buffer;
	uint64_t seed;
	bool zeros;
	struct meter meter;
	struct interval interval;
};

static void
fail(const char *what)
{
	perror(what);
	exit(1);
}

static void
count(struct watch *watch, uint64_t *last_ns, ssize_t bytes)
{
	uint64_t now_ns = clock_now_ns();

	if (bytes <= 0)
		fail("transfer");
	hist_add(&watch->meter.latency, now_ns - *last_ns);
	watch->meter.operations++;
	watch->meter.bytes += (uint64_t)bytes;
	*last_ns = now_ns;
}

static void
write_file(struct watch *watch)
{
	uint64_t last_ns = clock_now_ns();

	for (off_t at = 0; at < FILE_BYTES; at += CHUNK_BYTES) {
		for (size_t i = 0; i < CHUNK_BYTES && !watch->zeros; i += 8) {
			uint64_t word = rng_next_generated(&watch->seed);

			memcpy(watch->buffer + i, &word, 8);
		}
		count(watch, &last_ns,
		      pwrite(watch->fd, watch->buffer, CHUNK_BYTES, at));
	}
	if (fsync(watch->fd) != 0)
		fail("fsync");
	watch->meter.flush_ns = clock_now_ns() - last_ns;
	watch->meter.flushes = 1;
}

static void
read_file(struct watch *watch)
{
	uint64_t last_ns = clock_now_ns();

	for (off_t at = 0; at < FILE_BYTES; at += CHUNK_BYTES)
		count(watch, &last_ns,
		      pread(watch->fd, watch->buffer, CHUNK_BYTES, at));
}

static void
read_pages(struct watch *watch)
{
	uint64_t last_ns = clock_now_ns();
	struct permute order;

	permute_init(&order, FILE_BYTES / PAGE_BYTES, watch->seed);
	for (uint64_t i = 0; i < FILE_BYTES / PAGE_BYTES; i++) {
		uint64_t before = platform_thread_blocks_read();
		uint64_t began_ns = last_ns;

		count(watch, &last_ns,
		      pread(watch->fd, watch->buffer, PAGE_BYTES,
			    (off_t)(permute_at(&order, i) * PAGE_BYTES)));
		watch->meter.probed++;
		if (platform_thread_blocks_read() == before)
			watch->meter.probed_hits++;
		else
			watch->meter.probed_miss_ns += last_ns - began_ns;
	}
}

/* Leaves exactly the first so many percent of the file in the page cache. */
static void
warm(struct watch *watch, unsigned percent)
{
	off_t end = (off_t)FILE_BYTES / 100 * (off_t)percent;

	if (fsync(watch->fd) != 0)
		fail("fsync");
	platform_evict(watch->fd, 0, 0);
	platform_advise_random(watch->fd);
	for (off_t at = 0; at < end; at += PAGE_BYTES)
		if (pread(watch->fd, watch->buffer, PAGE_BYTES, at) < 0)
			fail("read");
	if (!(watch->flags & VIEW_RANDOM))
		posix_fadvise(watch->fd, 0, 0, POSIX_FADV_NORMAL);
}

/* Shares are told in percent. */
static void
tell(const char *code, enum verdict verdict, double value, const char *text)
{
	printf("%s %s %.4g %s\n", code, verdict_names[verdict],
	       strcmp(code, "cache-hits") == 0 ? 100 * value : value, text);
}

static void
judge(struct watch *watch, struct observer *observer, struct phase_view *view)
{
	struct result result;
	struct phase_result *phase;
	struct measure *measure = mem_alloc(1, sizeof *measure);

	result_init(&result);
	phase = result_add_phase(&result, "watch");
	measure->span = watch->interval.total;
	measure->total = watch->meter;
	measure->moves_bytes = (watch->flags & VIEW_BYTES) != 0;
	measure->counts_operations = !measure->moves_bytes;
	measure_to_phase(measure, phase);
	view->span = &watch->interval.total;
	view->total = &watch->meter;
	view->rate = phase->quantities[measure->moves_bytes ? QUANTITY_RATE
							    : QUANTITY_OPS]
			     .value;
	observer_judge(observer, view, phase);
	for (size_t i = 0; i < phase->finding_count; i++)
		tell(phase->findings[i].code, phase->findings[i].verdict,
		     phase->findings[i].value, phase->findings[i].text);
	printf("verdict %s\n", verdict_names[phase->verdict]);
	result_release(&result);
	free(measure);
}

static void
set_start(const struct watch *watch, struct phase_view *view)
{
	view->start_known =
		platform_residency(watch->fd, 0, 0, &view->start) == 0;
	tell("start-cached", VERDICT_NONE,
	     100.0 * (double)view->start.cached_bytes / FILE_BYTES, "");
}

static void
observe(struct watch *watch, void (*work)(struct watch *), unsigned percent)
{
	static struct observer observer;
	struct phase_view view = { .key = "watch",
				   .flags = watch->flags,
				   .workers = 1 };

	observer_init(&observer, watch->directory_fd);
	meter_clear(&watch->meter);
	if (watch->flags & VIEW_READS) {
		write_file(watch);
		warm(watch, percent);
		meter_clear(&watch->meter);
		set_start(watch, &view);
	}
	observer_before(&observer, -1);
	interval_start(&watch->interval);
	work(watch);
	interval_stop(&watch->interval);
	observer_after(&observer);
	observer_look_at(&view, watch->fd);
	judge(watch, &observer, &view);
	observer_release(&observer);
}

static void
probe(struct watch *watch, bool below)
{
	struct notes notes = { .count = 0 };
	struct error error = { 0 };
	struct below_probe down;
	struct zeros_probe zeros;

	if (below) {
		if (probe_below(&down, watch->directory_fd, data_name,
				FILE_BYTES, &error) == 0)
			printf("speedup %.1f\n", down.speedup);
	} else if (probe_zeros(&zeros, watch->directory_fd, FILE_BYTES / 4,
			       &error) == 0) {
		probe_note_zeros(&zeros, &notes);
	}
	if (error.kind != ERROR_NONE)
		printf("error %s\n", error.text);
	for (size_t i = 0; i < notes.count; i++)
		tell(notes.list[i].code, notes.list[i].verdict,
		     notes.list[i].value, notes.list[i].text);
}

static void
run(struct watch *watch, const char *kind, unsigned percent)
{
	watch->zeros = strcmp(kind, "write-zeros") == 0;
	if (strcmp(kind, "write") == 0 || watch->zeros) {
		watch->flags = VIEW_WRITES | VIEW_BYTES;
		observe(watch, write_file, 0);
	} else if (strcmp(kind, "read") == 0) {
		watch->flags = VIEW_READS | VIEW_BYTES;
		observe(watch, read_file, percent);
	} else if (strcmp(kind, "random") == 0) {
		watch->flags = VIEW_READS | VIEW_RANDOM;
		observe(watch, read_pages, percent);
	} else if (strcmp(kind, "keep") == 0) {
		meter_clear(&watch->meter);
		write_file(watch);
	} else {
		probe(watch, strcmp(kind, "below") == 0);
	}
}

int
main(int count_arguments, char **arguments)
{
	struct watch watch = { .seed = clock_now_ns() };

	if (count_arguments < 3)
		return 2;
	watch.directory_fd = open(arguments[2], O_RDONLY | O_DIRECTORY);
	if (watch.directory_fd < 0)
		fail(arguments[2]);
	watch.fd =
		openat(watch.directory_fd, data_name, O_RDWR | O_CREAT, 0600);
	if (watch.fd < 0)
		fail(data_name);
	watch.buffer = mem_aligned(PAGE_BYTES, CHUNK_BYTES);
	run(&watch, arguments[1],
	    count_arguments > 3 ? (unsigned)strtoul(arguments[3], NULL, 10)
				: 0);
	if (strcmp(arguments[1], "keep") != 0)
		unlinkat(watch.directory_fd, data_name, 0);
	free(watch.buffer);
	close(watch.fd);
	close(watch.directory_fd);
	return 0;
}
