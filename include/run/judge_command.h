#ifndef RUN_JUDGE_COMMAND_H
#define RUN_JUDGE_COMMAND_H

struct io_command_end;
struct phase_result;
struct phase_view;

/* What the counters tell about a command: its quantities, and the finding
 * "disk-wait", whether it measures the disk at all. */
void judge_command(const struct phase_view *view,
		   const struct io_command_end *end,
		   struct phase_result *phase);

#endif
