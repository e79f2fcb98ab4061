#ifndef FORMATS_HONEST_ADVICE_H
#define FORMATS_HONEST_ADVICE_H

struct honest_summary;
struct strbuf;

/* The last two of the honest lines, each of which may be left out: what the
 * verdicts rest on (" checks: ..."), and what would make them better
 * (" try: ..."). */
void honest_add_checks(struct strbuf *text,
		       const struct honest_summary *summary);
void honest_add_hints(struct strbuf *text,
		      const struct honest_summary *summary);

#endif
