#include "compare/ministat.h"

#include <math.h>

#include "core/stats.h"
#include "core/strbuf.h"

static double
quantile(double confidence, size_t df)
{
	const double normal = 1e9;
	double t = stats_t_quantile(confidence, df > 100 ? normal : (double)df);

	return round(t * 1000) / 1000;
}

void
ministat_add(struct strbuf *text, const struct stats *a, const struct stats *b,
	     double confidence)
{
	double count_a = (double)a->count, count_b = (double)b->count;
	double spread = sqrt(((count_a - 1) * a->sd * a->sd +
			      (count_b - 1) * b->sd * b->sd) /
			     (count_a + count_b - 2));
	double difference = b->mean - a->mean;
	double half_width = quantile(confidence, a->count + b->count - 2) *
			    spread * sqrt(1 / count_a + 1 / count_b);

	if (!(fabs(difference) > half_width)) {
		strbuf_addf(text, "No difference proven at %.1f%% confidence\n",
			    100 * confidence);
		return;
	}
	strbuf_addf(text,
		    "Difference at %.1f%% confidence\n"
		    "\t%g +/- %g\n"
		    "\t%g%% +/- %g%%\n"
		    "\t(Student's t, pooled s = %g)\n",
		    100 * confidence, difference, half_width,
		    difference * 100 / a->mean, half_width * 100 / a->mean,
		    spread);
}
