#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/mem.h"
#include "core/meter.h"
#include "io/copy.h"
#include "rig.h"
#include "unit.h"
#include "workloads/tree_file.h"
#include "workloads/tree_make.h"

/* Trees with files and directories of all kinds, on real file systems. */

static struct stat
status_of(const struct rig *rig, const char *name)
{
	struct stat status;

	ck_assert_msg(fstatat(rig->job.directory_fd, name, &status,
			      AT_SYMLINK_NOFOLLOW) == 0,
		      "%s: %s", name, strerror(errno));
	return status;
}

static void
put_file(const struct rig *rig, const char *name, const char *text)
{
	int fd = openat(rig->job.directory_fd, name, O_WRONLY | O_CREAT, 0600);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
}

static void
put_directory(const struct rig *rig, const char *name)
{
	ck_assert_int_eq(mkdirat(rig->job.directory_fd, name, 0755), 0);
}

static int
run(struct rig *rig, const char *key)
{
	meter_clear(rig->meter);
	memset(&rig->job.tree_counts, 0, sizeof rig->job.tree_counts);
	return rig_run(rig, workload_find(key));
}

START_TEST(a_made_tree_has_as_many_files_and_bytes_as_was_asked_for)
{
	struct rig rig;
	uint64_t bytes = 0;

	rig_init(&rig);
	rig.job.tree.files = 500;
	rig.job.tree.directories = 40;
	rig.job.tree.depth = 3;
	ck_assert_int_eq(run(&rig, "tree-make"), 0);
	bytes = rig.meter->bytes;
	ck_assert_uint_eq(rig.meter->operations, 500);
	ck_assert_uint_eq(rig_count_files(&rig), 541);
	ck_assert_int_eq(run(&rig, "tree-read"), 0);
	ck_assert_uint_eq(rig.meter->operations, 500);
	/* Hard links are read once more each. */
	ck_assert_uint_ge(rig.meter->bytes, bytes);
	ck_assert_int_eq(run(&rig, "tree-stat"), 0);
	ck_assert_uint_eq(rig.meter->operations, 500);
	rig_release(&rig);
}
END_TEST

START_TEST(sizes_are_log_normal_around_the_mean)
{
	const struct tree_setup setup = { .mean_bytes = 9500, .seed = 3 };
	uint64_t sum = 0, below = 0;
	const unsigned count = 100000;

	for (unsigned i = 0; i < count; i++) {
		uint64_t bytes = tree_file_bytes(&setup, i);

		sum += bytes;
		below += bytes < 9500;
	}
	ck_assert_uint_gt(sum / count, 9000);
	ck_assert_uint_lt(sum / count, 10000);
	ck_assert_uint_gt(below * 100 / count, 70);
	ck_assert_uint_lt(below * 100 / count, 85);
}
END_TEST

/* What a platform has not got cannot be tested on it. */
static bool
is_had(ssize_t answer)
{
	return answer >= 0 || errno != ENOTSUP;
}

static bool
method_is_had(int index)
{
	const struct io_calls *calls = &io_system_calls;

	if (index == 1)
		return is_had(calls->copy_range(NULL, -1, -1, 0, 1));
	return index != 2 || is_had(calls->send_file(NULL, -1, -1, 0, 1));
}

static bool
holes_are_had(void)
{
	uint64_t begin, end;

	return is_had(io_system_calls.next_data(NULL, -1, 0, &begin, &end));
}

