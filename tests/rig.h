#ifndef TESTS_RIG_H
#define TESTS_RIG_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "io/calls.h"
#include "io/engine.h"
#include "workloads/job.h"
#include "workloads/workload.h"

/* A job built by hand, in a directory of its own, on system calls that are
 * counted and of which any one can be made to fail. */

enum rig_fault {
	RIG_SOUND,
	RIG_FAILS_ONCE, /* that call: EIO */
	RIG_FAILS_FOR_GOOD, /* that call and all later ones */
	RIG_INTERRUPTED, /* that call: EINTR, where it may be */
	RIG_CUT_SHORT, /* that call moves half of what it should */
	RIG_STOPS, /* the stop flag is set when that call is made */
};

struct rig {
	struct job job;
	struct io_file file;
	struct io_calls calls;
	struct meter *meter;
	struct error error;
	atomic_bool stop;
	char path[PATH_MAX];
	/* What the calls do. */
	enum rig_fault fault;
	unsigned fault_at; /* 1: the first call */
	unsigned count; /* calls so far, of run alone */
	uint64_t visits; /* hash of the offsets read, in order */
	unsigned allocations; /* made by run itself */
};

/* Makes and removes the directory that all rigs of a program lie in: an
 * unchecked fixture, so that it also goes when a test fails. */
void rig_base_make(void);
void rig_base_remove(void);

/* A sound rig: 20 chunks of 4 KiB, 6 files of up to 3000 bytes in one
 * directory, every chunk checked. */
void rig_init(struct rig *rig);
void rig_release(struct rig *rig);

/* Brings about what the workload needs: a full data file, the files of the
 * create test before it. Clears counts and meter. */
void rig_make_ready(struct rig *rig, const struct workload *workload);

/* prepare, run and finish, with the fault only in run. */
int rig_run(struct rig *rig, const struct workload *workload);

/* The same on a sound rig; fails the test if it does not succeed. */
void rig_must_run(struct rig *rig, const char *key);

/* Entries of the rig's directory of files, of directories below too. */
unsigned rig_count_files(const struct rig *rig);

#endif
