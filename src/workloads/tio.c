#include <stddef.h>

#include "workloads/job.h"
#include "workloads/transfer.h"
#include "workloads/workload.h"

/* tiobench's four tests: every thread has a file of its own. */
enum { BLOCK_BYTES = 4096, RANDOM_COUNT = 4000, THREADS = 1 };

static int
write_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_SEQUENTIAL,
						   .writes = true,
						   .creates = true,
						   .counts_bytes = true };

	return transfer_prepare(job, &kind);
}

static int
read_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_SEQUENTIAL,
						   .counts_bytes = true };

	return transfer_prepare(job, &kind);
}

static int
random_write_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_RANDOM,
						   .writes = true };

	return transfer_prepare(job, &kind);
}

static int
random_read_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_RANDOM };

	return transfer_prepare(job, &kind);
}

enum {
	TIO = WORKLOAD_TRANSFERS | WORKLOAD_DATA_FILE | WORKLOAD_BYTES |
	      WORKLOAD_THREAD_FILES,
	RANDOM = TIO | WORKLOAD_RANDOM | WORKLOAD_OPERATIONS,
};

const struct workload tio_workloads[] = {
	{
		.key = "tio-write",
		.suite = "tio",
		.summary = "threads write a file each",
		.progress = "Threads write",
		.flags = TIO | WORKLOAD_CREATES | WORKLOAD_WRITES,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = write_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "tio-rwrite",
		.suite = "tio",
		.summary = "threads write random blocks of their files",
		.progress = "Threads write at random",
		.flags = RANDOM | WORKLOAD_WRITES,
		.count = RANDOM_COUNT,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = random_write_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "tio-read",
		.suite = "tio",
		.summary = "threads read a file each",
		.progress = "Threads read",
		.flags = TIO | WORKLOAD_READS,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = read_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "tio-rread",
		.suite = "tio",
		.summary = "threads read random blocks of their files",
		.progress = "Threads read at random",
		.flags = RANDOM | WORKLOAD_READS,
		.count = RANDOM_COUNT,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = random_read_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{ 0 },
};
