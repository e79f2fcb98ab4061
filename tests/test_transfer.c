#include "workloads/transfer.h"

#include <errno.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/mem.h"
#include "core/meter.h"
#include "core/units.h"
#include "io/engine.h"
#include "unit.h"
#include "workloads/job.h"
#include "workloads/workload.h"

/* Tests of transfers on an engine that moves nothing and remembers all. */

enum {
	BLOCK = 4096,
	BLOCKS = 1000,
	TRANSFERS_MOST = 4000,
	DEPTH_MOST = 64,
	BUFFER_BYTES = (2 << 20) + DEPTH_MOST * 32768,
};

static struct transfer_note {
	uint64_t offset_bytes;
	uint64_t length_bytes;
	bool write;
} notes[TRANSFERS_MOST];

static unsigned note_count;
static unsigned flush_count;
static unsigned bad_number; /* 1: the first transfer fails */
static uint64_t stall_ns; /* of the first transfer */
static struct io_request *queued[DEPTH_MOST];
static unsigned queued_count, queued_most;
static bool keeps_pool; /* nothing may be read over what is written */
static bool answers_late; /* only those come that are waited for */

static struct io_file file;
static struct job job;
static struct meter *meter;
static struct error error;
static atomic_bool stop;

static bool
note(uint64_t offset_bytes, uint64_t length_bytes, bool write)
{
	struct transfer_note *kept = &notes[note_count % TRANSFERS_MOST];

	kept->offset_bytes = offset_bytes;
	kept->length_bytes = length_bytes;
	kept->write = write;
	ck_assert_uint_le(offset_bytes + length_bytes, job.file_bytes);
	return ++note_count == bad_number;
}

/* A device that is busy for a while. */
static void
stall(void)
{
	uint64_t end_ns = clock_now_ns() + stall_ns;

	while (clock_now_ns() < end_ns)
		continue;
}

static ssize_t
fake_read(struct io_file *of, void *buffer, size_t length, uint64_t offset)
{
	(void)of;
	if (keeps_pool) {
		size_t at = (size_t)((unsigned char *)buffer -
				     (unsigned char *)job.buffer);

		ck_assert_uint_ge(at, job.pattern.pool_bytes + job.chunk_bytes);
		ck_assert_uint_le(at + length, job.buffer_bytes);
	}
	errno = EIO;
	if (note(offset, length, false))
		return -1;
	if (note_count == 1)
		stall();
	return (ssize_t)length;
}

static ssize_t
fake_write(struct io_file *of, const void *buffer, size_t length,
	   uint64_t offset)
{
	(void)of;
	(void)buffer;
	errno = EIO;
	return note(offset, length, true) ? -1 : (ssize_t)length;
}

static int
fake_flush(struct io_file *of)
{
	(void)of;
	flush_count++;
	return 0;
}

static int
fake_submit(struct io_file *of, struct io_request *const *requests,
	    unsigned count)
{
	(void)of;
	for (unsigned i = 0; i < count; i++) {
		ck_assert_uint_lt(queued_count, job.transfer.depth);
		queued[queued_count++] = requests[i];
	}
	if (queued_count > queued_most)
		queued_most = queued_count;
	return 0;
}

/* The last ones in are the first ones done. */
static int
fake_reap(struct io_file *of, struct io_request **done, unsigned capacity,
	  unsigned least, uint64_t most_ns)
{
	unsigned count = 0;

	(void)of;
	ck_assert_uint_ge(capacity, least);
	if (answers_late && (most_ns || !least))
		return 0;
	if (queued_count && note_count == 0)
		stall();
	while (queued_count && count < capacity && count < 3) {
		struct io_request *request = queued[--queued_count];
		bool bad = note(request->offset_bytes, request->length_bytes,
				request->write);

		request->result = bad ? -EIO : (int64_t)request->length_bytes;
		done[count++] = request;
	}
	return (int)count;
}

static const struct engine fake_engine = {
	.name = "fake",
	.has_queue = true,
	.read = fake_read,
	.write = fake_write,
	.flush = fake_flush,
	.submit = fake_submit,
	.reap = fake_reap,
};

