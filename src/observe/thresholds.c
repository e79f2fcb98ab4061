#include "observe/thresholds.h"

#include "core/units.h"

const struct threshold thresholds[THRESHOLD_COUNT] = {
	[THRESHOLD_CACHED_SHARE] = {
		0.10,
		"cached-share",
		"a hit share h makes a rate look 1/(1-h) too high: 1.11",
	},
	[THRESHOLD_PARTLY_SHARE] = {
		0.02,
		"partly-share",
		"1/(1-h) = 1.02, within the noise of one run",
	},
	[THRESHOLD_MISSES] = {
		100,
		"misses",
		"relative error of a counted mean, 1/sqrt(n) = 10 %; "
		"measured: off by 5 at 30 misses",
	},
	[THRESHOLD_LATENCY_RATIO] = {
		10,
		"latency-ratio",
		"two-means splits any sample; real hits and misses lie this "
		"far apart",
	},
	[THRESHOLD_WARM_RATIO] = {
		3,
		"warm-ratio",
		"of a cached read in the self-test: the lower group are hits",
	},
	[THRESHOLD_AMPLIFICATION] = {
		1.2,
		"amplification",
		"page and block rounding stays below; readahead does not",
	},
	[THRESHOLD_COPIES] = {
		2.5,
		"copies",
		"a journal of data, or two copies of all, write 2.0 times",
	},
	[THRESHOLD_BELOW_SHARE] = {
		0.5,
		"below-share",
		"half of the transfers ended above the lowest device",
	},
	[THRESHOLD_BELOW_SPEEDUP] = {
		2,
		"below-speedup",
		"measured: disks 0.7 to 1.4 in three passes, caches 10 to "
		"13",
	},
	[THRESHOLD_REACHED_SHARE] = {
		0.9,
		"reached-share",
		"incompressible data reach the device whole; a tenth for "
		"counters that lag",
	},
	[THRESHOLD_NOTHING_SHARE] = {
		0.1,
		"nothing-share",
		"less than this after a flush is bookkeeping, not data",
	},
	[THRESHOLD_FLUSHED_SHARE] = {
		0.5,
		"flushed-share",
		"of the fsyncs of a worker; flushes that wait may be joined",
	},
	[THRESHOLD_FILE_BYTES] = {
		64,
		"file-bytes",
		"least device bytes a file operation: an inode takes 128 or "
		"more",
	},
	[THRESHOLD_SPLIT_VARIANCE] = {
		0.5,
		"split-variance",
		"simulated: false alarms 0 to 4 % for CV up to 10 %",
	},
	[THRESHOLD_SPLIT_RATIO] = {
		1.25,
		"split-ratio",
		"simulated: finds 98 % of all halvings",
	},
	[THRESHOLD_SPLIT_RATIO_FEW] = {
		1.5,
		"split-ratio-few",
		"the same false-alarm rate with fewer windows",
	},
	[THRESHOLD_SPLIT_MANY_WINDOWS] = {
		50,
		"split-many-windows",
		"simulated with 50 and 100 windows",
	},
	[THRESHOLD_REGIME_SHARE] = {
		0.1,
		"regime-share",
		"of the time or the work; less moves the mean by less",
	},
	[THRESHOLD_FLUSH_SHARE] = {
		0.25,
		"flush-share",
		"of the time; the rest then says little of the disk",
	},
	[THRESHOLD_STEADY_WINDOWS] = {
		10,
		"steady-windows",
		"ten segments, of which SNIA looks at five",
	},
	[THRESHOLD_STEADY_ROUND_BYTES] = {
		40.0 * UNITS_MIB,
		"steady-round-bytes",
		"ten of the largest pieces that a file system reads ahead "
		"(btrfs: 4 MiB)",
	},
	[THRESHOLD_STEADY_RANGE] = {
		0.20,
		"steady-range",
		"SNIA PTS 2.0.1, steady state: range over five rounds",
	},
	[THRESHOLD_STEADY_SLOPE] = {
		0.10,
		"steady-slope",
		"SNIA PTS 2.0.1, steady state: excursion of the fitted line",
	},
	[THRESHOLD_BUSY_SHARE] = {
		0.5,
		"busy-share",
		"measured: 0.95 on a free disk, 0.01 below a rate limit",
	},
	[THRESHOLD_BLOCKED_SHARE] = {
		0.8,
		"blocked-share",
		"the phase did little but wait",
	},
	[THRESHOLD_MISSED_SHARE] = {
		0.05,
		"missed-share",
		"of a given rate; the wait for the last answers stays below",
	},
	[THRESHOLD_THROTTLED_SHARE] = {
		0.10,
		"throttled-share",
		"the same error as a hit share of 0.10",
	},
	[THRESHOLD_STEAL_SHARE] = {
		0.10,
		"steal-share",
		"the same error as a hit share of 0.10",
	},
	[THRESHOLD_CPU_BOUND] = {
		0.95,
		"cpu-bound",
		"one CPU is the limit; per-character tests show 0.97 to 1",
	},
	[THRESHOLD_KERNEL_SHARE] = {
		0.8,
		"kernel-share",
		"of one CPU, in kernel threads: encryption, compression",
	},
	[THRESHOLD_FOREIGN_SHARE] = {
		0.20,
		"foreign-share",
		"a fifth of the device's traffic was somebody else's",
	},
	[THRESHOLD_FOREIGN_NOTE] = {
		0.05,
		"foreign-note",
		"bookkeeping of a quiet system stays below",
	},
	[THRESHOLD_RUN_DELAY_SHARE] = {
		0.10,
		"run-delay-share",
		"the same error as a hit share of 0.10",
	},
	[THRESHOLD_STALL_RATIO] = {
		10,
		"stall-ratio",
		"of the median: beyond any queueing of one request",
	},
	[THRESHOLD_STALL_SHARE] = {
		0.20,
		"stall-share",
		"of the time; then the mean describes no operation",
	},
	[THRESHOLD_SHORT_SECONDS] = {
		1,
		"short-seconds",
		"100 ticks of a 10 ms counter: 1 %",
	},
	[THRESHOLD_SHORT_OPERATIONS] = {
		100,
		"short-operations",
		"relative error of a counted rate, 1/sqrt(n) = 10 %",
	},
	[THRESHOLD_MEMORY_SHARE] = {
		0.3,
		"memory-share",
		"of the rate of a copy in memory; no common disk reaches it",
	},
	[THRESHOLD_ROTATION_SECONDS] = {
		0.001,
		"rotation-seconds",
		"half a turn at 15 000/min takes 0.002 s",
	},
	[THRESHOLD_EXTENT_BYTES] = {
		8.0 * 1024 * 1024,
		"extent-bytes",
		"less than 8 MiB an extent costs a rotating disk 10 %",
	},
	[THRESHOLD_DIRECT_CACHED_SHARE] = {
		0.05,
		"direct-cached-share",
		"direct I/O leaves no pages; edges and metadata may",
	},
	[THRESHOLD_DIRECT_SEEN_SHARE] = {
		0.01,
		"direct-seen-share",
		"measured: pages in 50 to 100 % of the looks where they are "
		"used, in none where not; at a low rate in few",
	},
	[THRESHOLD_ZEROS_SPEEDUP] = {
		1.5,
		"zeros-speedup",
		"measured: honest 0.74 to 1.39, skipping zeros 3.5 to 15",
	},
	[THRESHOLD_HICCUP_SHARE] = {
		0.10,
		"hiccup-share",
		"the same error as a hit share of 0.10",
	},
	[THRESHOLD_FILL_SHARE] = {
		0.85,
		"fill-share",
		"beyond it allocators look longer and flash cleans up more",
	},
	[THRESHOLD_FLUSH_SECONDS] = {
		0.000005,
		"flush-seconds",
		"a request to the fastest device takes twice as long, a call "
		"that does nothing a tenth",
	},
	[THRESHOLD_FLUSH_RATE] = {
		250,
		"flush-rate",
		"one turn each at 15 000/min",
	},
	[THRESHOLD_TURN_SECONDS] = {
		0.002,
		"turn-seconds",
		"half a turn at 15 000/min, the mean wait of a random read",
	},
};
