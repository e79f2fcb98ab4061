#include "cli/privileges.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "core/error.h"
#include "core/units.h"
#include "platform/platform.h"

struct identity {
	uint32_t user;
	uint32_t group; /* UINT32_MAX: the user's own */
	const char *name; /* of the user; NULL: no entry */
};

/* -1 is no identity: it means "as it is" to the system. */
static bool
parse_number(const char *text, uint32_t *number)
{
	struct error unused = { ERROR_NONE, 0, 0, "" };
	const struct units_range identities = { 0, UINT32_MAX - 1 };
	uint64_t parsed;

	if (units_parse_count("", text, identities, &parsed, &unused) != 0)
		return false;
	*number = (uint32_t)parsed;
	return true;
}

static int
find_user(struct identity *identity, const char *text, struct error *error)
{
	struct passwd *entry = getpwnam(text);

	if (!entry && parse_number(text, &identity->user))
		entry = getpwuid(identity->user);
	else if (!entry)
		return error_set(error, ERROR_USAGE,
				 "-u: '%s' is not a user here", text);
	if (entry) {
		identity->user = entry->pw_uid;
		identity->name = entry->pw_name;
	}
	return 0;
}

static int
find_group(struct identity *identity, const char *text, struct error *error)
{
	struct group *entry = getgrnam(text);

	if (entry)
		identity->group = entry->gr_gid;
	else if (!parse_number(text, &identity->group))
		return error_set(error, ERROR_USAGE,
				 "-g: '%s' is not a group here", text);
	return 0;
}

static int
find_identity(struct identity *identity, const char *user, const char *group,
	      struct error *error)
{
	*identity = (struct identity){ geteuid(), UINT32_MAX, NULL };
	if (user && find_user(identity, user, error) != 0)
		return -1;
	if (group && find_group(identity, group, error) != 0)
		return -1;
	if (user && !group && !identity->name)
		return error_set(error, ERROR_USAGE,
				 "-u: '%s' has no entry that names a group, "
				 "want USER:GROUP",
				 user);
	return 0;
}

int
privileges_drop(const char *user, const char *group, struct error *error)
{
	struct identity identity;

	if (!user && !group)
		return 0;
	if (find_identity(&identity, user, group, error) != 0)
		return -1;
	if (geteuid() != 0 && identity.user == geteuid() &&
	    (identity.group == UINT32_MAX || identity.group == getegid()))
		return 0;
	if (platform_drop_privileges(identity.user, identity.group,
				     identity.name) == 0)
		return 0;
	return error_set_errno(error, errno, "cannot become '%s'",
			       user ? user : group);
}
