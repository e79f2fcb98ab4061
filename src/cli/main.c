#include <stdio.h>

int
main(void)
{
	puts("diskbench " DISKBENCH_VERSION);
	return 0;
}