START_TEST(a_copy_keeps_modes_times_links_and_holes)
{
	struct rig rig;
	const struct timespec times[] = { { 1000, 0 }, { 2000, 0 } };
	int fd;

	if (!method_is_had(_i))
		return;
	rig_init(&rig);
	rig.job.copy_method = &copy_methods[_i];
	put_directory(&rig, "tree");
	put_directory(&rig, "tree/sub");
	put_file(&rig, "tree/sub/one", "hello");
	ck_assert_int_eq(linkat(rig.job.directory_fd, "tree/sub/one",
				rig.job.directory_fd, "tree/two", 0),
			 0);
	ck_assert_int_eq(
		symlinkat("sub/none", rig.job.directory_fd, "tree/soft"), 0);
	fd = openat(rig.job.directory_fd, "tree/holes", O_WRONLY | O_CREAT,
		    0640);
	ck_assert_int_eq(pwrite(fd, "x", 1, 1 << 20), 1);
	ck_assert_int_eq(ftruncate(fd, 4 << 20), 0);
	ck_assert_int_eq(futimens(fd, times), 0);
	close(fd);
	fchmodat(rig.job.directory_fd, "tree/sub", 0500, 0);
	ck_assert_int_eq(run(&rig, "tree-copy"), 0);
	ck_assert_uint_eq(rig.job.tree_counts.different, 0);
	ck_assert_uint_eq(rig.job.tree_counts.compared, 3);
	ck_assert_uint_eq(status_of(&rig, "copy/sub").st_mode & 0777, 0500);
	ck_assert_uint_eq(status_of(&rig, "copy/holes").st_mode & 0777, 0640);
	ck_assert_int_eq(status_of(&rig, "copy/holes").st_mtime, 2000);
	ck_assert_int_eq(status_of(&rig, "copy/holes").st_size, 4 << 20);
	if (holes_are_had())
		ck_assert_int_lt(status_of(&rig, "copy/holes").st_blocks, 4096);
	ck_assert(S_ISLNK(status_of(&rig, "copy/soft").st_mode));
	ck_assert_uint_eq(status_of(&rig, "copy/two").st_ino,
			  status_of(&rig, "copy/sub/one").st_ino);
	ck_assert_uint_eq(status_of(&rig, "copy/two").st_nlink, 2);
	fchmodat(rig.job.directory_fd, "tree/sub", 0700, 0);
	fchmodat(rig.job.directory_fd, "copy/sub", 0700, 0);
	rig_release(&rig);
}
END_TEST

START_TEST(what_is_no_file_is_skipped_and_counted)
{
	struct rig rig;
	char name[256];

	rig_init(&rig);
	put_directory(&rig, "tree");
	memset(name, 'n', 255);
	name[255] = '\0';
	ck_assert_int_eq(mkfifoat(rig.job.directory_fd, "tree/fifo", 0600), 0);
	put_file(&rig, "tree/\xff\xfe broken", "a");
	ck_assert_int_eq(symlinkat("loop", rig.job.directory_fd, "tree/loop"),
			 0);
	ck_assert_int_eq(symlinkat(".", rig.job.directory_fd, "tree/again"), 0);
	put_directory(&rig, "tree/long");
	ck_assert_int_eq(mkfifoat(rig.job.directory_fd, "tree/long/f", 0600),
			 0);
	ck_assert_int_eq(run(&rig, "tree-copy"), 0);
	ck_assert_uint_eq(rig.meter->operations, 3);
	ck_assert_uint_eq(rig.job.tree_counts.special, 2);
	ck_assert_uint_eq(rig.job.tree_counts.different, 0);
	status_of(&rig, "copy/\xff\xfe broken");
	ck_assert_int_eq(run(&rig, "tree-read"), 0);
	ck_assert_uint_eq(rig.job.tree_counts.special, 2);
	ck_assert_uint_eq(rig.meter->bytes, 1);
	rig_release(&rig);
}
END_TEST

/* Between the listing and the read. */
START_TEST(a_file_that_became_a_directory_is_gone)
{
	struct rig rig;

	rig_init(&rig);
	meter_clear(rig.meter);
	put_directory(&rig, "was-a-file");
	ck_assert_int_eq(
		tree_read_file(&rig.job, rig.job.directory_fd, "was-a-file"),
		0);
	ck_assert_uint_eq(rig.job.tree_counts.vanished, 1);
	rig_release(&rig);
}
END_TEST

START_TEST(a_copy_that_differs_is_found)
{
	struct rig rig;

	rig_init(&rig);
	put_directory(&rig, "tree");
	put_file(&rig, "tree/one", "hello");
	put_directory(&rig, "copy");
	put_file(&rig, "copy/one", "jello");
	/* The copy is there already: what is not copied is found wrong. */
	ck_assert_int_eq(run(&rig, "tree-copy"), -1);
	ck_assert_ptr_nonnull(strstr(rig.error.text, "'copy'"));
	rig_release(&rig);
}
END_TEST

