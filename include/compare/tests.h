#ifndef COMPARE_TESTS_H
#define COMPARE_TESTS_H

/* What a test's figure depends on besides the disk: only figures that agree
 * in it can be compared. */
enum compare_setup {
	COMPARE_SETUP_NONE,
	COMPARE_SETUP_SIZE, /* of the test file */
	COMPARE_SETUP_FILES, /* number, size and kind of the files */
};

/* What there is to say about a test to whoever reads its figure. */
struct compare_test {
	const char *key;
	enum compare_setup setup;
	const char *meaning; /* what is measured, one sentence */
	const char *lies; /* what makes the figure wrong, one sentence */
};

/* Ends with a row without key. */
extern const struct compare_test compare_tests[];

/* By key; of a key that is not known only the key is given back. */
struct compare_test compare_test_find(const char *key);

#endif