static void
set_up(void)
{
	note_count = flush_count = bad_number = 0;
	queued_count = queued_most = 0;
	answers_late = keeps_pool = false;
	stall_ns = 0;
	file = (struct io_file){ .engine = &fake_engine, .name = "device" };
	meter = mem_alloc(1, sizeof *meter);
	meter_clear(meter);
	error_clear(&error);
	job = (struct job){
		.file = &file,
		.file_bytes = BLOCKS * BLOCK,
		.chunk_bytes = BLOCK,
		.operations = 200,
		.transfer = { .foreign = true },
		.buffer_bytes = BUFFER_BYTES,
		.workers = 1,
		.stop = &stop,
		.meter = meter,
		.error = &error,
	};
	pattern_init(&job.pattern, 1, 2, BLOCK);
	job.buffer = mem_aligned(4096, job.buffer_bytes);
	rng_init(&job.rng, 3);
}

static void
tear_down(void)
{
	free(job.buffer);
	free(meter);
}

static int
run(const char *key)
{
	const struct workload *workload = workload_find(key);
	int status;

	ck_assert_ptr_nonnull(workload);
	ck_assert_int_eq(workload->prepare(&job), 0);
	status = workload->run(&job);
	ck_assert_int_eq(workload->finish(&job), 0);
	return status;
}

START_TEST(workers_that_share_a_device_read_each_block_once)
{
	bool seen[40] = { false };

	job.operations = 10;
	job.transfer.lanes = 4;
	for (unsigned lane = 0; lane < 4; lane++) {
		job.transfer.lane = lane;
		ck_assert_int_eq(run("SR"), 0);
	}
	ck_assert_uint_eq(note_count, 40);
	for (unsigned i = 0; i < note_count; i++) {
		uint64_t block = notes[i].offset_bytes / BLOCK;

		ck_assert_uint_lt(block, 40);
		ck_assert(!seen[block]);
		seen[block] = true;
	}
}
END_TEST

START_TEST(a_device_smaller_than_the_work_is_gone_through_again)
{
	job.file_bytes = 7 * BLOCK;
	job.operations = 15;
	ck_assert_int_eq(run("SR"), 0);
	ck_assert_uint_eq(note_count, 15);
	for (unsigned i = 0; i < note_count; i++)
		ck_assert_uint_eq(notes[i].offset_bytes, i % 7 * BLOCK);
}
END_TEST

START_TEST(random_lengths_are_units_below_the_largest_and_16_kib_on_average)
{
	bool seen[64] = { false };
	double sum = 0;

	job.chunk_bytes = 32768;
	job.transfer.varied = true;
	job.transfer.unit_bytes = 512;
	job.operations = TRANSFERS_MOST;
	ck_assert_int_eq(run("RR"), 0);
	for (unsigned i = 0; i < note_count; i++) {
		ck_assert_uint_eq(notes[i].offset_bytes % 512, 0);
		ck_assert_uint_eq(notes[i].length_bytes % 512, 0);
		ck_assert_uint_gt(notes[i].length_bytes, 0);
		ck_assert_uint_lt(notes[i].length_bytes, 32768);
		seen[notes[i].length_bytes / 512] = true;
		sum += (double)notes[i].length_bytes;
	}
	for (unsigned i = 1; i < 64; i++)
		ck_assert(seen[i]);
	ck_assert_double_eq_tol(sum / note_count, 16384, 500);
	ck_assert_double_eq(sum, (double)meter->bytes);
}
END_TEST

START_TEST(lengths_and_places_are_multiples_of_what_the_device_needs)
{
	job.chunk_bytes = 32768;
	job.transfer.varied = true;
	job.transfer.unit_bytes = 4096;
	ck_assert_int_eq(run("RW"), 0);
	for (unsigned i = 0; i < note_count; i++) {
		ck_assert(notes[i].write);
		ck_assert_uint_eq(notes[i].offset_bytes % 4096, 0);
		ck_assert_uint_eq(notes[i].length_bytes % 4096, 0);
	}
	ck_assert_uint_eq(flush_count, 1);
}
END_TEST

