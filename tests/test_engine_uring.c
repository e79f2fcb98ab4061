#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine_place.h"
#include "io/uring_ring.h"
#include "unit.h"

enum { DEPTH = 8, PIECE_BYTES = BLOCK_BYTES / DEPTH };

static struct io_file file;
static struct error error;
static struct io_request requests[DEPTH];
static struct io_request *free_list[DEPTH], *done[DEPTH];

static void
must_open(const struct io_open *how)
{
	error_clear(&error);
	ck_assert_msg(place_open(&engine_uring, &file, how, &error) == 0, "%s",
		      error.text);
}

static void
open_queue(bool registered)
{
	struct io_open how = { .flags = O_RDWR | O_CREAT | O_TRUNC,
			       .depth = DEPTH,
			       .buffer = registered ? back : NULL,
			       .buffer_bytes = BLOCK_BYTES };

	must_open(&how);
}

/* One request a piece of the block, from or to `memory`. */
static void
fill_requests(unsigned char *memory, bool write)
{
	for (unsigned i = 0; i < DEPTH; i++) {
		requests[i] = (struct io_request){
			.buffer = memory + i * PIECE_BYTES,
			.offset_bytes = (uint64_t)i * PIECE_BYTES,
			.length_bytes = PIECE_BYTES,
			.write = write,
		};
		free_list[i] = &requests[i];
	}
}

static void
must_move_all(unsigned char *memory, bool write)
{
	unsigned finished = 0;

	fill_requests(memory, write);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	while (finished < DEPTH) {
		int count = engine_uring.reap(&file, done, DEPTH, 3, 0);

		ck_assert_int_gt(count, 0);
		for (int i = 0; i < count; i++)
			ck_assert_int_eq(done[i]->result, PIECE_BYTES);
		finished += (unsigned)count;
	}
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, 1, 0), 0);
}

START_TEST(a_full_queue_moves_every_byte_both_ways)
{
	for (int registered = 0; registered < 2; registered++) {
		open_queue(registered);
		must_move_all(block, true);
		ck_assert_int_eq(engine_uring.flush(&file), 0);
		place_must_hold(block, BLOCK_BYTES, 0);
		memset(back, 0, BLOCK_BYTES);
		must_move_all(back, false);
		ck_assert_mem_eq(back, block, BLOCK_BYTES);
		ck_assert_int_eq(engine_uring.close(&file), 0);
	}
}
END_TEST

START_TEST(no_more_than_the_depth_is_taken)
{
	open_queue(false);
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, 1), -1);
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, DEPTH, 0),
			 DEPTH);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(a_single_transfer_does_not_mix_with_a_queue)
{
	open_queue(false);
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, 1), 0);
	ck_assert_int_eq(engine_uring.read(&file, back, 512, 0), -1);
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_eq(engine_uring.flush(&file), -1);
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, 1, 0), 1);
	ck_assert_int_eq(engine_uring.flush(&file), 0);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(reap_takes_no_more_than_its_capacity)
{
	unsigned finished = 0;

	open_queue(false);
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	while (finished < DEPTH) {
		ck_assert_int_eq(engine_uring.reap(&file, done, 2, 2, 0), 2);
		finished += 2;
	}
	place_must_hold(block, BLOCK_BYTES, 0);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* Nobody ever writes into the pipe. */
START_TEST(a_wait_ends_when_its_time_is_over)
{
	struct io_open how = { .name = "pipe", .flags = O_RDWR, .depth = 1 };
	struct io_request *request = &requests[0];

	ck_assert_int_eq(mkfifoat(directory_fd, "pipe", 0600), 0);
	must_open(&how);
	unlinkat(directory_fd, "pipe", 0);
	fill_requests(back, false);
	ck_assert_int_eq(engine_uring.submit(&file, &request, 1), 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, 1, 1, 1000000), 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, 1, 0, 0), 0);
	ck_assert_int_eq(write(file.fd, block, PIECE_BYTES), PIECE_BYTES);
	ck_assert_int_eq(engine_uring.reap(&file, done, 1, 1, 1000000), 1);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(a_request_at_the_end_of_the_file_gives_what_is_there)
{
	open_queue(true);
	ck_assert_int_eq(engine_uring.write(&file, block, 3000, 0), 3000);
	fill_requests(back, false);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, DEPTH, 0),
			 DEPTH);
	ck_assert_int_eq(requests[0].result, PIECE_BYTES);
	ck_assert_int_eq(requests[1].result, 3000 - PIECE_BYTES);
	ck_assert_int_eq(requests[2].result, 0);
	ck_assert_mem_eq(back, block, 3000);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* ---- errors ------------------------------------------------------------------ */

