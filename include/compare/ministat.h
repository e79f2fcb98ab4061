#ifndef COMPARE_MINISTAT_H
#define COMPARE_MINISTAT_H

struct stats;
struct strbuf;

enum { MINISTAT_RUNS = 3 }; /* fewer, and it refuses */

/* What ministat(1) says of two sets of at least MINISTAT_RUNS values, `a` being
 * its first file, digit by digit: "Difference at 95.0% confidence" and three
 * lines, or "No difference proven at 95.0% confidence". Its quantiles have
 * three decimals and are those of the normal distribution above 100 degrees of
 * freedom. */
void ministat_add(struct strbuf *text, const struct stats *a,
		  const struct stats *b, double confidence);

#endif
