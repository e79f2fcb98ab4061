#ifndef RUN_JUDGE_TREE_H
#define RUN_JUDGE_TREE_H

struct copy_method;
struct error;
struct phase_result;
struct tree_counts;

void tree_counts_add(struct tree_counts *to, const struct tree_counts *from);

/* Finding "tree-skipped": what was no file to be read. Finding "data-check":
 * whether the copy is what the tree is; when it is not, the phase is invalid
 * and `error` says so. None where there is nothing to tell. */
void judge_tree(const struct tree_counts *counts, struct phase_result *phase,
		struct error *error);

/* Finding "copy-engine": how files were copied. */
void judge_copy(const struct copy_method *method, struct phase_result *phase);

/* Finding "rounds": of how many rounds the times are the mean. None of one. */
void judge_rounds(unsigned rounds, struct phase_result *phase);

#endif
