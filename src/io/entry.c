#include "io/entry.h"

#include <sys/stat.h>

#include "platform/files.h"

enum entry_kind
entry_kind_of_mode(mode_t mode)
{
	if (S_ISDIR(mode))
		return ENTRY_DIRECTORY;
	if (S_ISREG(mode))
		return ENTRY_FILE;
	return S_ISLNK(mode) ? ENTRY_LINK : ENTRY_SPECIAL;
}

enum entry_kind
entry_kind_of(const struct dirent *entry)
{
	mode_t type = platform_entry_type(entry);

	return type ? entry_kind_of_mode(type) : ENTRY_UNKNOWN;
}