START_TEST(a_device_smaller_than_one_transfer_is_refused)
{
	job.file_bytes = BLOCK - 512;
	ck_assert_int_eq(workload_find("SR")->prepare(&job), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'device' is smaller"));
}
END_TEST

START_TEST(a_mix_has_its_share_of_writes)
{
	unsigned writes = 0;

	job.operations = 2000;
	job.transfer.mix_percent = 30;
	ck_assert_int_eq(run("RR"), 0);
	for (unsigned i = 0; i < note_count; i++)
		writes += notes[i].write;
	ck_assert_uint_gt(writes, 500);
	ck_assert_uint_lt(writes, 700);
	ck_assert_uint_eq(flush_count, 1);
}
END_TEST

static uint64_t
written_bytes(void)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < note_count; i++)
		if (notes[i].write)
			bytes += notes[i].length_bytes;
	return bytes;
}

/* One after the other, and from a queue. */
static const unsigned mix_depths[] = { 0, 8 };

START_TEST(a_mix_counts_apart_what_it_wrote)
{
	job.operations = 500;
	job.transfer.mix_percent = 30;
	job.transfer.depth = mix_depths[_i];
	ck_assert_int_eq(run("RR"), 0);
	ck_assert_uint_gt(written_bytes(), 0);
	ck_assert_uint_eq(meter->mixed_written_bytes, written_bytes());
}
END_TEST

START_TEST(what_a_mix_reads_does_not_overwrite_what_it_is_to_write)
{
	job.operations = 200;
	job.transfer.mix_percent = 30;
	job.transfer.varied = true;
	keeps_pool = true;
	ck_assert_int_eq(run("RR"), 0);
	note_count = 0;
	job.transfer.interval_ns = 1000;
	ck_assert_int_eq(run("RR"), 0);
}
END_TEST

START_TEST(each_write_of_a_mix_is_flushed_when_asked)
{
	unsigned writes = 0;

	job.operations = 500;
	job.transfer.mix_percent = 30;
	job.flush_each = true;
	ck_assert_int_eq(run("RR"), 0);
	for (unsigned i = 0; i < note_count; i++)
		writes += notes[i].write;
	ck_assert_uint_eq(flush_count, writes);
	ck_assert_uint_eq(meter->flushes, writes);
}
END_TEST

START_TEST(a_queue_is_kept_full_and_every_request_counted_once)
{
	job.transfer.depth = 16;
	job.operations = 333;
	ck_assert_int_eq(run("RR"), 0);
	ck_assert_uint_eq(queued_most, 16);
	ck_assert_uint_eq(queued_count, 0);
	ck_assert_uint_eq(note_count, 333);
	ck_assert_uint_eq(meter->operations, 333);
	ck_assert_uint_eq(meter->latency.count, 333);
	ck_assert_uint_eq(meter->bytes, 333 * BLOCK);
}
END_TEST

START_TEST(requests_have_buffers_of_their_own)
{
	struct io_request *requests[8];

	job.transfer.depth = 8;
	ck_assert_int_eq(workload_find("RR")->prepare(&job), 0);
	job.operations = 8;
	bad_number = 1;
	ck_assert_int_eq(workload_find("RR")->run(&job), -1);
	memcpy(requests, queued, sizeof requests);
	for (unsigned i = 0; i < 8; i++)
		for (unsigned k = 0; k < i; k++)
			ck_assert_uint_ge(
				(size_t)labs((char *)requests[i]->buffer -
					     (char *)requests[k]->buffer),
				BLOCK);
	workload_find("RR")->finish(&job);
}
END_TEST

START_TEST(a_failed_request_ends_the_work_and_leaves_none_under_way)
{
	job.transfer.depth = (unsigned)_i;
	bad_number = 50;
	ck_assert_int_eq(run("RR"), -1);
	ck_assert_int_eq(error.errno_code, EIO);
	ck_assert_ptr_nonnull(strstr(error.text, "cannot read 'device' at"));
	ck_assert_uint_eq(queued_count, 0);
	ck_assert_uint_eq(meter->operations, 49);
	ck_assert_uint_eq(meter->latency.count, 49);
}
END_TEST

