#ifndef TESTS_FAKE_TREE_H
#define TESTS_FAKE_TREE_H

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base_folder.h"
#include "platform/platform.h"

/* A directory with a fake /proc and a fake /sys in it, which the platform is
 * pointed at from fake_tree_make() to fake_tree_remove(). */
static char fake_tree[BASE_FOLDER_BYTES];
static char fake_proc[80];
static char fake_sys[80];

static inline void
fake_tree_make(void)
{
	base_folder_make(fake_tree, "/tmp");
	snprintf(fake_proc, sizeof fake_proc, "%s/proc", fake_tree);
	snprintf(fake_sys, sizeof fake_sys, "%s/sys", fake_tree);
	ck_assert_int_eq(mkdir(fake_proc, 0700), 0);
	ck_assert_int_eq(mkdir(fake_sys, 0700), 0);
	platform_set_roots(fake_proc, fake_sys);
}

/* Writes a file, `path` relative to the tree, with all folders above it. */
static inline void
fake_tree_write(const char *path, const char *text)
{
	char full[512];
	FILE *file;

	snprintf(full, sizeof full, "%s/%s", fake_tree, path);
	for (char *slash = full + strlen(fake_tree) + 1;
	     (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	file = fopen(full, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static inline void
fake_tree_remove(void)
{
	platform_set_roots(NULL, NULL);
	base_folder_remove(fake_tree);
}

#endif
