#include "cli/options.h"

#include "cli/option_apply.h"

#define TARGET_GROUP "What is tested"
#define WORK_GROUP "How it is done"
#define OUTPUT_GROUP "Output"
#define IDENTITY_GROUP "Identity and other processes"
#define HELP_GROUP "Help"

const struct option_row run_options[] = {
	{
		.letter = 'd',
		.name = "directory",
		.argument = "DIR",
		.takes = OPTION_VALUE,
		.offer = OFFER_DIRECTORIES,
		.group = TARGET_GROUP,
		.fallback = ".",
		.help = "directory under test, the same as TARGET",
		.apply = apply_directory,
	},
	{
		.letter = 't',
		.name = "tests",
		.argument = "TEST[,TEST...]",
		.takes = OPTION_VALUE,
		.offer = OFFER_TESTS,
		.group = TARGET_GROUP,
		.fallback = "bonnie",
		.help = "tests or suites to run, see 'diskbench list tests'",
		.apply = apply_tests,
	},
	{
		.letter = 's',
		.name = "size",
		.argument = "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]",
		.takes = OPTION_VALUE,
		.group = TARGET_GROUP,
		.fallback = "found by writing until the rate is steady; "
			    "8192:8192:5",
		.help = "size of the test file in MiB or with a unit; chunk in "
			"bytes, a multiple of 512 up to 16m; random seeks and "
			"the seekers that share them; 0 skips the file-I/O "
			"part",
		.apply = apply_size,
	},
	{
		.letter = 'n',
		.name = "files",
		.argument = "FILES[:MAX[:MIN[:DIRS[:CHUNK]]]]",
		.takes = OPTION_VALUE,
		.group = TARGET_GROUP,
		.fallback = "16",
		.help = "number of files in units of 1024, their largest and "
			"smallest size (MAX -1: hard links, -2: symbolic "
			"links), directories, bytes a write; 0 skips the "
			"file-metadata part",
		.apply = apply_files,
	},
	{
		.name = "tree",
		.argument = "FILES[:MEAN[:DEPTH[:DIRS]]]",
		.takes = OPTION_VALUE,
		.group = TARGET_GROUP,
		.fallback = "20000:9500:4, 12 files a directory",
		.help = "the tree of the tree tests: files, links included; "
			"their mean size; levels of directories; directories",
		.apply = apply_tree,
	},
	{
		.name = "tree-from",
		.argument = "DIR",
		.takes = OPTION_VALUE,
		.offer = OFFER_DIRECTORIES,
		.group = TARGET_GROUP,
		.help = "a tree that is there for the tree tests to read and "
			"copy from; it is never written to",
		.apply = apply_tree_from,
	},
	{
		.name = "prepare",
		.argument = "CMD",
		.takes = OPTION_VALUE,
		.group = TARGET_GROUP,
		.help = "command to run before the timed one, untimed; split "
			"at blanks, with quotes, without a shell",
		.apply = apply_prepare,
	},
	{
		.name = "cleanup",
		.argument = "CMD",
		.takes = OPTION_VALUE,
		.group = TARGET_GROUP,
		.help = "the same, after the timed one",
		.apply = apply_cleanup,
	},
	{
		.letter = 'f',
		.name = "fast",
		.argument = "SIZE",
		.takes = OPTION_GLUED,
		.group = TARGET_GROUP,
		.help = "skip the per-char tests, or with SIZE (MiB, glued: "
			"-f10) limit them to that much",
		.apply = apply_fast,
	},
	{
		.letter = 'c',
		.name = "workers",
		.argument = "N",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "1",
		.help = "workers at the same time, each with its own file of "
			"SIZE/N",
		.apply = apply_workers,
	},
	{
		.name = "count",
		.argument = "N",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "16384 for RR SR RW SW, each test's own elsewhere",
		.help = "transfers of a raw, tio or probe test, all workers "
			"together",
		.apply = apply_count,
	},
	{
		.name = "block",
		.argument = "SIZE",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "16k for SR and SW, random sectors below 32k for "
			    "RR and RW, 4k elsewhere",
		.help = "size of a transfer of these tests, a multiple of 512 "
			"up to 16m",
		.apply = apply_block,
	},
	{
		.name = "threads",
		.argument = "N[,N...]",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "8 for RR SR RW SW, 1,2,4,8 for the tio suite, "
			    "else 1",
		.help = "workers of these tests; of several numbers each is a "
			"run of its own",
		.apply = apply_threads,
	},
	{
		.name = "depth",
		.argument = "N",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "1",
		.help = "requests that each of them has under way at once, "
			"with an engine that has a queue",
		.apply = apply_depth,
	},
	{
		.name = "rate",
		.argument = "OPS",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.help = "transfers a second of all of them, due whether or not "
			"the one before is done; latency counts from when it "
			"was due",
		.apply = apply_rate,
	},
	{
		.name = "mix",
		.argument = "PERCENT",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "0",
		.help = "share of writes among random reads (RR)",
		.apply = apply_mix,
	},
	{
		.name = "sweep",
		.argument = "chunk|depth|threads=LIST",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.help = "a run for each value of LIST (chunk=4k,64k,1m), and a "
			"table of them",
		.apply = apply_sweep,
	},
	{
		.name = "destroy",
		.argument = "DEVICE",
		.takes = OPTION_VALUE,
		.offer = OFFER_FILES,
		.group = WORK_GROUP,
		.help = "allow writes to exactly this device or file, whose "
			"contents go",
		.apply = apply_destroy,
	},
	{
		.name = "destroy-signature",
		.argument = "KIND",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.help = "even though it carries a signature of this one kind "
			"(ext4, gpt ...)",
		.apply = apply_destroy_signature,
	},
	{
		.letter = 'b',
		.name = "fsync",
		.group = WORK_GROUP,
		.help = "flush to the disk after every write",
		.flag = offsetof(struct options, settings.flush_each),
	},
	{
		.letter = 'D',
		.name = "direct",
		.group = WORK_GROUP,
		.help = "bypass the page cache (O_DIRECT) in every block test",
		.flag = offsetof(struct options, settings.direct),
	},
	{
		.name = "engine",
		.argument = "NAME",
		.takes = OPTION_VALUE,
		.offer = OFFER_ENGINES,
		.group = WORK_GROUP,
		.fallback = "sync",
		.help = "how block tests move bytes, or how tree-copy copies "
			"files, see 'diskbench list engines'; one of each "
			"may be given",
		.apply = apply_engine,
	},
	{
		.name = "cache",
		.argument = "cold|warm|keep",
		.takes = OPTION_VALUE,
		.offer = OFFER_WORDS,
		.words = cache_words,
		.group = WORK_GROUP,
		.fallback = "cold",
		.help = "state of the page cache before a read test: evicted "
			"and proven so, filled, or left alone",
		.apply = apply_cache,
	},
	{
		.letter = 'r',
		.name = "ram",
		.argument = "MIB",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "what the machine has",
		.help = "RAM to assume; 0 makes no check",
		.apply = apply_ram,
	},
	{
		.name = "time",
		.argument = "SECONDS",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.help = "end each block or random test after so long",
		.apply = apply_time,
	},
	{
		.name = "verify",
		.group = WORK_GROUP,
		.help = "check all that was written when it is read, not one "
			"chunk in 16; what raw tests find on a device is never "
			"checked",
		.apply = apply_verify,
	},
	{
		.name = "compress",
		.argument = "RATIO",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "1, incompressible",
		.help = "data that a compressor makes RATIO times smaller, up "
			"to 20",
		.apply = apply_compress,
	},
	{
		.name = "dedupe",
		.argument = "PERCENT",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "0, never the same block twice",
		.help = "share of the 4 KiB blocks that repeat one of 32; "
			"their place and age cannot be checked",
		.apply = apply_dedupe,
	},
	{
		.letter = 'z',
		.name = "seed",
		.argument = "SEED",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "a new one each time",
		.help = "number that makes all random choices again",
		.apply = apply_seed,
	},
	{
		.letter = 'Z',
		.name = "random-file",
		.argument = "FILE",
		.takes = OPTION_VALUE,
		.offer = OFFER_FILES,
		.group = WORK_GROUP,
		.help = "random numbers from FILE, 32-bit integers in network "
			"order",
		.apply = apply_random_file,
	},
	{
		.letter = 'x',
		.name = "runs",
		.argument = "RUNS",
		.takes = OPTION_VALUE,
		.group = WORK_GROUP,
		.fallback = "1",
		.help = "repeat the whole run; a summary has mean and 95 % "
			"interval",
		.apply = apply_runs,
	},
	{
		.name = "interleave",
		.group = WORK_GROUP,
		.help = "measure several TARGETs in turns, with -x as A B B A, "
			"so that drift cancels, and compare them",
		.flag = offsetof(struct options, interleave),
	},
	{
		.letter = 'm',
		.name = "machine",
		.argument = "NAME",
		.takes = OPTION_VALUE,
		.group = OUTPUT_GROUP,
		.fallback = "the host's name",
		.help = "name of the machine in the results",
		.apply = apply_machine,
	},
	{
		.letter = 'q',
		.name = "quiet",
		.group = OUTPUT_GROUP,
		.help = "only CSV on standard output, text on standard error, "
			"no progress",
		.flag = offsetof(struct options, quiet),
	},
	{
		.letter = 'o',
		.name = "output",
		.argument = "FORMAT[=FILE]",
		.takes = OPTION_VALUE,
		.offer = OFFER_FORMATS,
		.group = OUTPUT_GROUP,
		.fallback = "bonnie++1 text, then a CSV row",
		.help = "output in FORMAT, to FILE or standard output; may be "
			"repeated, see 'diskbench list formats'",
		.apply = apply_output,
	},
	{
		.name = "save",
		.argument = "FILE",
		.takes = OPTION_VALUE,
		.offer = OFFER_FILES,
		.group = OUTPUT_GROUP,
		.help = "append every finished test and run to FILE at once, a "
			"JSON object a line",
		.apply = apply_save,
	},
	{
		.name = "strict",
		.group = OUTPUT_GROUP,
		.help = "figures that are not the disk's become +++++, and the "
			"exit status 4",
		.flag = offsetof(struct options, settings.strict),
	},
	{
		.name = "progress",
		.argument = "auto|always|never",
		.takes = OPTION_VALUE,
		.offer = OFFER_WORDS,
		.words = progress_words,
		.group = OUTPUT_GROUP,
		.fallback = "auto",
		.help = "one live line on standard error; auto: on a terminal, "
			"and plain lines elsewhere",
		.apply = apply_progress,
	},
	{
		.letter = 'v',
		.name = "verbose",
		.group = OUTPUT_GROUP,
		.help = "print the plan and the seed on standard error first",
		.flag = offsetof(struct options, verbose),
	},
	{
		.name = "dry-run",
		.group = OUTPUT_GROUP,
		.help = "print the plan and what it needs, touch nothing",
		.flag = offsetof(struct options, dry_run),
	},
	{
		.letter = 'u',
		.name = "user",
		.argument = "USER[:GROUP]",
		.takes = OPTION_VALUE,
		.offer = OFFER_USERS,
		.group = IDENTITY_GROUP,
		.help = "become this user before anything is touched, by name "
			"or number",
		.apply = apply_user,
	},
	{
		.letter = 'g',
		.name = "group",
		.argument = "GROUP",
		.takes = OPTION_VALUE,
		.offer = OFFER_GROUPS,
		.group = IDENTITY_GROUP,
		.help = "become this group",
		.apply = apply_group,
	},
	{
		.letter = 'p',
		.name = "processes",
		.argument = "N",
		.takes = OPTION_VALUE,
		.group = IDENTITY_GROUP,
		.help = "make semaphores for N processes that run with -y s, "
			"and end; -1 removes them",
		.apply = apply_processes,
	},
	{
		.letter = 'y',
		.name = "synchronize",
		.argument = "s|p",
		.takes = OPTION_VALUE,
		.offer = OFFER_WORDS,
		.words = turn_words,
		.group = IDENTITY_GROUP,
		.help = "before each test wait for the other processes (s), or "
			"print its number and wait for a line of input (p)",
		.apply = apply_turns,
	},
	{
		.letter = 'V',
		.name = "version",
		.group = HELP_GROUP,
		.help = "print the version",
		.flag = offsetof(struct options, version),
	},
	{
		.letter = 'h',
		.name = "help",
		.group = HELP_GROUP,
		.help = "print this help",
		.flag = offsetof(struct options, help),
	},
	{ .name = NULL },
};
