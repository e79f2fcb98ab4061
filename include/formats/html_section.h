#ifndef FORMATS_HTML_SECTION_H
#define FORMATS_HTML_SECTION_H

#include <stddef.h>

#include "formats/honest_summary.h"
#include "results/result.h"

struct figures;
struct stats;
struct strbuf;

enum { HTML_COLOURS = 6 }; /* classes s0 to s5 */

/* The page that -o html writes, and its sections. */
struct html_page {
	struct strbuf *text;
	unsigned ids; /* used so far */
	unsigned level; /* of a section's heading: 2 or 3 */
};

/* Runs of one configuration; no two phases of one have the same key. */
struct html_group {
	struct result_set set; /* borrowed but for the arrays */
	struct honest_summary worth;
	unsigned id; /* of its heading: "g1" */
};

/* Groups the results that measured the same in the same way, in the order in
 * which they came. To be freed with html_groups_free(). */
struct html_group *html_groups_new(const struct result_set *set, size_t *count);
void html_groups_free(struct html_group *groups, size_t count);

/* What a group is called: its machine, and what sets it apart. */
void html_add_name(struct strbuf *text, const struct result *result);

/* What is said about a test over all runs: VERDICT_NONE when nothing is. */
enum verdict html_verdict(const struct html_group *group, const char *key);

/* The line of the honest summary on it; NULL when nobody judged it. */
const struct honest_figure *html_honest(const struct html_group *group,
					const char *key);

/* Calls `visit` for each test of the group, in order. */
struct html_visit {
	struct html_page *page;
	const struct html_group *group;
	const struct phase_result *phase; /* of the first run that has it */
	void *data;
};

void html_each_test(struct html_page *page, const struct html_group *group,
		    void (*visit)(const struct html_visit *visit), void *data);

void html_heading(struct html_page *page, const char *words);

/* "329 ± 12.0 MB/s", or what there is instead of a figure. */
void html_add_mean(struct strbuf *text, const struct figures *figures,
		   enum quantity_id id);

/* Which colour is which run; nothing for a single one. */
void html_add_runs_key(struct strbuf *text, size_t runs);

/* The sections; one that has nothing to show adds nothing. */
void html_add_worth(struct html_page *page, const struct html_group *group);
void html_add_facts(struct html_page *page, const struct html_group *group);
void html_add_bars(struct html_page *page, const struct html_group *group);
void html_add_verdicts(struct html_page *page, const struct html_group *group);
void html_add_course(struct html_page *page, const struct html_group *group);
void html_add_latency(struct html_page *page, const struct html_group *group);
void html_add_figures(struct html_page *page, const struct html_group *group);
void html_add_sweep(struct html_page *page, const struct html_group *groups,
		    size_t count);

#endif
