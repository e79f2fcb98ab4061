#include "run/judge_tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/error.h"
#include "core/strbuf.h"
#include "io/copy.h"
#include "results/result.h"
#include "workloads/job.h"

void
tree_counts_add(struct tree_counts *to, const struct tree_counts *from)
{
	to->special += from->special;
	to->unreadable += from->unreadable;
	to->vanished += from->vanished;
	to->changed += from->changed;
	to->owners += from->owners;
	to->looked_at += from->looked_at;
	to->compared += from->compared;
	to->different += from->different;
}

static void
add_count(struct strbuf *text, uint64_t count, const char *what)
{
	if (!count)
		return;
	if (text->length)
		strbuf_add(text, ", ");
	strbuf_addf(text, "%" PRIu64 " %s", count, what);
}

static void
judge_skipped(const struct tree_counts *counts, struct phase_result *phase)
{
	char code[] = "tree-skipped", ruler[] = "count";
	struct finding finding = { .code = code,
				   .limit = NAN,
				   .ruler = ruler,
				   .verdict = VERDICT_OK };
	struct strbuf text;

	strbuf_init(&text);
	add_count(&text, counts->special,
		  "device nodes, sockets or pipes were skipped");
	add_count(&text, counts->unreadable, "entries may not be read");
	add_count(&text, counts->vanished, "entries vanished meanwhile");
	add_count(&text, counts->changed, "files changed meanwhile");
	add_count(&text, counts->owners,
		  "copies could not be given their owner");
	if (text.length) {
		finding.value = (double)(counts->special + counts->unreadable +
					 counts->vanished + counts->changed);
		finding.text = text.text;
		phase_add_finding(phase, &finding);
	}
	strbuf_release(&text);
}

static void
judge_copies(const struct tree_counts *counts, struct phase_result *phase,
	     struct error *error)
{
	char code[] = "data-check", ruler[] = "comparison";
	struct finding finding = { .code = code,
				   .value = (double)counts->different,
				   .limit = 0,
				   .ruler = ruler,
				   .verdict = VERDICT_OK };
	struct strbuf text;

	if (!counts->looked_at && !counts->different)
		return;
	strbuf_init(&text);
	if (counts->different) {
		finding.verdict = VERDICT_INVALID;
		strbuf_addf(&text,
			    "%" PRIu64 " files of the copy are not what they "
			    "are in the tree",
			    counts->different);
		error_set(error, ERROR_DATA, "test '%s': %s", phase->key,
			  text.text);
	} else {
		strbuf_addf(&text,
			    "the copy is right: the status of %" PRIu64
			    " entries and the data of %" PRIu64
			    " files were compared",
			    counts->looked_at, counts->compared);
	}
	finding.text = text.text;
	phase_add_finding(phase, &finding);
	strbuf_release(&text);
}

void
judge_tree(const struct tree_counts *counts, struct phase_result *phase,
	   struct error *error)
{
	judge_skipped(counts, phase);
	judge_copies(counts, phase, error);
}

/* A note that is no fault of the figure. */
static void
add_note(struct phase_result *phase, const char *code_text,
	 const char *ruler_text, double value, struct strbuf *text)
{
	char code[32], ruler[32];
	struct finding finding = { .code = code,
				   .value = value,
				   .limit = NAN,
				   .ruler = ruler,
				   .text = text->text,
				   .verdict = VERDICT_OK };

	snprintf(code, sizeof code, "%s", code_text);
	snprintf(ruler, sizeof ruler, "%s", ruler_text);
	phase_add_finding(phase, &finding);
	strbuf_release(text);
}

void
judge_copy(const struct copy_method *method, struct phase_result *phase)
{
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text, "copied by %s: %s", method->name, method->summary);
	add_note(phase, "copy-engine", "setting", NAN, &text);
}

void
judge_rounds(unsigned rounds, struct phase_result *phase)
{
	struct strbuf text;

	if (rounds < 2)
		return;
	strbuf_init(&text);
	strbuf_addf(&text, "the times are the mean of %u rounds", rounds);
	add_note(phase, "rounds", "count", rounds, &text);
}
