#include "core/stats.h"

#include <math.h>
#include <stdlib.h>

#include "core/mem.h"

/* The rank-sum test and Holm's procedure: what works on order alone. */

enum { EXACT_MAX = 40 };

struct sample {
	double value;
	bool in_a;
	size_t rank; /* doubled, so that a midrank is a whole number */
};

/* All values of both sets, in order. */
struct ranking {
	struct sample *samples;
	size_t count_a;
	size_t count;
	size_t sum_a; /* of the doubled ranks of set a */
	double tie_cubes; /* sum of (t^3 - t) over the ties of t values */
};

static int
by_value(const void *left, const void *right)
{
	const struct sample *a = left, *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

static void
assign_ranks(struct ranking *ranking)
{
	struct sample *samples = ranking->samples;
	size_t end;

	for (size_t i = 0; i < ranking->count; i = end) {
		double ties;

		end = i + 1;
		while (end < ranking->count &&
		       samples[end].value == samples[i].value)
			end++;
		ties = (double)(end - i);
		ranking->tie_cubes += ties * ties * ties - ties;
		for (size_t j = i; j < end; j++) {
			samples[j].rank = i + 1 + end;
			if (samples[j].in_a)
				ranking->sum_a += samples[j].rank;
		}
	}
}

static void
ranking_init(struct ranking *ranking, const double *a, size_t count_a,
	     const double *b, size_t count_b)
{
	*ranking = (struct ranking){
		.samples = mem_alloc(count_a + count_b, sizeof(struct sample)),
		.count_a = count_a,
		.count = count_a + count_b,
	};
	for (size_t i = 0; i < count_a; i++)
		ranking->samples[i] = (struct sample){ a[i], true, 0 };
	for (size_t i = 0; i < count_b; i++)
		ranking->samples[count_a + i] =
			(struct sample){ b[i], false, 0 };
	qsort(ranking->samples, ranking->count, sizeof *ranking->samples,
	      by_value);
	assign_ranks(ranking);
}

/* Twice the sum of ranks that set a has on average. */
static size_t
expected_sum(const struct ranking *ranking)
{
	return ranking->count_a * (ranking->count + 1);
}

static size_t
distance(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

/* Counts, rank by rank, the ways to choose some number of ranks with some
 * sum: ways[chosen * sums + sum]. At most C(40, 20), which a double holds. */
static double
exact_p(const struct ranking *ranking)
{
	size_t sums = ranking->count * (ranking->count + 1) + 1;
	size_t expected = expected_sum(ranking);
	size_t found = distance(ranking->sum_a, expected);
	double *ways = mem_alloc((ranking->count_a + 1) * sums, sizeof *ways);
	double all = 0, as_far = 0;

	ways[0] = 1;
	for (size_t i = 0; i < ranking->count; i++) {
		size_t rank = ranking->samples[i].rank;

		for (size_t chosen = ranking->count_a; chosen > 0; chosen--)
			for (size_t sum = rank; sum < sums; sum++)
				ways[chosen * sums + sum] +=
					ways[(chosen - 1) * sums + sum - rank];
	}
	for (size_t sum = 0; sum < sums; sum++) {
		double count = ways[ranking->count_a * sums + sum];

		all += count;
		if (distance(sum, expected) >= found)
			as_far += count;
	}
	free(ways);
	return as_far / all;
}

static double
normal_p(const struct ranking *ranking)
{
	double n = (double)ranking->count, a = (double)ranking->count_a;
	double off =
		(double)distance(ranking->sum_a, expected_sum(ranking)) / 2;
	double variance =
		a * (n - a) / 12 * (n + 1 - ranking->tie_cubes / (n * (n - 1)));

	if (!(variance > 0))
		return 1;
	return erfc(fmax(off - 0.5, 0) / sqrt(2 * variance));
}

double
stats_rank_p(const double *a, size_t count_a, const double *b, size_t count_b)
{
	struct ranking ranking;
	double p;

	if (!count_a || !count_b)
		return 1;
	ranking_init(&ranking, a, count_a, b, count_b);
	p = ranking.count <= EXACT_MAX ? exact_p(&ranking) : normal_p(&ranking);
	free(ranking.samples);
	return p;
}

/* The least p that is not taken yet; `count` when none is left. */
static size_t
least_left(const double *p, size_t count, const bool *taken)
{
	size_t least = count;

	for (size_t i = 0; i < count; i++)
		if (!taken[i] && !isnan(p[i]) &&
		    (least == count || p[i] < p[least]))
			least = i;
	return least;
}

void
stats_holm(const double *p, size_t count, double alpha, bool *proven)
{
	size_t left = 0;

	for (size_t i = 0; i < count; i++) {
		proven[i] = false;
		left += isnan(p[i]) ? 0 : 1;
	}
	for (; left > 0; left--) {
		size_t least = least_left(p, count, proven);

		if (p[least] > alpha / (double)left)
			return;
		proven[least] = true;
	}
}
