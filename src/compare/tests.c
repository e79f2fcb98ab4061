#include "compare/tests.h"

#include <stddef.h>
#include <string.h>

#define CREATED                                                              \
	"The first files are made while the directory is small and cached; " \
	"without a flush per file nothing has to be on the disk yet."
#define LOOKED_UP                                                        \
	"What was just made is cached: mostly it measures the kernel's " \
	"lookup, and is often too fast to be measured."
#define REMOVED                                                               \
	"A journal takes deletions in batches, so most of the work may come " \
	"after the test."

const struct compare_test compare_tests[] = {
	{ "putc", COMPARE_SETUP_SIZE,
	  "Writes the file character by character through the C library.",
	  "It is bound by the CPU on any disk of today: a measure of the "
	  "library, not of the disk." },
	{ "write", COMPARE_SETUP_SIZE,
	  "Writes the file in chunks, flush to the disk included.",
	  "A file that fits the drive's own cache, or no flush at the end, "
	  "measures memory; many disks slow down after some gigabytes." },
	{ "rewrite", COMPARE_SETUP_SIZE,
	  "Reads each chunk, changes it and writes it back.",
	  "Chunks that are still cached are not read from the disk." },
	{ "getc", COMPARE_SETUP_SIZE,
	  "Reads the file character by character through the C library.",
	  "It is bound by the CPU on any disk of today." },
	{ "read", COMPARE_SETUP_SIZE, "Reads the file in chunks.",
	  "What the page cache still holds is not read from the disk: with a "
	  "share h of hits the rate looks 1/(1-h) times too high." },
	{ "seeks", COMPARE_SETUP_SIZE,
	  "Reads at random places by several seekers at once; one in ten "
	  "reads is written back.",
	  "Cached blocks make it too high by any factor; it grows with the "
	  "number of seekers and shrinks with the size of the file." },
	{ "seq-create", COMPARE_SETUP_FILES,
	  "Makes files in one directory, names in order.", CREATED },
	{ "seq-stat", COMPARE_SETUP_FILES,
	  "Looks at every file in the order of the directory, and reads what "
	  "is in it.",
	  LOOKED_UP },
	{ "seq-delete", COMPARE_SETUP_FILES,
	  "Removes the files in the order of the directory.", REMOVED },
	{ "ran-create", COMPARE_SETUP_FILES,
	  "Makes files in one directory, names in random order.", CREATED },
	{ "ran-stat", COMPARE_SETUP_FILES,
	  "Looks at every file in random order.", LOOKED_UP },
	{ "ran-delete", COMPARE_SETUP_FILES,
	  "Removes the files in random order.", REMOVED },
	{ "RR", COMPARE_SETUP_SIZE,
	  "Reads at random places of the device by several workers.",
	  "The number of workers and the size of a transfer decide as much as "
	  "the disk does." },
	{ "SR", COMPARE_SETUP_SIZE,
	  "Reads the device from its start on by several workers.",
	  "Several workers on one stream profit from what the others made the "
	  "drive read ahead." },
	{ "RW", COMPARE_SETUP_SIZE,
	  "Writes at random places of the device by several workers.",
	  "The drive's own cache takes writes until it is full." },
	{ "SW", COMPARE_SETUP_SIZE,
	  "Writes the device from its start on by several workers.",
	  "The drive's own cache takes writes until it is full." },
	{ "zones", COMPARE_SETUP_SIZE,
	  "Reads at places spread over the whole device.",
	  "Only on rotating disks does the place matter; elsewhere a slow zone "
	  "is one with data, an empty one is answered without reading." },
	{ "tio-write", COMPARE_SETUP_SIZE,
	  "Writes one file per thread, all at the same time.",
	  "Without a flush at the end it measures memory." },
	{ "tio-rwrite", COMPARE_SETUP_SIZE,
	  "Writes at random places by several threads.",
	  "Without a flush at the end it measures memory." },
	{ "tio-read", COMPARE_SETUP_SIZE,
	  "Reads one file per thread, all at the same time.",
	  "What the page cache still holds is not read from the disk." },
	{ "tio-rread", COMPARE_SETUP_SIZE,
	  "Reads at random places by several threads.",
	  "What the page cache still holds is not read from the disk." },
	{ "tree-make", COMPARE_SETUP_NONE,
	  "Makes a tree of files of many sizes.",
	  "What is not flushed at the end is not on the disk yet." },
	{ "tree-copy", COMPARE_SETUP_NONE, "Copies a tree of many small files.",
	  "A source that is cached leaves only the writing." },
	{ "tree-read", COMPARE_SETUP_NONE, "Reads every byte of a tree.",
	  "A tree that is cached measures the kernel's lookup." },
	{ "tree-stat", COMPARE_SETUP_NONE,
	  "Asks for the status of everything in a tree.",
	  "A tree that is cached measures the kernel's lookup." },
	{ "tree-delete", COMPARE_SETUP_NONE, "Removes a tree.", REMOVED },
	{ "fsync", COMPARE_SETUP_NONE,
	  "Appends a little and waits for it to be on stable storage.",
	  "A drive or a layer that only says that data is safe is a thousand "
	  "times faster: thousands a second need a power-safe cache." },
	{ "latency", COMPARE_SETUP_SIZE, "Single random reads, one at a time.",
	  "Cached reads pull the average down; look at the percentiles." },
	{ "command", COMPARE_SETUP_NONE, "Runs a command and takes its time.",
	  "It waits for the disk only part of the time: a disk that is twice "
	  "as fast may change it by a few percent." },
	{ NULL, COMPARE_SETUP_NONE, NULL, NULL },
};

struct compare_test
compare_test_find(const char *key)
{
	struct compare_test unknown = { .key = key };

	for (size_t i = 0; compare_tests[i].key; i++)
		if (strcmp(compare_tests[i].key, key) == 0)
			return compare_tests[i];
	return unknown;
}
