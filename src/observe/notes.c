#include "observe/notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct note *
notes_add(struct notes *notes, enum verdict verdict, const char *code,
	  const char *format, ...)
{
	struct note *note;
	va_list arguments;

	if (notes->count < NOTES_MAX)
		notes->count++;
	note = &notes->list[notes->count - 1];
	note->code = code;
	note->value = NAN;
	note->limit = NAN;
	note->ruler = NULL;
	note->verdict = verdict;
	va_start(arguments, format);
	vsnprintf(note->text, sizeof note->text, format, arguments);
	va_end(arguments);
	return note;
}

const struct note *
notes_find(const struct notes *notes, const char *code)
{
	for (size_t i = 0; i < notes->count; i++)
		if (strcmp(notes->list[i].code, code) == 0)
			return &notes->list[i];
	return NULL;
}

/* Insertion sort: it is stable, and there are never more than 32. */
enum verdict
notes_rank(struct notes *notes)
{
	for (size_t i = 1; i < notes->count; i++) {
		struct note moving = notes->list[i];
		size_t at = i;

		while (at > 0 && notes->list[at - 1].verdict < moving.verdict) {
			notes->list[at] = notes->list[at - 1];
			at--;
		}
		notes->list[at] = moving;
	}
	return notes->count ? notes->list[0].verdict : VERDICT_NONE;
}

void
notes_to_phase(const struct notes *notes, struct phase_result *phase)
{
	for (size_t i = 0; i < notes->count; i++) {
		const struct note *note = &notes->list[i];
		char code[64], ruler[64], text[NOTE_TEXT_BYTES];
		struct finding finding = {
			.code = code,
			.value = note->value,
			.limit = note->limit,
			.ruler = note->ruler ? ruler : NULL,
			.text = text,
			.verdict = note->verdict,
		};

		snprintf(code, sizeof code, "%s", note->code);
		snprintf(ruler, sizeof ruler, "%s",
			 note->ruler ? note->ruler : "");
		snprintf(text, sizeof text, "%s", note->text);
		phase_add_finding(phase, &finding);
	}
}
