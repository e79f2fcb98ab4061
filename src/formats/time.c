#include <stdio.h>

#include "core/strbuf.h"
#include "formats/format.h"
#include "formats/output.h"
#include "results/result.h"

/* What time(1) and the shells print, a line for each test whose times are
 * known; read_time.c reads them. */

struct times {
	const char *key;
	double real_s, user_s, sys_s;
};

typedef void time_layout(struct strbuf *text, const struct times *times);

static void
add_ksh(struct strbuf *text, const struct times *times)
{
	strbuf_addf(text, "%s: %.2fs real %.2fs user %.2fs system\n",
		    times->key, times->real_s, times->user_s, times->sys_s);
}

static void
add_bsd(struct strbuf *text, const struct times *times)
{
	strbuf_addf(text, "%s: %12.2f real %12.2f user %12.2f sys\n",
		    times->key, times->real_s, times->user_s, times->sys_s);
}

static void
add_posix(struct strbuf *text, const struct times *times)
{
	strbuf_addf(text, "%s:\nreal %.2f\nuser %.2f\nsys %.2f\n", times->key,
		    times->real_s, times->user_s, times->sys_s);
}

static void
add_phases(struct strbuf *text, const struct result *result,
	   time_layout *layout)
{
	for (size_t i = 0; i < result->phase_count; i++) {
		const struct phase_result *phase = &result->phases[i];
		const struct quantity *quantities = phase->quantities;

		if (quantities[QUANTITY_WALL].state != QUANTITY_KNOWN)
			continue;
		layout(text,
		       &(struct times){ phase->key,
					quantities[QUANTITY_WALL].value,
					quantities[QUANTITY_USER_TIME].value,
					quantities[QUANTITY_SYS_TIME].value });
	}
}

static int
emit(const struct result_set *set, FILE *out, time_layout *layout)
{
	struct strbuf text;
	int status;

	strbuf_init(&text);
	for (size_t i = 0; i < set->count; i++)
		add_phases(&text, &set->results[i], layout);
	status = output_write(out, &text);
	strbuf_release(&text);
	return status;
}

static int
emit_ksh(const struct result_set *set, FILE *out)
{
	return emit(set, out, add_ksh);
}

static int
emit_bsd(const struct result_set *set, FILE *out)
{
	return emit(set, out, add_bsd);
}

static int
emit_posix(const struct result_set *set, FILE *out)
{
	return emit(set, out, add_posix);
}

const struct format time_format = {
	.name = "time",
	.summary = "real, user and system time, as ksh prints it",
	.emit = emit_ksh,
};

const struct format time_bsd_format = {
	.name = "time-bsd",
	.summary = "the same as BSD's time(1) prints it",
	.emit = emit_bsd,
};

const struct format time_posix_format = {
	.name = "time-posix",
	.summary = "the same as time -p prints it",
	.emit = emit_posix,
};
