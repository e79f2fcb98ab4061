#include "observe/selftest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/rng.h"
#include "observe/storage.h"
#include "observe/trust.h"

enum {
	TEST_BYTES = 4 << 20,
	PIECE_BYTES = 128 << 10,
	PAGE_BYTES = 4096,
	PAGES = 256,
	PAGE_ALIGNMENT = 4096,
};

static const char test_name[] = "selftest";

/* What was seen, before anything is concluded from it. */
struct trial {
	int fd;
	bool wrote; /* it has a file of its own */
	unsigned char *buffer; /* TEST_BYTES */
	struct counters before, after; /* around the flush */
	struct residency written, evicted, reread;
	bool residency_known;
	uint64_t cold_bytes; /* by the thread's counter */
	uint64_t warm_bytes;
	uint64_t warm_ns;
};

static bool
is_most(uint64_t bytes)
{
	return bytes >= TEST_BYTES / 10 * 9;
}

static bool
is_little(uint64_t bytes)
{
	return bytes <= TEST_BYTES / 50;
}

/* ---- doing ------------------------------------------------------------------ */

static void
fill(unsigned char *buffer)
{
	uint64_t state = clock_now_ns();

	for (size_t i = 0; i < TEST_BYTES; i += sizeof state) {
		uint64_t word = rng_next_generated(&state);

		memcpy(buffer + i, &word, sizeof word);
	}
}

static int
write_all(const struct trial *trial)
{
	size_t done = 0;

	while (done < TEST_BYTES) {
		ssize_t count = pwrite(trial->fd, trial->buffer + done,
				       TEST_BYTES - done, (off_t)done);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return -1;
		done += (size_t)count;
	}
	return 0;
}

static int
read_all(const struct trial *trial, size_t piece_bytes, size_t total_bytes)
{
	size_t done = 0;

	while (done < total_bytes) {
		ssize_t count = pread(trial->fd, trial->buffer + done,
				      piece_bytes, (off_t)done);

		if (count < 0 && errno == EINTR)
			continue;
		if (count == 0)
			errno = ENODATA; /* a target of less than TEST_BYTES */
		if (count <= 0)
			return -1;
		done += (size_t)count;
	}
	return 0;
}

static uint64_t
blocks_read(void)
{
	return platform_thread_blocks_read ? platform_thread_blocks_read() : 0;
}

/* Reads all of it and says how many bytes the counter saw. */
static int
read_counted(const struct trial *trial, uint64_t *bytes)
{
	uint64_t before = blocks_read();

	if (read_all(trial, PIECE_BYTES, TEST_BYTES) != 0)
		return -1;
	*bytes = (blocks_read() - before) * 512;
	return 0;
}

static bool
ask_residency(const struct trial *trial, struct residency *residency)
{
	return platform_residency(trial->fd, 0, TEST_BYTES, residency) == 0;
}

static int
write_and_flush(struct trial *trial)
{
	if (write_all(trial) != 0)
		return -1;
	counters_release(&trial->before);
	counters_release(&trial->after);
	platform_counters(&trial->before, COUNTERS_CHEAP);
	if (fsync(trial->fd) != 0)
		return -1;
	platform_counters(&trial->after, COUNTERS_CHEAP);
	trial->wrote = true;
	return 0;
}

static bool
flush_was_seen(const struct trial *trial, const struct storage *storage)
{
	struct traffic traffic;

	traffic_between(&traffic, storage, &trial->before, &trial->after);
	return is_most(traffic.top_written_bytes.value);
}

/* The kernel may have begun to write it back before the flush was asked for:
 * hardly twice. */
static int
try_writing(struct trial *trial, const struct storage *storage)
{
	if (write_and_flush(trial) != 0)
		return -1;
	if (!storage->known || flush_was_seen(trial, storage))
		return 0;
	return write_and_flush(trial);
}

/* Evicts it and reads it cold, then warm. */
static int
read_twice(struct trial *trial)
{
	platform_evict(trial->fd, 0, TEST_BYTES);
	trial->residency_known &= ask_residency(trial, &trial->evicted);
	if (read_counted(trial, &trial->cold_bytes) != 0)
		return -1;
	trial->residency_known &= ask_residency(trial, &trial->reread);
	return read_counted(trial, &trial->warm_bytes);
}

static bool
is_plain(const struct trial *trial)
{
	return trial->residency_known &&
	       is_little(trial->evicted.cached_bytes) &&
	       is_most(trial->cold_bytes) &&
	       is_most(trial->reread.cached_bytes) &&
	       is_little(trial->warm_bytes);
}

