#ifndef OBSERVE_SELFTEST_H
#define OBSERVE_SELFTEST_H

struct error;
struct storage;
struct trust;

/* Finds out what the counters of a mount are worth: writes 4 MiB below
 * `directory_fd`, flushes, evicts and reads it twice, and looks each time
 * whether what ought to move moves. Takes some 40 ms, needs no privilege and
 * leaves nothing behind. `storage` gets what lies below; where the platform
 * cannot tell, the device that was seen moving. -1 with `error` when the file
 * could not be written; trust and storage then say that nothing is known. */
int selftest_run(int directory_fd, struct trust *trust, struct storage *storage,
		 struct error *error);

#endif
