#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/option.h"
#include "run/plan.h"

struct format;

/* What the user said to `diskbench run`, valid as a whole or rejected. */

enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

enum turn_mode { TURNS_NONE, TURNS_SEMAPHORES, TURNS_PROMPTS };

struct output_request {
	const struct format *format;
	const char *path; /* NULL: standard output */
};

enum { OUTPUT_MAX = 16 };

struct options {
	struct settings settings;
	char *test_text; /* what settings.tests points into */
	const char **tests;
	const char *directory; /* of -d; NULL: not given */
	/* With --interleave: all targets, at least two; else none. */
	const char **targets;
	size_t target_count;
	const char *user; /* name or number; NULL: stay who we are */
	const char *group;
	char *user_text; /* USER:GROUP, taken apart */
	const char *random_path; /* -Z; read by random_file_read() */
	uint32_t *random_table; /* what settings.random_table points to */
	struct output_request outputs[OUTPUT_MAX];
	size_t output_count;
	char *tree_path; /* of --tree-from, without links */
	char **prepare_words;
	char **cleanup_words;
	const char *save_path;
	enum progress_mode progress;
	enum turn_mode turns;
	unsigned processes; /* of -p; 0: remove the semaphores */
	bool quiet;
	bool verbose;
	bool dry_run;
	bool interleave;
	bool semaphores; /* -p: make or remove them and end */
	bool help;
	bool version;
};

/* The table of `run`. */
extern const struct option_row run_options[];

/* Of `compare`, into a struct of its own. */
extern const struct option_row compare_options[];

/* Of `convert`; its own struct begins with a struct options. */
extern const struct option_row convert_options[];

void options_init(struct options *options);
void options_release(struct options *options);

/* Reads argv[1] and on, and checks what no single option can: 0, or -1 with
 * an ERROR_USAGE. Strings stay in argv. */
int options_parse(struct options *options, char *const *argv,
		  struct error *error);

/* At most one format may go to standard output: 0, or -1 with an
 * ERROR_USAGE. */
int options_check_outputs(const struct options *options, struct error *error);

#endif
