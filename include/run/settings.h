#ifndef RUN_SETTINGS_H
#define RUN_SETTINGS_H

struct error;
struct settings;

/* Refuses what makes no sense by itself, whatever the target is: ERROR_USAGE
 * with the option, the offending value and what would be right. */
int settings_check(const struct settings *settings, struct error *error);

#endif
