#include <stddef.h>

#include "workloads/job.h"
#include "workloads/transfer.h"
#include "workloads/workload.h"

/* Two questions about single small requests. */
enum { BLOCK_BYTES = 4096, READS = 2000, APPENDS = 1000 };

static int
latency_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_RANDOM };

	return transfer_prepare(job, &kind);
}

static int
fsync_prepare(struct job *job)
{
	static const struct transfer_kind kind = { .order = TRANSFER_SEQUENTIAL,
						   .writes = true,
						   .creates = true,
						   .flushes = true };

	return transfer_prepare(job, &kind);
}

const struct workload probe_workloads[] = {
	{
		.key = "latency",
		.suite = "probe",
		.summary = "single random reads, like ioping's",
		.progress = "Single random reads",
		.flags = WORKLOAD_TRANSFERS | WORKLOAD_TARGET |
			 WORKLOAD_DATA_FILE | WORKLOAD_READS | WORKLOAD_RANDOM |
			 WORKLOAD_BYTES | WORKLOAD_OPERATIONS,
		.count = READS,
		.block_bytes = BLOCK_BYTES,
		.threads = 1,
		.prepare = latency_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{
		.key = "fsync",
		.suite = "probe",
		.summary = "small synchronous appends, like a database's log",
		.progress = "Synchronous appends",
		.flags = WORKLOAD_TRANSFERS | WORKLOAD_DATA_FILE |
			 WORKLOAD_CREATES | WORKLOAD_WRITES |
			 WORKLOAD_OWN_SIZE | WORKLOAD_OPERATIONS,
		.count = APPENDS,
		.block_bytes = BLOCK_BYTES,
		.threads = 1,
		.prepare = fsync_prepare,
		.run = transfer_run,
		.finish = transfer_finish,
	},
	{ 0 },
};