/* Somebody who empties the page cache of the whole machine right now makes a
 * warm read a cold one: hardly twice. */
static int
try_reading(struct trial *trial)
{
	uint64_t start_ns;

	trial->residency_known = ask_residency(trial, &trial->written);
	if (read_twice(trial) != 0 ||
	    (!is_plain(trial) && read_twice(trial) != 0))
		return -1;
	start_ns = clock_now_ns();
	if (read_all(trial, PAGE_BYTES, (size_t)PAGES * PAGE_BYTES) != 0)
		return -1;
	trial->warm_ns = clock_now_ns() - start_ns;
	return 0;
}

/* ---- concluding ------------------------------------------------------------- */

static void
conclude(struct trust_item *item, enum trust_state state, const char *reason)
{
	item->state = state;
	item->reason = reason;
}

/* A ruler is believed when it was seen to say both "cached" and "cold". */
static void
conclude_residency(const struct trial *trial, struct trust *trust)
{
	if (!trial->residency_known) {
		conclude(&trust->residency, TRUST_UNKNOWN,
			 "page residency cannot be asked for");
		conclude(&trust->cold, TRUST_UNKNOWN,
			 "page residency cannot be asked for");
		return;
	}
	trust->ruler = trial->reread.ruler;
	if (!is_little(trial->evicted.cached_bytes)) {
		conclude(&trust->residency, TRUST_UNKNOWN,
			 "the file was never seen cold");
		conclude(&trust->cold, TRUST_FAILED,
			 "the page cache keeps the file");
		return;
	}
	if (!is_most(trial->reread.cached_bytes)) {
		conclude(&trust->residency, TRUST_FAILED,
			 "a file just read does not show as cached");
		conclude(&trust->cold, TRUST_UNKNOWN,
			 "page residency is not to be believed");
		return;
	}
	conclude(&trust->residency, TRUST_PROVEN, NULL);
	conclude(&trust->cold, TRUST_PROVEN, NULL);
}

static void
conclude_accounting(const struct trial *trial, struct trust *trust)
{
	if (!platform_thread_blocks_read)
		conclude(&trust->accounting, TRUST_UNKNOWN,
			 "no counter of blocks read");
	else if (!is_little(trial->warm_bytes))
		conclude(&trust->accounting, TRUST_FAILED,
			 "the counter moves on cached reads");
	else if (is_most(trial->cold_bytes))
		conclude(&trust->accounting, TRUST_PROVEN, NULL);
	else if (trust->cold.state == TRUST_PROVEN)
		conclude(&trust->accounting, TRUST_FAILED,
			 "the counter stands still on cold reads");
	else
		conclude(&trust->accounting, TRUST_UNKNOWN,
			 "no read is seen to reach a device");
}

static void
conclude_flush(const struct trial *trial, const struct storage *storage,
	       struct trust *trust)
{
	struct traffic traffic;
	const struct counter *written = &traffic.top_written_bytes;

	if (!trial->wrote) {
		conclude(&trust->flush, TRUST_UNKNOWN, "nothing was written");
		return;
	}
	traffic_between(&traffic, storage, &trial->before, &trial->after);
	trust->flush_seen = traffic.flushes.known && traffic.flushes.value > 0;
	if (trial->residency_known && trial->written.dirty_bytes > 0 &&
	    !is_little(trial->written.dirty_bytes))
		conclude(&trust->flush, TRUST_FAILED,
			 "pages are still dirty after fsync");
	else if (!storage->known && !storage->mount.remote &&
		 trial->after.devices_known)
		conclude(&trust->flush, TRUST_FAILED,
			 "no device moved on fsync");
	else if (!written->known)
		conclude(&trust->flush, TRUST_UNKNOWN,
			 "no block device below to look at");
	else if (is_most(written->value))
		conclude(&trust->flush, TRUST_PROVEN, NULL);
	else
		conclude(&trust->flush, TRUST_FAILED,
			 "the device did not get the bytes");
}

/* ---- what lies below -------------------------------------------------------- */

static uint64_t
written_since(const struct trial *trial, const struct device_counters *device)
{
	struct device_counters before;

	if (!counters_device(&trial->before, device->major, device->minor,
			     &before) ||
	    device->written_bytes < before.written_bytes)
		return 0;
	return device->written_bytes - before.written_bytes;
}

/* The device that took most of what was flushed. Others that moved too lie
 * above or below it, or belong to a neighbour. */
