#ifndef CLI_OPTION_APPLY_H
#define CLI_OPTION_APPLY_H

#include "cli/options.h"

/* What the rows of run_options do with their values; `into` is a struct
 * options. See option_apply. */

/* option_sizes.c: values with parts. */
option_apply apply_size;
option_apply apply_files;
option_apply apply_tree;

/* option_counts.c: one number. */
option_apply apply_fast;
option_apply apply_processes;
option_apply apply_ram;
option_apply apply_runs;
option_apply apply_seed;
option_apply apply_time;
option_apply apply_workers;

/* option_data.c: the data that is written, and its check. */
option_apply apply_compress;
option_apply apply_dedupe;
option_apply apply_verify;

/* option_transfers.c: how tests of transfers work. */
option_apply apply_block;
option_apply apply_count;
option_apply apply_depth;
option_apply apply_destroy;
option_apply apply_destroy_signature;
option_apply apply_mix;
option_apply apply_rate;
option_apply apply_sweep;
option_apply apply_threads;

/* option_words.c: one word of a few. */
option_apply apply_cache;
option_apply apply_progress;
option_apply apply_turns;
extern const char *const cache_words[];
extern const char *const progress_words[];
extern const char *const turn_words[];

/* option_names.c: names of things, some of which are looked up. */
option_apply apply_directory;
option_apply apply_engine;
option_apply apply_group;
option_apply apply_cleanup;
option_apply apply_machine;
option_apply apply_output;
option_apply apply_prepare;
option_apply apply_random_file;
option_apply apply_save;
option_apply apply_tests;
option_apply apply_tree_from;
option_apply apply_user;

#endif
