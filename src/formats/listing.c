#include "formats/listing.h"

#include <string.h>

#include "core/strbuf.h"
#include "core/units.h"
#include "results/result.h"

bool
listing_has(const char *key)
{
	return strncmp(key, "tree-", 5) == 0 || strcmp(key, "command") == 0;
}

enum { COLUMNS = 79 };

static void
part(struct strbuf *text, const char *between)
{
	if (text->length && text->text[text->length - 1] != ' ')
		strbuf_add(text, between);
}

static void
add_number(struct strbuf *text, const struct phase_result *phase,
	   enum quantity_id id, const char *what)
{
	const struct quantity *quantity = &phase->quantities[id];

	if (quantity->state != QUANTITY_KNOWN)
		return;
	part(text, ", ");
	strbuf_addf(text, "%.0f %s", quantity->value, what);
}

static void
add_bytes(struct strbuf *text, const struct phase_result *phase,
	  enum quantity_id id, const char *what)
{
	const struct quantity *quantity = &phase->quantities[id];
	char bytes[UNITS_TEXT_BYTES];

	if (quantity->state != QUANTITY_KNOWN)
		return;
	part(text, ", ");
	strbuf_addf(text, "%s%s",
		    units_format_bytes(bytes, (uint64_t)quantity->value), what);
}

static void
add_latency(struct strbuf *text, const struct phase_result *phase)
{
	const struct latency_summary *latency = &phase->latency;

	if (!latency->known || strcmp(phase->key, "command") == 0)
		return;
	part(text, ", ");
	strbuf_addf(text, "a file took p50 %.3f p99 %.3f max %.1f ms",
		    1e3 * latency->p50_s, 1e3 * latency->p99_s,
		    1e3 * latency->max_s);
}

static void
add_times(struct strbuf *text, const struct phase_result *phase)
{
	const struct quantity *quantities = phase->quantities;

	if (quantities[QUANTITY_WALL].state == QUANTITY_KNOWN)
		strbuf_addf(text, "%.2fs real %.2fs user %.2fs system\n",
			    quantities[QUANTITY_WALL].value,
			    quantities[QUANTITY_USER_TIME].value,
			    quantities[QUANTITY_SYS_TIME].value);
}

/* The longest of all rounds may take more than the mean round. */
static void
add_rounds(struct strbuf *text, const struct phase_result *phase)
{
	const struct finding *rounds = phase_find_finding(phase, "rounds");

	if (!rounds)
		return;
	part(text, ", ");
	strbuf_addf(text, "mean of %.0f rounds", rounds->value);
}

/* Where it cannot be told exactly there is a bound. */
static void
add_memory(struct strbuf *text, const struct phase_result *phase)
{
	const struct finding *bound = phase_find_finding(phase, "peak-memory");
	char bytes[UNITS_TEXT_BYTES];

	add_bytes(text, phase, QUANTITY_PEAK_MEMORY, " of memory");
	if (!bound || !(bound->limit >= 0))
		return;
	part(text, ", ");
	strbuf_addf(text, "at most %s of memory",
		    units_format_bytes(bytes, (uint64_t)bound->limit));
}

/* The one question about a command. */
static void
add_wait(struct strbuf *text, const struct phase_result *phase)
{
	const struct finding *wait = phase_find_finding(phase, "disk-wait");

	if (wait)
		strbuf_addf(text, "%s\n", wait->text);
}

static void
add_details(struct strbuf *text, const struct phase_result *phase)
{
	strbuf_add(text, "  ");
	add_number(text, phase, QUANTITY_FILES, "files");
	add_number(text, phase, QUANTITY_OPS, "files/s");
	add_bytes(text, phase, QUANTITY_RATE, "/s");
	add_rounds(text, phase);
	add_latency(text, phase);
	add_memory(text, phase);
	add_bytes(text, phase, QUANTITY_DEVICE_READ, " read from the device");
	add_bytes(text, phase, QUANTITY_DEVICE_WRITTEN, " written to it");
	add_number(text, phase, QUANTITY_DEVICE_FLUSHES, "flushes");
	if (text->length > 2)
		strbuf_add_char(text, '\n');
	else
		strbuf_clear(text);
}

/* Lines are broken after a comma where they would be too wide. */
static void
add_folded(struct strbuf *text, const char *line)
{
	size_t length = strcspn(line, "\n"), width = COLUMNS;

	while (length > width) {
		size_t end = width;

		while (end > 2 &&
		       (line[end - 2] != ',' || line[end - 1] != ' '))
			end--;
		if (end == 2)
			break;
		strbuf_add_bytes(text, line, end - 1);
		strbuf_add(text, "\n  ");
		line += end;
		length -= end;
		width = COLUMNS - 2;
	}
	strbuf_add(text, line);
}

/* What has been done otherwise than one may think. */
static void
add_remark(struct strbuf *text, const struct phase_result *phase,
	   const char *code)
{
	const struct finding *remark = phase_find_finding(phase, code);
	struct strbuf line;

	if (!remark)
		return;
	strbuf_init(&line);
	strbuf_addf(&line, "  %s\n", remark->text);
	add_folded(text, line.text);
	strbuf_release(&line);
}

/* The name right above the times, where readers of times look for it. */
static void
add_phase(struct strbuf *text, const struct phase_result *phase)
{
	struct strbuf details;

	strbuf_addf(text, "%s:", phase->key);
	if (phase->state == PHASE_FAILED)
		strbuf_add(text, " failed");
	if (phase->state == PHASE_INCOMPLETE)
		strbuf_add(text, " incomplete");
	strbuf_add_char(text, '\n');
	add_times(text, phase);
	strbuf_init(&details);
	add_details(&details, phase);
	add_folded(text, details.text);
	strbuf_release(&details);
	add_remark(text, phase, "copy-engine");
	add_remark(text, phase, "tree-skipped");
	add_wait(text, phase);
}

void
listing_add(struct strbuf *text, const struct result *result)
{
	for (size_t i = 0; i < result->phase_count; i++)
		if (listing_has(result->phases[i].key))
			add_phase(text, &result->phases[i]);
}
