#ifndef FORMATS_JSON_H
#define FORMATS_JSON_H

#include <stddef.h>

struct error;
struct phase_result;
struct result;
struct result_set;
struct strbuf;

/* The lines of a --save file: a run's header with one finished phase, and the
 * whole run at its end. Both are result objects as `-o json` writes them, told
 * apart by "record", and end with a newline. */
void json_add_phase_line(struct strbuf *text, const struct result *result,
			 const struct phase_result *phase);
void json_add_run_line(struct strbuf *text, const struct result *result);

/* Reads what the JSON format writes, and --save files. There phases and run
 * belong together when started, machine and command are the same; a run whose
 * line is missing is made of its phases, with an error that says so. A line
 * that a crash tore is passed over. As a format's parse. */
int json_parse_results(const char *source, const char *text, size_t length,
		       struct result_set *set, struct error *error);

#endif
