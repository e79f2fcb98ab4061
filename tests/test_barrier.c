#include <check.h>
#include <pthread.h>
#include <stdatomic.h>

#include "core/barrier.h"
#include "unit.h"

enum { PARTIES = 8, ROUNDS = 200 };

static struct barrier barrier;
static atomic_uint arrived;
static atomic_uint too_early;

/* Nobody may come out of a round before all have gone into it. */
static void *
walk(void *unused)
{
	(void)unused;
	for (unsigned round = 1; round <= ROUNDS; round++) {
		atomic_fetch_add(&arrived, 1);
		barrier_wait(&barrier);
		if (atomic_load(&arrived) < round * PARTIES)
			atomic_fetch_add(&too_early, 1);
		barrier_wait(&barrier);
	}
	return NULL;
}

START_TEST(nobody_passes_before_all_have_come_and_it_can_be_used_again)
{
	pthread_t threads[PARTIES];

	barrier_init(&barrier, PARTIES);
	for (int i = 0; i < PARTIES; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, walk, NULL),
				 0);
	for (int i = 0; i < PARTIES; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
	barrier_release(&barrier);
	ck_assert_uint_eq(atomic_load(&too_early), 0);
	ck_assert_uint_eq(atomic_load(&arrived), PARTIES * ROUNDS);
}
END_TEST

START_TEST(a_barrier_for_one_lets_him_pass)
{
	barrier_init(&barrier, 1);
	barrier_wait(&barrier);
	barrier_wait(&barrier);
	barrier_release(&barrier);
}
END_TEST

static void *
pass(void *unused)
{
	(void)unused;
	barrier_pass(&barrier);
	return NULL;
}

START_TEST(who_passes_is_counted_and_waits_for_nobody)
{
	pthread_t thread;

	barrier_init(&barrier, 2);
	for (int round = 0; round < ROUNDS; round++) {
		ck_assert_int_eq(pthread_create(&thread, NULL, pass, NULL), 0);
		barrier_wait(&barrier);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
	}
	barrier_release(&barrier);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("barrier");

	tcase_add_test(
		tests,
		nobody_passes_before_all_have_come_and_it_can_be_used_again);
	tcase_add_test(tests, who_passes_is_counted_and_waits_for_nobody);
	tcase_add_test(tests, a_barrier_for_one_lets_him_pass);
	return unit_run(tests);
}