static unsigned
share_of(struct rig *rig, unsigned worker, unsigned workers, const char *key)
{
	static atomic_uint arrivals;

	if (worker == 0)
		atomic_store(&arrivals, 0);
	rig->job.worker = worker;
	rig->job.workers = workers;
	rig->job.arrivals = &arrivals;
	ck_assert_msg(run(rig, key) == 0, "%s: %s", key, rig->error.text);
	return (unsigned)rig->meter->operations;
}

START_TEST(workers_share_a_tree_without_rest)
{
	struct rig rig;

	rig_init(&rig);
	rig.job.tree.files = 300;
	rig.job.tree.directories = 50;
	ck_assert_int_eq(run(&rig, "tree-make"), 0);
	for (int key = 0; key < 4; key++) {
		static const char *const keys[] = { "tree-read", "tree-stat",
						    "tree-copy",
						    "tree-delete" };
		unsigned sum = 0;

		for (unsigned w = 0; w < 3; w++)
			sum += share_of(&rig, w, 3, keys[key]);
		ck_assert_uint_eq(sum, 300);
	}
	/* The tree is there, its copy is gone with all directories. */
	ck_assert_uint_eq(rig_count_files(&rig), 351);
	rig_release(&rig);
}
END_TEST

/* Two workers that keep step: none makes a file before the other one has made
 * as many, unless that one has ended. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned made[2];
	bool ended[2];
} step;

struct walker {
	struct io_calls calls;
	struct job job;
	struct meter *meter;
	struct error error;
	pthread_t thread;
	int status;
};

static void
keep_step(unsigned me)
{
	unsigned other = 1 - me;

	pthread_mutex_lock(&step.lock);
	step.made[me]++;
	pthread_cond_broadcast(&step.changed);
	while (step.made[me] > step.made[other] && !step.ended[other])
		pthread_cond_wait(&step.changed, &step.lock);
	pthread_mutex_unlock(&step.lock);
}

static int
open_in_step(void *self, int at, const char *name, int flags, mode_t mode)
{
	const struct walker *walker = self;

	if (flags & O_CREAT)
		keep_step(walker->job.worker);
	return openat(at, name, flags, mode);
}

static void *
walk(void *argument)
{
	struct walker *walker = argument;

	walker->status = workload_find("tree-copy")->run(&walker->job);
	pthread_mutex_lock(&step.lock);
	step.ended[walker->job.worker] = true;
	pthread_cond_broadcast(&step.changed);
	pthread_mutex_unlock(&step.lock);
	return NULL;
}

static void
prepare_walker(struct walker *walker, const struct rig *rig, unsigned worker)
{
	walker->meter = mem_alloc(1, sizeof *walker->meter);
	meter_clear(walker->meter);
	walker->calls = io_system_calls;
	walker->calls.self = walker;
	walker->calls.open_at = open_in_step;
	walker->job = rig->job;
	walker->job.calls = &walker->calls;
	walker->job.buffer = mem_aligned(4096, rig->job.buffer_bytes);
	walker->job.meter = walker->meter;
	walker->job.error = &walker->error;
	walker->job.worker = worker;
	walker->job.workers = 2;
	ck_assert_int_eq(workload_find("tree-copy")->prepare(&walker->job), 0);
}

static void
finish_walker(struct walker *walker)
{
	ck_assert_msg(walker->status == 0, "%s", walker->error.text);
	ck_assert_int_eq(workload_find("tree-copy")->finish(&walker->job), 0);
	ck_assert_uint_eq(walker->job.tree_counts.different, 0);
	free(walker->job.buffer);
	free(walker->meter);
}

/* Directories that are taken by who comes first, and shared out beforehand. */
START_TEST(two_workers_copy_at_the_same_time_and_each_a_fair_share)
{
	static struct walker walkers[2];
	static atomic_uint arrivals;
	atomic_uint *claims = mem_alloc(TREE_CLAIMS, sizeof *claims);
	struct rig rig;

	rig_init(&rig);
	pthread_mutex_init(&step.lock, NULL);
	pthread_cond_init(&step.changed, NULL);
	rig.job.tree.files = 2000;
	rig.job.tree.directories = 160;
	rig.job.tree.depth = 4;
	ck_assert_int_eq(run(&rig, "tree-make"), 0);
	rig.job.arrivals = &arrivals;
	rig.job.claims = _i ? claims : NULL;
	for (unsigned w = 0; w < 2; w++)
		prepare_walker(&walkers[w], &rig, w);
	for (unsigned w = 0; w < 2; w++)
		ck_assert_int_eq(pthread_create(&walkers[w].thread, NULL, walk,
						&walkers[w]),
				 0);
	for (unsigned w = 0; w < 2; w++)
		pthread_join(walkers[w].thread, NULL);
	ck_assert_uint_ge(walkers[0].meter->operations, 500);
	ck_assert_uint_ge(walkers[1].meter->operations, 500);
	ck_assert_uint_eq(walkers[0].meter->operations +
				  walkers[1].meter->operations,
			  2000);
	finish_walker(&walkers[0]);
	finish_walker(&walkers[1]);
	free(claims);
	rig_release(&rig);
}
END_TEST

