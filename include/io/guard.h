#ifndef IO_GUARD_H
#define IO_GUARD_H

#include <stdbool.h>

struct error;

struct guard_request {
	const char *path; /* a block or character device, or a regular file */
	const char *destroy; /* --destroy, or NULL */
	const char *destroy_signature; /* --destroy-signature, or NULL */
	bool direct; /* in direct mode */
};

/* Opens what is not ours for reading and writing, if its contents may go: only
 * when `destroy` names the very same device or file, under whatever path; when
 * neither it nor anything on it is mounted, swapped to, or held by another
 * device or program; and when neither it nor a partition on it carries a
 * signature of a partition table, file system or volume manager, but of the one
 * kind in `destroy_signature`.
 * A device is opened exclusively, so that nobody can mount or hold it from
 * before it is looked at until the descriptor is closed: keep it, and give it
 * to engines as io_open.checked_fd. Returns the descriptor, or -1 with an
 * error that says why not. Nothing is written. */
int guard_open_for_writing(const struct guard_request *request,
			   struct error *error);

/* Whether that would be refused now: 0, or -1 with the same error. It is opened
 * for reading only, and closed. */
int guard_check(const struct guard_request *request, struct error *error);

#endif
