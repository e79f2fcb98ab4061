#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <check.h>
#include <stdlib.h>

/* Runs one test case as the whole program; returns its exit status. */
static inline int
unit_run(TCase *tests)
{
	Suite *suite = suite_create("diskbench");
	SRunner *runner;
	int failed;

	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