static unsigned flushes;

static int
count_flush(void *self, int fd)
{
	(void)self;
	(void)fd;
	flushes++;
	return 0;
}

START_TEST(one_flush_is_enough_for_all_workers)
{
	struct rig rig;

	rig_init(&rig);
	rig.job.tree.files = 60;
	rig.job.tree.directories = 10;
	rig.calls.sync_file_system = count_flush;
	ck_assert_int_eq(run(&rig, "tree-make"), 0);
	ck_assert_uint_eq(flushes, 1);
	for (unsigned w = 0; w < 3; w++)
		share_of(&rig, w, 3, "tree-copy");
	ck_assert_uint_eq(flushes, 2);
	for (unsigned w = 0; w < 3; w++)
		share_of(&rig, w, 3, "tree-delete");
	ck_assert_uint_eq(flushes, 3);
	rig_release(&rig);
}
END_TEST

START_TEST(a_tree_that_lies_too_deep_is_refused)
{
	struct rig rig;
	int fd, below;

	rig_init(&rig);
	put_directory(&rig, "tree");
	fd = openat(rig.job.directory_fd, "tree", O_RDONLY | O_DIRECTORY);
	for (int i = 0; i < 200; i++) {
		ck_assert_int_eq(mkdirat(fd, "d", 0700), 0);
		below = openat(fd, "d", O_RDONLY | O_DIRECTORY);
		ck_assert_int_ge(below, 0);
		close(fd);
		fd = below;
	}
	close(fd);
	ck_assert_int_eq(run(&rig, "tree-stat"), -1);
	ck_assert_ptr_nonnull(strstr(rig.error.text, "too deep"));
	rig_release(&rig);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("tree");

	tcase_add_unchecked_fixture(tests, rig_base_make, rig_base_remove);
	tcase_add_test(
		tests,
		a_made_tree_has_as_many_files_and_bytes_as_was_asked_for);
	tcase_add_test(tests, sizes_are_log_normal_around_the_mean);
	/* Not reflink, which few file systems have. */
	tcase_add_loop_test(tests, a_copy_keeps_modes_times_links_and_holes, 0,
			    3);
	tcase_add_test(tests, what_is_no_file_is_skipped_and_counted);
	tcase_add_test(tests, a_file_that_became_a_directory_is_gone);
	tcase_add_test(tests, a_copy_that_differs_is_found);
	tcase_add_test(tests, workers_share_a_tree_without_rest);
	tcase_add_loop_test(
		tests, two_workers_copy_at_the_same_time_and_each_a_fair_share,
		0, 2);
	tcase_add_test(tests, one_flush_is_enough_for_all_workers);
	tcase_add_test(tests, a_tree_that_lies_too_deep_is_refused);
	return unit_run(tests);
}
