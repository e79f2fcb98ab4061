#ifndef CLI_PRIVILEGES_H
#define CLI_PRIVILEGES_H

struct error;

/* Becomes `user` and `group`, names or numbers, for good; NULL: as it is.
 * Without a group the user's own groups are taken. 0, or -1 with `error`. */
int privileges_drop(const char *user, const char *group, struct error *error);

#endif