START_TEST(a_full_device_is_an_error_in_both_ways_of_writing)
{
	struct io_open how = { .name = "/dev/full",
			       .flags = O_RDWR,
			       .depth = DEPTH };

	must_open(&how);
	errno = 0;
	ck_assert_int_eq(engine_uring.write(&file, block, 4096, 0), -1);
	ck_assert_int_eq(errno, ENOSPC);
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, 2), 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, 2, 0), 2);
	ck_assert_int_eq(requests[0].result, -ENOSPC);
	ck_assert_int_eq(requests[1].result, -ENOSPC);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* Nothing is mapped at address 0 of this process. */
START_TEST(a_read_error_is_an_error_in_both_ways_of_reading)
{
	struct io_open how = { .name = "/proc/self/mem",
			       .flags = O_RDONLY,
			       .depth = DEPTH };

	must_open(&how);
	errno = 0;
	ck_assert_int_eq(engine_uring.read(&file, back, 4096, 0), -1);
	ck_assert_int_eq(errno, EIO);
	fill_requests(back, false);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, 1), 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, 1, 0), 1);
	ck_assert_int_eq(requests[0].result, -EIO);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(a_file_that_cannot_be_flushed_is_an_error)
{
	struct io_open how = { .name = "/dev/full", .flags = O_RDWR };

	must_open(&how);
	errno = 0;
	ck_assert_int_eq(engine_uring.flush(&file), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* ---- short and interrupted transfers ------------------------------------------ */

static atomic_bool fed;

/* Feeds the pipe "data" in five pieces, the next when one is gone. */
static void *
feed(void *argument)
{
	int fd = openat(directory_fd, "data", O_WRONLY);
	size_t sent = 0;

	(void)argument;
	while (sent < BLOCK_BYTES) {
		size_t piece =
			BLOCK_BYTES - sent < 3500 ? BLOCK_BYTES - sent : 3500;
		struct timespec pause = { 0, 5000000 };
		ssize_t moved = write(fd, block + sent, piece);

		if (moved > 0)
			sent += (size_t)moved;
		nanosleep(&pause, NULL);
	}
	atomic_store(&fed, true);
	close(fd);
	return NULL;
}

static atomic_uint ticks;

static void
on_tick(int number)
{
	(void)number;
	atomic_fetch_add(&ticks, 1);
}

START_TEST(a_transfer_in_pieces_with_signals_in_between_is_whole)
{
	struct io_open how = { .flags = O_RDWR, .depth = 1 };
	struct sigaction action = { .sa_handler = on_tick };
	struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
	struct itimerval never = { { 0, 0 }, { 0, 0 } };
	pthread_t feeder;
	sigset_t alarms, old;

	ck_assert_int_eq(mkfifoat(directory_fd, "data", 0600), 0);
	must_open(&how);
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	sigaction(SIGALRM, &action, NULL);
	pthread_sigmask(SIG_BLOCK, &alarms, &old);
	ck_assert_int_eq(pthread_create(&feeder, NULL, feed, NULL), 0);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	ck_assert_int_eq(engine_uring.read(&file, back, BLOCK_BYTES, 0),
			 BLOCK_BYTES);
	setitimer(ITIMER_REAL, &never, NULL);
	ck_assert_int_eq(pthread_join(feeder, NULL), 0);
	ck_assert_mem_eq(back, block, BLOCK_BYTES);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* ---- the system call -------------------------------------------------------------- */

struct rough_enter {
	unsigned calls;
	unsigned fail_at;
	int failure;
};

static int
rough_enter(void *self, const struct uring_enter *enter)
{
	struct rough_enter *rough = self;

	if (++rough->calls == rough->fail_at) {
		errno = rough->failure;
		return -1;
	}
	return uring_system_enter(NULL, enter);
}

START_TEST(a_batch_costs_one_system_call)
{
	struct rough_enter rough = { 0 };
	struct io_calls calls = io_system_calls;

	calls.self = &rough;
	calls.ring_enter = rough_enter;
	open_queue(false);
	file.calls = &calls;
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	ck_assert_uint_eq(rough.calls, 0);
	ck_assert_int_eq(engine_uring.reap(&file, done, DEPTH, DEPTH, 0),
			 DEPTH);
	ck_assert_uint_eq(rough.calls, 1);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(an_interrupted_call_is_made_again_and_a_failed_one_is_told)
{
	struct rough_enter rough = { .fail_at = 1, .failure = EINTR };
	struct io_calls calls = io_system_calls;
	struct io_open how = { .directory_fd = directory_fd,
			       .name = "data",
			       .flags = O_RDWR | O_CREAT,
			       .mode = 0600 };

	calls.self = &rough;
	calls.ring_enter = rough_enter;
	ck_assert_int_eq(engine_uring.open(&file, &calls, &how, &error), 0);
	ck_assert_int_eq(engine_uring.write(&file, block, 4096, 0), 4096);
	ck_assert_uint_eq(rough.calls, 2);
	rough.fail_at = rough.calls + 1;
	rough.failure = ENOMEM;
	errno = 0;
	ck_assert_int_eq(engine_uring.flush(&file), -1);
	ck_assert_int_eq(errno, ENOMEM);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

/* ---- threads -------------------------------------------------------------------- */

static void *
move_elsewhere(void *argument)
{
	bool attached = *(bool *)argument;

	if (attached)
		ck_assert_int_eq(engine_uring.attach(&file), 0);
	must_move_all(block, true);
	if (attached)
		engine_uring.detach(&file);
	return NULL;
}

START_TEST(a_file_opened_by_one_thread_serves_another)
{
	for (int i = 0; i < 2; i++) {
		bool attached = i;
		pthread_t thread;

		open_queue(false);
		ck_assert_int_eq(pthread_create(&thread, NULL, move_elsewhere,
						&attached),
				 0);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
		ck_assert_int_eq(engine_uring.flush(&file), 0);
		must_move_all(back, false);
		ck_assert_mem_eq(back, block, BLOCK_BYTES);
		ck_assert_int_eq(engine_uring.close(&file), 0);
	}
}
END_TEST

START_TEST(nothing_is_under_way_after_a_file_was_given_back)
{
	open_queue(false);
	fill_requests(block, true);
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	ck_assert_int_ge(engine_uring.reap(&file, done, 1, 1, 0), 1);
	engine_uring.detach(&file);
	place_must_hold(block, BLOCK_BYTES, 0);
	/* What was not handed over yet is dropped. */
	ck_assert_int_eq(engine_uring.submit(&file, free_list, DEPTH), 0);
	engine_uring.detach(&file);
	must_move_all(back, false);
	ck_assert_int_eq(engine_uring.close(&file), 0);
}
END_TEST

START_TEST(a_depth_that_no_kernel_has_is_refused_in_words)
{
	struct io_open how = { .flags = O_RDWR | O_CREAT, .depth = 1u << 30 };

	ck_assert_int_eq(place_open(&engine_uring, &file, &how, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "'data'"));
	ck_assert_ptr_nonnull(strstr(error.text, "less depth"));
}
END_TEST

/* Skipped as a whole where the kernel does not let us. */
static bool
is_to_be_had(void)
{
	struct uring_setup setup = { .entries = 1, .fd = STDIN_FILENO };
	struct uring_ring ring;

	if (uring_ring_open(&ring, &io_system_calls, &setup) != 0)
		return false;
	uring_ring_close(&ring);
	return true;
}

int
main(void)
{
	TCase *tests = tcase_create("engine_uring");

	if (!is_to_be_had()) {
		puts("skipped: no io_uring here");
		return 77;
	}
	tcase_add_checked_fixture(tests, place_make, place_remove);
	tcase_add_test(tests, a_full_queue_moves_every_byte_both_ways);
	tcase_add_test(tests, no_more_than_the_depth_is_taken);
	tcase_add_test(tests, a_single_transfer_does_not_mix_with_a_queue);
	tcase_add_test(tests, reap_takes_no_more_than_its_capacity);
	tcase_add_test(tests, a_wait_ends_when_its_time_is_over);
	tcase_add_test(tests,
		       a_request_at_the_end_of_the_file_gives_what_is_there);
	tcase_add_test(tests,
		       a_full_device_is_an_error_in_both_ways_of_writing);
	tcase_add_test(tests, a_read_error_is_an_error_in_both_ways_of_reading);
	tcase_add_test(tests, a_file_that_cannot_be_flushed_is_an_error);
	tcase_add_test(tests,
		       a_transfer_in_pieces_with_signals_in_between_is_whole);
	tcase_add_test(tests, a_batch_costs_one_system_call);
	tcase_add_test(
		tests,
		an_interrupted_call_is_made_again_and_a_failed_one_is_told);
	tcase_add_test(tests, a_file_opened_by_one_thread_serves_another);
	tcase_add_test(tests, nothing_is_under_way_after_a_file_was_given_back);
	tcase_add_test(tests, a_depth_that_no_kernel_has_is_refused_in_words);
	return unit_run(tests);
}
