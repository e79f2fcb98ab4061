#include <stddef.h>

#include "workloads/job.h"
#include "workloads/transfer.h"
#include "workloads/workload.h"

/* rawio's four tests, and the rate against the position. A random transfer of
 * rawio is a random number of sectors below 32 KiB; here at least one. */
enum { BLOCK_BYTES = 16 << 10, RANDOM_BYTES = 32 << 10, ZONE_BLOCK = 1 << 20 };
enum { COUNT = 16384, THREADS = 8 };

static int
random_read_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_RANDOM };

	return transfer_prepare(job, &kind);
}

static int
sequential_read_prepare(struct job *job)
{
	static const struct transfer_kind kind = {
		.order = TRANSFER_SEQUENTIAL
	};

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
sequential_write_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_SEQUENTIAL,
						   .writes = true };

	return transfer_prepare(job, &kind);
}

static int
zones_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_ZONES,
						   .counts_bytes = true };

	return transfer_prepare(job, &kind);
}

enum {
	ANYWHERE = WORKLOAD_TRANSFERS | WORKLOAD_TARGET | WORKLOAD_DATA_FILE,
	RAW = ANYWHERE | WORKLOAD_BYTES | WORKLOAD_OPERATIONS,
};

const struct workload raw_workloads[] = {
	{
		.key = "RR",
		.suite = "raw",
		.summary = "random reads, like rawio's",
		.progress = "Random reads",
		.flags = RAW | WORKLOAD_READS | WORKLOAD_RANDOM |
			 WORKLOAD_VARIED,
		.count = COUNT,
		.block_bytes = RANDOM_BYTES,
		.threads = THREADS,
		.prepare = random_read_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "SR",
		.suite = "raw",
		.summary = "sequential reads, like rawio's",
		.progress = "Sequential reads",
		.flags = RAW | WORKLOAD_READS,
		.count = COUNT,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = sequential_read_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "RW",
		.suite = "raw",
		.summary = "random writes, like rawio's",
		.progress = "Random writes",
		.flags = RAW | WORKLOAD_WRITES | WORKLOAD_RANDOM |
			 WORKLOAD_VARIED,
		.count = COUNT,
		.block_bytes = RANDOM_BYTES,
		.threads = THREADS,
		.prepare = random_write_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "SW",
		.suite = "raw",
		.summary = "sequential writes, like rawio's",
		.progress = "Sequential writes",
		.flags = RAW | WORKLOAD_WRITES,
		.count = COUNT,
		.block_bytes = BLOCK_BYTES,
		.threads = THREADS,
		.prepare = sequential_write_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "zones",
		.suite = "raw",
		.summary = "rate of reads against their position, like zcav",
		.progress = "Reading zone by zone",
		.flags = ANYWHERE | WORKLOAD_BYTES | WORKLOAD_READS |
			 WORKLOAD_ZONES,
		.block_bytes = ZONE_BLOCK,
		.threads = 1,
		.prepare = zones_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{ 0 },
};
