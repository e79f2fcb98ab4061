#ifndef OBSERVE_NOTES_H
#define OBSERVE_NOTES_H

#include <stddef.h>

#include "results/result.h"

struct phase_result;

/* What detectors say about one phase, without any allocation. `code` and
 * `ruler` are constants; see struct finding for the meaning. */
enum { NOTE_TEXT_BYTES = 160, NOTES_MAX = 32 };

struct note {
	const char *code;
	double value; /* NAN: none */
	double limit; /* NAN: none */
	const char *ruler; /* NULL: none */
	enum verdict verdict;
	char text[NOTE_TEXT_BYTES];
};

struct notes {
	struct note list[NOTES_MAX];
	size_t count;
};

/* Adds a note whose text is a printf format; returns it, so that the caller
 * can set value, limit and ruler. The text begins with what matters most: a
 * reader with 47 columns sees only the beginning. Beyond NOTES_MAX the last
 * one is overwritten. */
struct note *notes_add(struct notes *notes, enum verdict verdict,
		       const char *code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The note with this code; NULL when there is none. */
const struct note *notes_find(const struct notes *notes, const char *code);

/* Puts the worst verdict first; notes of the same verdict keep the order of
 * the detectors: is it a disk, did the data reach it, was it the limit, was it
 * steady, was it enough. Returns the worst, VERDICT_NONE without notes. */
enum verdict notes_rank(struct notes *notes);

/* Copies all notes, as ranked, into the phase's findings. */
void notes_to_phase(const struct notes *notes, struct phase_result *phase);

#endif