/* Coordinated omission: while the device is busy, transfers fall due. */
START_TEST(at_a_given_rate_latency_counts_from_the_intended_start)
{
	job.operations = 40;
	job.transfer.depth = (unsigned)_i;
	job.transfer.interval_ns = 1000000;
	stall_ns = 50000000;
	ck_assert_int_eq(run("RR"), 0);
	ck_assert_uint_eq(meter->latency.count, 40);
	ck_assert_uint_ge(hist_quantile_ns(&meter->latency, 0.5), 25000000);
}
END_TEST

START_TEST(at_a_given_rate_nothing_is_done_before_it_is_due)
{
	uint64_t begin_ns = clock_now_ns();

	job.operations = 10;
	job.transfer.depth = (unsigned)_i;
	job.transfer.interval_ns = 1000000;
	job.transfer.offset_ns = 500000;
	ck_assert_int_eq(run("SR"), 0);
	ck_assert_uint_ge(clock_now_ns() - begin_ns, 9500000);
	ck_assert_uint_eq(meter->operations, 10);
}
END_TEST

START_TEST(a_deadline_ends_the_wait_for_what_is_due)
{
	const struct workload *workload = workload_find("RR");

	job.transfer.depth = (unsigned)_i;
	job.transfer.interval_ns = UINT64_C(3600) * 1000000000;
	job.transfer.offset_ns = job.transfer.interval_ns;
	job.deadline_ns = clock_now_ns() + 1000000;
	ck_assert_int_eq(workload->prepare(&job), 0);
	ck_assert_int_eq(workload->run(&job), 0);
	ck_assert_uint_eq(meter->operations, 0);
	workload->finish(&job);
}
END_TEST

/* The first answer takes 50 ms: what falls due meanwhile goes under way when it
 * is there, as far as the queue has room. */
START_TEST(at_a_given_rate_a_queue_takes_what_is_due_meanwhile)
{
	job.operations = 40;
	job.transfer.depth = 16;
	job.transfer.interval_ns = 1000000;
	stall_ns = 50000000;
	ck_assert_int_eq(run("RR"), 0);
	ck_assert_uint_eq(queued_most, 16);
	ck_assert_uint_eq(note_count, 40);
	ck_assert_uint_eq(meter->operations, 40);
}
END_TEST

/* Far enough away that four are under way before it on any machine. */
START_TEST(a_wait_for_a_late_answer_ends_at_the_deadline)
{
	answers_late = true;
	job.transfer.depth = 4;
	job.transfer.interval_ns = 1000;
	job.deadline_ns = clock_now_ns() + UNITS_NS_PER_S / 4;
	ck_assert_int_eq(run("RR"), 0);
	ck_assert_uint_ge(clock_now_ns(), job.deadline_ns);
	ck_assert_uint_eq(queued_most, 4);
	ck_assert_uint_eq(meter->operations, 4);
}
END_TEST

START_TEST(zones_are_windows_from_the_first_to_the_last)
{
	job.operations = 0;
	ck_assert_int_eq(run("zones"), 0);
	ck_assert_uint_eq(meter->windows.count, 50);
	ck_assert_uint_eq(note_count, BLOCKS);
	for (unsigned i = 1; i < note_count; i++)
		ck_assert_uint_gt(notes[i].offset_bytes,
				  notes[i - 1].offset_bytes);
	for (unsigned i = 0; i < 50; i++)
		ck_assert_uint_eq(meter->windows.place_work[i],
				  BLOCKS / 50 * BLOCK);
}
END_TEST

