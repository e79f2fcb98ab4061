#ifndef OBSERVE_SELFTEST_H
#define OBSERVE_SELFTEST_H

struct error;
struct storage;
struct trust;

/* Finds out what the counters of a place are worth. In a directory it writes 4
 * MiB, flushes, evicts and reads it twice, and looks each time whether what
 * ought to move moves; of a file or device it only reads the first 4 MiB. Takes
 * some 40 ms, needs no privilege and leaves nothing behind. `storage` gets what
 * lies below; where the platform cannot tell, the device that was seen moving.
 * -1 with `error` when that could not be done; trust then says that nothing is
 * known. */
int selftest_run(int place_fd, struct trust *trust, struct storage *storage,
		 struct error *error);

#endif
