#ifndef IO_ENTRY_H
#define IO_ENTRY_H

#include <dirent.h>
#include <sys/types.h>

/* What lies in a directory, as far as copying a tree is concerned. */
enum entry_kind {
	ENTRY_UNKNOWN, /* the listing does not say: ask for its status */
	ENTRY_DIRECTORY,
	ENTRY_FILE,
	ENTRY_LINK, /* symbolic */
	ENTRY_SPECIAL, /* device nodes, sockets, pipes */
};

/* What the listing says. */
enum entry_kind entry_kind_of(const struct dirent *entry);

enum entry_kind entry_kind_of_mode(mode_t mode);

#endif
