#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base_folder.h"
#include "core/error.h"
#include "core/units.h"
#include "io/copy.h"
#include "run/facts.h"
#include "run/plan.h"
#include "unit.h"

static char base[BASE_FOLDER_BYTES], tree[80], target[96];
static struct target_facts facts;
static struct settings settings;
static struct plan plan;
static struct error error;

static void
set_up(void)
{
	base_folder_make(base, "/tmp");
	snprintf(tree, sizeof tree, "%s/tree", base);
	snprintf(target, sizeof target, "%s/target", base);
	ck_assert_int_eq(mkdir(tree, 0700), 0);
	ck_assert_int_eq(mkdir(target, 0700), 0);
	facts = (struct target_facts){ .directory = true,
				       .writable = true,
				       .free_bytes = UNITS_GIB,
				       .free_inodes = 1000,
				       .cold_provable = true };
	settings_init(&settings);
	settings.target = target;
	settings.tree.path = tree;
	error_clear(&error);
	plan = (struct plan){ 0 };
}

static void
tear_down(void)
{
	plan_release(&plan);
	base_folder_remove(base);
}

static void
path_of(char path[160], const char *name)
{
	snprintf(path, 160, "%s/%s", base, name);
}

static void
put_file(const char *name, size_t length, off_t end)
{
	static char data[1 << 16];
	char path[160];
	int fd;

	path_of(path, name);
	memset(data, 'x', sizeof data);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, data, length), (int)length);
	ck_assert_int_eq(ftruncate(fd, end), 0);
	ck_assert_int_eq(fsync(fd), 0);
	close(fd);
}

static void
gather(void)
{
	ck_assert_msg(facts_gather_tree(&facts, tree, target, &error) == 0,
		      "%s", error.text);
}

static int
make(const char *const *tests, size_t count)
{
	settings.tests = tests;
	settings.test_count = count;
	return plan_make(&plan, &settings, &facts, &error);
}

static const char *const copy[] = { "tree-copy" };
static const char *const read_only[] = { "tree-read", "tree-stat" };

START_TEST(a_file_with_several_names_takes_space_once)
{
	char one[160], other[160];

	put_file("tree/one", 50000, 50000);
	gather();
	ck_assert_uint_eq(facts.tree_bytes, 50000);
	ck_assert_uint_eq(facts.tree_inodes, 2);
	path_of(one, "tree/one");
	path_of(other, "tree/two");
	ck_assert_int_eq(link(one, other), 0);
	gather();
	ck_assert_uint_eq(facts.tree_bytes, 50000);
	ck_assert_uint_eq(facts.tree_inodes, 2);
}
END_TEST

START_TEST(holes_take_no_space_and_links_take_an_inode)
{
	char path[160];

	put_file("tree/holes", 4096, (off_t)1 << 40);
	path_of(path, "tree/loop");
	ck_assert_int_eq(symlink(".", path), 0);
	gather();
	ck_assert_uint_lt(facts.tree_bytes, 1 << 20);
	ck_assert_uint_eq(facts.tree_inodes, 3);
}
END_TEST

START_TEST(a_copy_that_does_not_fit_is_refused_before_it_begins)
{
	put_file("tree/one", 50000, 50000);
	gather();
	facts.free_bytes = 40000;
	ck_assert_int_eq(make(copy, 1), -1);
	ck_assert_ptr_nonnull(strstr(error.text, target));
	ck_assert_ptr_nonnull(strstr(error.text, "free"));
	facts.free_bytes = UNITS_GIB;
	facts.free_inodes = 3;
	error_clear(&error);
	ck_assert_int_eq(make(copy, 1), -1);
	ck_assert_ptr_nonnull(strstr(error.text, "inodes"));
}
END_TEST

START_TEST(a_tree_that_is_only_read_needs_no_space)
{
	put_file("tree/one", 50000, 50000);
	gather();
	facts.free_bytes = 0;
	facts.free_inodes = 10;
	ck_assert_msg(make(read_only, 2) == 0, "%s", error.text);
	ck_assert_uint_eq(plan.needed_bytes, 0);
}
END_TEST

START_TEST(a_clone_needs_inodes_alone)
{
	put_file("tree/one", 50000, 50000);
	gather();
	facts.free_bytes = 0;
	settings.copy_method = copy_method_find("reflink");
	ck_assert_msg(make(copy, 1) == 0, "%s", error.text);
	ck_assert_uint_gt(plan.needed_inodes, 2);
}
END_TEST

START_TEST(a_target_within_the_tree_cannot_take_its_copy)
{
	snprintf(target, sizeof target, "%s/sub", tree);
	ck_assert_int_eq(mkdir(target, 0700), 0);
	gather();
	ck_assert(facts.tree_holds_target);
	ck_assert_int_eq(make(copy, 1), -1);
	ck_assert_int_eq(error.kind, ERROR_USAGE);
	ck_assert_ptr_nonnull(strstr(error.text, "lies in the tree"));
	error_clear(&error);
	ck_assert_msg(make(read_only, 2) == 0, "%s", error.text);
}
END_TEST

START_TEST(a_target_beside_the_tree_is_not_in_it)
{
	gather();
	ck_assert(!facts.tree_holds_target);
	snprintf(target, sizeof target, "%s", base);
	gather();
	ck_assert(!facts.tree_holds_target);
	ck_assert_msg(make(copy, 1) == 0, "%s", error.text);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("facts_tree");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_file_with_several_names_takes_space_once);
	tcase_add_test(tests, holes_take_no_space_and_links_take_an_inode);
	tcase_add_test(tests,
		       a_copy_that_does_not_fit_is_refused_before_it_begins);
	tcase_add_test(tests, a_tree_that_is_only_read_needs_no_space);
	tcase_add_test(tests, a_clone_needs_inodes_alone);
	tcase_add_test(tests, a_target_within_the_tree_cannot_take_its_copy);
	tcase_add_test(tests, a_target_beside_the_tree_is_not_in_it);
	return unit_run(tests);
}
