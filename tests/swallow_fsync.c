/* What some people preload to make a slow installation fast: every flush is
 * reported as done, and none is. */
#include <unistd.h>

int
fsync(int fd)
{
	(void)fd;
	return 0;
}

int
fdatasync(int fd)
{
	(void)fd;
	return 0;
}
