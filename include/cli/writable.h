#ifndef CLI_WRITABLE_H
#define CLI_WRITABLE_H

/* Whether files can be written, told before hours of work and without making
 * or changing anything. */

/* The file that a path leads to in the end, where it is or would be a regular
 * one and so can be replaced as a whole, by another beside it; NULL: it is none
 * (a device, a pipe). To be freed. */
char *writable_whole(const char *path);

/* Whether it can be, or else be written in place: 0, or -1 with errno. */
int writable_check_whole(const char *path);

/* Whether the file can be opened, or made, to append to it: likewise. */
int writable_check_append(const char *path);

#endif