START_TEST(a_zone_of_no_time_is_read_all_the_same)
{
	job.operations = 0;
	job.transfer.depth = (unsigned)_i;
	job.deadline_ns = 1;
	ck_assert_int_eq(run("zones"), 0);
	ck_assert_uint_eq(meter->windows.count, 50);
	ck_assert_uint_eq(queued_count, 0);
	ck_assert_uint_ge(note_count, 50);
	ck_assert_uint_lt(note_count, BLOCKS + 1);
	ck_assert_uint_eq(meter->operations, note_count);
	ck_assert_uint_eq(meter->latency.count, note_count);
	ck_assert_uint_eq(meter->bytes, note_count * BLOCK);
}
END_TEST

START_TEST(zones_share_the_time_that_is_given)
{
	uint64_t begin_ns = clock_now_ns();

	job.operations = 0;
	job.file_bytes = UINT64_C(1) << 40;
	job.transfer.depth = (unsigned)_i;
	job.deadline_ns = begin_ns + 20000000;
	ck_assert_int_eq(run("zones"), 0);
	ck_assert_uint_eq(meter->windows.count, 50);
	ck_assert_uint_ge(clock_now_ns() - begin_ns, 20000000);
	for (unsigned i = 0; i < 50; i++)
		ck_assert_uint_ge(meter->windows.end_ns[i] - begin_ns,
				  (i + 1) * 20000000 / 50);
}
END_TEST

START_TEST(a_device_of_few_blocks_has_as_many_zones)
{
	job.operations = 0;
	job.file_bytes = 3 * BLOCK;
	ck_assert_int_eq(run("zones"), 0);
	ck_assert_uint_eq(meter->windows.count, 3);
}
END_TEST

START_TEST(every_synchronous_append_is_flushed)
{
	job.operations = 25;
	job.transfer.foreign = false;
	ck_assert_int_eq(run("fsync"), 0);
	ck_assert_uint_eq(flush_count, 25);
	ck_assert_uint_eq(meter->flushes, 25);
	for (unsigned i = 0; i < note_count; i++)
		ck_assert_uint_eq(notes[i].offset_bytes, i * BLOCK);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("transfer");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, workers_that_share_a_device_read_each_block_once);
	tcase_add_test(tests,
		       a_device_smaller_than_the_work_is_gone_through_again);
	tcase_add_test(
		tests,
		random_lengths_are_units_below_the_largest_and_16_kib_on_average);
	tcase_add_test(
		tests,
		lengths_and_places_are_multiples_of_what_the_device_needs);
	tcase_add_test(tests, a_device_smaller_than_one_transfer_is_refused);
	tcase_add_test(tests, a_mix_has_its_share_of_writes);
	tcase_add_loop_test(tests, a_mix_counts_apart_what_it_wrote, 0, 2);
	tcase_add_test(tests,
		       what_a_mix_reads_does_not_overwrite_what_it_is_to_write);
	tcase_add_test(tests, each_write_of_a_mix_is_flushed_when_asked);
	tcase_add_test(tests,
		       a_queue_is_kept_full_and_every_request_counted_once);
	tcase_add_test(tests, requests_have_buffers_of_their_own);
	tcase_add_loop_test(
		tests, a_failed_request_ends_the_work_and_leaves_none_under_way,
		1, 9);
	tcase_add_loop_test(
		tests, at_a_given_rate_latency_counts_from_the_intended_start,
		1, 5);
	tcase_add_loop_test(
		tests, at_a_given_rate_nothing_is_done_before_it_is_due, 1, 5);
	tcase_add_loop_test(tests, a_deadline_ends_the_wait_for_what_is_due, 1,
			    5);
	tcase_add_test(tests,
		       at_a_given_rate_a_queue_takes_what_is_due_meanwhile);
	tcase_add_test(tests, a_wait_for_a_late_answer_ends_at_the_deadline);
	tcase_add_test(tests, zones_are_windows_from_the_first_to_the_last);
	tcase_add_test(tests, a_device_of_few_blocks_has_as_many_zones);
	tcase_add_loop_test(tests, a_zone_of_no_time_is_read_all_the_same, 1,
			    9);
	tcase_add_loop_test(tests, zones_share_the_time_that_is_given, 1, 3);
	tcase_add_test(tests, every_synchronous_append_is_flushed);
	return unit_run(tests);
}
