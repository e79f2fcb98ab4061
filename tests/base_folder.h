#ifndef TESTS_BASE_FOLDER_H
#define TESTS_BASE_FOLDER_H

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A folder of the test's own, in which it does what it likes. */

enum { BASE_FOLDER_BYTES = 64 };

/* Makes it in `parent`; its path goes to `path`. */
static inline void
base_folder_make(char path[BASE_FOLDER_BYTES], const char *parent)
{
	snprintf(path, BASE_FOLDER_BYTES, "%s/diskbench-test-XXXXXX", parent);
	ck_assert_ptr_nonnull(mkdtemp(path));
}

static inline int
base_folder_remove_entry(const char *path, const struct stat *status, int kind,
			 struct FTW *place)
{
	(void)status;
	(void)kind;
	(void)place;
	return remove(path);
}

/* Removes it with all that is in it. */
static inline void
base_folder_remove(const char *path)
{
	nftw(path, base_folder_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