static void
attribute(const struct trial *trial, struct storage *storage)
{
	uint64_t most = 0;

	for (size_t i = 0; i < trial->after.device_count; i++) {
		const struct device_counters *device = &trial->after.devices[i];
		struct device_facts *facts = &storage->devices[0];
		uint64_t bytes = written_since(trial, device);

		if (!is_most(bytes) || bytes <= most)
			continue;
		most = bytes;
		memset(facts, 0, sizeof *facts);
		memcpy(facts->name, device->name, sizeof device->name);
		memcpy(facts->text, device->name, sizeof device->name);
		facts->major = device->major;
		facts->minor = device->minor;
		facts->leaf = true;
		facts->rotational = -1;
		facts->write_cache = -1;
		facts->memory_node = -1;
		storage->count = 1;
		storage->known = true;
		storage->attributed = true;
	}
}

/* As df tells it: what only root may use counts for nobody. */
static void
ask_space(int fd, struct storage *storage)
{
	struct statvfs space;
	double used, usable;

	if (fstatvfs(fd, &space) != 0)
		return;
	used = (double)space.f_blocks - (double)space.f_bfree;
	usable = used + (double)space.f_bavail;
	storage->space_known = usable > 0;
	if (storage->space_known)
		storage->used_share = used / usable;
}

static void
find_storage(int fd, struct storage *storage)
{
	struct stat place;
	int count;

	memset(storage, 0, sizeof *storage);
	platform_mount_facts(fd, &storage->mount);
	if (fstat(fd, &place) == 0 && S_ISDIR(place.st_mode))
		ask_space(fd, storage);
	count = platform_device_stack(fd, storage->devices, PLATFORM_DEVICES);
	storage->known = count >= 0;
	storage->count = count > 0 ? (size_t)count : 0;
}

/* The rate of a copy that is too large for the first caches. */
static double
copy_rate(unsigned char *buffer)
{
	uint64_t start_ns = clock_now_ns(), took_ns;

	memcpy(buffer, buffer + TEST_BYTES / 2, TEST_BYTES / 2);
	took_ns = clock_now_ns() - start_ns;
	return took_ns ? TEST_BYTES / 2 * 1e9 / (double)took_ns : 0;
}

static void
conclude_all(const struct trial *trial, struct trust *trust,
	     struct storage *storage)
{
	if (trial->wrote && !storage->known && !storage->mount.memory_backed)
		attribute(trial, storage);
	conclude_residency(trial, trust);
	conclude_accounting(trial, trust);
	conclude_flush(trial, storage, trust);
	trust->warm_read_ns = trial->warm_ns / PAGES;
	trust->memory_rate = copy_rate(trial->buffer);
	trust->ran = true;
}

static void
trust_nothing(struct trust *trust)
{
	static const char reason[] = "the self-test could not run";

	memset(trust, 0, sizeof *trust);
	trust->accounting.reason = reason;
	trust->residency.reason = reason;
	trust->cold.reason = reason;
	trust->flush.reason = reason;
}

/* A file or device is there already, and only read. */
static int
try_target(struct trial *trial, int fd, struct error *error)
{
	trial->fd = fd;
	if (try_reading(trial) == 0)
		return 0;
	return error_set_errno(error, errno, "self-test of the target");
}

static int
try_directory(struct trial *trial, int directory_fd,
	      const struct storage *storage, struct error *error)
{
	int status = 0;

	trial->fd = openat(directory_fd, test_name,
			   O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (trial->fd < 0)
		return error_set_errno(error, errno, "cannot create '%s'",
				       test_name);
	fill(trial->buffer);
	if (try_writing(trial, storage) != 0 || try_reading(trial) != 0)
		status = error_set_errno(error, errno, "self-test of '%s'",
					 test_name);
	close(trial->fd);
	unlinkat(directory_fd, test_name, 0);
	return status;
}

int
selftest_run(int place_fd, struct trust *trust, struct storage *storage,
	     struct error *error)
{
	uint64_t start_ns = clock_now_ns();
	struct stat place;
	struct trial trial;
	int status;

	trust_nothing(trust);
	find_storage(place_fd, storage);
	memset(&trial, 0, sizeof trial);
	trial.buffer = mem_aligned(PAGE_ALIGNMENT, TEST_BYTES);
	if (fstat(place_fd, &place) == 0 && S_ISDIR(place.st_mode))
		status = try_directory(&trial, place_fd, storage, error);
	else
		status = try_target(&trial, place_fd, error);
	if (status == 0)
		conclude_all(&trial, trust, storage);
	free(trial.buffer);
	counters_release(&trial.before);
	counters_release(&trial.after);
	trust->took_ns = clock_now_ns() - start_ns;
	return status;
}
