#ifndef OBSERVE_CPU_H
#define OBSERVE_CPU_H

#include <stdbool.h>

struct phase_view;

/* A part of the CPU time of a phase; 1.0 is one CPU. */
struct cpu_share {
	double share;
	bool known;
};

/* Who used the CPUs while the phase ran. */
struct cpu_bill {
	struct cpu_share own; /* this program and its children */
	struct cpu_share kernel; /* kernel threads */
	struct cpu_share others; /* other programs */
	struct cpu_share steal; /* other guests of the host */
};

/* Processes are matched by pid and start time, never by name: kernel workers
 * change their names with their work. The others are those that are in both
 * lists, or what the machine's total leaves for them if that is more. */
void cpu_bill_between(struct cpu_bill *bill, const struct phase_view *view);

#endif
